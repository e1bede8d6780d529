//! Paths through barriers, by a vertex for each round: whoever comes to a round is led to all who go on from there by two
//! clauses, and not by one for each two of them.
//!
//! The vertex leads back to where a path came from, too, which is no step of the relation. Nothing comes of it: this is done only in
//! paths whose steps are halves, a barrier and then `po?`, and that came by `po?` to where it leads back to; what comes
//! next in the thread they come to anyway, as program order is transitive. Who has made no step yet, and is at a barrier, takes
//! those of the relation.

use std::sync::Arc;

use crate::axiomatic::candidate::rounds::Rounds;
use crate::model::relation::base::BaseRelation;
use crate::model::relation::expr::{Expr, ExprId};
use crate::sat::Lit;

use super::symbolic::{Pending, Side, Symbolic};

/// The rounds of an execution's barriers, once they were asked for; nothing where they cannot be told apart.
pub(super) type Met = Option<Arc<Rounds>>;

impl Symbolic<'_, '_, '_> {
    /// Where the first half of one more step leads to: the relation of the paths, the first half, from where, to where, and the
    /// literal that holds there.
    pub(super) fn settle_middle(
        &mut self,
        (inner, first): (ExprId, ExprId),
        (from, to): (usize, usize),
        lit: Lit,
    ) {
        let Some(rounds) = self.rounds_between(inner) else {
            return self.settle_step(inner, first, (from, to), lit);
        };
        for part in self.parts(first) {
            if !self.meets(part) {
                self.settle_step(inner, part, (from, to), lit);
                continue;
            }
            if self.may_relation(part).contains(from, to) {
                let only = self.lit(part, from, to, Side::Forbid, None);
                self.frame.circuit.clause(&[!only, lit]);
            }
            for &(number, when) in rounds.goes.get(&to).into_iter().flatten() {
                let there = self.round(inner, from, number, &rounds.comes[number]);
                self.frame.circuit.clause(&[!there, !when, lit]);
            }
        }
    }

    /// The rounds of barriers, where paths may go through them.
    fn rounds_between(&mut self, inner: ExprId) -> Met {
        let Expr::Compose(first, second) = self.arena.get(inner) else {
            return None;
        };
        let Expr::Optional(order) = self.arena.get(second) else {
            return None;
        };
        let transitive = self.arena.get(order) == Expr::Relation(BaseRelation::ProgramOrder);
        let certain = !self.relax.is_named();
        let meets = transitive && certain && self.parts(first).iter().any(|&it| self.meets(it));
        if !meets {
            return None;
        }
        if self.met.is_none() {
            self.met = Some(self.frame.met_rounds().map(Arc::new));
        }
        self.met.clone().flatten()
    }

    /// What a union is of.
    fn parts(&self, expr: ExprId) -> Vec<ExprId> {
        let (mut work, mut parts) = (vec![expr], Vec::new());
        while let Some(one) = work.pop() {
            if let Expr::Union(left, right) = self.arena.get(one) {
                work.extend([right, left]);
            } else {
                parts.push(one);
            }
        }
        parts
    }

    /// Whether a relation is that of barriers that meet, who are of one block in any case.
    fn meets(&self, expr: ExprId) -> bool {
        let is = |expr: ExprId, relation| self.arena.get(expr) == Expr::Relation(relation);
        let barrier = |expr| is(expr, BaseRelation::SyncBarrier);
        let block = |expr| is(expr, BaseRelation::SameCta);
        if let Expr::Intersection(a, b) = self.arena.get(expr) {
            barrier(a) && block(b) || block(a) && barrier(b)
        } else {
            barrier(expr)
        }
    }

    /// A literal that holds at least where a path leads to a round.
    fn round(&mut self, inner: ExprId, from: usize, number: usize, coming: &[(usize, Lit)]) -> Lit {
        if let Some(&known) = self.led.get(&(inner, from, number)) {
            return known;
        }
        let closure = self.closure(inner);
        let comes = |(node, _): &(usize, Lit)| closure.contains(from, *node);
        let lit = if coming.iter().any(comes) {
            let fresh = self.frame.circuit.variable();
            self.pending
                .push(Pending::Round(inner, from, number, fresh));
            fresh
        } else {
            Lit::FALSE
        };
        self.led.insert((inner, from, number), lit);
        lit
    }

    /// A path leads to a round where it leads to one who comes to it.
    pub(super) fn settle_round(&mut self, inner: ExprId, from: usize, number: usize, lit: Lit) {
        let rounds = self.met.clone().flatten();
        let coming = rounds.as_ref().and_then(|rounds| rounds.comes.get(number));
        for &(node, when) in coming.into_iter().flatten() {
            let path = self.closure_lit(inner, from, node);
            if path != Lit::FALSE {
                self.frame.circuit.clause(&[!path, !when, lit]);
            }
        }
    }
}
