//! Steps of a thread that belong together: those of a lap, and the elements of an access.

use crate::axiomatic::demand::Lasting;
use crate::kernel::interpret::finding::Gap;
use crate::program::symbolic::GuardId;

use super::emit::Emitter;
use super::graph::{Node, Note};
use super::progress::Progress;

impl Progress<'_> {
    /// The steps from one to another.
    fn between(&self, first: usize, last: usize) -> Vec<usize> {
        let mut found = vec![false; self.steps.len()];
        let mut work = self.before[last].clone();
        while let Some(at) = work.pop() {
            if at >= first && !std::mem::replace(&mut found[at], true) {
                work.extend(self.before[at].iter().copied().filter(|_| at != first));
            }
        }
        (0..found.len()).filter(|&at| found[at]).collect()
    }
}

impl Emitter<'_> {
    /// The access that a step is an element of, by its first event.
    pub fn access(
        &mut self,
        progress: &mut Progress,
        at: usize,
        node: &Node,
        guard: GuardId,
    ) -> usize {
        let new = self.out.events.len();
        if !node.follows {
            return new;
        }
        let before = progress.before[at].iter();
        let mut accesses: Vec<usize> = before.filter_map(|&one| progress.accesses[one]).collect();
        accesses.dedup();
        if accesses.len() > 1 {
            let why = "elements of several accesses that are one".to_owned();
            let gap = Note::Gap(Gap::Refused(node.place.0, node.place.1, why));
            self.note(&mut progress.notes, &gap, guard);
        }
        accesses.first().copied().unwrap_or(new)
    }

    /// What is read between two steps.
    #[must_use]
    pub fn reads(&self, progress: &Progress, first: usize, last: usize) -> Vec<Lasting> {
        let between = progress.between(first, last).into_iter();
        let reads = between.filter_map(|at| {
            let cell = progress.node(at)?.what.read()?;
            Some(Lasting {
                read: progress.events[at]?,
                through: self.know.strong(cell),
            })
        });
        reads.collect()
    }
}
