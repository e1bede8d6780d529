//! What must have been shared when: sharing needs ownership, and a fence waits until all that its
//! view owns is shared.

use crate::program::LocationId;
use crate::sat::Lit;

use super::accesses::Kind;
use super::assumptions::site;
use super::cells::Partial;
use super::encoding::{Encoding, can_share};
use crate::verdict::machine::{FencePart, Item, Rule};

impl Encoding<'_> {
    /// A store is shared, or delivered by a block fence, while its cell holds it.
    pub fn sharing(&mut self) {
        for store in 0..self.operations.len() {
            if self.circuit.is_full() {
                break;
            }
            let operation = self.operations[store].clone();
            let Some(point) = operation.sharing else {
                continue;
            };
            for &(location, there) in &operation.places {
                let shared = self.circuit.and(operation.shared, there);
                if can_share(&self.layout, self.model, operation.kind, location) {
                    let owned = self.owned(store, location, Some(point));
                    let rule = self.rule(Rule::Overwrite, location);
                    self.circuit.clause(&[!rule, !shared, owned]);
                } else {
                    self.circuit.clause(&[!shared]);
                }
            }
        }
        for partial in self.cells.partials.clone() {
            self.partial(partial);
        }
    }

    /// A block fence delivers a store that its block does not have yet.
    fn partial(&mut self, partial: Partial) {
        let Partial { store, fence, lit } = partial;
        let operation = self.operations[store].clone();
        let executed = self.operations[fence].executed;
        self.circuit.clause(&[!lit, executed]);
        self.circuit.clause(&[!lit, operation.writes]);
        let done = self.before(store, fence);
        self.circuit.clause(&[!lit, done]);
        for &(location, there) in &operation.places {
            if self.layout.is_global(location) {
                let owned = self.owned(store, location, Some(fence));
                let rule = self.rule(Rule::Overwrite, location);
                self.circuit.clause(&[!rule, !lit, !there, owned]);
            } else {
                self.circuit.clause(&[!lit, !there]);
            }
        }
        if let Some(point) = operation.sharing {
            let later = self.before(fence, point);
            self.circuit.clause(&[!lit, !operation.shared, later]);
        }
        let others: Vec<Lit> = self
            .cells
            .partials_of(store)
            .filter(|other| other.fence > fence)
            .map(|other| other.lit)
            .collect();
        for other in others {
            self.circuit.clause(&[!lit, !other]);
        }
    }

    /// At each fence, all that its view owns is shared as far as the fence reaches.
    pub fn fences(&mut self) {
        for fence in 0..self.operations.len() {
            if self.circuit.is_full() {
                break;
            }
            let Kind::Fence(wide) = self.operations[fence].kind else {
                continue;
            };
            let view = self.operations[fence].view;
            for store in 0..self.operations.len() {
                // What its thread stores after the fence comes after it.
                let other = &self.operations[store];
                let later = other.thread == self.operations[fence].thread && store > fence;
                if other.view == view && !later {
                    for (location, _) in self.operations[store].places.clone() {
                        self.fence(fence, wide, store, location);
                    }
                }
            }
        }
    }

    fn fence(&mut self, fence: usize, wide: bool, store: usize, location: LocationId) {
        let operation = self.operations[store].clone();
        let global = self.layout.is_global(location);
        let concerned = can_share(&self.layout, self.model, operation.kind, location)
            && (wide || !global || operation.kind == Kind::Store)
            && (wide || !self.model.view_per_block());
        let (true, Some(point)) = (concerned, operation.sharing) else {
            return;
        };
        let owned = self.owned(store, location, Some(fence));
        let earlier = self.before(point, fence);
        let mut ways = vec![self.circuit.and(operation.shared, earlier)];
        if !wide && global {
            // The fence itself, or one before it, has delivered the store to the block.
            let partials = self.cells.partials_of(store);
            let partials = partials.filter(|partial| partial.fence <= fence);
            ways.extend(partials.map(|partial| partial.lit));
        }
        let executed = self.operations[fence].executed;
        let item = Item::Fence {
            fence: site(self.unrolled, &self.operations[fence]),
            part: FencePart::Delivers,
        };
        let assumed = self.assumptions.assume(&mut self.circuit, item);
        ways.extend([!assumed, !executed, !owned]);
        self.circuit.clause(&ways);
    }
}
