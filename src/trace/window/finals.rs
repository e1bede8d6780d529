//! Which memories the events of a window can leave, from one that they find.

use std::collections::BTreeSet;

use crate::stop::{Open, Stop};
use crate::trace::axioms::{Edge, Index, Problem, Why};
use crate::trace::judge::members;
use crate::trace::log::{Init, Log};
use crate::trace::rules::{Rule, Times};
use crate::trace::solve::search::{Explanation, Found, search};
use crate::trace::value::Word;

/// How events are judged.
#[derive(Debug, Clone)]
pub struct Judging {
    /// By this rule.
    pub rule: Rule,
    /// With these times.
    pub times: Times,
    /// When to give up.
    pub stop: Stop,
    /// The most memories that are kept.
    pub most: usize,
}

/// What a window can leave.
#[derive(Debug, Clone, Default)]
pub struct Finals {
    /// The value of each of its locations, in each memory that it can leave.
    pub memories: BTreeSet<Vec<Word>>,
    /// What keeps it from being known that there are no others.
    pub open: Option<String>,
}

/// Cases that the search for one more memory tries.
const EFFORT: u64 = 2_000;

/// Searches for each memory that may be kept.
const SEARCHES: usize = 6;

/// Which memories these events can leave.
#[must_use]
pub fn finals(log: &Log, judging: &Judging) -> Finals {
    let index = Index::new(log);
    let problem = Problem::new(
        log,
        &index,
        &members(log),
        judging.rule,
        judging.times,
        false,
    );
    let mut found = Finals::default();
    if problem.unwritten.is_some() {
        return found;
    }
    match search(&problem, &judging.stop, crate::trace::judge::EFFORT) {
        Err(open) => found.open = Some(open.to_string()),
        Ok(Found::Impossible(_)) => {}
        Ok(Found::Explained(one)) => {
            let base = start(log, &problem);
            found.memories.insert(left(log, &problem, &base, &one));
            if let Err(open) = others(log, &problem, &base, judging, &mut found) {
                found.open = Some(open.to_string());
            }
        }
    }
    found
}

/// What each location holds at first, where that is known or was read.
fn start(log: &Log, problem: &Problem) -> Vec<Word> {
    let known = log.locations.iter().map(|one| match one.init {
        Init::Known(value) => value,
        Init::Unknown => Word::NONE,
    });
    let mut base: Vec<Word> = known.collect();
    for read in &problem.reads {
        let Some(value) = base.get_mut(read.place as usize) else {
            continue;
        };
        let initial = read
            .sources
            .iter()
            .all(|source| problem.event(*source).is_none());
        let event = problem.event(read.node);
        let one = event.and_then(|event| log.events.get(event as usize));
        if let Some(one) = one.filter(|_| initial && !value.is_some()) {
            *value = one.read;
        }
    }
    base
}

/// What a write leaves at its location.
fn value(log: &Log, problem: &Problem, base: &[Word], place: usize, write: u32) -> Word {
    let event = problem.event(write);
    let one = event.and_then(|event| log.events.get(event as usize));
    one.map_or_else(
        || base.get(place).copied().unwrap_or(Word::NONE),
        |one| one.wrote,
    )
}

/// The memory that an explanation leaves.
fn left(log: &Log, problem: &Problem, base: &[Word], one: &Explanation) -> Vec<Word> {
    let last = one.coherence.iter().enumerate();
    last.map(|(place, list)| {
        let write = list.last().copied().unwrap_or(0);
        value(log, problem, base, place, write)
    })
    .collect()
}

/// The writes of a location that may be its last: those that no other follows in their thread or in time.
fn candidates(log: &Log, problem: &Problem, times: Times, writes: &[u32]) -> Vec<u32> {
    let own: Vec<u32> = writes.iter().skip(1).copied().collect();
    let span = |write: u32| problem.event(write).and_then(|event| log.time(event));
    let followed = |write: u32| {
        own.iter().any(|&other| {
            let thread = |node: u32| problem.threads.get(node as usize);
            let later = other > write && thread(other) == thread(write);
            let timed = times != Times::Off
                && span(write)
                    .zip(span(other))
                    .is_some_and(|(a, b)| a.end < b.start);
            later || timed
        })
    };
    own.iter()
        .copied()
        .filter(|write| !followed(*write))
        .collect()
}

/// Finds the other memories: for one location after another, which of its writes is the last.
fn others(
    log: &Log,
    problem: &Problem,
    base: &[Word],
    judging: &Judging,
    found: &mut Finals,
) -> Result<(), Open> {
    let mut open: Vec<(usize, Vec<u32>)> = Vec::new();
    for (place, writes) in problem.writes.iter().enumerate() {
        let list = candidates(log, problem, judging.times, writes);
        let first = list
            .first()
            .map(|write| value(log, problem, base, place, *write));
        let same = |write: &u32| Some(value(log, problem, base, place, *write)) == first;
        if !list.iter().all(same) {
            open.push((place, list));
        }
    }
    let mut stack: Vec<Vec<u32>> = vec![Vec::new()];
    let mut searches = 0;
    while let Some(chosen) = stack.pop() {
        let Some((_, list)) = open.get(chosen.len()) else {
            continue;
        };
        for &write in list {
            searches += 1;
            if searches > SEARCHES * judging.most || found.memories.len() >= judging.most {
                return Err(Open::Effort);
            }
            let mut next = chosen.clone();
            next.push(write);
            let asked = with_last(problem, &open, &next);
            match search(&asked, &judging.stop, EFFORT)? {
                Found::Impossible(_) => {}
                Found::Explained(one) => {
                    found.memories.insert(left(log, problem, base, &one));
                    stack.push(next);
                }
            }
        }
    }
    Ok(())
}

/// The problem in which these writes are the last of their locations.
fn with_last(problem: &Problem, open: &[(usize, Vec<u32>)], chosen: &[u32]) -> Problem {
    let mut asked = problem.clone();
    for ((_, list), &to) in open.iter().zip(chosen) {
        for &from in list.iter().filter(|from| **from != to) {
            for axiom in asked.axioms.iter_mut().filter(|axiom| axiom.coherent) {
                axiom.edges.push(Edge {
                    from,
                    to,
                    why: Why::Assumed,
                });
            }
        }
    }
    asked
}
