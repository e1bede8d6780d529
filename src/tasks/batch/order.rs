//! Work handed out in order, results taken in order, and no more between the two than fits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How far the fastest worker may be ahead of the slowest, in files.
const WINDOW: usize = 4096;

/// How often a worker that waits looks whether all is over.
const LOOK: Duration = Duration::from_millis(50);

/// The files still to be done.
pub struct Queue<'a> {
    state: Mutex<State>,
    moved: Condvar,
    count: usize,
    /// Somebody outside says stop.
    stop: &'a AtomicBool,
    /// What is done with the results has failed.
    over: AtomicBool,
}

#[derive(Default)]
struct State {
    /// The next to be handed out.
    next: usize,
    /// The first whose result was not taken.
    taken: usize,
}

impl<'a> Queue<'a> {
    /// So many pieces of work, until somebody says stop.
    pub fn new(count: usize, stop: &'a AtomicBool) -> Self {
        Self {
            state: Mutex::default(),
            moved: Condvar::new(),
            count,
            stop,
            over: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next piece of work; waits while too many results are not taken.
    pub fn next(&self) -> Option<usize> {
        let mut state = self.lock();
        loop {
            let stopped = [self.stop, &self.over].map(|flag| flag.load(Ordering::Relaxed));
            if stopped.contains(&true) || state.next >= self.count {
                return None;
            }
            if state.next < state.taken + WINDOW {
                state.next += 1;
                return Some(state.next - 1);
            }
            let waited = self.moved.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Nothing more is handed out.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// The result of one more was taken.
    pub fn taken(&self) {
        self.lock().taken += 1;
        self.moved.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_runs_ahead_and_stop_stops() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new(usize::MAX, &stop);
        for index in 0..WINDOW {
            assert_eq!(queue.next(), Some(index));
        }
        queue.taken();
        assert_eq!(queue.next(), Some(WINDOW));
        queue.taken();
        stop.store(true, Ordering::Relaxed);
        assert_eq!(queue.next(), None);
        let stop = AtomicBool::new(false);
        let queue = Queue::new(2, &stop);
        assert_eq!(queue.next(), Some(0));
        queue.end();
        assert_eq!(queue.next(), None);
    }
}
