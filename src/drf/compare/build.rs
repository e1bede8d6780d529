//! Scripts that are put together episode by episode.

use crate::drf::config::{Config, Mode};
use crate::drf::layout::Layout;
use crate::drf::number::small;
use crate::drf::record::Episode;
use crate::drf::rights::Action;
use crate::drf::rng::{Rng, Stream};
use crate::drf::script::Script;

/// A script that grows. All of its episodes use one lock: whatever two of them conflict in, they are ordered by it.
pub struct Build<'a> {
    config: &'a Config,
    /// What is left to chance.
    pub rng: Rng,
    lock: u32,
    /// The threads that may use the lock.
    threads: std::ops::Range<u32>,
    /// The variables of each line, but of the lock's, in the order of their words.
    pub lines: Vec<Vec<u32>>,
    episodes: Vec<Episode>,
    accesses: u64,
    budget: u64,
}

impl<'a> Build<'a> {
    /// A script of about so many accesses.
    pub fn new(config: &'a Config, budget: u64) -> Self {
        let mut rng = Rng::new(config.seed, Stream::Program);
        let first = rng.below(config.threads.all());
        let lock = config.lock(&mut rng, first);
        let per_unit = config.threads.per_unit();
        let threads = match config.mode {
            Mode::Device | Mode::Remote => 0..config.threads.all(),
            // All of a lock that a block has alone.
            Mode::Chain if lock < config.shared() => 0..config.threads.all(),
            Mode::Block | Mode::Chain => {
                let unit = config.threads.unit(first);
                unit * per_unit..(unit + 1) * per_unit
            }
        };
        Self {
            config,
            rng,
            lock,
            threads,
            lines: lines(config, lock),
            episodes: Vec::new(),
            accesses: 0,
            budget,
        }
    }

    /// Whether there are enough accesses.
    pub const fn full(&self) -> bool {
        self.accesses >= self.budget
    }

    /// How many threads there are for it.
    pub fn count(&self) -> u32 {
        small(self.threads.len())
    }

    /// The threads of a unit.
    pub const fn per_unit(&self) -> u32 {
        self.config.threads.per_unit()
    }

    /// An episode of a thread, of those that there are: variables, and whether they are stored.
    pub fn episode(&mut self, thread: u32, actions: impl IntoIterator<Item = (u32, bool)>) {
        let actions = actions
            .into_iter()
            .map(|(variable, store)| Action { variable, store });
        let actions: Vec<Action> = actions.collect();
        self.accesses += actions.len() as u64 + 2;
        self.episodes.push(Episode {
            thread: self.threads.start + thread % self.count(),
            lock: self.lock,
            release: self.lock,
            actions,
            begun: 0,
            over: None,
        });
    }

    /// The script; in the end some thread loads all variables.
    pub fn finish(mut self) -> Script {
        let last = self.rng.below(self.count());
        let all: Vec<u32> = self.lines.iter().flatten().copied().collect();
        self.episode(last, all.into_iter().map(|variable| (variable, false)));
        Script::with_common_locks(self.config, self.episodes)
    }
}

/// The variables of each line but the lock's.
fn lines(config: &Config, lock: u32) -> Vec<Vec<u32>> {
    let layout = Layout::new(config);
    let words = config.words();
    let mut placed: Vec<(u32, u32)> = (0..config.variables)
        .map(|variable| (layout.variable(variable), variable))
        .collect();
    placed.sort_unstable();
    let own = layout.lock(lock) / words;
    let mut lines: Vec<Vec<u32>> = vec![Vec::new(); config.lines() as usize];
    for (word, variable) in placed {
        lines[(word / words) as usize].push(variable);
    }
    let others = lines.into_iter().enumerate();
    let others = others.filter(|(line, variables)| small(*line) != own && !variables.is_empty());
    let others: Vec<Vec<u32>> = others.map(|(_, variables)| variables).collect();
    if others.is_empty() {
        // All is on one line.
        return vec![(0..config.variables).collect()];
    }
    others
}
