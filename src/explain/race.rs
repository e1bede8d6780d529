//! The two accesses of a race.

use serde::Serialize;

use crate::program::Program;
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::solve::outcome;

use super::names::{self, Site};

/// A race: two accesses of one location by different threads that nothing orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Race {
    /// The accesses.
    pub accesses: [Access; 2],
}

/// An access that races.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Access {
    /// Its label in the witness.
    pub id: String,
    /// Its thread.
    pub thread: String,
    /// Where it is written in the test.
    #[serde(flatten)]
    pub site: Site,
}

impl Race {
    /// The view of a race.
    #[must_use]
    pub fn of(program: &Program, unrolled: &Unrolled, race: outcome::Race) -> Self {
        let labels = names::labels(program, unrolled);
        let access = |event: EventId| {
            let found = &unrolled.events[event.0];
            Access {
                id: names::label(&labels, event),
                thread: found
                    .thread
                    .map_or_else(String::new, |thread| names::thread(program, thread)),
                site: Site::of(&program.source, found.span),
            }
        };
        Self {
            accesses: [access(race.first), access(race.second)],
        }
    }
}
