//! What may follow an instruction's name, for who completes it while it is written.

use super::modifier::{Rules, Types};
use super::orders::{self, SCOPES};
use super::types;
use super::{arithmetic, atomic, barrier, control, fence, memory};
use crate::syntax::ast::{Order, TypeKind};

/// The modifiers, without their dots, that may stand in an instruction beside those that stand there already.
///
/// ```
/// use gpu_litmus::syntax::words::following;
///
/// assert_eq!(following("membar", &[]), ["cta", "gl", "sys"]);
/// assert_eq!(following("fence", &["proxy"])[0], "alias");
/// assert!(following("ld", &["relaxed"]).contains(&"gpu"));
/// assert!(!following("ld", &["weak"]).contains(&"gpu"));
/// assert!(following("st", &["release", "gpu"]).contains(&"u32"));
/// assert!(following("nop", &[]).is_empty());
/// ```
#[must_use]
pub fn following(base: &str, beside: &[&str]) -> Vec<&'static str> {
    let has = |known: &dyn Fn(&str) -> bool| beside.iter().any(|one| known(one));
    let order = beside.iter().find_map(|one| orders::order(one));
    let scoped = has(&|one| orders::scope(one).is_some());
    if base == "membar" {
        return if scoped {
            Vec::new()
        } else {
            fence::LEVELS.to_vec()
        };
    }
    let Some(rules) = rules(base, beside) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let once = |word: &&&str| {
        let one = rules.one_of.contains(word) && has(&|one| rules.one_of.contains(&one));
        !one && !beside.contains(word)
    };
    all.extend(rules.words.iter().filter(once).copied());
    if order.is_none() {
        all.extend(rules.orders);
    }
    // A load or store has a scope by its order; the others have one in any case.
    let access = matches!(base, "ld" | "st");
    let strong = order.is_some_and(|one| one.order != Order::Weak && !one.volatile);
    if rules.scopes && !scoped && (strong || !access) {
        all.extend(SCOPES);
    }
    if rules.memory && !has(&|one| matches!(one, "global" | "shared" | "shared::cta")) {
        all.extend(["global", "shared"]);
    }
    if rules.types != Types::None && !has(&|one| types::parse(one).is_some()) {
        let whole = |name: &&str| types::parse(name).is_some_and(|ty| ty.kind != TypeKind::Float);
        let fits = |name: &&str| rules.types == Types::Any || whole(name);
        all.extend(types::NAMES.into_iter().filter(fits));
    }
    all
}

/// The rules by which an instruction is read that has some modifiers.
fn rules(base: &str, beside: &[&str]) -> Option<Rules> {
    Some(match base {
        "ld" => memory::LOAD,
        "st" => memory::STORE,
        "suld" | "tld" | "cold" | "sust" => memory::OTHER_PROXY,
        "atom" => atomic::ATOM,
        "red" => atomic::RED,
        "fence" if beside.contains(&"proxy") => fence::PROXY,
        // A hole says nothing more, and a fence with an order or scope is no other one.
        "fence" if beside.contains(&"?") => Rules::NONE,
        "fence" if beside.is_empty() => fence::FENCE,
        "fence" => Rules {
            words: &[],
            ..fence::FENCE
        },
        "bar" | "barrier" => barrier::RULES,
        "mov" => arithmetic::MOVE,
        "setp" => arithmetic::COMPARE,
        "bra" | "goto" => control::JUMP,
        "mul" => arithmetic::MULTIPLY,
        name => {
            arithmetic::operation(name)?;
            arithmetic::COMPUTE
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::mnemonic::MNEMONICS;
    use crate::syntax::parse;

    /// What is wrong with the modifiers of an instruction.
    fn refused(mnemonic: &str) -> Option<String> {
        let text = format!("PTX T {{}} P0@cta 0,gpu 0 ; {mnemonic} r0, x ; exists (x == 0)");
        let said = parse("t", &text).err()?.to_string();
        let words = [
            "no modifier",
            "unknown modifier",
            "unsupported",
            "cannot be",
            "a second",
            "no such scope",
            "has no scope",
            "without an order",
            "one comparison",
            "does not go with",
            "waits or arrives, once",
            "is for one proxy",
        ];
        words
            .into_iter()
            .any(|word| said.contains(word))
            .then_some(said)
    }

    #[test]
    fn what_is_offered_is_read() {
        for base in MNEMONICS.into_iter().filter(|base| *base != "fence.?") {
            for first in following(base, &[]) {
                // A proxy fence is not complete yet.
                if first != "proxy" {
                    assert_eq!(refused(&format!("{base}.{first}")), None);
                }
                for second in following(base, &[first]) {
                    let both = format!("{base}.{first}.{second}");
                    assert_eq!(refused(&both), None, "{both}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_offered_is_none() {
        let offered = |base, words: &[&str]| following(base, words);
        assert!(!offered("ld", &[]).contains(&"release"));
        assert!(!offered("add", &[]).contains(&"f32"));
        assert!(!offered("red", &[]).contains(&"exch"));
        assert_eq!(offered("membar", &["gl"]), [""; 0]);
        assert_eq!(offered("fence", &["?"]), [""; 0]);
        assert_eq!(offered("beq", &[]), [""; 0]);
        assert!(!offered("atom", &["add"]).contains(&"cas"));
        assert!(!offered("fence", &["sc"]).contains(&"acq_rel"));
        assert_eq!(offered("bar", &["sync"]), ["cta", "aligned"]);
    }
}
