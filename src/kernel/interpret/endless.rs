//! Runs without an end: moments that no run leaves for its end, and who goes round there.

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::graph::components;

use super::finding::{Finding, Gap};
use super::search::Search;
use super::state::{State, Status};

impl Search<'_, '_> {
    /// Moments from which no run ends: threads that wait for each other, and go round for ever.
    ///
    /// The moment that is told of is one that runs come back to: who is not at an end there waits.
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
        if ends.iter().all(|ended| *ended) {
            return;
        }
        if self.machine.found.contains_key(&Finding::Deadlock)
            || !self.machine.gaps.iter().all(Gap::only_ends)
        {
            return;
        }
        let mut states_of: Vec<Option<&State>> = vec![None; self.nodes.len()];
        for (state, &at) in states {
            states_of[at] = Some(state);
        }
        let last = self.last(&ends, |at| {
            let threads = states_of[at].map(|state| state.threads.iter());
            threads.map(|threads| {
                threads
                    .filter(|thread| thread.status != Status::Exited)
                    .count()
            })
        });
        if let Some(last) = last
            && let Some(state) = states_of[last]
        {
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

    /// A moment to which every run comes back that leaves it, if those who choose want so: of such moments one at which
    /// most threads wait, and the fewest steps lead to it.
    fn last(&self, ends: &[bool], waiting: impl Fn(usize) -> Option<usize>) -> Option<usize> {
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (at, before) in self.before.iter().enumerate() {
            for &before in before.iter().filter(|&&before| !ends[at] && !ends[before]) {
                after[before].push(at);
            }
        }
        let steps = self.steps();
        let parts = components(&after).into_iter();
        let closed = parts.filter(|part| {
            let inside = |at: &usize| part.binary_search(at).is_ok();
            let mut moments = part.iter().map(|&at| (&self.nodes[at], after[at].iter()));
            !ends[part[0]]
                && moments.all(|(node, mut after)| match node.arms {
                    0 => after.all(inside),
                    _ => after.any(inside),
                })
        });
        let told = closed.filter_map(|part| {
            let ready = part.into_iter().filter(|&at| self.nodes[at].arms == 0);
            ready.min_by_key(|&at| steps[at])
        });
        let told = told.filter_map(|at| Some((at, waiting(at)?)));
        let most = told.min_by_key(|&(at, waiting)| (Reverse(waiting), steps[at], at));
        most.map(|(at, _)| at)
    }

    /// How many steps lead to each moment on the way that it was found.
    fn steps(&self) -> Vec<usize> {
        let mut steps: Vec<usize> = Vec::with_capacity(self.nodes.len());
        // A moment is found after the one before it.
        for node in &self.nodes {
            steps.push(steps.get(node.parent).map_or(0, |steps| steps + 1));
        }
        steps
    }
}
