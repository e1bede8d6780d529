//! What words mean, for whoever explains them beside a text: the glossary, the models' own lessons, and a line
//! for each instruction.

use std::sync::OnceLock;

use super::cat::words::{DERIVED, FUNCTIONS};
use super::lessons::lesson;
use super::registry::built_in;
use super::relation::base::{BaseRelation, BaseSet};

/// The words that begin what a test asks.
pub const CLAIMS: [&str; 4] = ["exists", "~exists", "forall", "filter"];

/// The page of words: what an editor says is what stands there.
const GLOSSARY: &str = include_str!("../../docs/glossary.md");

/// What a word of the glossary means.
#[must_use]
pub fn glossary(word: &str) -> Option<&'static str> {
    static ALL: OnceLock<Vec<(String, String)>> = OnceLock::new();
    let all = ALL.get_or_init(|| GLOSSARY.lines().flat_map(row).collect());
    let found = all.iter().find(|(known, _)| known == word);
    found.map(|(_, meaning)| meaning.as_str())
}

/// The words of a row of a table, each with its meaning.
fn row(line: &str) -> Vec<(String, String)> {
    let cells = line
        .strip_prefix("| ")
        .and_then(|rest| rest.strip_suffix(" |"));
    let Some((words, meaning)) = cells.and_then(|cells| cells.split_once(" | ")) else {
        return Vec::new();
    };
    let words = words.split([',', ';']);
    let meaning = without_links(meaning);
    words
        .map(|word| {
            (
                word.trim().trim_matches('`').to_lowercase(),
                meaning.clone(),
            )
        })
        .collect()
}

/// `[text](page)` as `text`: an editor has no pages to follow them to.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        let Some((shown, tail)) = link.split_once("](") else {
            break;
        };
        let Some((_, after)) = tail.split_once(')') else {
            break;
        };
        out += before;
        out += shown;
        rest = after;
    }
    out + rest
}

/// What an instruction does.
#[must_use]
pub fn mnemonic(word: &str) -> Option<&'static str> {
    Some(match word {
        "ld" => {
            "`ld.ORDER[.SCOPE] register, location`: a load. With a number in place of the location, `mov`."
        }
        "st" => "`st.ORDER[.SCOPE] location, value`: a store.",
        "atom" => {
            "`atom[.ORDER][.SCOPE].OPERATION register, location, operand`: a read-modify-write; the register gets the old value."
        }
        "red" => {
            "`red[.ORDER][.SCOPE].OPERATION location, operand`: a read-modify-write without a result."
        }
        "fence" | "fence.?" => {
            "`fence.sc.SCOPE`, `fence.acq_rel.SCOPE`: orders what is before it with what is after it, within its scope. `fence.proxy.…` orders two paths to memory; `fence.?` is a place that `gpu-litmus fences` may fill."
        }
        "membar" => {
            "`membar.cta`, `membar.gl`, `membar.sys`: `fence.sc` of that scope. CUDA's `__threadfence()` is `membar.gl`."
        }
        "bar" | "barrier" => {
            "`bar.sync`, `bar.arrive`: a barrier of the block; `sync` waits, and orders. CUDA's `__syncthreads()`."
        }
        "mov" => {
            "`mov register, value`: a register gets a number, a register's value or the address of a location."
        }
        "add" | "sub" | "mul" | "and" | "or" | "xor" | "min" | "max" | "shl" | "shr" => {
            "Arithmetic on registers: `add register, a, b`. What is computed depends on its operands, which orders accesses."
        }
        "setp" => "`setp.COMPARISON register, a, b`: 1 or 0, for a predicate `@p`.",
        "bra" | "goto" => {
            "`bra LABEL`: a jump. A backward one makes a loop, taken at most `--bound` times."
        }
        "beq" | "bne" | "blt" | "ble" | "bgt" | "bge" => {
            "`beq a, b, LABEL`: a jump if the comparison holds. What comes behind it depends on its operands."
        }
        "sust" => "`sust`: a store through the surface proxy.",
        "suld" => "`suld`: a load through the surface proxy.",
        "tld" => "`tld`: a load through the texture proxy.",
        "cold" => "`cold`: a load through the constant proxy.",
        _ => return None,
    })
}

/// What an order, a scope or another modifier means.
#[must_use]
pub fn modifier(word: &str) -> Option<String> {
    let known = |text: &str| glossary(text).map(str::to_owned);
    match word {
        "weak" => known("weak"),
        "relaxed" => known("relaxed"),
        "volatile" => Some("`relaxed` at scope `.sys`.".to_owned()),
        "acquire" | "release" => known("acquire"),
        "acq_rel" => Some(format!("Acquires and releases: {}", glossary("acquire")?)),
        "sc" => Some("Sequentially consistent: one order of all such operations, beside acquiring and releasing.".to_owned()),
        "rm_acquire" | "rm_release" | "rm_acq_rel" => known("remote order"),
        "cta" | "wg" => Some(scope("the threads of the block", "cta")),
        "gpu" | "cmp" | "agent" | "gl" => Some(scope("the threads of the device", "gpu")),
        "sys" => Some(scope("all threads", "sys")),
        "warp" | "wv" | "wave" => Some(scope("the threads of the warp", "warp")),
        "thread" | "wi" => Some(scope("the thread itself", "thread")),
        "global" => Some("Global memory: one copy for the device.".to_owned()),
        "shared" | "shared::cta" => Some("Shared memory: each block has its own copy.".to_owned()),
        word => type_of(word).or_else(|| detail(word).map(str::to_owned)),
    }
}

/// What a modifier means that is neither an order nor a scope.
fn detail(word: &str) -> Option<&'static str> {
    Some(match word {
        "add" => "Adds the operand to what is there, in one step.",
        "sub" => "Subtracts the operand from what is there, in one step.",
        "exch" => "Writes the operand in place of what is there, in one step.",
        "cas" => {
            "Compare and swap: writes the last operand if the one before it is what is there, in one step."
        }
        "and" | "or" | "xor" => "Combines what is there with the operand, bit by bit, in one step.",
        "min" | "max" => {
            "Leaves the smaller (`min`) or the larger (`max`) of what is there and the operand, in one step."
        }
        "inc" => "Adds 1 to what is there, in one step; from the operand on it starts anew at 0.",
        "dec" => {
            "Subtracts 1 from what is there, in one step; from 0, or from beyond the operand, it starts anew at the operand."
        }
        "sync" => {
            "Waits until all have come to the barrier, and orders what is before it with what is behind."
        }
        "arrive" => "Comes to the barrier, and does not wait.",
        "aligned" => "All threads of a warp come together, which changes nothing here.",
        "uni" => "All threads of a warp jump together, which changes nothing here.",
        "lo" => "The low half of the product.",
        "eq" => "Compares: equal.",
        "ne" => "Compares: not equal.",
        "lt" => "Compares: less.",
        "le" => "Compares: less or equal.",
        "gt" => "Compares: greater.",
        "ge" => "Compares: greater or equal.",
        "?" => "A place that `gpu-litmus fences` may fill.",
        "proxy" => return glossary("proxy"),
        "alias" => "Orders accesses of one place by different names.",
        "aliases" => "`a @ surface aliases b`: another name of `b`, through that proxy.",
        "generic" => "The generic proxy: how ordinary loads and stores go to memory.",
        "surface" => "The surface proxy: how `suld` and `sust` go to memory.",
        "texture" => "The texture proxy: how `tld` goes to memory.",
        "constant" => "The constant proxy: how `cold` goes to memory.",
        "reg" => "A declaration of registers, which need none here.",
        _ => return None,
    })
}

/// `u32` and its like.
fn type_of(word: &str) -> Option<String> {
    let (kind, bits) = word.split_at_checked(1)?;
    let kind = match kind {
        "u" => "Unsigned integers",
        "s" => "Signed integers",
        "b" => "Any values",
        "f" => "Floating-point numbers",
        _ => return None,
    };
    let known = matches!(bits, "8" | "16" | "32" | "64") && word != "f8";
    known.then(|| format!("{kind} of {bits} bits."))
}

fn scope(threads: &str, name: &str) -> String {
    let what = glossary("scope").unwrap_or_default();
    format!("Scope `.{name}`: {threads}. A scope is {what}.")
}

/// What a word of a condition asks.
#[must_use]
pub fn claim(word: &str) -> Option<&'static str> {
    Some(match word {
        "exists" => "`exists`: some execution ends like this; `~exists`: none does.",
        "~exists" => "`~exists`: no execution ends like this.",
        "forall" => "`forall`: every execution ends like this.",
        "filter" => "`filter`: executions that do not satisfy it do not count.",
        "terminates" => return glossary("terminates"),
        "PTX" => "`PTX NAME`: how a test begins, with its name.",
        "true" => "A condition that always holds.",
        "false" => "A condition that never holds.",
        "not" | "~" | "!" => "Holds where what follows does not.",
        "/\\" | "&&" => "Holds where both sides do.",
        "\\/" | "||" => "Holds where one side does, or both.",
        "==" | "=" => "Holds where both sides have the same value at the end.",
        "!=" => "Holds where the sides have different values at the end.",
        "<" | "<=" | ">" | ">=" => "Compares the values at the end, as numbers without a sign.",
        _ => return None,
    })
}

/// What every execution has, by its name in a model.
#[must_use]
pub fn base(word: &str) -> Option<&'static str> {
    let set = BaseSet::from_name(word).map(BaseSet::meaning);
    let relation = || BaseRelation::from_name(word).map(BaseRelation::meaning);
    let function = || {
        let mut all = DERIVED.iter().chain(FUNCTIONS);
        let found = all.find(|(name, _)| *name == word);
        found.map(|(_, meaning)| *meaning)
    };
    set.or_else(relation).or_else(function)
}

/// What an axiom of this name says in the built-in models, with those that have it.
#[must_use]
pub fn axioms(name: &str) -> Vec<(Vec<&'static str>, &'static str)> {
    let mut found: Vec<(Vec<&str>, &str)> = Vec::new();
    for model in built_in() {
        let Some(lesson) = lesson(model, name) else {
            continue;
        };
        match found.iter_mut().find(|(_, known)| *known == lesson.meaning) {
            Some((models, _)) => models.push(&model.name),
            None => found.push((vec![&model.name], lesson.meaning)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::words::{following, mnemonics, orders, placements, proxies, scopes};

    #[test]
    fn every_word_of_an_instruction_has_a_meaning() {
        for word in mnemonics() {
            assert!(mnemonic(word).is_some(), "{word}");
        }
        for word in orders().iter().chain(scopes()) {
            assert!(modifier(word).is_some(), "{word}");
        }
        for base in mnemonics() {
            for first in following(base, &[]) {
                assert!(modifier(first).is_some(), "{base}.{first}");
                for second in following(base, &[first]) {
                    assert!(modifier(second).is_some(), "{base}.{first}.{second}");
                }
            }
        }
        let more = ["aliases", "shared::cta"].into_iter();
        for word in more.chain(proxies()).chain(placements().iter().copied()) {
            assert!(modifier(word).is_some(), "{word}");
        }
        for word in CLAIMS.iter().chain(&["terminates"]) {
            assert!(claim(word).is_some(), "{word}");
        }
    }

    #[test]
    fn the_glossary_is_read_without_its_links() {
        assert!(glossary("release").is_some_and(|text| text.contains("acquires from a writer")));
        assert_eq!(without_links("a ([b](c.md)) [d"), "a (b) [d");
        let shown = GLOSSARY
            .lines()
            .flat_map(row)
            .filter(|(_, text)| text.contains("]("));
        assert_eq!(shown.count(), 0);
    }

    #[test]
    fn axioms_and_base_relations_are_explained() {
        assert_eq!(axioms("tso").len(), 1);
        assert!(base("po").is_some() && base("W").is_some() && base("domain").is_some());
        assert!(base("nothing").is_none() && axioms("nothing").is_empty());
    }
}
