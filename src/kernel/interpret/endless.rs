//! Runs without an end: moments that no run leaves for its end, and who goes round there.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::explore::Search;
use super::finding::{Finding, Gap};
use super::state::{State, Status};

impl Search<'_, '_> {
    /// Moments from which no run ends: threads that wait for each other, and go round for ever.
    ///
    /// The moment that is told of is one to which every run comes back that leaves it: who is not at an end there waits.
    pub(super) fn stuck(&mut self, states: &FxHashMap<Arc<State>, usize>) {
        let mut ends = vec![false; self.nodes.len()];
        let mut work: Vec<usize> = (0..self.nodes.len())
            .filter(|&at| self.nodes[at].ended)
            .collect();
        // A thread that chooses may choose each time what keeps it from its end.
        let mut arms: Vec<usize> = self.nodes.iter().map(|node| node.arms).collect();
        while let Some(at) = work.pop() {
            if std::mem::replace(&mut ends[at], true) {
                continue;
            }
            for &before in &self.before[at] {
                arms[before] = arms[before].saturating_sub(1);
                if arms[before] == 0 {
                    work.push(before);
                }
            }
        }
        let Some(first) = ends.iter().position(|ended| !ended) else {
            return;
        };
        if self.machine.found.contains_key(&Finding::Deadlock)
            || !self.machine.gaps.iter().all(Gap::only_ends)
        {
            return;
        }
        let last = self.last(first, &ends);
        if let Some((state, _)) = states.iter().find(|(_, at)| **at == last) {
            self.waits(state, last);
        }
    }

    /// Tells that the threads which are not at their end wait for ever from here on.
    pub(super) fn waits(&mut self, state: &State, index: usize) {
        let waiting = state.threads.iter().enumerate();
        let mut waiting = waiting.filter(|(_, thread)| thread.status != Status::Exited);
        let Some((first, _)) = waiting.clone().next() else {
            return;
        };
        if self.waiting.is_empty() {
            self.waiting = waiting
                .by_ref()
                .filter_map(|(thread, it)| {
                    Some((thread, it.frame().map(|it| (it.function, it.at))?))
                })
                .collect();
        }
        self.machine.find(Finding::Deadlock, first, state);
        self.shown.entry(Finding::Deadlock).or_insert((index, None));
    }

    /// A moment to which every run from this one comes, and comes back: the way to it goes on as long as it leads away.
    fn last(&self, first: usize, ends: &[bool]) -> usize {
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (at, before) in self.before.iter().enumerate() {
            for &before in before.iter().filter(|_| !ends[at]) {
                after[before].push(at);
            }
        }
        let mut now = first;
        loop {
            let (reached, deepest) = onward(&after, now);
            let (back, _) = onward(&self.before, now);
            // What is seen last is farthest away, as a rule.
            let away = |&at: &usize| reached[at] && !back[at];
            match Some(deepest)
                .filter(away)
                .or_else(|| (0..self.nodes.len()).rev().find(away))
            {
                Some(next) => now = next,
                None => return self.shallow(&reached, now),
            }
        }
    }

    /// Of moments that lead to each other the one to which the fewest steps lead.
    fn shallow(&self, among: &[bool], at: usize) -> usize {
        let mut steps: Vec<usize> = Vec::with_capacity(self.nodes.len());
        // A moment is found after the one before it.
        for node in &self.nodes {
            steps.push(steps.get(node.parent).map_or(0, |steps| steps + 1));
        }
        let ready = (0..among.len()).filter(|&one| among[one] && self.nodes[one].arms == 0);
        ready.min_by_key(|&one| steps[one]).unwrap_or(at)
    }
}

/// What can be come to by these ways, and what of that was found last.
fn onward(ways: &[Vec<usize>], from: usize) -> (Vec<bool>, usize) {
    let mut reached = vec![false; ways.len()];
    let mut work = vec![from];
    let mut last = from;
    while let Some(at) = work.pop() {
        if !std::mem::replace(&mut reached[at], true) {
            last = at;
            work.extend(ways[at].iter().copied());
        }
    }
    (reached, last)
}
