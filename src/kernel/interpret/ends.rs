//! How runs end, and what is kept of them.

use std::collections::{BTreeMap, BTreeSet};

use super::exploration::{Exploration, Found, Outcome};
use super::finding::{Finding, Gap};
use super::forks::chooses;
use super::search::{Node, ROOT, Search};
use super::state::{LOOSE, State, Status, UNINITIALISED};

impl Search<'_, '_> {
    /// Adds a moment, and looks whether the run has ended with it.
    pub fn add(&mut self, state: &State, parent: usize, by: usize) {
        let index = self.nodes.len();
        let exited = state
            .threads
            .iter()
            .all(|thread| thread.status == Status::Exited);
        self.nodes.push(Node {
            parent,
            by,
            ended: exited || state.over,
            arms: 0,
        });
        self.before.push(if index == ROOT {
            Vec::new()
        } else {
            vec![parent]
        });
        if exited && !state.over {
            self.complete(state, index);
            return;
        }
        if state.over || (0..state.threads.len()).any(|thread| self.is_ready(state, thread)) {
            return;
        }
        self.blocked(state, index);
    }

    /// Nobody can go on.
    pub fn blocked(&mut self, state: &State, index: usize) {
        // Whoever is not followed any further might have let others go on.
        if state
            .threads
            .iter()
            .any(|thread| thread.status == Status::Parked)
        {
            return;
        }
        let unmatched = (0..state.threads.len()).find(|&thread| self.unmatched(state, thread));
        if let Some(thread) = unmatched
            && let Some(frame) = state.threads[thread].frame()
        {
            self.machine
                .gaps
                .insert(Gap::Unmatched(frame.function, frame.at));
            return;
        }
        self.waits(state, index);
    }

    /// Whether a thread waits for lanes of which one waits for lanes elsewhere, or for others: what machines do then is not
    /// said. Who waits for a lane that waits for something else, a barrier of the block, waits for ever.
    fn unmatched(&self, state: &State, thread: usize) -> bool {
        let here = (
            state.threads[thread].status,
            self.machine.met_at(state, thread),
        );
        let Status::Collective { mask } = here.0 else {
            return false;
        };
        self.machine.warp(thread).into_iter().any(|other| {
            let there = (
                state.threads[other].status,
                self.machine.met_at(state, other),
            );
            let meant = mask >> self.machine.setup.threads[other].lane() & 1 == 1;
            meant && there != here && matches!(there.0, Status::Collective { .. })
        })
    }

    pub fn complete(&mut self, state: &State, index: usize) {
        let contents = self
            .outputs
            .iter()
            .map(|&region| state.memory[region].bytes.clone());
        let mut unclear = BTreeSet::new();
        for &region in &self.outputs {
            let base = self.machine.setup.regions[region].base;
            for (address, &taint) in (base..).zip(&state.memory[region].taint) {
                if taint & UNINITIALISED != 0 {
                    self.unwritten.entry(address).or_insert((index, region));
                }
                if taint & LOOSE != 0 {
                    self.loose.insert(address);
                    self.machine.gaps.insert(Gap::Loose(usize::MAX, region));
                }
                if taint & (LOOSE | UNINITIALISED) != 0 {
                    unclear.insert(address);
                }
            }
        }
        let left = (contents.collect(), unclear);
        self.outcomes.entry(left).or_insert(index);
    }

    #[must_use]
    pub fn schedule(&self, node: usize, last: Option<usize>) -> Vec<usize> {
        let mut steps: Vec<usize> = last.into_iter().collect();
        let mut at = node;
        while at != ROOT {
            if self.nodes[at].arms == 0 {
                steps.push(self.nodes[at].by);
            }
            at = self.nodes[at].parent;
        }
        steps.reverse();
        steps
    }

    /// Outputs that some run leaves without a value though another writes them, which is known in the end.
    fn uninitialised(&mut self) {
        let users = &self.machine.users;
        let written = |address: &u64| users.get(address).is_some_and(|users| users.writers != 0);
        let left = self
            .unwritten
            .iter()
            .filter(|(address, _)| written(address));
        let mut left: Vec<(usize, usize)> = left.map(|(_, left)| *left).collect();
        left.sort_unstable();
        for (node, region) in left {
            let finding = Finding::UninitialisedOutput(region);
            let found = self.machine.found.entry(finding.clone());
            found.or_insert((usize::MAX, 0, 0));
            self.shown.entry(finding).or_insert((node, None));
        }
    }

    #[must_use]
    pub fn finish(mut self) -> Exploration {
        self.uninitialised();
        let incoherent = self.incoherent();
        let mut found: BTreeMap<Finding, Found> = BTreeMap::new();
        for (finding, &(thread, function, at)) in &self.machine.found {
            let (node, by) = self.shown.get(finding).copied().unwrap_or((ROOT, None));
            let place = Found {
                thread,
                place: (function, at),
                schedule: self.schedule(node, by),
            };
            found.insert(finding.clone(), place);
        }
        if let Some((byte, (thread, function, at))) = incoherent {
            found.entry(Finding::NonCoherent(byte)).or_insert(Found {
                thread,
                place: (function, at),
                schedule: Vec::new(),
            });
        }
        let outcomes = self
            .outcomes
            .iter()
            .map(|((contents, unclear), node)| Outcome {
                contents: contents.clone(),
                schedule: self.schedule(*node, None),
                unclear: unclear.clone(),
            });
        let mut outcomes: Vec<Outcome> = outcomes.collect();
        // What is certain comes first.
        outcomes.sort_by_key(|outcome| chooses(&outcome.schedule));
        let written = self
            .machine
            .users
            .iter()
            .filter(|(_, users)| users.writers != 0);
        Exploration {
            ways: self.ways(),
            outcomes,
            found,
            gaps: self.machine.gaps.clone(),
            chosen: self.machine.chosen.clone(),
            unspecified: self.machine.unspecified.clone(),
            left: self.machine.left.clone(),
            waits_apart: self.waits_apart(),
            states: self.nodes.len(),
            contended: self.machine.contended.clone(),
            written: written.map(|(byte, _)| *byte).collect(),
            dependent: self.machine.dependent,
            spread: self.machine.spread,
            reached: self.machine.reached.clone(),
            loose: self.loose,
            outputs: self.outputs,
            waiting: self.waiting,
        }
    }
}
