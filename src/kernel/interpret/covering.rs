//! Runs that together take every step that was looked at.

use super::search::Search;

/// More runs are not kept.
const RUNS: usize = 512;

impl Search<'_, '_> {
    /// Remembers a step to a moment that was known, as long as there are few.
    pub(super) fn join(&mut self, from: usize, by: usize, to: usize) {
        if self.joins.len() <= RUNS {
            self.joins.push((from, by, to));
        }
    }

    /// For each moment that nothing new was found behind the run to it; for each step to a moment that was known a run
    /// that takes it, and goes on from there as that moment's own does. Nothing where these are too many.
    pub(super) fn ways(&self) -> Option<Vec<Vec<usize>>> {
        // The moment found first behind each: it is found after it.
        let mut next: Vec<Option<usize>> = vec![None; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().skip(1).rev() {
            *next.get_mut(node.parent)? = Some(at);
        }
        let ends: Vec<usize> = (0..next.len()).filter(|&at| next[at].is_none()).collect();
        if ends.len() + self.joins.len() > RUNS {
            return None;
        }
        let mut runs: Vec<Vec<usize>> = ends
            .into_iter()
            .map(|end| self.schedule(end, None))
            .collect();
        for &(from, by, to) in &self.joins {
            let mut end = to;
            while let Some(on) = next[end] {
                end = on;
            }
            let mut run = self.schedule(from, Some(by));
            run.extend(
                self.schedule(end, None)
                    .split_off(self.schedule(to, None).len()),
            );
            runs.push(run);
        }
        Some(runs)
    }
}
