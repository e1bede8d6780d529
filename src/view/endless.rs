//! That no execution ends, as a view.

use serde::Serialize;

use super::names::Site;
use crate::program::Program;
use crate::verdict::endless as found;
use crate::verdict::plain::Quantity;
use crate::verdict::termination;

/// Why no execution counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Endless {
    /// Whether executions end, and the filter takes all of them.
    pub filter: bool,
    /// Whether each of the waits alone keeps all executions from ending.
    pub each: bool,
    /// Who waits.
    pub waits: Vec<Wait>,
}

/// Where a thread waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Wait {
    /// The thread.
    pub thread: String,
    /// The barrier, or the jump back.
    #[serde(flatten)]
    pub site: Site,
    /// What the loop reads again and again; nothing at a barrier.
    pub reads: Vec<Site>,
}

/// Whether executions end, as a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Termination {
    /// `always`, `sometimes`, `never` or `unknown`.
    pub often: &'static str,
    /// In an execution that never ends: who waits.
    pub waits: Vec<Wait>,
}

impl Termination {
    /// The view of what was found.
    #[must_use]
    pub fn of(program: &Program, found: &termination::Termination) -> Self {
        Self {
            often: found.quantity.map_or("unknown", Quantity::name),
            waits: waits(program, &found.waits),
        }
    }
}

fn waits(program: &Program, found: &[found::Wait]) -> Vec<Wait> {
    let site = |span| Site::of(&program.source, span);
    let waits = found.iter().map(|wait| Wait {
        thread: format!("P{}", program.thread(wait.thread).number),
        site: site(wait.span),
        reads: wait.reads.iter().map(|&span| site(span)).collect(),
    });
    waits.collect()
}

impl Endless {
    /// The view of what was found.
    #[must_use]
    pub fn of(program: &Program, found: &found::Endless) -> Self {
        Self {
            filter: found.by_filter(),
            each: found.each,
            waits: waits(program, &found.waits),
        }
    }
}
