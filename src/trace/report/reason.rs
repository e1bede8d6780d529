//! Reasons in words.

mod telling;

use telling::Telling;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::stop::Stop;
use crate::trace::answer::{Case, Told};
use crate::trace::axioms::{Edge, Node, Problem, ReadsFrom, Unwritten, Why};
use crate::trace::log::{Depends, Init, Log};
use crate::trace::rules::{Rule, Times};
use crate::trace::solve::saturate::Hides;
use crate::trace::solve::search::{Choice, Found, Refutation, search};
use crate::trace::solve::why::{Explained, Step};

/// The axiom in words.
#[must_use]
pub fn axiom(rule: Rule, times: Times, axiom: &str) -> String {
    let name = if axiom.is_empty() || axiom == rule.name() {
        rule.name().to_owned()
    } else {
        format!("{}, {axiom}", rule.name())
    };
    match times {
        Times::Off => name,
        Times::Location => format!("{name}, with times of one location"),
        Times::All => format!("{name}, with times of all events"),
    }
}

/// The events that a refutation speaks of.
#[must_use]
pub fn events(problem: &Problem, stop: &Stop) -> Option<Vec<u32>> {
    if let Some(Unwritten { events }) = &problem.unwritten {
        return Some(events.clone());
    }
    let Ok(Found::Impossible(refutation)) = search(problem, stop, 20_000) else {
        return None;
    };
    let mut nodes = Vec::new();
    for (choices, explained) in &refutation.cases {
        for choice in choices {
            match choice {
                Choice::Before(a, b) => nodes.extend([*a, *b]),
                Choice::From { .. } => return None,
            }
        }
        explained.no_source.is_none().then_some(())?;
        nodes.extend(&explained.reads);
        let below = explained.because.iter().flat_map(|(_, steps)| steps);
        for step in explained.cycle.iter().chain(below) {
            nodes.extend([step.from, step.to]);
        }
    }
    Some(
        nodes
            .into_iter()
            .filter_map(|node| problem.event(node))
            .collect(),
    )
}

/// The cases of an impossible problem, and its axiom.
#[must_use]
pub fn cases(log: &Log, problem: &Problem, stop: &Stop) -> (Vec<Case>, String) {
    let telling = Telling { log, problem };
    if let Some(unwritten) = &problem.unwritten {
        return (
            vec![telling.unwritten(unwritten)],
            "no such value".to_owned(),
        );
    }
    match search(problem, stop, 100_000) {
        Ok(Found::Impossible(refutation)) => telling.refutation(&refutation),
        Ok(Found::Explained(_)) | Err(_) => (Vec::new(), String::new()),
    }
}

/// A shortest way around from a write back to itself.
fn around(
    reached: &BTreeMap<u32, BTreeMap<u32, (u32, u32, Why)>>,
    start: u32,
) -> Option<Vec<(u32, u32, Why)>> {
    let mut before: BTreeMap<u32, (u32, (u32, u32, Why))> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for (&to, &step) in reached.get(&at).into_iter().flatten() {
            if before.contains_key(&to) {
                continue;
            }
            before.insert(to, (at, step));
            if to == start {
                let mut way = Vec::new();
                let mut back = start;
                loop {
                    let (previous, step) = *before.get(&back)?;
                    way.push(step);
                    back = previous;
                    if back == start {
                        way.reverse();
                        return Some(way);
                    }
                }
            }
            queue.push_back(to);
        }
    }
    None
}

/// The kind of a step, as JSON has it.
const fn kind(why: Why) -> &'static str {
    match why {
        Why::Program | Why::Fence | Why::Acquire | Why::Release => "po",
        Why::Depends(kind) => kind.name(),
        Why::Time => "time",
        Why::Barrier => "barrier",
        Why::ReadsFrom => "rf",
        Why::FromRead { .. } => "fr",
        Why::Initial | Why::WriteBack | Why::Hidden { .. } | Why::Later { .. } | Why::Assumed => {
            "co"
        }
    }
}
