//! What the choices of several places must heed together.

use std::collections::BTreeMap;

use crate::program::ThreadId;
use crate::sat::hitting::{Clause, Values};

use super::sites::Template;

impl Template {
    /// What every choice must heed: each block gets its barrier in all threads, once in each, or not
    /// at all.
    #[must_use]
    pub fn ties(&self) -> Vec<Clause> {
        let mut blocks: BTreeMap<(u32, u32), BTreeMap<ThreadId, Vec<usize>>> = BTreeMap::new();
        for (index, site) in self.sites.iter().enumerate() {
            if site.is_barrier() {
                let placement = self.program.thread(site.thread).placement;
                let block = blocks.entry((placement.gpu, placement.cta)).or_default();
                block.entry(site.thread).or_default().push(index);
            }
        }
        let absent = |site: usize| (site, Values::one(self.sites[site].given));
        let present = |&site: &usize| {
            let all = Values::first(self.sites[site].levels.len());
            (site, all.without(Values::one(self.sites[site].given)))
        };
        let mut ties = Vec::new();
        for threads in blocks.values() {
            for (thread, sites) in threads {
                for (at, &site) in sites.iter().enumerate() {
                    let others = &sites[at + 1..];
                    ties.extend(
                        others
                            .iter()
                            .map(|&other| vec![absent(site), absent(other)]),
                    );
                    for (_, others) in threads.iter().filter(|(other, _)| *other != thread) {
                        let mut tie = vec![absent(site)];
                        tie.extend(others.iter().map(present));
                        ties.push(tie);
                    }
                }
            }
        }
        ties
    }

    /// Whether a choice heeds the [`ties`](Self::ties).
    #[must_use]
    pub fn permits(&self, choice: &[usize]) -> bool {
        let chosen = |&(site, values): &(usize, Values)| {
            choice
                .get(site)
                .is_some_and(|&level| values.contains(level))
        };
        self.ties().iter().all(|tie| tie.iter().any(chosen))
    }
}
