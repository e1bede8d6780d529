//! How large an execution is, as literals: the counterpart of
//! [`Measure`](crate::ugpu::machine::measure::Measure), for searches that bound it.
//!
//! Who wants bounds encodes with [`Encoding::open`], asks its questions, then for the sizes, and
//! only then closes the order; the literals can be counted by [`crate::sat::cardinality`].

use crate::program::LocationId;
use crate::sat::Lit;

use super::accesses::{Kind, Operation};
use super::encoding::{Encoding, can_share};

/// The literals that a search for small executions counts.
#[derive(Debug, Clone, Default)]
pub struct Sizes {
    /// For each access, whether it is executed.
    pub executed: Vec<Lit>,
    /// For each access that can be, whether it is out of order: one before it in program order is
    /// done after it.
    pub out_of_order: Vec<Lit>,
    /// For each store or atomic that can, whether it lags: its delivery to the block, or that to
    /// the other blocks, is after that of a store or atomic after it in program order.
    pub lagging: Vec<Lit>,
}

impl Sizes {
    /// The literals of all relaxations.
    pub fn relaxations(&self) -> Vec<Lit> {
        self.out_of_order
            .iter()
            .chain(&self.lagging)
            .copied()
            .collect()
    }
}

/// The possible deliveries of a store: at which points, and when they happen.
#[derive(Debug, Default)]
struct Deliveries {
    /// To the other threads of the block.
    block: Vec<(usize, Lit)>,
    /// To the other blocks.
    others: Vec<(usize, Lit)>,
}

impl Encoding<'_> {
    /// The literals of an execution's size. All that is left at the end must be shared then, so
    /// that every delivery of the execution is one of the formula.
    pub fn sizes(&mut self) -> Sizes {
        self.share_everything();
        let mut sizes = Sizes::default();
        let deliveries: Vec<Deliveries> = (0..self.operations.len())
            .map(|operation| self.deliveries_of(operation))
            .collect();
        for index in 0..self.operations.len() {
            if matches!(self.operations[index].kind, Kind::Fence(_)) {
                continue;
            }
            sizes.executed.push(self.operations[index].executed);
            let overtakes: Vec<Lit> = (0..index)
                .map(|earlier| self.overtakes(index, earlier))
                .collect();
            sizes.out_of_order.push(self.circuit.any(overtakes));
            let mut lags = Vec::new();
            for later in index + 1..self.operations.len() {
                if self.operations[later].thread == self.operations[index].thread {
                    let (own, other) = (&deliveries[index], &deliveries[later]);
                    self.lag(&own.block, &other.block, &mut lags);
                    self.lag(&own.others, &other.others, &mut lags);
                }
            }
            sizes.lagging.push(self.circuit.any(lags));
        }
        sizes.out_of_order.retain(|lit| *lit != Lit::FALSE);
        sizes.lagging.retain(|lit| *lit != Lit::FALSE);
        sizes
    }

    /// Two accesses of one thread are both executed, and the later one is done before the other.
    pub fn overtakes(&mut self, later: usize, earlier: usize) -> Lit {
        let (a, b) = (&self.operations[later], &self.operations[earlier]);
        let fence = |operation: &Operation| matches!(operation.kind, Kind::Fence(_));
        if a.thread != b.thread || fence(a) || fence(b) {
            return Lit::FALSE;
        }
        let both = self.circuit.and(a.executed, b.executed);
        let before = self.before(later, earlier);
        self.circuit.and(both, before)
    }

    /// When one delivery comes after another.
    fn lag(&mut self, own: &[(usize, Lit)], later: &[(usize, Lit)], lags: &mut Vec<Lit>) {
        for &(a, happens) in own {
            for &(b, also) in later {
                let before = self.before(b, a);
                lags.push(self.circuit.all([happens, also, before]));
            }
        }
    }

    /// What is owned to the end is shared by then, whether or not the condition asks for it.
    fn share_everything(&mut self) {
        for location in (0..self.program.locations.len()).map(LocationId) {
            let memory = self.program.location(location).physical;
            if memory == location && !self.last.contains_key(&location) {
                self.deliveries(location);
            }
        }
    }

    fn deliveries_of(&mut self, index: usize) -> Deliveries {
        let mut found = Deliveries::default();
        let operation = self.operations[index].clone();
        let per_block = self.model.view_per_block();
        for &(location, there) in &operation.places {
            let global = self.layout.is_global(location);
            let written = operation.writes_at(&mut self.circuit, location);
            let at_once = match operation.kind {
                Kind::Update(wide) => Some(wide),
                Kind::Store => None,
                Kind::Load | Kind::Fence(_) => continue,
            };
            if at_once.is_some() && !per_block {
                found.block.push((index, written));
            }
            if at_once == Some(true) && global {
                found.others.push((index, written));
            }
            let Some(point) = operation
                .sharing
                .filter(|_| can_share(&self.layout, self.model, operation.kind, location))
            else {
                continue;
            };
            let shared = self.circuit.and(operation.shared, there);
            if global {
                found.others.push((point, shared));
            }
            if at_once.is_none() && !per_block {
                let mut alone = shared;
                let partials: Vec<_> = self.cells.partials_of(index).copied().collect();
                for partial in partials.iter().filter(|_| global) {
                    let delivered = self.circuit.and(partial.lit, there);
                    found.block.push((partial.fence, delivered));
                    alone = self.circuit.and(alone, !partial.lit);
                }
                found.block.push((point, alone));
            }
        }
        found
    }
}
