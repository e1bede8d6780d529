//! What is known of a run that was stopped.

use rustc_hash::FxHashSet;

use super::device::Kind;
use super::record::{Happened, Record};

/// The accesses of which it is known what they did, as far as they make sense by themselves.
///
/// Where a run was stopped, atomics may have been performed that nobody was told of. Whoever read what they wrote reads
/// from nowhere then, so each thread's log ends before that, and before what comes from what is left out: what stays is a
/// beginning of the run, closed under program order and reads.
#[must_use]
pub fn beginning(record: &Record) -> Vec<&Happened> {
    let all = &record.accesses;
    let mut kept: Vec<bool> = all.iter().map(is_known).collect();
    let silent = |(one, kept): (&Happened, &bool)| !kept && is_atomic(one);
    if all.iter().zip(&kept).any(silent) {
        while cut(all, &mut kept) {}
    }
    let kept = all.iter().zip(kept).filter(|(_, kept)| *kept);
    kept.map(|(one, _)| one).collect()
}

/// Whether something is left out that was answered.
#[must_use]
pub fn is_cut(record: &Record) -> bool {
    let answered = record.accesses.iter().filter(|one| is_known(one)).count();
    beginning(record).len() < answered
}

/// A load that was not answered says nothing.
fn is_known(one: &Happened) -> bool {
    one.kind == Kind::Store || one.read.is_some()
}

fn is_atomic(one: &Happened) -> bool {
    match one.kind {
        Kind::Acquire | Kind::Release => true,
        Kind::Load | Kind::Store => false,
    }
}

/// Ends logs of threads where they read from what is not there; whether there was something to end.
fn cut(all: &[Happened], kept: &mut [bool]) -> bool {
    let written = |one: &Happened| match one.kind {
        Kind::Store => Some((false, one.place, one.wrote)),
        Kind::Acquire | Kind::Release => {
            let read = one.read?;
            Some((true, one.place, read.wrapping_add(1)))
        }
        Kind::Load => None,
    };
    let stores: FxHashSet<_> = all.iter().filter_map(written).collect();
    let there = all.iter().zip(&*kept).filter(|(_, kept)| **kept);
    let there: FxHashSet<_> = there.filter_map(|(one, _)| written(one)).collect();
    let mut over = FxHashSet::default();
    let mut changed = false;
    for (one, kept) in all.iter().zip(kept) {
        let read = one.read.filter(|&value| value != 0);
        let lost = read.is_some_and(|value| {
            let from = (is_atomic(one), one.place, value);
            // A value that nobody wrote is what a device did wrong, unless an atomic may have written it.
            !there.contains(&from) && (is_atomic(one) || stores.contains(&from))
        });
        if over.contains(&one.thread) || lost || !*kept && is_atomic(one) {
            over.insert(one.thread);
            changed |= std::mem::replace(kept, false);
        }
    }
    changed
}
