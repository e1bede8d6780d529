//! What has been overwritten wherever a block met, so that nobody finds it behind the barrier.
//!
//! It is seen in a walk through all threads that took nothing for overwritten: the ways that are found there are at least
//! those of all executions, so what each of them overwrites is overwritten.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::setup::Setup;

use super::cells::Cell;
use super::graph::{Stopped, What};
use super::stamps::{Rounds, Stamp, whole_rounds};
use super::walk::Walk;

/// What threads have written when they come to the barriers of their blocks.
#[derive(Debug, Default)]
pub struct Overwritten {
    /// Of a thread, a barrier and a round of it: how often it has written each cell at least.
    arrived: BTreeMap<(usize, u64, u32), BTreeMap<Cell, u32>>,
    /// Of a thread: to how many rounds it came before it exited.
    exited: BTreeMap<usize, BTreeSet<Rounds>>,
    /// Cells of atomics, of which not each counts as a write.
    updated: BTreeSet<Cell>,
}

impl Overwritten {
    /// Adds what a thread does.
    pub fn learn(&mut self, walk: &Walk) {
        let cells = &walk.know.cells;
        for (node, (_, past)) in walk.graph.nodes.iter().zip(&walk.moments) {
            match &node.what {
                What::Meet(meet) => {
                    if let Some(id) = meet.with.whole() {
                        let wrote = past.wrote.iter().map(|(cell, count)| {
                            let unsure = past.unsure.count(*cell, 0);
                            (cells[*cell], count.saturating_sub(unsure))
                        });
                        self.arrives((walk.thread, id, meet.round), wrote.collect());
                    }
                }
                What::Stop {
                    how: Stopped::Exited,
                    ..
                } => {
                    let exited = self.exited.entry(walk.thread).or_default();
                    exited.insert(whole_rounds(&past.rounds));
                }
                What::Update { cell, .. } => {
                    self.updated.insert(cells[*cell]);
                }
                // Who does not exit is waited for.
                What::Stop {
                    how: Stopped::Over | Stopped::Spins | Stopped::Beyond,
                    ..
                }
                | What::Read { .. }
                | What::Write { .. }
                | What::Fence { .. }
                | What::Gather(_)
                | What::Choose => {}
            }
        }
    }

    fn arrives(&mut self, at: (usize, u64, u32), wrote: BTreeMap<Cell, u32>) {
        match self.arrived.get_mut(&at) {
            Some(known) => {
                let least = known.iter().filter_map(|(cell, count)| {
                    let new = wrote.get(cell)?;
                    Some((*cell, *count.min(new)))
                });
                *known = least.collect();
            }
            None => {
                self.arrived.insert(at, wrote);
            }
        }
    }

    /// Whether it was overwritten, nothing being what was there at the start, at a barrier that a block has
    /// passed.
    #[must_use]
    pub fn gone(
        &self,
        setup: &Setup,
        (block, passed): (usize, &Rounds),
        cell: Cell,
        stamp: Option<&Stamp>,
    ) -> bool {
        if self.updated.contains(&cell) {
            return false;
        }
        let (writers, count) = match stamp {
            None => (setup.blocks[block].threads.clone(), 0),
            Some(stamp) => (stamp.thread..stamp.thread + 1, stamp.count),
        };
        writers
            .filter(|writer| setup.threads[*writer].block == block)
            .any(|writer| {
                passed.iter().any(|(&id, &came)| {
                    let first = stamp.map_or(0, |stamp| stamp.came(id));
                    (first..came).any(|round| self.wrote(writer, id, round, cell) > count)
                })
            })
    }

    /// How often a thread has written a cell at least when it comes to a round of a barrier; never, where it may exit
    /// before.
    fn wrote(&self, thread: usize, id: u64, round: u32, cell: Cell) -> u32 {
        let exits = self.exited.get(&thread).into_iter().flatten();
        let mut exits = exits.map(|rounds| rounds.get(&id).copied().unwrap_or(0));
        if exits.any(|exit| exit <= round) {
            return 0;
        }
        let arrived = self.arrived.get(&(thread, id, round));
        let count = arrived.and_then(|wrote| wrote.get(&cell));
        count.copied().unwrap_or(0)
    }
}
