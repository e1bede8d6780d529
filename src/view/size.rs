//! How large an execution is, as a view.

use std::fmt::Write as _;

use serde::Serialize;

use crate::program::Program;
use crate::program::events::Unrolled;
use crate::ugpu::machine as ugpu;
use crate::ugpu::machine::Execution;
use crate::ugpu::machine::measure::RelaxationKind;
use crate::verdict::outcome::Smallest;

use super::{machine, names};

/// How large a smallest execution is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Size {
    /// Reads, writes and atomics that are executed.
    pub accesses: usize,
    /// How many relaxations there are.
    pub distance: usize,
    /// Which they are; none if they could not be named.
    pub relaxations: Option<Vec<Relaxation>>,
    /// There is no smaller execution, proven.
    pub minimal: bool,
    /// It is one of a machine, of which without relaxations not all is in program order: a borrowed
    /// value is seen before it is delivered.
    #[serde(skip)]
    pub of_machine: bool,
}

/// Something in which an execution differs from one access at a time in program order, or from a
/// machine's steps in program order.
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
    /// An access of a machine is done before an earlier one.
    OutOfOrder {
        /// The access.
        first: String,
        /// The first of its thread that it is done before, though it is later in program order.
        second: String,
    },
    /// A store or atomic of a machine is delivered after a later one.
    Lag {
        /// The first later one of its thread that is delivered before it.
        first: String,
        /// The one that lags.
        second: String,
    },
}

type Noun = (&'static str, &'static str);
const REORDERING: Noun = ("reordering", "reorderings");
const TORN: Noun = ("torn atomic", "torn atomics");
const OUT_OF_ORDER: Noun = ("access out of order", "accesses out of order");
const LAG: Noun = ("lag", "lags");

impl Relaxation {
    /// What it is called, one and several.
    const fn noun(&self) -> Noun {
        match self {
            Self::Reordering { .. } => REORDERING,
            Self::TornAtomic { .. } => TORN,
            Self::OutOfOrder { .. } => OUT_OF_ORDER,
            Self::Lag { .. } => LAG,
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Reordering { first, second } | Self::OutOfOrder { first, second } => {
                format!("{first} before {second}")
            }
            Self::TornAtomic { event } => event.clone(),
            Self::Lag { first, second } => format!("{second} is delivered after {first}"),
        }
    }
}

impl Size {
    /// The view of the size of an execution under a model of axioms.
    #[must_use]
    pub fn of_axioms(program: &Program, unrolled: &Unrolled, smallest: &Smallest) -> Self {
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
        Self::new(smallest, Some(reversed.chain(torn).collect()), false)
    }

    /// The view of the size of a machine's execution.
    #[must_use]
    pub fn of_machine(
        program: &Program,
        model: ugpu::Model,
        unrolled: Option<&Unrolled>,
        execution: &Execution,
        smallest: &Smallest,
    ) -> Self {
        let named = || {
            let labels = machine::labels_of(program, model, unrolled, execution)?;
            let found = ugpu::measure::relaxations(program, model, &execution.schedule).ok()?;
            let label = |thread, op| labels.get(&(thread, op)).cloned();
            let view = |one: ugpu::measure::Relaxation| {
                let (this, other) = (label(one.thread, one.op)?, label(one.thread, one.other)?);
                Some(match one.kind {
                    RelaxationKind::OutOfOrder => Relaxation::OutOfOrder {
                        first: this,
                        second: other,
                    },
                    RelaxationKind::Lag => Relaxation::Lag {
                        first: other,
                        second: this,
                    },
                })
            };
            found.into_iter().map(view).collect()
        };
        Self::new(smallest, named(), true)
    }

    const fn new(
        smallest: &Smallest,
        relaxations: Option<Vec<Relaxation>>,
        of_machine: bool,
    ) -> Self {
        Self {
            accesses: smallest.accesses,
            distance: smallest.relaxations,
            relaxations,
            minimal: smallest.proven,
            of_machine,
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
            _ if self.distance == 0 && self.of_machine => words.push_str(", no relaxation"),
            Some(_) if self.distance == 0 => words.push_str(", in program order one at a time"),
            None => {
                words.push_str(", ");
                words.push_str(&count(self.distance, "relaxation", "relaxations"));
            }
            Some(list) => {
                for noun in [REORDERING, TORN, OUT_OF_ORDER, LAG] {
                    let of_kind = list.iter().filter(|relaxation| relaxation.noun() == noun);
                    let of_kind: Vec<String> = of_kind.map(Relaxation::words).collect();
                    if !of_kind.is_empty() {
                        let number = count(of_kind.len(), noun.0, noun.1);
                        let _ = write!(words, ", {number}: {}", of_kind.join(", "));
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
