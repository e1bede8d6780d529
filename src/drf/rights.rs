//! Who may load and store what: the rule that keeps programs free of races (Ta et al., section III.A).
//!
//! A variable belongs to one lock, but in `chain` mode. Rights are taken when an episode is made, against the *other* running episodes: it may
//! store what none of them loads or stores, and load what none of them stores. They end when its release is
//! answered, and only then. In `chain` mode an episode may do what all that conflicts with it is [known](Known) to come before.

use super::config::{Config, Mode};
use super::known::Known;
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
    /// In `chain` mode, what the threads know: then the rights of those that run do not count.
    known: Option<Known>,
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
            known: (config.mode == Mode::Chain).then(|| Known::new(config)),
            dropped: 0,
        }
    }

    /// An episode is made, which acquires a lock.
    pub fn begin(&mut self, thread: u32, lock: u32) {
        if let Some(known) = &mut self.known {
            known.begin(thread, lock);
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
        let (first, step) = config.guarded(lock);
        let count = (config.variables - first).div_ceil(step);
        for _ in 0..config.actions {
            let store = rng.below(100) < config.stores;
            let fits = (0..DRAWS).find_map(|_| {
                let variable = first + step * rng.below(count);
                let action = Action { variable, store };
                self.may(thread, action).then_some(action)
            });
            match fits {
                Some(action) => {
                    self.take(thread, action);
                    actions.push(action);
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
    pub fn may(&self, thread: u32, action: Action) -> bool {
        if let Some(known) = &self.known {
            return known.may(thread, action);
        }
        let at = action.variable as usize;
        let stored = self.storing[at];
        if stored != 0 && stored != Self::mark(thread) {
            return false;
        }
        if !action.store {
            return true;
        }
        let bits = &self.loading[at * self.stride..(at + 1) * self.stride];
        let own = thread as usize / 64;
        bits.iter().enumerate().all(|(word, bits)| {
            let mine = if word == own { 1 << (thread % 64) } else { 0 };
            bits & !mine == 0
        })
    }

    fn take(&mut self, thread: u32, action: Action) {
        if let Some(known) = &mut self.known {
            return known.take(thread, action);
        }
        let at = action.variable as usize;
        if action.store {
            self.storing[at] = Self::mark(thread);
        } else {
            self.loading[at * self.stride + thread as usize / 64] |= 1 << (thread % 64);
        }
    }

    /// The rights of an episode end, which released a lock.
    pub fn end(&mut self, thread: u32, lock: u32, actions: &[Action]) {
        if let Some(known) = &mut self.known {
            return known.end(thread, lock);
        }
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
