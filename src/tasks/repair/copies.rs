//! Which instructions the compiler made of one text: where it unrolled a loop, inlined a function, or made several of a template.
//!
//! A line may have several accesses, and columns do not tell them apart: nvcc gives all statements of a line the column of the
//! first. What is of one line is therefore taken for copies only where something lies between that is of another one, or where it
//! came there by other calls. Fences behind each of two accesses that follow each other on a line are two fences for all that is known.

use crate::kernel::report::places::{Cuda, Line, Place};
use crate::kernel::setup::Setup;

use super::operations::{meets, touches};
use super::statement::plain;

/// The sources of CUDA that are at hand, by the names that a module has for them.
pub type Sources<'s> = &'s dyn Fn(&str) -> Option<String>;

/// Whether two instructions of a text, each a function and a place in it, are not of one time that it is run through.
#[must_use]
pub fn are_copies(setup: &Setup, one: (usize, usize), other: (usize, usize)) -> bool {
    let place = |(function, at)| Place::of(setup, function, at)?.cuda;
    let (Some(here), Some(there)) = (place(one), place(other)) else {
        return false;
    };
    if one.0 != other.0 || callers(&here.chain, &here.line) != callers(&there.chain, &there.line) {
        return true;
    }
    let body = setup.module.functions[one.0].body.as_ref();
    let code = body.map_or(&[][..], |body| &body.code);
    let (from, to) = (one.1.min(other.1), one.1.max(other.1));
    code.iter()
        .enumerate()
        .take(to)
        .skip(from + 1)
        .any(|(at, it)| {
            let counts = touches(&it.operation) || meets(&it.operation);
            counts && place((one.0, at)).is_some_and(|cuda| !is_of(&cuda.chain, &here.line))
        })
}

/// The calls that a line was inlined by.
#[must_use]
pub fn callers<'c>(chain: &'c [Line], line: &Line) -> &'c [Line] {
    let own = chain.iter().position(|one| one == line);
    own.and_then(|own| chain.get(own + 1..)).unwrap_or_default()
}

/// Whether something is of a line, or was inlined from a call on it.
fn is_of(chain: &[Line], line: &Line) -> bool {
    chain
        .iter()
        .any(|one| (one.line, &one.file) == (line.line, &line.file))
}

/// Whether it is seen in the source that the compiler cannot have made several of what is on the line of an instruction: it was not
/// inlined, no loop is before it in its function, and the line uses nothing that looks like a macro.
#[must_use]
pub fn is_single(setup: &Setup, (function, at): (usize, usize), source: Sources<'_>) -> bool {
    let Some(cuda) = Place::of(setup, function, at).and_then(|place| place.cuda) else {
        return false;
    };
    let Some(source) = source(&cuda.line.file).filter(|_| is_outermost(&cuda)) else {
        return false;
    };
    let lines: Vec<&str> = source.lines().collect();
    let Some(last) = (cuda.line.line as usize)
        .checked_sub(1)
        .filter(|at| *at < lines.len())
    else {
        return false;
    };
    let begins = |line: &&str| {
        let heads = ["__global__", "__device__", "__host__"];
        heads.iter().any(|head| line.contains(head))
    };
    let Some(first) = lines[..=last].iter().rposition(begins) else {
        return false;
    };
    let code = plain(&lines[first..=last].join("\n"));
    let is_between = |one: char| !one.is_alphanumeric() && one != '_';
    let mut words = code.split(is_between);
    let here = plain(lines[last]);
    let defined: Vec<&str> = lines.iter().filter_map(|line| macro_of(line)).collect();
    let loops = ["for", "while", "do"];
    let is_macro = |word: &str| {
        let large = |one: char| one.is_ascii_uppercase() || one.is_ascii_digit() || one == '_';
        defined.contains(&word) || word.len() > 1 && word.chars().all(large) && !is_number(word)
    };
    !words.any(|word| loops.contains(&word))
        && !source.contains("goto")
        && !here.split(is_between).any(is_macro)
}

/// What a line of the preprocessor defines.
fn macro_of(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix('#')?.trim_start();
    let name = name.strip_prefix("define")?.trim_start();
    let end = name.find(|one: char| !one.is_alphanumeric() && one != '_');
    Some(&name[..end.unwrap_or(name.len())])
}

fn is_number(word: &str) -> bool {
    word.starts_with(|one: char| one.is_ascii_digit())
}

/// Whether the line of an instruction was inlined from no other one of the sources.
#[must_use]
pub fn is_outermost(cuda: &Cuda) -> bool {
    callers(&cuda.chain, &cuda.line).is_empty()
}
