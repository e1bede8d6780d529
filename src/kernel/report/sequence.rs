//! The order of `fence.sc` in one run.
//!
//! The run has them in some order, but nothing else in it may hang on that: where no way by conflicting accesses, the order of
//! threads and barriers leads from one to a fence of another thread, another run of the same accesses has the two the
//! other way round. So a run is also looked at with the fences of one thread as early as they may be: right behind the last
//! from which such a way leads.

use std::collections::BTreeMap;
use std::ops::Range;

use super::clocks::{Clock, join};

/// A fence that was passed, and what is known behind it.
#[derive(Debug)]
struct Passed {
    thread: usize,
    time: u64,
    known: Clock,
}

/// What comes before what by conflicting accesses.
#[derive(Debug)]
struct Conflicts {
    /// The thread whose fences are as early as they may be.
    early: usize,
    /// For each thread what came before its last step.
    before: Vec<Clock>,
    wrote: BTreeMap<u64, Clock>,
    read: BTreeMap<u64, Clock>,
}

/// The fences so far, in their order.
#[derive(Debug, Default)]
pub struct Sequence {
    passed: Vec<Passed>,
    conflicts: Option<Conflicts>,
}

impl Sequence {
    /// With the fences of one of so many threads as early as they may be.
    pub fn with_early(thread: usize, threads: usize) -> Self {
        Self {
            passed: Vec::new(),
            conflicts: Some(Conflicts {
                early: thread,
                before: vec![vec![0; threads]; threads],
                wrote: BTreeMap::new(),
                read: BTreeMap::new(),
            }),
        }
    }

    /// A thread takes a step, and knows this.
    pub fn step(&mut self, thread: usize, now: &Clock) {
        if let Some(conflicts) = &mut self.conflicts {
            join(&mut conflicts.before[thread], now);
        }
    }

    /// What comes before the last step of a thread by such ways, if that is looked at.
    pub fn before(&self, thread: usize) -> Option<&Clock> {
        Some(&self.conflicts.as_ref()?.before[thread])
    }

    /// In its last step it accesses these bytes.
    pub fn access(&mut self, thread: usize, bytes: Range<u64>, writes: bool) {
        let Some(conflicts) = &mut self.conflicts else {
            return;
        };
        let before = &mut conflicts.before[thread];
        for byte in bytes {
            if let Some(wrote) = conflicts.wrote.get(&byte) {
                join(before, wrote);
            }
            let read = conflicts.read.entry(byte);
            let read = read.or_insert_with(|| vec![0; before.len()]);
            if writes {
                join(before, read);
                conflicts.wrote.insert(byte, before.clone());
            } else {
                join(read, before);
            }
        }
    }

    /// A thread passes a fence: it knows what came before the others that it comes behind.
    pub fn pass(&mut self, thread: usize, now: &mut Clock) {
        let mut passed = self.passed.iter().rev();
        let early = self.conflicts.as_ref();
        if let Some(conflicts) = early.filter(|conflicts| conflicts.early == thread) {
            let before = &conflicts.before[thread];
            if let Some(last) = passed.find(|one| one.time <= before[one.thread]) {
                join(now, &last.known);
            }
            return;
        }
        if let Some(last) = passed.next() {
            join(now, &last.known);
        }
        self.passed.push(Passed {
            thread,
            time: now[thread],
            known: now.clone(),
        });
    }
}
