//! What is known of a run that was stopped.

use rustc_hash::{FxHashMap, FxHashSet};

use super::device::Kind;
use super::record::{Happened, Record};

/// The accesses of which it is known what they did, as far as they make sense by themselves.
///
/// Where a run was stopped, atomics may have been performed that nobody was told of. Where there is no doubt what one of
/// them did, it is here with what it must have read, as if it had been answered last. Whoever read what others wrote
/// reads from nowhere, so each thread's log ends before that, and before what comes from what is left out: what stays is a
/// beginning of the run, closed under program order and reads.
#[must_use]
pub fn beginning(record: &Record) -> Vec<Happened> {
    let all = told(&record.accesses);
    let kept = kept(&all);
    let both = all.into_iter().zip(kept);
    both.filter_map(|(one, kept)| kept.then_some(one)).collect()
}

/// Whether something is left out that was answered.
#[must_use]
pub fn is_cut(record: &Record) -> bool {
    let kept = kept(&told(&record.accesses));
    let mut both = record.accesses.iter().zip(kept);
    both.any(|(one, kept)| is_known(one) && !kept)
}

/// Which accesses stay.
fn kept(all: &[Happened]) -> Vec<bool> {
    let mut kept: Vec<bool> = all.iter().map(is_known).collect();
    let silent = |(one, kept): (&Happened, &bool)| !kept && is_atomic(one);
    if all.iter().zip(&kept).any(silent) {
        while cut(all, &mut kept) {}
    }
    kept
}

/// The accesses, with what atomics have read that were not answered, where others tell.
///
/// The atomics of a lock read 0, 1, 2 and so on, each of them once. So if one of them was not answered and one number
/// is missing below those that were read, then it has read this one.
fn told(all: &[Happened]) -> Vec<Happened> {
    let mut locks: FxHashMap<u32, Lock> = FxHashMap::default();
    for (at, one) in all.iter().enumerate().filter(|(_, one)| is_atomic(one)) {
        let lock = locks.entry(one.place).or_default();
        match one.read {
            Some(value) => _ = lock.read.insert(value),
            None => lock.silent.push(at),
        }
    }
    let last = all.iter().filter_map(|one| one.end).max();
    let mut all = all.to_vec();
    for lock in locks.values() {
        if let (&[at], Some(missing)) = (&lock.silent[..], lock.missing())
            && let Some(one) = all.get_mut(at)
        {
            (one.read, one.end) = (Some(missing), last.max(Some(one.start)));
        }
    }
    all
}

/// The atomics of a lock.
#[derive(Default)]
struct Lock {
    /// What was read.
    read: FxHashSet<u32>,
    /// Which ones were not answered.
    silent: Vec<usize>,
}

impl Lock {
    /// The number that is missing below those that were read, if it is one.
    fn missing(&self) -> Option<u32> {
        let greatest = *self.read.iter().max()?;
        let gaps = u64::from(greatest) + 1 - self.read.len() as u64;
        // What is read may be any number, and all below it are many then.
        if gaps != 1 {
            return None;
        }
        (0..greatest).find(|one| !self.read.contains(one))
    }
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
