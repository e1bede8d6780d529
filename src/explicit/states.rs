//! All final states of the executions that a model allows.

use std::collections::BTreeMap;

use super::answer::Witness;
use super::check::{BOUND, LIMITS, ROUND, witness};
use super::domains::{Hints, all_paths};
use super::enumerate::{Orders, Setting, Visitor};
use super::graph::Execution;
use super::limits::{Budget, Exhausted, Limits};
use super::models::{Model, THIN_AIR};
use super::paths::{End, Path};
use super::support::{Unsupported, supported};
use super::switches::Switches;
use crate::program::{Program, Term};
use crate::stop::Open;

/// What was seen of all executions that count, as [`check`](super::check()) counts them.
#[derive(Debug, Clone, Default)]
pub struct Ends {
    /// For each state that was seen, as the values of what was asked for, who ends so.
    pub states: BTreeMap<Vec<i64>, Ending>,
    /// Why there may be more, if there may; not that there are as many as were asked for.
    pub open: Option<Open>,
}

/// The executions that end in one state.
#[derive(Debug, Clone, Default)]
pub struct Ending {
    /// How many satisfy the condition.
    pub satisfying: usize,
    /// How many do not.
    pub violating: usize,
    /// One of them, of those that satisfy the condition if there are any.
    pub witness: Option<Witness>,
}

/// Enumerates the executions of a program that a model allows, until there are `most` states: the values of
/// these terms, each with an execution where `keep` says so. Races are not looked for.
///
/// # Errors
/// When an instruction has no meaning in these models.
pub fn states(
    program: &Program,
    model: Model,
    (limits, bound): (&Limits, usize),
    terms: &[Term],
    (most, keep): (Option<usize>, bool),
) -> Result<Ends, Unsupported> {
    supported(program, model)?;
    let switches = Switches::ALL;
    let mut budget = Budget::new(limits);
    let mut seen = Seen {
        program,
        terms,
        most,
        keep,
        states: BTreeMap::new(),
        truncated: None,
    };
    let hints = Hints {
        coherent: model.is_coherent(switches),
        grounded: switches.all_on(&THIN_AIR),
        halves: model.ptx().is_some(),
        // Such a lap changes nothing: who takes one ends as who does not.
        idle_lap: false,
    };
    let finished = all_paths(program, bound, hints, &mut budget).and_then(|paths| {
        let setting = Setting {
            program,
            model,
            switches,
            paths: &paths,
        };
        setting.enumerate(&mut budget, &mut seen)
    });
    let open = match finished {
        Err(Exhausted) => {
            let memory = limits.stop.short_of_memory();
            memory.or_else(|| Some(Open::Size(LIMITS.to_owned())))
        }
        Ok(()) => seen.truncated.map(|round| {
            if round {
                Open::Endless(ROUND.to_owned())
            } else {
                Open::Bound(BOUND.to_owned())
            }
        }),
    };
    let states = seen.states;
    Ok(Ends { states, open })
}

struct Seen<'a> {
    program: &'a Program,
    terms: &'a [Term],
    most: Option<usize>,
    keep: bool,
    states: BTreeMap<Vec<i64>, Ending>,
    /// Some execution goes on past the bound; whether with laps that do the same again and again.
    truncated: Option<bool>,
}

impl Visitor for Seen<'_> {
    fn wants(&self, end: End) -> bool {
        let open = self.most.is_none_or(|most| self.states.len() < most);
        match end {
            End::Done => open,
            End::Truncated => open && self.truncated.is_none(),
            End::Stuck => false,
        }
    }

    fn visit(
        &mut self,
        end: End,
        execution: &Execution,
        paths: &[&Path],
        orders: &Orders,
        _: Option<(usize, usize)>,
    ) {
        if end != End::Done {
            self.truncated = Some(paths.iter().any(|path| path.round));
            return;
        }
        let witness = witness(self.program, execution, paths, orders);
        if !witness.passes_filter(self.program) {
            return;
        }
        let values = self.terms.iter().map(|&term| witness.value(term));
        let ending = self.states.entry(values.collect()).or_default();
        let satisfied = witness.satisfies(self.program);
        if self.keep && (ending.witness.is_none() || satisfied && ending.satisfying == 0) {
            ending.witness = Some(witness);
        }
        ending.satisfying += usize::from(satisfied);
        ending.violating += usize::from(!satisfied);
    }
}
