//! That no execution ends, as a view.

use serde::Serialize;

use super::names::Site;
use crate::program::Program;
use crate::verdict::endless as found;

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

impl Endless {
    /// The view of what was found.
    #[must_use]
    pub fn of(program: &Program, found: &found::Endless) -> Self {
        let site = |span| Site::of(&program.source, span);
        let waits = found.waits.iter().map(|wait| Wait {
            thread: format!("P{}", program.thread(wait.thread).number),
            site: site(wait.span),
            reads: wait.reads.iter().map(|&span| site(span)).collect(),
        });
        Self {
            filter: found.by_filter(),
            each: found.each,
            waits: waits.collect(),
        }
    }
}
