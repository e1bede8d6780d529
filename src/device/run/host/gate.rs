//! How the threads of a launch begin together, and how their end is waited for.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use crate::stop::Stop;

use super::super::device::Fault;

/// Between two looks at whether a launch is to stop.
const LOOK: Duration = Duration::from_millis(10);

/// The threads that still play, and who waits for them.
#[derive(Debug)]
pub struct Left {
    threads: AtomicUsize,
    waits: Thread,
}

impl Left {
    /// So many, for whom this thread waits.
    pub fn new(threads: usize) -> Self {
        Self {
            threads: AtomicUsize::new(threads),
            waits: thread::current(),
        }
    }

    /// Waits for all of them; once it is to stop they are told so.
    pub fn wait(&self, stop: &Stop, over: &AtomicBool) -> Result<(), Fault> {
        let mut told = Ok(());
        while self.threads.load(Ordering::Acquire) > 0 {
            if told.is_ok() {
                told = stop.check().map_err(Fault::Stopped);
                over.store(told.is_err(), Ordering::Relaxed);
            }
            thread::park_timeout(LOOK);
        }
        told
    }
}

/// Says at its end, whatever that is, that a thread plays no more.
#[derive(Debug)]
pub struct Leaves<'a>(pub &'a Left);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        if self.0.threads.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.waits.unpark();
        }
    }
}

/// Holds all threads until the last one is there.
#[derive(Debug)]
pub struct Gate {
    missing: AtomicUsize,
}

/// The gate stays shut: somebody will never come.
const SHUT: usize = usize::MAX;

/// After so many looks at the gate others are let run.
const LOOKS: usize = 2048;

impl Gate {
    /// For so many.
    pub const fn new(threads: usize) -> Self {
        Self {
            missing: AtomicUsize::new(threads),
        }
    }

    /// Lets nobody pass any more.
    pub fn close(&self) {
        self.missing.store(SHUT, Ordering::Release);
    }

    /// Waits for the others; false if the gate stays shut.
    pub fn pass(&self) -> bool {
        let change = |missing| (missing != SHUT).then(|| missing - 1);
        let entered = self
            .missing
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, change);
        if entered.is_err() {
            return false;
        }
        let mut looks = 0_usize;
        loop {
            match self.missing.load(Ordering::Acquire) {
                0 => return true,
                SHUT => return false,
                _ => std::hint::spin_loop(),
            }
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(LOOKS) {
                thread::yield_now();
            }
        }
    }
}
