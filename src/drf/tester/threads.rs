//! The threads: what each one does next, and who can do something now.

use super::Source;
use crate::drf::config::Config;
use crate::drf::number::small;
use crate::drf::rights::Action;

/// What a thread is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Between episodes.
    Idle,
    /// Its acquire is not taken.
    Acquire,
    /// Its acquire is not answered.
    Acquiring,
    /// Its loads and stores.
    Body,
    /// Its release is not answered.
    Releasing,
    /// It has nothing left to do.
    Done,
}

/// A thread.
#[derive(Debug, Clone)]
pub struct Thread {
    /// What it is at.
    pub phase: Phase,
    /// Its episode.
    pub episode: u32,
    /// The lock that the episode acquires.
    pub lock: u32,
    /// The lock that it releases.
    pub release: u32,
    /// The episode's loads and stores.
    pub actions: Vec<Action>,
    /// Which of them is next.
    pub next: u32,
    /// Accesses that are not answered.
    pub open: u32,
    /// Loads that are not answered.
    pub loads: u32,
    /// Episodes left.
    pub left: u32,
    /// Episodes of a script, or locks to read back, last one first.
    pub given: Vec<u32>,
    /// The request that was offered and not taken.
    pub offered: Option<u32>,
    /// Whether it is among those who can do something.
    listed: bool,
    /// In lockstep: rounds that it took part in.
    round: u64,
}

/// A wavefront in lockstep: each thread makes one access a round.
#[derive(Debug, Clone, Copy, Default)]
struct Wave {
    round: u64,
    answered: u32,
    running: u32,
}

/// All threads.
#[derive(Debug, Clone)]
pub struct Threads {
    all: Vec<Thread>,
    ready: Vec<u32>,
    /// For each unit, the threads whose request was not taken.
    stalled: Vec<Vec<u32>>,
    /// For each unit, the accesses that are not answered.
    outstanding: Vec<u32>,
    waves: Vec<Wave>,
    running: u32,
    lockstep: bool,
    /// Whether the device keeps the order that threads else wait for.
    pub keeps_order: bool,
    window: u32,
    per_unit: u32,
    lanes: u32,
}

impl Threads {
    /// All of them, ready to begin.
    pub fn new(config: &Config, source: Source<'_>, keeps_order: bool) -> Self {
        let count = config.threads.all();
        let thread = Thread {
            phase: Phase::Idle,
            episode: 0,
            lock: 0,
            release: 0,
            actions: Vec::new(),
            next: 0,
            open: 0,
            loads: 0,
            left: match source {
                Source::Random => config.episodes,
                Source::Given(..) => 0,
            },
            given: Vec::new(),
            offered: None,
            listed: false,
            round: 0,
        };
        let wave = Wave {
            running: config.threads.lanes,
            ..Wave::default()
        };
        let mut threads = Self {
            all: vec![thread; count as usize],
            ready: Vec::new(),
            stalled: vec![Vec::new(); config.threads.units as usize],
            outstanding: vec![0; config.threads.units as usize],
            waves: vec![wave; config.threads.wavefront(count) as usize],
            running: count,
            // Scripts have an order of their own.
            lockstep: config.lockstep && matches!(source, Source::Random),
            keeps_order,
            window: config.window,
            per_unit: config.threads.per_unit(),
            lanes: config.threads.lanes,
        };
        if let Source::Given(script, _) = source {
            for (number, episode) in (0..).zip(&script.episodes) {
                threads.all[episode.thread as usize].given.push(number);
            }
            for thread in &mut threads.all {
                thread.given.reverse();
            }
        }
        for thread in 0..count {
            threads.refresh(thread);
        }
        threads
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// One of them.
    pub fn get(&self, thread: u32) -> &Thread {
        &self.all[thread as usize]
    }

    /// One of them, to be changed.
    pub fn get_mut(&mut self, thread: u32) -> &mut Thread {
        &mut self.all[thread as usize]
    }

    /// How many can do something.
    pub fn ready(&self) -> u32 {
        small(self.ready.len())
    }

    /// Whether nobody has anything left to do.
    pub const fn done(&self) -> bool {
        self.running == 0
    }

    /// Takes one of those that can do something.
    pub fn take(&mut self, at: u32) -> u32 {
        let thread = self.ready.swap_remove(at as usize);
        self.all[thread as usize].listed = false;
        thread
    }

    /// A thread has nothing left to do.
    pub fn finish(&mut self, thread: u32) {
        self.all[thread as usize].phase = Phase::Done;
        self.running -= 1;
        let wave = (thread / self.lanes) as usize;
        self.waves[wave].running -= 1;
        self.next_round(wave);
    }

    /// A thread that has nothing to do is given a lock to read back.
    pub fn add_lock(&mut self, thread: u32, lock: u32) {
        self.lockstep = false;
        let one = &mut self.all[thread as usize];
        one.given.push(lock);
        if one.phase == Phase::Done {
            one.phase = Phase::Idle;
            self.running += 1;
            self.waves[(thread / self.lanes) as usize].running += 1;
        }
        self.refresh(thread);
    }

    /// A request was not taken: it is offered again after an answer to its unit.
    pub fn stall(&mut self, thread: u32) {
        self.stalled[(thread / self.per_unit) as usize].push(thread);
    }

    /// A unit to which no answer is due cannot wait for one: what was not taken is offered again.
    pub fn retry(&mut self) {
        for unit in 0..self.stalled.len() {
            if self.outstanding[unit] == 0 && !self.stalled[unit].is_empty() {
                self.wake(small(unit) * self.per_unit);
            }
        }
    }

    /// An answer came to a unit: what was not taken may be taken now.
    pub fn wake(&mut self, thread: u32) {
        let unit = (thread / self.per_unit) as usize;
        while let Some(stalled) = self.stalled[unit].pop() {
            self.list(stalled);
        }
    }

    fn list(&mut self, thread: u32) {
        let one = &mut self.all[thread as usize];
        if !one.listed {
            one.listed = true;
            self.ready.push(thread);
        }
    }

    /// Lists a thread if it can do something.
    pub fn refresh(&mut self, thread: u32) {
        let one = &self.all[thread as usize];
        let can = match one.phase {
            Phase::Idle | Phase::Acquire => true,
            Phase::Body => {
                if (one.next as usize) < one.actions.len() {
                    one.open < self.window
                } else {
                    one.loads == 0 || self.keeps_order
                }
            }
            Phase::Acquiring | Phase::Releasing | Phase::Done => false,
        };
        let turn = !self.lockstep || one.round == self.waves[(thread / self.lanes) as usize].round;
        if can && turn {
            self.list(thread);
        }
    }

    /// A thread's request was taken.
    pub fn taken(&mut self, thread: u32) {
        self.outstanding[(thread / self.per_unit) as usize] += 1;
        if self.lockstep {
            self.all[thread as usize].round += 1;
        }
        self.refresh(thread);
    }

    /// A thread's request was answered.
    pub fn answered(&mut self, thread: u32) {
        self.outstanding[(thread / self.per_unit) as usize] -= 1;
        if self.lockstep {
            let wave = (thread / self.lanes) as usize;
            self.waves[wave].answered += 1;
            self.next_round(wave);
        }
        self.wake(thread);
        self.refresh(thread);
    }

    fn next_round(&mut self, wave: usize) {
        let one = &mut self.waves[wave];
        if !self.lockstep || one.running == 0 || one.answered < one.running {
            return;
        }
        one.round += 1;
        one.answered = 0;
        let round = one.round;
        let first = small(wave) * self.lanes;
        for thread in first..first + self.lanes {
            self.all[thread as usize].round = round;
            self.refresh(thread);
        }
    }
}
