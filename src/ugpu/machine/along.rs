//! The one way through a thread that decisions lead, or the values that its operations read.

use super::expr::Mask;
use super::path::{Decision, Path};
use super::paths::Walker;
use crate::program::{Program, ThreadId};
use crate::stop::Stop;

/// The way through a thread that a list of decisions leads; none if it leads nowhere.
#[must_use]
pub fn path_of(
    program: &Program,
    id: ThreadId,
    bound: usize,
    decisions: &[Decision],
) -> Option<Path> {
    let stays = decisions
        .iter()
        .any(|decision| matches!(decision, Decision::Stay(_)));
    let walker = Walker::new(program, id, bound, &Stop::never()).ok()?;
    let mut walker = walker.waiting(stays);
    let mut walk = walker.start();
    loop {
        let progress = walker.step(walk).ok()?;
        let mut ended = progress.ended.into_iter();
        if let Some(path) = ended.find(|path| path.decisions == decisions) {
            return Some(path);
        }
        let mut walks = progress.walks.into_iter();
        walk = walks.find(|walk| decisions.starts_with(&walk.decisions))?;
    }
}

/// The way that a thread goes if its operations read these values, in program order; none if that
/// leads to no end.
#[must_use]
pub fn path_with(program: &Program, id: ThreadId, bound: usize, reads: &[i64]) -> Option<Path> {
    let walker = Walker::new(program, id, bound, &Stop::never()).ok()?;
    led(walker, reads, |_| true)
}

/// As [`path_with`], of a thread that stays in the lap whose last operation reads the last of the values.
#[must_use]
pub fn path_waiting(program: &Program, id: ThreadId, bound: usize, reads: &[i64]) -> Option<Path> {
    let walker = Walker::new(program, id, bound, &Stop::never()).ok()?;
    let walker = walker.waiting(true);
    led(walker, reads, |path| {
        path.stays && path.ops.len() == reads.len()
    })
}

fn led(mut walker: Walker<'_>, reads: &[i64], wanted: impl Fn(&Path) -> bool) -> Option<Path> {
    let mut walk = walker.start();
    loop {
        let progress = walker.step(walk).ok()?;
        let mut ended = progress.ended.into_iter();
        let fits = |path: &Path| wanted(path) && path.consistent(Mask::MAX, reads);
        if let Some(path) = ended.find(fits) {
            return Some(path);
        }
        let mut walks = progress.walks.into_iter();
        walk = walks.find(|walk| {
            let mut constraints = walk.constraints.iter();
            constraints.all(|each| walk.arena.value(each.expr, reads) == each.value)
        })?;
    }
}
