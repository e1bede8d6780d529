//! What all orders of a launch's instructions come to.

use std::collections::{BTreeMap, BTreeSet};

use crate::stop::Stop;

use super::finding::{Finding, Gap, Unspecified};

/// How far an exploration goes.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Moments.
    pub states: usize,
    /// Instructions of a thread between two that others can notice.
    pub instructions: usize,
    /// When to give up.
    pub stop: Stop,
    /// Whether to look at all orders even of updates that come to the same in each: what happens before what may differ.
    pub every_order: bool,
    /// Whether some more is done when there are too many orders, or the time is over: not in a search that asks often.
    pub patient: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            states: 150_000,
            instructions: 10_000,
            stop: Stop::never(),
            every_order: false,
            patient: true,
        }
    }
}

/// The bytes of each output, and the addresses of those that are not known: a known 0 is not what nobody wrote.
pub type Known = (Vec<Vec<u8>>, BTreeSet<u64>);

/// What a complete run leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The bytes of each output, by output.
    pub contents: Vec<Vec<u8>>,
    /// The threads that take a step, in order, and what they choose ([`super::forks`]).
    pub schedule: Vec<usize>,
    /// The addresses of those that nobody wrote, or whose values are not known otherwise.
    pub unclear: BTreeSet<u64>,
}

impl Outcome {
    /// The bytes, and which of them are not known.
    #[must_use]
    pub fn left(&self) -> Known {
        (self.contents.clone(), self.unclear.clone())
    }
}

/// Something wrong, with a run that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The thread.
    pub thread: usize,
    /// The function, and the instruction in it.
    pub place: (usize, usize),
    /// The threads that take a step, in order.
    pub schedule: Vec<usize>,
}

/// What all orders come to.
#[derive(Debug, Clone)]
pub struct Exploration {
    /// The regions whose contents are kept.
    pub outputs: Vec<usize>,
    /// What complete runs leave, each contents once.
    pub outcomes: Vec<Outcome>,
    /// What is wrong.
    pub found: BTreeMap<Finding, Found>,
    /// Who waits for ever in the run that shows a deadlock, and at which instruction of which function.
    pub waiting: Vec<(usize, (usize, usize))>,
    /// Why that is not all; nothing where it is.
    pub gaps: BTreeSet<Gap>,
    /// Runs that together take each step between two moments; nothing where there are too many.
    pub ways: Option<Vec<Vec<usize>>>,
    /// Bytes of outputs in which some complete run leaves a value that is not known.
    pub loose: BTreeSet<u64>,
    /// Where values that are not known decided what a thread does; all that they can decide was looked at.
    pub chosen: BTreeSet<Gap>,
    /// Instructions of whose results PTX says no value, each with who was the first at it, and why.
    pub unspecified: BTreeMap<(usize, usize), (usize, Unspecified)>,
    /// Aligned barriers where lanes went on though one of their warp had exited, each with the first that had.
    pub left: BTreeMap<(usize, usize), usize>,
    /// Some thread goes round until one of another block writes.
    pub waits_apart: bool,
    /// Moments that were seen.
    pub states: usize,
    /// Bytes that one thread writes and another uses.
    pub contended: BTreeSet<u64>,
    /// Bytes that some thread writes.
    pub written: BTreeSet<u64>,
    /// Some branch or address depends on what other threads may change.
    pub dependent: bool,
    /// A value that is computed from bytes that nobody wrote was written where others may read it.
    pub spread: bool,
    /// Instructions that some run reaches, as (function, index).
    pub reached: BTreeSet<(usize, usize)>,
}

impl Exploration {
    /// Whether all runs are known, if not all that they leave.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.gaps.iter().all(Gap::only_ends)
    }
}
