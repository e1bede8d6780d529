//! What has happened before what, in one run: for each thread, how many steps of each happened before its next one
//! (vector clocks; Mattern, *Virtual Time and Global States of Distributed Systems*, 1989).

use super::meetings::{Meeting, members};

/// A number of steps for each thread.
pub type Clock = Vec<u32>;

/// The clock of each thread.
#[derive(Debug, Clone)]
pub struct Clocks(Vec<Clock>);

impl Clocks {
    /// So many threads that have done nothing.
    pub fn new(threads: usize) -> Self {
        Self(vec![vec![0; threads]; threads])
    }

    /// That of a thread.
    pub fn of(&self, thread: usize) -> &Clock {
        &self.0[thread]
    }

    /// How many steps a thread has taken.
    pub fn count(&self, thread: usize) -> u32 {
        self.0[thread][thread]
    }

    /// Whether a step of a thread, the one after so many, happened before what another does next.
    pub fn before(&self, (thread, count): (usize, u32), other: usize) -> bool {
        self.0[other][thread] > count
    }

    /// A thread takes a step.
    pub fn step(&mut self, thread: usize) {
        self.0[thread][thread] += 1;
    }

    /// What happened before another step did before a thread's last one.
    pub fn join(&mut self, thread: usize, clock: &Clock) {
        raise(&mut self.0[thread], clock);
    }

    /// Those that go on do so after all that came.
    pub fn meet(&mut self, meeting: Meeting) {
        let mut all = vec![0; self.0.len()];
        for thread in members(meeting.came) {
            raise(&mut all, &self.0[thread]);
        }
        for thread in members(meeting.go_on) {
            self.0[thread].clone_from(&all);
        }
    }
}

fn raise(clock: &mut Clock, by: &Clock) {
    for (one, other) in clock.iter_mut().zip(by) {
        *one = (*one).max(*other);
    }
}
