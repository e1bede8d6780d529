//! What predicates hold on a way through machine code, and what an access there depends on.

use std::collections::BTreeMap;

use super::depend::{Depends, Reads};
use super::flow::Flow;
use super::lost::What;
use super::sass::Sass;

/// What predicates are known to hold on the way that was taken.
pub type Known = BTreeMap<String, bool>;

/// A predicate, and whether it must hold: `!P0`.
pub fn sign(guard: &str) -> (&str, bool) {
    match guard.strip_prefix('!') {
        Some(name) => (name, false),
        None => (guard, true),
    }
}

/// What is known once a branch has gone on, or jumped; none where it cannot.
pub fn branch(one: &Sass, mut known: Known, on: bool) -> Option<Known> {
    let guard = one.guard.as_deref().map(sign);
    let jumps = one.opcode == "BRA" && one.operands.len() == 1 || one.opcode == "EXIT";
    let (Some((name, wanted)), true) = (guard, jumps) else {
        return Some(known);
    };
    let holds = wanted != on;
    if *known.entry(name.to_owned()).or_insert(holds) != holds {
        return None;
    }
    Some(known)
}

/// The dependencies that an access no longer has.
pub fn free(wanted: &Depends, index: usize, one: &Sass, flow: &Flow) -> Vec<(usize, What<usize>)> {
    let wide = one.opcode.split('.').any(|part| part == "64");
    let (address, data): (Vec<&String>, Vec<&String>) =
        one.operands.iter().partition(|text| text.contains('['));
    let has = |texts: &[&String], wide| -> Reads {
        texts.iter().flat_map(|text| flow.of(text, wide)).collect()
    };
    let mut control = flow.guard(one);
    control.extend(&flow.control);
    let found = [
        ("address", &wanted.address, has(&address, false)),
        ("data", &wanted.data, has(&data, wide)),
        ("control", &wanted.control, control),
    ];
    let mut lost = Vec::new();
    for (how, wanted, found) in found {
        for &on in wanted.difference(&found) {
            lost.push((index, What::Free { how, on }));
        }
    }
    lost
}
