//! Does some execution wait for ever? Each thread ends, or its path ended after a lap that changed nothing
//! and all of whose reads find writes that no other follows: it can take that lap again and again.

use super::answer::Witness;
use super::check::{BOUND, LIMITS, ROUND, witness};
use super::domains::{Hints, all_paths};
use super::enumerate::{Orders, Setting, Visitor};
use super::graph::Execution;
use super::limits::{Budget, Limits};
use super::matrix::members;
use super::models::{Model, THIN_AIR};
use super::paths::{End, Path};
use super::support::{Unsupported, supported};
use super::switches::Switches;
use crate::program::{Program, ThreadId};
use crate::stop::Open;

/// Where a thread waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    /// The thread.
    pub thread: ThreadId,
    /// The index of the jump that ends the lap.
    pub jump: usize,
    /// How many events of the thread there were before the lap.
    pub lap: usize,
}

/// What was found of executions that wait for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// One of them, and who waits where.
    pub found: Option<(Witness, Vec<Wait>)>,
    /// Why it is not known whether there is one.
    pub open: Option<Open>,
}

/// Enumerates the executions of a program that a model allows for one that waits for ever.
///
/// # Errors
/// When an instruction has no meaning in these models.
pub fn waiting(
    program: &Program,
    model: Model,
    limits: &Limits,
    bound: usize,
) -> Result<Answer, Unsupported> {
    supported(program, model)?;
    let mut budget = Budget::new(limits);
    let switches = Switches::ALL;
    let hints = Hints {
        coherent: model.is_coherent(switches),
        grounded: switches.all_on(&THIN_AIR),
        halves: model.ptx().is_some(),
        idle_lap: model.hrf().is_some(),
    };
    let mut seen = Seen {
        program,
        found: None,
        truncated: false,
        round: false,
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
        Err(_) => Some(Open::Size(LIMITS.to_owned())),
        Ok(()) if seen.round => Some(Open::Endless(ROUND.to_owned())),
        Ok(()) if seen.truncated => Some(Open::Bound(BOUND.to_owned())),
        Ok(()) => None,
    };
    Ok(Answer {
        open: open.filter(|_| seen.found.is_none()),
        found: seen.found,
    })
}

struct Seen<'a> {
    program: &'a Program,
    found: Option<(Witness, Vec<Wait>)>,
    truncated: bool,
    round: bool,
}

impl Visitor for Seen<'_> {
    fn wants(&self, end: End) -> bool {
        match end {
            End::Done => false,
            End::Truncated => self.found.is_none() && !self.truncated,
            End::Stuck => self.found.is_none(),
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
        if end == End::Truncated {
            self.truncated = true;
            self.round = paths.iter().any(|path| path.round);
            return;
        }
        let initial =
            execution.events.len() - paths.iter().map(|path| path.steps.len()).sum::<usize>();
        let mut first = initial;
        let mut waits = Vec::new();
        for (index, path) in paths.iter().enumerate() {
            let events = first..first + path.steps.len();
            first = events.end;
            if path.end == End::Done {
                continue;
            }
            let Some(lap) = path.lap else {
                // It is at an address that is none.
                return;
            };
            if !(events.start + lap..events.end).all(|event| reads_last(execution, event)) {
                return;
            }
            waits.push(Wait {
                thread: ThreadId(index),
                jump: path.at,
                lap,
            });
        }
        let shown = witness(self.program, execution, paths, orders);
        self.found = Some((shown, waits));
    }
}

/// Whether an event reads nothing, or from a write that no other follows.
fn reads_last(execution: &Execution, event: usize) -> bool {
    (0..execution.events.len()).all(|write| {
        let reads = members(execution.rf.row(write)).any(|read| read == event);
        !reads || members(execution.co.row(write)).next().is_none()
    })
}
