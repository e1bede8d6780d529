//! Loops that read no memory: what they seem to wait for was read before them, once.

use std::collections::BTreeSet;

use crate::graph::components;
use crate::kernel::lower::counters::leading;
use crate::kernel::setup::Setup;
use crate::ptx::family::Family;
use crate::ptx::module::{Body, RegisterId};
use crate::ptx::operation::{Operand, Operation, Order, Special};
use crate::ptx::types::Space;

use super::missed::quoted;

/// The instructions of the loop that one is in; none where it is in no loop.
pub fn lap(body: &Body, at: usize) -> Vec<usize> {
    let length = body.code.len();
    let code = body.code.iter().enumerate();
    let next: Vec<Vec<usize>> = code
        .map(|(at, one)| {
            let mut next = one.successors(at, length);
            next.retain(|&next| next < length);
            next
        })
        .collect();
    let mut loops = components(&next).into_iter();
    let own = loops.find(|part| {
        let turns = part.len() > 1 || part.iter().any(|at| next[*at].contains(at));
        turns && part.binary_search(&at).is_ok()
    });
    own.unwrap_or_default()
}

/// What is to be said of threads that go round at these places and read nothing there: that a compiler reads a flag once
/// which is neither volatile nor atomic.
pub fn idle(setup: &Setup, places: impl Iterator<Item = (usize, usize)>) -> Vec<String> {
    let places: BTreeSet<(usize, usize)> = places.collect();
    let mut said: Vec<String> = places
        .into_iter()
        .filter_map(|place| said(setup, place))
        .collect();
    said.dedup();
    said
}

fn said(setup: &Setup, (function, at): (usize, usize)) -> Option<String> {
    let body = setup.module.functions.get(function)?.body.as_ref()?;
    let lap = lap(body, at);
    let clock = Operand::Special(Special::Clock);
    let still = |operation: &Operation| {
        let alone = matches!(
            operation.family(),
            Family::Local | Family::Jump | Family::Fence
        );
        alone && !operation.operands().contains(&clock)
    };
    if lap.is_empty() || !lap.iter().all(|&at| still(&body.code[at].operation)) {
        return None;
    }
    let Some(&(at, order)) = read_before(body, &lap).first() else {
        return Some("the loop reads no memory: nothing that others do ends it".to_owned());
    };
    let text = quoted(setup, (function, at))?;
    let hint = if order == Order::Weak {
        "a flag that others set must be volatile or atomic, or the compiler reads it once"
    } else {
        "nothing in the loop reads it again"
    };
    Some(format!(
        "the loop reads no memory: what keeps it going is read before it, by {text}; {hint}"
    ))
}

/// The loads before a loop from which it is computed whether it goes on, or is come to at all; the last first.
fn read_before(body: &Body, lap: &[usize]) -> Vec<(usize, Order)> {
    let mut registers = deciding(body, lap);
    let mut loads = BTreeSet::new();
    let leading = leading(body, lap.first().copied().unwrap_or_default());
    loop {
        let before = (registers.len(), loads.len());
        let code = body.code.iter().enumerate();
        for (at, one) in code.filter(|(at, _)| leading.get(*at) == Some(&true)) {
            let writes = one.operation.writes();
            if !writes.iter().any(|register| registers.contains(register)) {
                continue;
            }
            if let Operation::Load { access, .. } = &one.operation {
                let shared = matches!(access.space, Space::Generic | Space::Global | Space::Shared);
                if shared {
                    loads.insert((at, access.order));
                }
            } else {
                registers.extend(one.reads());
            }
        }
        if before == (registers.len(), loads.len()) {
            return loads.into_iter().rev().collect();
        }
    }
}

/// The guards within a loop, and those of the nearest branches that lead to it.
fn deciding(body: &Body, lap: &[usize]) -> BTreeSet<RegisterId> {
    let length = body.code.len();
    let guard = |at: usize| body.code[at].guard.map(|(register, _)| register);
    let mut before = vec![Vec::new(); length + 1];
    for (at, one) in body.code.iter().enumerate() {
        for next in one.successors(at, length) {
            before[next].push(at);
        }
    }
    let mut found: BTreeSet<RegisterId> = lap.iter().filter_map(|&at| guard(at)).collect();
    let mut seen: BTreeSet<usize> = lap.iter().copied().collect();
    let mut work: Vec<usize> = lap.to_vec();
    while let Some(to) = work.pop() {
        for &at in &before[to] {
            if !seen.insert(at) {
                continue;
            }
            match guard(at).filter(|_| body.code[at].operation.family() == Family::Jump) {
                Some(register) => {
                    found.insert(register);
                }
                None => work.push(at),
            }
        }
    }
    found
}
