//! The events of a whole program.

use std::collections::BTreeMap;

use crate::program::apart::Apart;
use crate::program::events::{Event, EventKind, Spin, Unrolled};
use crate::program::flow;
use crate::program::symbolic::{FALSE, Symbolic, TRUE};
use crate::program::{LocationId, Program, ThreadId};
use crate::stop::{Open, Stop};
use crate::syntax::diagnostic::{Diagnostic, Report};

use super::walk::Walk;

/// The most instructions one thread may have after unrolling.
pub const INSTRUCTIONS: usize = 1000;

/// Unrolls all loops of a program to the bound.
///
/// # Errors
///
/// A thread with more than [`INSTRUCTIONS`] events after unrolling.
pub fn unroll(program: &Program, bound: usize) -> Result<Unrolled, Report> {
    let unrolled = unroll_laps(program, bound, IdleLaps::None, &Stop::never());
    unrolled.map_err(|unfinished| unfinished.report(program))
}

/// Which laps that change nothing are taken: they write nothing and define no register that is live
/// at the head of the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdleLaps {
    /// None: an execution without it has the same end.
    None,
    /// None; and of those that are taken, what is done in them is kept
    /// ([`Turn::seen`](crate::program::events::Turn::seen)).
    Told,
    /// One in each thread: an access of a lap may race although nothing comes of it. Two accesses
    /// race, of different threads, so one lap of each is enough.
    One,
    /// All: a load can leave something behind. What is done in each is kept, for those who can
    /// tell whether it did ([`Turn::seen`](crate::program::events::Turn::seen)).
    All,
}

/// Why a program was not unrolled.
#[derive(Debug)]
pub enum Unfinished {
    /// A thread has more than [`INSTRUCTIONS`] events after unrolling.
    Long(Report),
    /// Time ran out.
    Open(Open),
}

impl Unfinished {
    /// As a report of what is wrong with a program.
    #[must_use]
    pub fn report(self, program: &Program) -> Report {
        match self {
            Self::Long(report) => report,
            Self::Open(open) => {
                let whole = Diagnostic {
                    message: open.to_string(),
                    labels: Vec::new(),
                    help: None,
                    suggestion: None,
                    declaration: None,
                    warning: false,
                };
                Report::new(program.source.clone(), vec![whole])
            }
        }
    }
}

impl From<Open> for Unfinished {
    fn from(open: Open) -> Self {
        Self::Open(open)
    }
}

/// As [`unroll`], with a choice of laps, until it is told to stop.
///
/// # Errors
///
/// A thread with more than [`INSTRUCTIONS`] events after unrolling, or time ran out.
pub fn unroll_laps(
    program: &Program,
    bound: usize,
    idle: IdleLaps,
    stop: &Stop,
) -> Result<Unrolled, Unfinished> {
    unroll_spins(program, bound, idle, stop).map(|(unrolled, _)| unrolled)
}

/// As [`unroll_laps`], with the laps in which a thread may stay for ever, where what is done in laps is
/// kept.
///
/// # Errors
///
/// A thread with more than [`INSTRUCTIONS`] events after unrolling, or time ran out.
pub fn unroll_spins(
    program: &Program,
    bound: usize,
    idle: IdleLaps,
    stop: &Stop,
) -> Result<(Unrolled, Vec<Spin>), Unfinished> {
    let mut spins = Vec::new();
    let mut result = Unrolled {
        events: Vec::new(),
        symbolic: Symbolic::default(),
        threads: Vec::new(),
        turns: Vec::new(),
        apart: Apart::default(),
    };
    for (index, location) in program.locations.iter().enumerate() {
        let id = LocationId(index);
        if location.physical == id {
            result.events.push(Event {
                thread: None,
                instruction: 0,
                span: location.span,
                element_of: None,
                guard: TRUE,
                kind: EventKind::Initial {
                    location: id,
                    value: location.initial,
                },
                addr: Vec::new(),
                data: Vec::new(),
                ctrl: Vec::new(),
            });
        }
    }
    for index in 0..program.threads.len() {
        let id = ThreadId(index);
        let walk = Walk {
            program,
            id,
            laps: flow::laps(program, id, stop)?,
            bound,
            idle,
            out: &mut result,
            spins: &mut spins,
            waiting: BTreeMap::new(),
            truncated: FALSE,
        };
        let thread = walk.run(stop)?;
        result.threads.push(thread);
    }
    Ok((result, spins))
}
