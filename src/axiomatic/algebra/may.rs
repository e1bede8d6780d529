//! Which events and pairs a model's sets and relations can have at all, before any literal.

use std::sync::Arc;

use crate::sat::Lit;

use super::extent::Extent;
use super::operators::Bound;
use super::symbolic::{Side, Symbolic};
use crate::model::relation::base::BaseSet;
use crate::model::relation::expr::{ExprId, RecId};
use crate::sat::bitset::{BitMatrix, BitSet};

impl Symbolic<'_, '_, '_> {
    /// The pairs a relation can have.
    pub fn may_relation(&mut self, id: ExprId) -> Arc<BitMatrix> {
        self.bounded_relation(Bound::May, id)
    }

    /// The events a set can have.
    pub fn may_set(&mut self, id: ExprId) -> Arc<BitSet> {
        self.bounded_set(Bound::May, id)
    }

    pub(super) fn may(&mut self, id: ExprId) -> Extent {
        if let Some(known) = &self.may[id.0 as usize] {
            return known.clone();
        }
        let mut found = self.find(Bound::May, id);
        if let Extent::Relation(matrix) = &mut found
            && !self.frame.apart.is_empty()
        {
            Arc::make_mut(matrix).subtract(&self.frame.apart);
        }
        let settled = match self.groups[id.0 as usize] {
            None => true,
            Some(group) => self.group_solved(group),
        };
        if settled {
            self.may[id.0 as usize] = Some(found.clone());
        }
        found
    }

    /// Whether it is known already that nothing can make this true.
    ///
    /// What is required may be more than what the relation can have: an ordering that is behind an assumption may be
    /// absent, and what is required where it is absent is more then.
    pub(super) fn is_impossible(&self, id: ExprId, from: usize, to: usize, side: Side) -> bool {
        let settled = side == Side::Forbid || !self.relax.is_named();
        settled
            && self.may[id.0 as usize]
                .as_ref()
                .is_some_and(|may| match may {
                    Extent::Set(set) => !set.contains(from),
                    Extent::Relation(matrix) => !matrix.contains(from, to),
                })
    }

    pub(super) fn group_solved(&self, group: u32) -> bool {
        self.rounds.contains_key(&group)
    }

    pub(super) fn may_base_set(&mut self, set: BaseSet) -> BitSet {
        let mut result = BitSet::new(self.size);
        for node in 0..self.size {
            if self.frame.member(set, node) != Lit::FALSE {
                result.insert(node);
            }
        }
        result
    }

    /// The least may-sets of a recursive group, by iteration from nothing.
    pub(super) fn may_recursive(&mut self, rec: RecId) -> Extent {
        if let Some(known) = &self.solved[rec.0 as usize] {
            return known.clone();
        }
        let group = self.arena.recursive[rec.0 as usize].group;
        let members: Vec<usize> = (0..self.arena.recursive.len())
            .filter(|&index| self.arena.recursive[index].group == group)
            .collect();
        for &member in &members {
            self.solved[member] = Some(self.nothing(self.arena.recursive[member].kind));
        }
        loop {
            let mut changed = false;
            for &member in &members {
                let Some(body) = self.arena.recursive[member].body else {
                    continue;
                };
                let next = self.may(body);
                changed |= match (&mut self.solved[member], next) {
                    (Some(Extent::Set(own)), Extent::Set(more)) => {
                        Arc::make_mut(own).union_with(&more)
                    }
                    (Some(Extent::Relation(own)), Extent::Relation(more)) => {
                        Arc::make_mut(own).union_with(&more)
                    }
                    (Some(Extent::Set(_)), Extent::Relation(_))
                    | (Some(Extent::Relation(_)), Extent::Set(_))
                    | (None, _) => false,
                };
            }
            if !changed {
                break;
            }
        }
        // A least derivation never uses a fact to prove itself, so its height is at most the
        // number of facts.
        let facts: usize = members
            .iter()
            .map(|&member| match &self.solved[member] {
                Some(Extent::Set(set)) => set.len(),
                Some(Extent::Relation(matrix)) => matrix.iter().count(),
                None => 0,
            })
            .sum();
        let rounds = u16::try_from(facts).unwrap_or(u16::MAX);
        self.rounds.insert(group, rounds);
        self.solved[rec.0 as usize]
            .clone()
            .unwrap_or_else(|| self.nothing(self.arena.recursive[rec.0 as usize].kind))
    }
}
