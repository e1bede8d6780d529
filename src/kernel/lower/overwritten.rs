//! What has been overwritten wherever a block met, so that nobody finds it behind the barrier, or when a launch ended that
//! comes before the reader's.
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
    /// Of a thread that may exit: how often it has written each cell at least.
    ended: BTreeMap<usize, BTreeMap<Cell, u32>>,
}

impl Overwritten {
    /// Adds what a thread does.
    pub fn learn(&mut self, walk: &Walk) {
        let cells = &walk.know.cells;
        for (node, (_, past)) in walk.graph.nodes.iter().zip(&walk.moments) {
            match &node.what {
                What::Meet(meet) => {
                    if let Some(id) = meet.with.whole() {
                        let at = (walk.thread, id, meet.round.before);
                        keep_least(&mut self.arrived, at, past.surely_wrote(cells));
                    }
                }
                What::Stop {
                    how: Stopped::Exited,
                    ..
                } => {
                    let exited = self.exited.entry(walk.thread).or_default();
                    exited.insert(whole_rounds(&past.rounds));
                    keep_least(&mut self.ended, walk.thread, past.surely_wrote(cells));
                }
                // Who does not exit is waited for.
                What::Stop {
                    how: Stopped::Over | Stopped::Spins | Stopped::Beyond,
                    ..
                }
                | What::Read { .. }
                | What::Write { .. }
                | What::Update { .. }
                | What::Fence { .. }
                | What::Gather(_)
                | What::Choose => {}
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

    /// Whether it was overwritten, nothing being what was there at the start, when the launches ended that come before a
    /// thread's; those that come before each are given.
    #[must_use]
    pub fn gone_before(
        &self,
        setup: &Setup,
        earlier: &[BTreeSet<usize>],
        thread: usize,
        cell: Cell,
        stamp: Option<&Stamp>,
    ) -> bool {
        let launch = |thread: usize| setup.threads[thread].launch;
        let before = &earlier[launch(thread)];
        self.ended.iter().any(|(&writer, wrote)| {
            let own = launch(writer);
            // What the writer's own writes must be more than to be behind it.
            let first = match stamp {
                None => Some(0),
                Some(stamp) if stamp.thread == writer => Some(stamp.count),
                Some(stamp) => earlier[own].contains(&launch(stamp.thread)).then_some(0),
            };
            let wrote = wrote.get(&cell).copied().unwrap_or(0);
            before.contains(&own) && first.is_some_and(|first| wrote > first)
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

/// Keeps how often each cell was written at least, however a thread comes there.
fn keep_least<K: Ord>(
    known: &mut BTreeMap<K, BTreeMap<Cell, u32>>,
    at: K,
    wrote: BTreeMap<Cell, u32>,
) {
    let least = match known.remove(&at) {
        Some(known) => known
            .iter()
            .filter_map(|(cell, count)| Some((*cell, *count.min(wrote.get(cell)?))))
            .collect(),
        None => wrote,
    };
    known.insert(at, least);
}
