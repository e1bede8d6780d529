//! Tries what is left open: two writes in both orders, a read with each write of its value.

mod choose;

use choose::{choose, in_log_order};

use std::collections::BTreeSet;

use crate::stop::{Open, Stop};
use crate::trace::axioms::{Edge, Problem, Why};
use crate::trace::check;

use super::graph::Layout;
use super::saturate::{Conflict, Known, State, layouts, saturate};
use super::schedule::{Scheduled, schedule, sorted};
use super::why::{Explained, explain};

/// What is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// A write comes before another.
    Before(u32, u32),
    /// A read reads from a write.
    From {
        /// Its place among the reads.
        read: usize,
        /// The write.
        source: u32,
    },
}

/// Why there is no order: every case ends in a conflict.
#[derive(Debug, Clone, Default)]
pub struct Refutation {
    /// What each case tries, and where it ends; one case that tries nothing where no choice is needed.
    pub cases: Vec<(Vec<Choice>, Explained)>,
}

/// An order of the events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The nodes of all events, in an order of the last axiom.
    pub order: Vec<u32>,
    /// For each read its write.
    pub reads_from: Vec<u32>,
    /// For each location its writes, the initial one first.
    pub coherence: Vec<Vec<u32>>,
}

/// The answer.
#[derive(Debug, Clone)]
pub enum Found {
    /// There is an order.
    Explained(Explanation),
    /// There is none.
    Impossible(Refutation),
}

/// A choice that is being tried.
struct Frame {
    state: State,
    choices: Vec<Choice>,
    /// How many of them failed or are being tried.
    next: usize,
    /// The frames below that the failures so far rest on.
    rests_on: BTreeSet<usize>,
    cases: Vec<(Vec<Choice>, Explained)>,
}

/// Cases that are kept to be shown.
const CASES: usize = 8;

/// More events are not put in order at once.
const EVENTS: usize = 2_000_000;

/// More numbers are not kept of how far each event sees along each chain.
const CELLS: usize = 50_000_000;

/// Searches for an order. The problem has no read of what nobody wrote.
///
/// # Errors
///
/// Time is over, or so many cases were tried.
pub fn search(problem: &Problem, stop: &Stop, effort: u64) -> Result<Found, Open> {
    if problem.events() > EVENTS {
        let text =
            format!("the log has more than {EVENTS} events, too many to be put in order at once");
        return Err(Open::Size(text));
    }
    if let Some(found) = in_log_order(problem) {
        return Ok(Found::Explained(found));
    }
    let layouts = layouts(problem);
    let cells = layouts
        .iter()
        .map(|layout| layout.chains * problem.nodes.len())
        .sum::<usize>();
    if cells > CELLS {
        let text =
            "the log has too many threads and locations to be put in order at once".to_owned();
        return Err(Open::Size(text));
    }
    let mut stack: Vec<Frame> = Vec::new();
    let mut state = State::new(problem);
    let mut left = effort;
    // Each choice settles a read, or the order of two writes.
    let pairs = problem.writes.iter().map(|list| list.len() * list.len());
    let deepest = problem.reads.len() + pairs.sum::<usize>();
    loop {
        let conflict = match saturate(problem, &layouts, &mut state, stop)? {
            Err(conflict) => conflict,
            Ok(known) => match choose(problem, &layouts, &state, &known) {
                Ok(found) => return Ok(Found::Explained(found)),
                Err(None) => {
                    let text = "an order without a cycle did not pass its check";
                    return Err(Open::Internal(text.to_owned()));
                }
                Err(Some(choices)) => {
                    if stack.len() > deepest {
                        let text = "more was chosen than there is to choose";
                        return Err(Open::Internal(text.to_owned()));
                    }
                    stack.push(Frame {
                        state,
                        choices,
                        next: 0,
                        rests_on: BTreeSet::new(),
                        cases: Vec::new(),
                    });
                    state = go_on(problem, &mut stack);
                    continue;
                }
            },
        };
        left = left.checked_sub(1).ok_or(Open::Effort)?;
        let explained = explain(problem, &state, &conflict);
        let rests_on = rests_on(problem, &state, &conflict, &explained, &stack);
        match back(&mut stack, rests_on, explained) {
            Some(refutation) => return Ok(Found::Impossible(refutation)),
            None => state = go_on(problem, &mut stack),
        }
    }
}

/// The state of the next choice of the last frame.
fn go_on(problem: &Problem, stack: &mut [Frame]) -> State {
    let Some(frame) = stack.last_mut() else {
        return State::new(problem);
    };
    let mut state = frame.state.clone();
    match frame.choices.get(frame.next) {
        Some(Choice::Before(from, to)) => {
            let why = Why::Assumed;
            state.add(
                problem,
                Edge {
                    from: *from,
                    to: *to,
                    why,
                },
            );
        }
        Some(Choice::From { read, source }) => {
            if let Some(sources) = state.sources.get_mut(*read) {
                *sources = vec![*source];
            }
        }
        None => {}
    }
    state
}

/// The frames that a conflict rests on.
fn rests_on(
    problem: &Problem,
    state: &State,
    conflict: &Conflict,
    explained: &Explained,
    stack: &[Frame],
) -> BTreeSet<usize> {
    // What narrows a read is not followed: it may rest on anything.
    if state.narrowed || matches!(conflict, Conflict::NoSource { .. }) {
        return (0..stack.len()).collect();
    }
    let tried = stack
        .iter()
        .map(|frame| frame.choices.get(frame.next))
        .enumerate();
    let used = tried.filter(|(_, choice)| match choice {
        Some(Choice::Before(from, to)) => explained.assumed.contains(&(*from, *to)),
        Some(Choice::From { read, .. }) => {
            let read = problem.reads.get(*read);
            read.is_some_and(|read| explained.reads.contains(&read.node))
        }
        None => false,
    });
    used.map(|(depth, _)| depth).collect()
}

/// Goes back to the last choice that a conflict rests on and has another left; a refutation if there is none.
fn back(
    stack: &mut Vec<Frame>,
    mut rests_on: BTreeSet<usize>,
    explained: Explained,
) -> Option<Refutation> {
    let trying = |stack: &[Frame]| -> Vec<Choice> {
        let tried = stack
            .iter()
            .filter_map(|frame| frame.choices.get(frame.next).copied());
        tried.collect()
    };
    let all = trying(stack);
    let used = (0..).zip(all).filter(|(depth, _)| rests_on.contains(depth));
    let mut cases = vec![(used.map(|(_, choice)| choice).collect(), explained)];
    loop {
        let depth = stack.len().checked_sub(1);
        let Some((depth, frame)) = depth.zip(stack.last_mut()) else {
            return Some(Refutation { cases });
        };
        if !rests_on.remove(&depth) {
            // The choice does not matter: all of it fails for the same reason.
            stack.pop();
            continue;
        }
        frame.rests_on.append(&mut rests_on);
        frame.cases.append(&mut cases);
        frame.cases.truncate(CASES);
        frame.next += 1;
        if frame.next < frame.choices.len() {
            return None;
        }
        rests_on = std::mem::take(&mut frame.rests_on);
        cases = std::mem::take(&mut frame.cases);
        stack.pop();
    }
}
