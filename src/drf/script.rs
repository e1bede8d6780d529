//! Programs that are given: the episodes of a run, or some of them.

use super::config::Config;
use super::record::Episode;

/// Episodes, and which of them have to be over before each begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The episodes, each thread's in its order.
    pub episodes: Vec<Episode>,
    /// For each episode, those before it that it conflicts with: in any other order they would race.
    pub after: Vec<Vec<u32>>,
}

impl Script {
    /// Of episodes in the order in which they were made, of which no two that ran at once conflicted.
    #[must_use]
    pub fn new(config: &Config, episodes: Vec<Episode>) -> Self {
        let variables = config.variables as usize;
        let mut stored: Vec<Option<u32>> = vec![None; variables];
        let mut loaded: Vec<Vec<u32>> = vec![Vec::new(); variables];
        let mut after = Vec::with_capacity(episodes.len());
        for (number, episode) in (0..).zip(&episodes) {
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
        Self { episodes, after }
    }

    /// Accesses of all episodes, their acquires and releases included.
    #[must_use]
    pub fn accesses(&self) -> usize {
        self.episodes.iter().map(|one| one.actions.len() + 2).sum()
    }
}
