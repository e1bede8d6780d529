//! Which events and pairs a model's sets and relations have in any case, before any literal: their literals
//! are true on either side, and no assumption that a reason may drop makes them so.

use crate::sat::Lit;
use crate::sat::bitset::{BitMatrix, BitSet};

use super::extent::Extent;
use super::operators::Bound;
use super::symbolic::Symbolic;
use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::model::relation::expr::{ExprId, RecId};

impl Symbolic<'_, '_, '_> {
    /// What is certainly in a set or a relation.
    pub(super) fn must(&mut self, id: ExprId) -> Extent {
        if let Some(known) = &self.must[id.0 as usize] {
            return known.clone();
        }
        let group = self.groups[id.0 as usize];
        // Where what may be in it is still being found, nothing is certain.
        if group.is_some_and(|group| !self.group_solved(group)) {
            return self.nothing(self.arena.kind(id));
        }
        let found = self.find(Bound::Must, id);
        // What a definition is in the middle of its iteration is not kept.
        if group.is_none_or(|group| self.iterated.contains(&group)) {
            self.must[id.0 as usize] = Some(found.clone());
        }
        found
    }

    pub(super) fn must_base_set(&mut self, set: BaseSet) -> BitSet {
        let mut result = BitSet::new(self.size);
        for node in 0..self.size {
            if self.frame.member(set, node) == Lit::TRUE
                && !self.relax.weakens_set(self.frame, set, node)
            {
                result.insert(node);
            }
        }
        result
    }

    pub(super) fn must_base_relation(&mut self, relation: BaseRelation) -> BitMatrix {
        let (square, may) = self.base(relation);
        let mut result = BitMatrix::new(may.size());
        for (from, to) in may
            .iter()
            .filter(|&(from, to)| square.get(from, to) == Lit::TRUE)
        {
            result.insert(from, to);
        }
        if self.relax.weakens(relation) {
            // The halves of an operation are one instruction in any case.
            let frame = &*self.frame;
            let mut halves = BitMatrix::new(result.size());
            for (from, to) in result
                .iter()
                .filter(|&(from, to)| frame.event(from) == frame.event(to))
            {
                halves.insert(from, to);
            }
            return halves;
        }
        result
    }

    /// The events that every execution has.
    pub(super) fn executed(&self) -> BitSet {
        let mut all = BitSet::new(self.size);
        for (node, &executed) in self.frame.executed.iter().enumerate() {
            if executed == Lit::TRUE {
                all.insert(node);
            }
        }
        all
    }

    /// By iteration from nothing: each round only adds what the definitions have in any case.
    pub(super) fn must_recursive(&mut self, rec: RecId) -> Extent {
        let arena = self.arena;
        let definitions = &arena.recursive;
        let definition = &definitions[rec.0 as usize];
        let (kind, group) = (definition.kind, definition.group);
        if self.musts[rec.0 as usize].is_none() {
            let members = |index: &usize| definitions[*index].group == group;
            let members: Vec<usize> = (0..definitions.len()).filter(members).collect();
            for &member in &members {
                self.musts[member] = Some(self.nothing(definitions[member].kind));
            }
            let mut changed = true;
            while std::mem::take(&mut changed) {
                for &member in &members {
                    let Some(body) = definitions[member].body else {
                        continue;
                    };
                    let next = Some(self.must(body));
                    changed |= next != self.musts[member];
                    self.musts[member] = next;
                }
            }
            self.iterated.insert(group);
        }
        self.musts[rec.0 as usize]
            .clone()
            .unwrap_or_else(|| self.nothing(kind))
    }
}
