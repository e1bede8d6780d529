//! Who may load and store what: the rule that keeps programs free of races (Ta et al., section III.A).
//!
//! A variable belongs to one lock. Rights are taken when an episode is made, against the *other* running episodes: it may
//! store what none of them loads or stores, and load what none of them stores. They end when its release is
//! answered, and only then.

use super::config::{Config, Mode};
use super::rng::Rng;

/// A load or store of an episode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Action {
    /// The variable.
    pub variable: u32,
    /// Whether it is stored.
    pub store: bool,
}

/// So often a variable is drawn for an action until it is dropped.
const DRAWS: u32 = 16;

/// The rights of all running episodes.
#[derive(Debug, Clone)]
pub struct Rights {
    /// For each variable, one more than the thread whose episode stores it; 0 for none.
    storing: Vec<u16>,
    /// For each variable, the threads whose episodes load it, as bits.
    loading: Vec<u64>,
    /// Words of such bits.
    stride: usize,
    /// Actions without a variable to which there was a right.
    pub dropped: u64,
}

impl Rights {
    /// Nobody runs.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let variables = config.variables as usize;
        let stride = config.threads.all().div_ceil(64) as usize;
        Self {
            storing: vec![0; variables],
            loading: vec![0; variables * stride],
            stride,
            dropped: 0,
        }
    }

    /// Draws the actions of an episode, and takes their rights.
    pub fn draw(
        &mut self,
        config: &Config,
        rng: &mut Rng,
        thread: u32,
        lock: u32,
        actions: &mut Vec<Action>,
    ) {
        actions.clear();
        let count = (config.variables - lock).div_ceil(config.locks);
        for _ in 0..config.actions {
            let store = rng.below(100) < config.stores;
            let fits = (0..DRAWS).find_map(|_| {
                let variable = lock + config.locks * rng.below(count);
                self.may(thread, variable, store).then_some(variable)
            });
            match fits {
                Some(variable) => {
                    self.take(thread, variable, store);
                    actions.push(Action { variable, store });
                }
                None => self.dropped += 1,
            }
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most 4096 threads"
    )]
    const fn mark(thread: u32) -> u16 {
        thread as u16 + 1
    }

    /// Whether a thread's new episode may do this.
    #[must_use]
    pub fn may(&self, thread: u32, variable: u32, store: bool) -> bool {
        let at = variable as usize;
        let stored = self.storing[at];
        if stored != 0 && stored != Self::mark(thread) {
            return false;
        }
        if !store {
            return true;
        }
        let bits = &self.loading[at * self.stride..(at + 1) * self.stride];
        let own = thread as usize / 64;
        bits.iter().enumerate().all(|(word, bits)| {
            let mine = if word == own { 1 << (thread % 64) } else { 0 };
            bits & !mine == 0
        })
    }

    fn take(&mut self, thread: u32, variable: u32, store: bool) {
        let at = variable as usize;
        if store {
            self.storing[at] = Self::mark(thread);
        } else {
            self.loading[at * self.stride + thread as usize / 64] |= 1 << (thread % 64);
        }
    }

    /// The rights of an episode end.
    pub fn end(&mut self, thread: u32, actions: &[Action]) {
        for action in actions {
            let at = action.variable as usize;
            if action.store {
                self.storing[at] = 0;
            } else {
                self.loading[at * self.stride + thread as usize / 64] &= !(1 << (thread % 64));
            }
        }
    }
}

/// A lock for an episode of a thread.
pub fn lock(config: &Config, rng: &mut Rng, thread: u32) -> u32 {
    match config.mode {
        Mode::Device => rng.below(config.locks),
        Mode::Block => {
            let (unit, units) = (config.threads.unit(thread), config.threads.units);
            let own = (config.locks - unit).div_ceil(units);
            unit + units * rng.below(own)
        }
    }
}
