//! Cells with accesses that are not strong, as far as their users go.
//!
//! An update that writes what it found hands on what its source does where all accesses of its cell are strong: who finds it could find its
//! source as well, and the lap of a loop that does no more is idle. It is so too where what is not strong is ordered with all others: a lock
//! that a thread sets free before the barrier that all come to, or in a launch that ends before.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::kernel::setup::Setup;
use crate::ptx::operation::Access;

use super::graph::{Graph, What};
use super::stamps::{Excluded, Rounds, whole_rounds};
use super::wide::Wide;

/// Cells with loose accesses.
#[derive(Debug, Default)]
pub struct Loose {
    /// With any.
    pub cells: BTreeSet<usize>,
    /// With such a write.
    pub writes: BTreeSet<usize>,
}

/// An access of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Use {
    thread: usize,
    /// The function and the instruction.
    place: (usize, usize),
    /// How often the thread came to barriers before.
    rounds: Rounds,
    access: Access,
    writes: bool,
}

impl Loose {
    /// Those that threads have; barriers of these blocks tell nothing.
    #[must_use]
    pub fn of<'g>(
        setup: &Setup,
        (excluded, skips): (&Excluded, bool),
        doubtful: &BTreeSet<usize>,
        graphs: impl Iterator<Item = &'g Graph>,
    ) -> Self {
        let mut cells: FxHashMap<usize, Vec<Use>> = FxHashMap::default();
        for (thread, graph) in graphs.enumerate() {
            for node in &graph.nodes {
                if let Some(((cell, _), access)) = node.what.accessed().zip(node.what.access()) {
                    cells.entry(cell).or_default().push(Use {
                        thread,
                        place: node.place,
                        rounds: whole_rounds(&node.rounds),
                        access,
                        writes: !matches!(node.what, What::Read { .. }),
                    });
                }
            }
        }
        let orders = Orders {
            setup,
            excluded,
            doubtful,
            skips,
        };
        let mut found = Self::default();
        for (cell, mut uses) in cells {
            uses.dedup();
            let wide = Wide::among(setup, uses.iter().map(|one| one.thread));
            let mut weak = uses.iter().filter(|one| !wide.is_strong(one.access));
            // Most cells have none, or many of which the first is not ordered.
            let loose = |one: &&Use| !uses.iter().all(|other| orders.both(one, other));
            if weak.clone().any(|one| loose(&one)) {
                found.cells.insert(cell);
                if weak.any(|one| one.writes && loose(&one)) {
                    found.writes.insert(cell);
                }
            }
        }
        found
    }
}

/// What orders accesses in every execution.
struct Orders<'o> {
    setup: &'o Setup,
    excluded: &'o Excluded,
    doubtful: &'o BTreeSet<usize>,
    /// Whether some may be missing that are between.
    skips: bool,
}

impl Orders<'_> {
    /// Whether one of two accesses comes before the other.
    fn both(&self, one: &Use, other: &Use) -> bool {
        one.thread == other.thread
            || !self.skips && (self.before(one, other) || self.before(other, one))
    }

    /// Whether an access comes before another one: in an earlier launch, or before a barrier that its thread comes to in any case and
    /// that the other comes behind.
    fn before(&self, one: &Use, other: &Use) -> bool {
        let [first, second] = [one, other].map(|it| &self.setup.threads[it.thread]);
        if self.excluded.earlier[second.launch].contains(&first.launch) {
            return true;
        }
        let kernel = self.setup.launches[first.launch].function;
        if first.block != second.block
            || self.doubtful.contains(&first.block)
            || one.place.0 != kernel
        {
            return false;
        }
        let came = |it: &Use, id: &u64| it.rounds.get(id).copied().unwrap_or(0);
        let ahead = self.excluded.ahead.after(one.place.0, one.place.1);
        ahead.iter().any(|id| came(other, id) > came(one, id))
    }
}
