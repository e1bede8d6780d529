//! Which launches end before others begin.

use std::collections::BTreeSet;

use super::bind::Setup;

impl Setup {
    /// For each launch those that end before it begins, also those that it does not name itself: of a launch in between
    /// there may be no event that says so.
    #[must_use]
    pub fn earlier(&self) -> Vec<BTreeSet<usize>> {
        let mut all: Vec<BTreeSet<usize>> = Vec::with_capacity(self.launches.len());
        for launch in &self.launches {
            let mut before: BTreeSet<usize> = launch.after.iter().copied().collect();
            for known in launch.after.iter().filter_map(|&one| all.get(one)) {
                before.extend(known);
            }
            all.push(before);
        }
        all
    }

    /// Whether a thread's launch ends before that of another begins, or the other way round.
    #[must_use]
    pub fn apart(&self, one: usize, other: usize) -> bool {
        let launch = |thread: usize| self.threads.get(thread).map(|thread| thread.launch);
        let (Some(one), Some(other)) = (launch(one), launch(other)) else {
            return false;
        };
        let earlier = self.earlier();
        earlier[one].contains(&other) || earlier[other].contains(&one)
    }
}
