//! Sizes of executions by brute force, on the enumerator's executions: none of it is shared with
//! what is tested.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeMap;

use gpu_litmus::Program;
use gpu_litmus::explicit::domains::{Hints, all_paths};
use gpu_litmus::explicit::enumerate::{Orders, Setting, Visitor};
use gpu_litmus::explicit::graph::Execution;
use gpu_litmus::explicit::limits::{Budget, Limits};
use gpu_litmus::explicit::models::THIN_AIR;
use gpu_litmus::explicit::paths::{End, Path};
use gpu_litmus::explicit::{Model, Switches};
use gpu_litmus::program::{LocationId, Term};

use super::support::BOUND;

/// The least (accesses, relaxations) of the executions whose end satisfies the condition, or does
/// not; nothing if there are too many to look at.
pub fn least(program: &Program, model: &str, satisfied: bool) -> Option<(usize, usize)> {
    let model = Model::from_name(model).unwrap();
    let limits = Limits {
        candidates: 3_000,
        stop: gpu_litmus::stop::Stop::after(std::time::Duration::from_secs(20)),
    };
    let switches = Switches::ALL;
    let hints = Hints {
        coherent: model.is_coherent(switches),
        grounded: switches.all_on(&THIN_AIR),
        halves: model.ptx().is_some(),
        idle_lap: false,
    };
    let mut budget = Budget::new(&limits);
    let paths = all_paths(program, BOUND, hints, &mut budget).ok()?;
    let setting = Setting {
        program,
        model,
        switches,
        paths: &paths,
    };
    let mut found = Least {
        program,
        satisfied,
        best: None,
        large: false,
    };
    setting.enumerate(&mut budget, &mut found).ok()?;
    found.best.filter(|_| !found.large)
}

struct Least<'a> {
    program: &'a Program,
    satisfied: bool,
    best: Option<(usize, usize)>,
    large: bool,
}

impl Visitor for Least<'_> {
    fn wants(&self, end: End) -> bool {
        end == End::Done
    }

    fn visit(
        &mut self,
        _: End,
        execution: &Execution,
        paths: &[&Path],
        orders: &Orders,
        _: Option<(usize, usize)>,
    ) {
        let last = |id: LocationId| {
            let physical = self.program.location(id).physical;
            let order = orders.iter().find(|(memory, _)| *memory == physical);
            order.and_then(|(_, order)| order.last().copied())
        };
        let value = |term: Term| match term {
            Term::Constant(value) => value,
            Term::Register(thread, register) => paths[thread.0].registers[register.0],
            Term::Location(id) => last(id)
                .and_then(|write| execution.events[write].written)
                .unwrap_or(self.program.location(id).initial),
        };
        let counts = |filter: &gpu_litmus::program::Condition| filter.holds(&value);
        if !self.program.filter.as_ref().is_none_or(counts)
            || self.program.condition.holds(&value) != self.satisfied
        {
            return;
        }
        let accesses = execution.events.iter();
        let accesses = accesses.filter(|event| event.thread.is_some() && event.location.is_some());
        let accesses = accesses.count();
        if accesses > 8 {
            self.large = true;
            return;
        }
        if self.best.is_some_and(|(fewest, _)| fewest < accesses) {
            return;
        }
        let ends: BTreeMap<LocationId, usize> = execution
            .writes()
            .iter()
            .filter_map(|(memory, _)| Some((*memory, last(*memory)?)))
            .collect();
        let size = (accesses, distance(execution, &ends));
        self.best = Some(self.best.map_or(size, |best| best.min(size)));
    }
}

/// The fewest relaxations of an execution: every order is tried, as far as it can still be better.
fn distance(execution: &Execution, ends: &BTreeMap<LocationId, usize>) -> usize {
    let events = &execution.events;
    let mut holds = BTreeMap::new();
    let mut left = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let Some(memory) = event.location else {
            continue;
        };
        if event.thread.is_none() {
            holds.insert(memory, index);
            continue;
        }
        left.extend(event.read.map(|_| (index, false)));
        left.extend(event.written.map(|_| (index, true)));
    }
    let mut best = usize::MAX;
    descend(
        execution,
        ends,
        &holds,
        &left,
        &mut Vec::new(),
        0,
        &mut best,
    );
    best
}

fn descend(
    execution: &Execution,
    ends: &BTreeMap<LocationId, usize>,
    holds: &BTreeMap<LocationId, usize>,
    left: &[(usize, bool)],
    started: &mut Vec<usize>,
    cost: usize,
    best: &mut usize,
) {
    if cost >= *best {
        return;
    }
    if left.is_empty() {
        if ends
            .iter()
            .all(|(memory, write)| holds.get(memory) == Some(write))
        {
            *best = cost;
        }
        return;
    }
    for (position, &(event, writes)) in left.iter().enumerate() {
        let memory = execution.events[event].location.unwrap();
        let current = holds.get(&memory).copied();
        let source = (0..execution.events.len()).find(|&write| execution.rf.has(write, event));
        let mut holds = holds.clone();
        let mut more = 0;
        if writes {
            if left
                .iter()
                .any(|&(other, write)| write && execution.co.has(other, event))
            {
                continue;
            }
            holds.insert(memory, event);
            if execution.events[event].read.is_some() && current != source {
                more += 1;
            }
        } else if current != source {
            continue;
        }
        let first = !started.contains(&event);
        if first {
            let mut earlier: Vec<usize> = left.iter().map(|(other, _)| *other).collect();
            earlier.dedup();
            more += earlier
                .iter()
                .filter(|&&other| execution.po.has(other, event))
                .count();
            started.push(event);
        }
        let mut rest = left.to_vec();
        rest.remove(position);
        descend(execution, ends, &holds, &rest, started, cost + more, best);
        if first {
            started.pop();
        }
    }
}
