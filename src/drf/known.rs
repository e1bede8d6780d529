//! What each thread knows of what the others did, in `chain` mode: there no lock guards a variable, and what orders two accesses may
//! go through several locks.
//!
//! Each thread has a vector clock, which counts episodes. An episode that is over has told its release's lock all that its thread
//! knew; an episode that is made knows what its acquire's lock was told. This is less than what a run will order, which may also
//! order episodes that run at once.

use super::config::Config;
use super::rights::Action;

/// When a thread did something: in which of its episodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Time {
    thread: u32,
    episode: u32,
}

/// A variable: who stored it last, and who has loaded it since.
#[derive(Debug, Clone, Default)]
struct Variable {
    stored: Option<Time>,
    loaded: Vec<Time>,
}

/// The clocks.
#[derive(Debug, Clone)]
pub struct Known {
    threads: usize,
    /// What each thread knows of each other one.
    clocks: Vec<u32>,
    /// What each lock was told of each thread.
    told: Vec<u32>,
    variables: Vec<Variable>,
}

impl Known {
    /// Nobody has done anything.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let threads = config.threads.all() as usize;
        let mut known = Self {
            threads,
            clocks: vec![0; threads * threads],
            told: vec![0; config.locks as usize * threads],
            variables: vec![Variable::default(); config.variables as usize],
        };
        // A first episode is known to nobody else.
        for thread in 0..threads {
            known.clocks[thread * threads + thread] = 1;
        }
        known
    }

    /// The clock with this number of some.
    fn row(&self, number: u32) -> std::ops::Range<usize> {
        let first = number as usize * self.threads;
        first..first + self.threads
    }

    fn now(&self, thread: u32) -> Time {
        Time {
            thread,
            episode: self.clocks[thread as usize * self.threads + thread as usize],
        }
    }

    /// An episode is made, which acquires a lock.
    pub fn begin(&mut self, thread: u32, lock: u32) {
        let (mine, theirs) = (self.row(thread), self.row(lock));
        join(&mut self.clocks[mine], &self.told[theirs]);
    }

    /// An episode is over, which released a lock.
    pub fn end(&mut self, thread: u32, lock: u32) {
        let (mine, theirs) = (self.row(thread), self.row(lock));
        join(&mut self.told[theirs], &self.clocks[mine]);
        self.clocks[thread as usize * self.threads + thread as usize] += 1;
    }

    /// Whether a thread's episode may do this: all that it conflicts with is known to come before it.
    #[must_use]
    pub fn may(&self, thread: u32, action: Action) -> bool {
        let clock = &self.clocks[self.row(thread)];
        let before = |time: &Time| clock[time.thread as usize] >= time.episode;
        let variable = &self.variables[action.variable as usize];
        variable.stored.iter().all(before) && (!action.store || variable.loaded.iter().all(before))
    }

    /// A thread's episode will do this.
    pub fn take(&mut self, thread: u32, action: Action) {
        let now = self.now(thread);
        let variable = &mut self.variables[action.variable as usize];
        if action.store {
            variable.stored = Some(now);
            variable.loaded.clear();
            return;
        }
        let mut loaded = variable.loaded.iter_mut();
        match loaded.find(|time| time.thread == thread) {
            Some(time) => *time = now,
            None => variable.loaded.push(now),
        }
    }
}

fn join(clock: &mut [u32], other: &[u32]) {
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}
