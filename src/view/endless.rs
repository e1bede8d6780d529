//! That no execution ends, as a view.

use serde::Serialize;

use super::names::Site;
use crate::program::Program;
use crate::verdict::endless as found;
use crate::verdict::endless::Cause;
use crate::verdict::plain::Quantity;
use crate::verdict::termination;

/// Why no execution counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of the data that others read"
)]
pub struct Endless {
    /// Whether executions end, and the filter takes all of them.
    pub filter: bool,
    /// Whether the model allows no execution.
    pub model: bool,
    /// Whether each of the waits and accesses alone keeps all executions from counting.
    pub each: bool,
    /// Whether the waits are those of one of the executions.
    pub shown: bool,
    /// Who waits.
    pub waits: Vec<Wait>,
    /// Accesses at addresses that are those of no locations.
    pub strays: Vec<Stray>,
}

/// An access whose address is not that of a location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stray {
    /// The thread.
    pub thread: String,
    /// The access.
    #[serde(flatten)]
    pub site: Site,
    /// What its register holds, where nothing writes it.
    pub held: Option<i64>,
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
        let strays = found.strays.iter().map(|stray| Stray {
            thread: format!("P{}", program.thread(stray.thread).number),
            site: Site::of(&program.source, stray.span),
            held: stray.held,
        });
        Self {
            filter: found.cause == Cause::Filter,
            model: found.cause == Cause::Model,
            each: found.each,
            shown: found.shown,
            waits: waits(program, &found.waits),
            strays: strays.collect(),
        }
    }
}
