//! Programs that are given: the episodes of a run, or some of them.

use std::collections::BTreeMap;

use super::config::{Config, Mode};
use super::known::Known;
use super::number::small;
use super::record::Episode;

/// Episodes, and which of them have to be over before each begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The episodes, each thread's in its order.
    pub episodes: Vec<Episode>,
    /// For each episode, those before it that have to be over: in any other order the two would race, or others that they order.
    pub after: Vec<Vec<u32>>,
}

impl Script {
    /// Of episodes in the order in which they were made, of which no two that ran at once conflicted.
    ///
    /// In `chain` mode an access is left out if what ordered it in the run is not there any more.
    #[must_use]
    pub fn new(config: &Config, mut episodes: Vec<Episode>) -> Self {
        let after = match config.mode {
            // What conflicts has the same lock.
            Mode::Device | Mode::Block | Mode::Remote => {
                return Self::with_common_locks(config, episodes);
            }
            Mode::Chain => {
                leave_out(config, &mut episodes);
                handed(&episodes)
            }
        };
        Self { episodes, after }
    }

    /// Of episodes in some order, where those that conflict have a lock in common, which orders them.
    #[must_use]
    pub fn with_common_locks(config: &Config, episodes: Vec<Episode>) -> Self {
        let after = conflicts(config, &episodes);
        Self { episodes, after }
    }

    /// Accesses of all episodes, their acquires and releases included.
    #[must_use]
    pub fn accesses(&self) -> usize {
        self.episodes.iter().map(|one| one.actions.len() + 2).sum()
    }
}

/// For each episode, those before it that it conflicts with.
fn conflicts(config: &Config, episodes: &[Episode]) -> Vec<Vec<u32>> {
    let variables = config.variables as usize;
    let mut stored: Vec<Option<u32>> = vec![None; variables];
    let mut loaded: Vec<Vec<u32>> = vec![Vec::new(); variables];
    let mut after = Vec::with_capacity(episodes.len());
    for (number, episode) in (0..).zip(episodes) {
        let mut needs: Vec<u32> = Vec::new();
        for action in &episode.actions {
            let at = action.variable as usize;
            needs.extend(stored[at]);
            if action.store {
                needs.extend(&loaded[at]);
            }
        }
        needs.sort_unstable();
        needs.dedup();
        for action in &episode.actions {
            let at = action.variable as usize;
            if action.store {
                stored[at] = Some(number);
                loaded[at].clear();
            }
        }
        for action in episode.actions.iter().filter(|one| !one.store) {
            let list = &mut loaded[action.variable as usize];
            if list.last() != Some(&number) {
                list.push(number);
            }
        }
        after.push(needs);
    }
    after
}

/// An episode was made, or was over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Moment {
    episode: usize,
    over: bool,
}

/// When episodes were made and were over, in the order of the run.
fn moments(episodes: &[Episode]) -> Vec<Moment> {
    let mut all = BTreeMap::new();
    for (episode, one) in episodes.iter().enumerate() {
        let at = |over| Moment { episode, over };
        all.insert(one.begun, at(false));
        all.extend(one.over.map(|moment| (moment, at(true))));
    }
    all.into_values().collect()
}

/// Leaves out each access that nothing orders any more.
fn leave_out(config: &Config, episodes: &mut [Episode]) {
    let mut known = Known::new(config);
    for Moment { episode, over } in moments(episodes) {
        let one = &mut episodes[episode];
        if over {
            known.end(one.thread, one.release);
            continue;
        }
        known.begin(one.thread, one.lock);
        let thread = one.thread;
        one.actions.retain(|action| {
            let may = known.may(thread, *action);
            if may {
                known.take(thread, *action);
            }
            may
        });
    }
}

/// For each episode, those that had told its lock what they knew when it was made: of each thread the last one.
fn handed(episodes: &[Episode]) -> Vec<Vec<u32>> {
    let mut told: BTreeMap<u32, BTreeMap<u32, u32>> = BTreeMap::new();
    let mut after = vec![Vec::new(); episodes.len()];
    for Moment { episode, over } in moments(episodes) {
        let one = &episodes[episode];
        if over {
            let lock = told.entry(one.release).or_default();
            lock.insert(one.thread, small(episode));
        } else if let Some(lock) = told.get(&one.lock) {
            after[episode] = lock.values().copied().collect();
        }
    }
    after
}
