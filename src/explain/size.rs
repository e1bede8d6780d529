//! How large an execution is, as a view.

use std::fmt::Write as _;

use serde::Serialize;

use crate::program::Program;
use crate::program::events::Unrolled;
use crate::solve::outcome::Smallest;

use super::names;

/// How large a smallest execution is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Size {
    /// Reads, writes and atomics that are executed.
    pub accesses: usize,
    /// How many relaxations there are.
    pub distance: usize,
    /// Which they are; none of a machine, whose steps show them.
    pub relaxations: Option<Vec<Relaxation>>,
    /// There is no smaller execution, proven.
    pub minimal: bool,
}

/// Something in which an execution differs from one access at a time in program order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Relaxation {
    /// Two accesses of one thread are done in reverse.
    Reordering {
        /// The one that is done first, though it is the later one in program order.
        first: String,
        /// The other.
        second: String,
    },
    /// Another write comes between the read and the write of an atomic.
    TornAtomic {
        /// The atomic.
        event: String,
    },
}

impl Size {
    /// The view of a size; a machine counts its relaxations, and has no events to name them by.
    #[must_use]
    pub fn of(program: &Program, unrolled: Option<&Unrolled>, smallest: &Smallest) -> Self {
        let relaxations = unrolled.map(|unrolled| {
            let labels = names::labels(program, unrolled);
            let label = |event| names::label(&labels, event);
            let reversed = smallest.reversed.iter();
            let reversed = reversed.map(|&(earlier, later)| Relaxation::Reordering {
                first: label(later),
                second: label(earlier),
            });
            let torn = smallest.torn.iter();
            let torn = torn.map(|&event| Relaxation::TornAtomic {
                event: label(event),
            });
            reversed.chain(torn).collect()
        });
        Self {
            accesses: smallest.accesses,
            distance: smallest.relaxations,
            relaxations,
            minimal: smallest.proven,
        }
    }

    /// `4 accesses, 1 reordering: b before a`
    #[must_use]
    pub fn words(&self) -> String {
        let count = |number: usize, one: &str, many: &str| match number {
            1 => format!("1 {one}"),
            number => format!("{number} {many}"),
        };
        let mut words = count(self.accesses, "access", "accesses");
        match &self.relaxations {
            Some(_) if self.distance == 0 => words.push_str(", in program order one at a time"),
            None if self.distance == 0 => words.push_str(", no relaxation"),
            None => {
                words.push_str(", ");
                words.push_str(&count(self.distance, "relaxation", "relaxations"));
            }
            Some(list) => {
                let mut reversed = Vec::new();
                let mut torn = Vec::new();
                for relaxation in list {
                    match relaxation {
                        Relaxation::Reordering { first, second } => {
                            reversed.push(format!("{first} before {second}"));
                        }
                        Relaxation::TornAtomic { event } => torn.push(event.clone()),
                    }
                }
                for (list, one, many) in [
                    (reversed, "reordering", "reorderings"),
                    (torn, "torn atomic", "torn atomics"),
                ] {
                    if !list.is_empty() {
                        let number = count(list.len(), one, many);
                        let _ = write!(words, ", {number}: {}", list.join(", "));
                    }
                }
            }
        }
        if !self.minimal {
            words.push_str(" (not proven to be the smallest)");
        }
        words
    }
}
