//! Schedules: the steps of an execution, in order.

use super::path::Decision;
use crate::program::{LocationId, ThreadId};

/// A rule of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A store goes to the own cell.
    Store,
    /// A load takes the value of the own cell.
    Load,
    /// A load takes the value of another thread's cell.
    Borrow,
    /// A read-modify-write.
    Update,
    /// A fence delivers what it has to and lets pass what waits for it.
    Fence,
    /// A cell is shared, of its own accord.
    Share,
}

impl Rule {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Store => "store",
            Self::Load => "load",
            Self::Borrow => "borrow",
            Self::Update => "update",
            Self::Fence => "fence",
            Self::Share => "share",
        }
    }
}

/// A step of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    /// Whose step it is. In `ugpu-strong` a cell that is shared is that of this thread's block.
    pub thread: ThreadId,
    /// By which rule.
    pub rule: Rule,
    /// Which operation of the thread's path; none where a cell is shared.
    pub op: Option<usize>,
    /// Which instruction of the thread; none where a cell is shared.
    pub instruction: Option<usize>,
    /// The location, if it is one alone.
    pub location: Option<LocationId>,
    /// The value that was stored, read or shared; of an update, the old one.
    pub value: Option<i64>,
    /// Who lent the value.
    pub from: Option<ThreadId>,
}

/// An execution as the machine's steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The loop bound its paths were found with.
    pub bound: usize,
    /// For each thread, which way it goes.
    pub decisions: Vec<Vec<Decision>>,
    /// The steps.
    pub steps: Vec<Step>,
}
