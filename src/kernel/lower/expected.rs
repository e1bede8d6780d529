//! What reads are expected to find.
//!
//! A walk goes on with each value that can be in a cell, whether or not the model lets a read find it there: a barrier of
//! generations has several at each turn, of which one is right. Where these are too many ways, threads are walked as far as their
//! reads find what was seen in runs. Who finds something else is said to go beyond what is looked at ([`super::instead`]), as one is that
//! goes round a loop too often ([`super::depth`]); and whether an execution does so is asked. What is found so is expected from then on.
//! (The idea is that of refinement by counterexamples: Clarke et al., *Counterexample-Guided Abstraction Refinement*, CAV 2000.)
//!
//! Where none does so any more, these are not yet all executions: one thread may find what is only there because another finds what is only
//! there because the first goes on (load buffering), and neither does so alone. Whether there are such is asked with reads that are
//! missing ([`super::skips`]).

use std::collections::BTreeSet;

use crate::execution::concrete::Execution;
use crate::kernel::interpret::event::Event;

use super::cells::Datum;
use super::lowered::Lowered;

/// What a read finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Find {
    /// The thread.
    pub thread: usize,
    /// The function and the instruction.
    pub place: (usize, usize),
    /// The first address of the cell.
    pub address: u64,
    /// What it finds there.
    pub datum: Datum,
}

/// What reads are expected to find.
#[derive(Debug, Clone, Default)]
pub struct Expected(BTreeSet<Find>);

impl Expected {
    /// What reads found in runs. Of those that are cut into pieces nothing is known yet.
    #[must_use]
    pub fn in_runs(events: &[Event]) -> Self {
        let finds = events.iter().flat_map(|event| {
            event.elements.iter().filter_map(|element| {
                let read = element.read?;
                Some(Find {
                    thread: event.thread,
                    place: (event.function, event.at),
                    address: element.address,
                    datum: Datum::new(read.bits, read.taint),
                })
            })
        });
        Self(finds.collect())
    }

    /// Whether a read finds what was expected.
    #[must_use]
    pub fn has(&self, find: &Find) -> bool {
        self.0.contains(find)
    }

    /// Expects what reads find in an execution, too; whether some of it is new.
    pub fn learn(&mut self, lowered: &Lowered, execution: &Execution) -> bool {
        let known = self.0.len();
        for (event, done) in &execution.events {
            let told = lowered.told.get(event.0).copied().flatten();
            let datum = done.read.and_then(|read| lowered.numbers.datum(read));
            if let Some((told, datum)) = told.zip(datum)
                && let Some(cell) = told.cell
            {
                self.0.insert(Find {
                    thread: told.thread,
                    place: told.place,
                    address: lowered.know.cells[cell].address,
                    datum,
                });
            }
        }
        self.0.len() > known
    }
}
