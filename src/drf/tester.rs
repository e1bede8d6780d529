//! The tester: threads that run episodes, and checks of each response (Ta et al., section III).
//!
//! A thread acquires its episode's lock, then issues loads and stores in order, several of them at a time, and releases when its loads are
//! answered; that the release waits for the stores is the device's duty. The last value of each variable is
//! known: nobody else may have stored it.

mod answer;
mod back;
mod issue;
mod lock;
mod patience;
mod threads;

use crate::stop::Stop;

use super::config::Config;
use super::device::{Broken, Device, Response, Step};
use super::finding::{Access, End, Finding, Outcome, Place};
use super::layout::Layout;
use super::number::small;
use super::record::Record;
use super::rights::Rights;
use super::rng::{Rng, Stream};
use super::script::Script;

use answer::Variable;
use back::Back;
use issue::Pending;
use lock::Lock;
use patience::Late;
use threads::Threads;

/// When a run ends before its time.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// After so many accesses.
    pub until: Option<u64>,
    /// When asked to.
    pub stop: Stop,
}

/// What the threads run.
#[derive(Debug, Clone, Copy)]
pub enum Source<'a> {
    /// Random episodes, then all variables are read back.
    Random,
    /// These, with the schedule of a seed.
    Given(&'a Script, u64),
}

/// A run on a device.
pub struct Tester<'a> {
    config: &'a Config,
    layout: &'a Layout,
    device: &'a mut dyn Device,
    source: Source<'a>,
    program: Rng,
    schedule: Rng,
    rights: Rights,
    threads: Threads,
    variables: Vec<Variable>,
    locks: Vec<Lock>,
    pending: Vec<Pending>,
    /// Free places of pending requests, the one that is free for the longest time first.
    free: std::collections::VecDeque<u32>,
    record: Option<Record>,
    accesses: u64,
    /// After how many accesses each transition of the device was taken first, in their order.
    took: Vec<u64>,
    episodes: u32,
    /// The episodes of a script that are over.
    over: Vec<bool>,
    /// Episodes that were made and episodes that were over: the time of records.
    moment: u32,
    /// How far all is read back.
    back: Back,
    found: Option<Finding>,
    /// What is waited for, because it is late.
    late: Option<Late>,
    /// The device cannot go on.
    ended: Option<End>,
}

/// So many steps a device has to answer what it took before something was found to be wrong.
const DRAIN: u32 = 1 << 16;

/// Between two looks at the oldest request and at the limits.
const LAP: u32 = 1 << 12;

impl<'a> Tester<'a> {
    /// A run that has not begun.
    pub fn new(
        config: &'a Config,
        layout: &'a Layout,
        device: &'a mut dyn Device,
        source: Source<'a>,
        record: bool,
    ) -> Self {
        let seed = match source {
            Source::Random => config.seed,
            Source::Given(_, seed) => seed,
        };
        let over = match source {
            Source::Random => 0,
            Source::Given(script, _) => script.episodes.len(),
        };
        let keeps_order = device.keeps_order();
        Self {
            config,
            layout,
            device,
            source,
            program: Rng::new(seed, Stream::Program),
            schedule: Rng::new(seed, Stream::Schedule),
            rights: Rights::new(config),
            threads: Threads::new(config, source, keeps_order),
            variables: vec![Variable::default(); config.variables as usize],
            locks: vec![Lock::default(); config.locks as usize],
            pending: Vec::new(),
            free: std::collections::VecDeque::new(),
            record: record.then(Record::default),
            accesses: 0,
            took: Vec::new(),
            episodes: 0,
            over: vec![false; over],
            moment: 0,
            back: Back::Not,
            found: None,
            late: None,
            ended: None,
        }
    }

    /// Runs to the end, or until something is wrong.
    #[must_use]
    pub fn run(mut self, limits: &Limits) -> Outcome {
        let mut end = self.rounds(limits);
        // What is told of a run does not depend on whether somebody keeps it.
        let (steps, mut coverage) = (self.device.clock(), self.device.coverage().clone());
        // What a wrong value may have come from has to be known. After a wrong atomic, others may be wrong by it.
        if self.record.is_some() && matches!(end, End::Inconsistent(Finding::Value { .. })) {
            self.drain();
        }
        let gone = matches!(end, End::Lost(_) | End::Malformed(_));
        // What was found stays found; that a device has found itself broken is more than that a run was short.
        if !gone && let Err(broken) = self.device.finish() {
            let short = matches!(end, End::Until(_) | End::Unknown(_));
            if end == End::Consistent || (short && matches!(broken, Broken::Fault(_))) {
                end = broken.into();
            }
        }
        // A device that is another process tells it in the end.
        coverage.told.clone_from(&self.device.coverage().told);
        self.took.resize(coverage.taken(), self.accesses);
        coverage.took(&self.took);
        Outcome {
            end,
            accesses: self.accesses,
            episodes: self.episodes,
            dropped: self.rights.dropped,
            steps,
            coverage,
            record: self.record,
        }
    }

    fn rounds(&mut self, limits: &Limits) -> End {
        let mut answers: Vec<Response> = Vec::new();
        let mut left = LAP;
        loop {
            if let Some(finding) = self.found.take() {
                return End::Inconsistent(finding);
            }
            if let Some(end) = self.ended.take() {
                return end;
            }
            if let Some(until) = limits.until.filter(|until| self.accesses >= *until) {
                return End::Until(until);
            }
            if self.threads.done() && !self.read_back() && !self.pending.iter().any(|one| one.open)
            {
                return End::Consistent;
            }
            left -= 1;
            if left == 0 {
                left = LAP;
                if let Err(open) = limits.stop.check() {
                    return End::Unknown(open);
                }
                self.overdue();
            }
            if let Err(finding) = self.wait() {
                return End::Inconsistent(finding);
            }
            if self.device.coverage().taken() > self.took.len() {
                self.took
                    .resize(self.device.coverage().taken(), self.accesses);
            }
            let (threads, messages) = (self.threads.ready(), self.device.ready());
            let all = threads + messages;
            if all > 0 {
                let drawn = self.schedule.below(all);
                if drawn < threads {
                    self.issue(drawn);
                    continue;
                }
            }
            match self.device.advance(&mut answers) {
                Step::Moved => self.threads.retry(),
                Step::Quiet => {
                    if let Some(finding) = self.quiet() {
                        return End::Inconsistent(finding);
                    }
                }
                Step::Fault(text) => return End::Inconsistent(Finding::Fault { text }),
                Step::Broken(broken) => return broken.into(),
            }
            for response in answers.drain(..) {
                self.answer(response);
                if self.found.is_some() {
                    break;
                }
            }
        }
    }

    /// Lets the device answer what it has taken, so that the record has all that others may have seen.
    fn drain(&mut self) {
        let mut answers = Vec::new();
        for _ in 0..DRAIN {
            if !self.pending.iter().any(|one| one.open && one.taken)
                || self.device.advance(&mut answers) != Step::Moved
            {
                return;
            }
            for response in answers.drain(..) {
                self.late(response);
            }
        }
    }

    /// The oldest request that is not answered, if it is so old.
    fn oldest(&self, patience: u64, quiet: bool) -> Option<(u32, Finding)> {
        let now = self.device.clock();
        let waiting = self.pending.iter().enumerate().filter(|(_, one)| one.open);
        let (tag, oldest) = waiting.min_by_key(|(_, one)| one.since)?;
        (now.saturating_sub(oldest.since) >= patience).then(|| {
            let finding = Finding::Deadlock {
                access: Access {
                    thread: oldest.thread,
                    episode: oldest.episode,
                    action: oldest.action,
                    clock: oldest.since,
                },
                place: if oldest.kind.is_atomic() {
                    Place::Lock(oldest.place)
                } else {
                    Place::Variable(oldest.place)
                },
                taken: oldest.taken,
                quiet,
            };
            (small(tag), finding)
        })
    }
}
