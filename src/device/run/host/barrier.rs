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

/// What has happened at the barriers of an instance.
#[derive(Debug, Clone, Default)]
struct Hall {
    /// For each barrier: how many have come, how many of them wait, and how often it has opened.
    doors: Vec<(u64, u64, u64)>,
    /// Threads that wait at any.
    waiting: u64,
    /// Threads that have ended the instance.
    gone: u64,
}

/// The barriers of an instance.
#[derive(Debug)]
pub struct Lobby(Mutex<Hall>);

impl Lobby {
    /// Of a test with so many barriers.
    pub fn new(meetings: usize) -> Self {
        Self(Mutex::new(Hall {
            doors: vec![(0, 0, 0); meetings],
            ..Hall::default()
        }))
    }

    /// Begins anew.
    pub fn reset(&mut self) {
        let hall = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        hall.doors.fill((0, 0, 0));
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
        door: usize,
        quorum: u64,
        arrive: bool,
        (threads, over): (u64, &AtomicBool),
    ) -> bool {
        let opened = self.with(|hall| {
            let (come, waiting, opened) = &mut hall.doors[door];
            *come += 1;
            if *come >= quorum {
                hall.waiting -= *waiting;
                (*come, *waiting, *opened) = (0, 0, *opened + 1);
                return None;
            }
            if arrive {
                return None;
            }
            *waiting += 1;
            hall.waiting += 1;
            Some(*opened)
        });
        let Some(before) = opened else {
            return true;
        };
        loop {
            let (open, stuck) = self.with(|hall| {
                let stuck = hall.waiting + hall.gone >= threads;
                (hall.doors[door].2 != before, stuck)
            });
            if open || stuck || over.load(Ordering::Relaxed) {
                return open;
            }
            std::thread::yield_now();
        }
    }
}
