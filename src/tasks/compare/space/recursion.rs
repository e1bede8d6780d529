//! Recursive definitions over all executions.

use std::collections::BTreeSet;

use crate::model::relation::expr::{Expr, ExprId, RecId};
use crate::sat::Lit;

use super::algebra::{Algebra, Value};

impl Algebra<'_> {
    /// The names of a group, with their definitions.
    fn group(&self, group: u32) -> Vec<(ExprId, ExprId)> {
        let all = self.arena.recursive.iter().zip(0..);
        let members = all.filter(|(one, _)| one.group == group);
        let named = members.filter_map(|(one, number)| {
            let name = self.arena.find(Expr::Recursive(RecId(number)))?;
            Some((name, one.body?))
        });
        named.collect()
    }

    /// Applies the definitions of a group again and again, from nothing. Whether once more would add
    /// something is a literal: where it does not hold, this is the least solution.
    pub(super) fn solve(&mut self, group: u32) {
        let members = self.group(group);
        for &(name, _) in &members {
            let kind = self.arena.kind(name);
            self.values[name.0 as usize] = Some(self.empty(kind));
        }
        let mut changing: BTreeSet<ExprId> = BTreeSet::new();
        let mut order = Vec::new();
        for &(_, body) in &members {
            for id in self.needed(body) {
                let operands = self.arena.get(id).operands().into_iter().flatten();
                let mut inside = operands.filter(|operand| {
                    changing.contains(operand) || members.iter().any(|(name, _)| name == operand)
                });
                if inside.next().is_some() {
                    if changing.insert(id) {
                        order.push(id);
                    }
                } else if let Expr::Recursive(rec) = self.arena.get(id) {
                    self.solve(self.arena.recursive[rec.0 as usize].group);
                } else {
                    self.fill(id);
                }
            }
        }
        order.sort_unstable();
        for _ in 0..self.rounds {
            if !self.apply(&members, &order) || self.circuit.is_full() {
                return;
            }
        }
        let before: Vec<Vec<Lit>> = self.all(members.iter().map(|(name, _)| *name));
        self.apply(&members, &order);
        let after = self.all(members.iter().map(|(name, _)| *name));
        for (before, after) in before.iter().flatten().zip(after.iter().flatten()) {
            let grown = self.circuit.and(*after, !*before);
            if grown != Lit::FALSE {
                self.unfinished.push(grown);
            }
        }
    }

    fn all(&self, ids: impl Iterator<Item = ExprId>) -> Vec<Vec<Lit>> {
        let lits = ids.map(|id| match self.known(id) {
            Value::Set(set) => set.to_vec(),
            Value::Relation(matrix) => matrix.lits().to_vec(),
        });
        lits.collect()
    }

    /// Whether anything may have changed.
    fn apply(&mut self, members: &[(ExprId, ExprId)], order: &[ExprId]) -> bool {
        for &id in order {
            self.fill(id);
        }
        let before = self.all(members.iter().map(|(name, _)| *name));
        let after = self.all(members.iter().map(|(_, body)| *body));
        for &(name, body) in members {
            let value = self.known(body);
            self.values[name.0 as usize] = Some(value);
        }
        before != after
    }
}
