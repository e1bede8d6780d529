//! Barriers of the threads that play one instance.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::program::{Instruction, Program, Thread};

use super::super::quorum::{Barrier, barrier, quorum};

/// A barrier of a block: who must come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    key: Barrier,
    /// How many must come.
    pub quorum: u64,
}

impl Meeting {
    /// The barriers of a test.
    pub fn all(program: &Program) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for thread in &program.threads {
            for instruction in &thread.code {
                let key = barrier(thread, &instruction.kind);
                let quorum = quorum(program, thread, &instruction.kind);
                let (Some(key), Some(quorum)) = (key, quorum) else {
                    continue;
                };
                if all.iter().any(|known| known.key == key) {
                    continue;
                }
                all.push(Self { key, quorum });
            }
        }
        all
    }

    /// The number of the barrier of an instruction.
    pub fn find(all: &[Self], thread: &Thread, instruction: &Instruction) -> usize {
        let wanted = barrier(thread, &instruction.kind);
        let found = all.iter().position(|known| Some(known.key) == wanted);
        found.unwrap_or(0)
    }
}

/// A barrier of an instance. A thread takes part in a round once: who comes again comes to a later one.
#[derive(Debug, Clone)]
struct Door {
    /// For each thread: to how many rounds it has come that are not complete.
    pending: Vec<u64>,
    /// For each thread: whether it waits.
    waits: Vec<bool>,
}

impl Door {
    /// A thread comes; rounds to which so many threads have come are complete. Gives how many wait no longer.
    fn come(&mut self, thread: usize, quorum: u64) -> u64 {
        let mut released = 0;
        self.pending[thread] += 1;
        while self.pending.iter().filter(|come| **come > 0).count() as u64 >= quorum.max(1) {
            for (come, waits) in self.pending.iter_mut().zip(&mut self.waits) {
                *come = come.saturating_sub(1);
                if *waits && *come == 0 {
                    *waits = false;
                    released += 1;
                }
            }
        }
        released
    }
}

/// What has happened at the barriers of an instance.
#[derive(Debug, Clone, Default)]
struct Hall {
    doors: Vec<Door>,
    /// Threads that wait at any.
    waiting: u64,
    /// Threads that have ended the instance.
    gone: u64,
}

/// The barriers of an instance.
#[derive(Debug)]
pub struct Lobby(Mutex<Hall>);

impl Lobby {
    /// Of a test with so many barriers and threads.
    pub fn new(meetings: usize, threads: usize) -> Self {
        let door = Door {
            pending: vec![0; threads],
            waits: vec![false; threads],
        };
        Self(Mutex::new(Hall {
            doors: vec![door; meetings],
            ..Hall::default()
        }))
    }

    /// Begins anew.
    pub fn reset(&mut self) {
        let hall = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        for door in &mut hall.doors {
            door.pending.fill(0);
            door.waits.fill(false);
        }
        (hall.waiting, hall.gone) = (0, 0);
    }

    fn with<T>(&self, act: impl FnOnce(&mut Hall) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A thread has ended the instance, or was given up in it.
    pub fn leave(&self) {
        self.with(|hall| hall.gone += 1);
    }

    /// A thread comes to a barrier; false if it waits for ever, since all `threads` wait or have ended, or until the launch
    /// is `over`.
    pub fn meet(
        &self,
        (door, quorum): (usize, u64),
        thread: usize,
        arrive: bool,
        (threads, over): (u64, &AtomicBool),
    ) -> bool {
        let waits = self.with(|hall| {
            let released = hall.doors[door].come(thread, quorum);
            hall.waiting -= released;
            let door = &mut hall.doors[door];
            let waits = !arrive && door.pending[thread] > 0;
            door.waits[thread] = waits;
            hall.waiting += u64::from(waits);
            waits
        });
        if !waits {
            return true;
        }
        loop {
            let (open, stuck) = self.with(|hall| {
                let stuck = hall.waiting + hall.gone >= threads;
                (!hall.doors[door].waits[thread], stuck)
            });
            if open || stuck || over.load(Ordering::Relaxed) {
                return open;
            }
            std::thread::yield_now();
        }
    }
}
