//! What the cheapest derivation of each pair costs, for every part of an expression.

use std::collections::BTreeSet;

use crate::model::relation::base::BaseRelation;

use crate::model::relation::expr::{Arena, Expr, ExprId};
use crate::sat::bitset::BitMatrix;

/// The cost of a pair that is not in.
pub(super) const NEVER: u32 = u32::MAX;
/// One step through the execution.
const STEP: u32 = 10;
/// A comparison of two events is worth less than any way that shows something.
const COMPARISON: u32 = 100_000;

/// Costs by expression.
pub(super) struct Costs {
    size: usize,
    of: Vec<Option<Vec<u32>>>,
}

impl Costs {
    /// The costs of all parts of an expression, whose pairs the function gives; it gives none for
    /// a set.
    pub fn new(
        arena: &Arena,
        root: ExprId,
        mut value: impl FnMut(ExprId) -> Option<BitMatrix>,
    ) -> Self {
        let parts = parts(arena, root);
        let mut values: Vec<(ExprId, BitMatrix)> = Vec::new();
        for id in parts {
            values.extend(value(id).map(|relation| (id, relation)));
        }
        let size = values.first().map_or(0, |(_, relation)| relation.size());
        let mut costs = Self {
            size,
            of: vec![None; arena.len()],
        };
        let recursive = |(id, _): &(ExprId, _)| matches!(arena.get(*id), Expr::Recursive(_));
        let recursive = values.iter().any(recursive);
        // Costs only fall, and a recursive definition costs more than its body, so this ends; operands come first.
        loop {
            let mut changed = false;
            for (id, relation) in &values {
                let new = Some(costs.compute(arena, arena.get(*id), relation));
                let old = &mut costs.of[id.0 as usize];
                changed |= *old != new;
                *old = new;
            }
            if !changed || !recursive {
                return costs;
            }
        }
    }

    /// The cost of a pair.
    pub fn get(&self, id: ExprId, from: usize, to: usize) -> u32 {
        let costs = self.of.get(id.0 as usize).and_then(Option::as_ref);
        let cost = costs.and_then(|costs| costs.get(from * self.size + to));
        cost.copied().unwrap_or(NEVER)
    }

    /// Whether a pair is derived by steps through the execution alone.
    pub fn is_way(&self, id: ExprId, from: usize, to: usize) -> bool {
        (1..COMPARISON).contains(&self.get(id, from, to))
    }

    /// The better side of a union; program order where there is nothing to choose.
    pub fn union(&self, arena: &Arena, (a, b): (ExprId, ExprId), from: usize, to: usize) -> ExprId {
        let (left, right) = (self.get(a, from, to), self.get(b, from, to));
        if right < left || (right == left && is_program_order(arena.get(b))) {
            b
        } else {
            a
        }
    }

    /// The side of an intersection that shows more; the right one where there is nothing to choose,
    /// as models write `condition & relation`.
    pub fn intersection(&self, (a, b): (ExprId, ExprId), from: usize, to: usize) -> ExprId {
        if self.get(a, from, to) < self.get(b, from, to) {
            a
        } else {
            b
        }
    }

    /// The event that a composition goes through.
    pub fn middle(&self, (a, b): (ExprId, ExprId), from: usize, to: usize) -> Option<usize> {
        let cost = |middle: &usize| plus(self.get(a, from, *middle), self.get(b, *middle, to));
        let best = (0..self.size).min_by_key(cost)?;
        (cost(&best) != NEVER).then_some(best)
    }

    /// The next event on the way through a closure.
    pub fn next(
        &self,
        (closure, inner): (ExprId, ExprId),
        from: usize,
        to: usize,
    ) -> Option<usize> {
        let rest = |next: usize| {
            if next == to {
                0
            } else {
                self.get(closure, next, to)
            }
        };
        let whole = |next: &usize| plus(self.get(inner, from, *next), rest(*next));
        let others = (0..self.size).filter(|&next| next != from || next == to);
        let best = others.min_by_key(whole)?;
        (whole(&best) != NEVER).then_some(best)
    }

    fn compute(&self, arena: &Arena, expr: Expr, relation: &BitMatrix) -> Vec<u32> {
        let mut result = vec![NEVER; self.size * self.size];
        for (from, to) in relation.iter() {
            let get = |id: ExprId| self.get(id, from, to);
            result[from * self.size + to] = match expr {
                Expr::Relation(BaseRelation::Identity) | Expr::Identity(_) => 0,
                Expr::Relation(base) if is_step(base) => STEP,
                Expr::Relation(_) => COMPARISON,
                Expr::Union(a, b) | Expr::Intersection(a, b) => get(a).min(get(b)),
                Expr::Compose(a, b) => self.middle((a, b), from, to).map_or(NEVER, |middle| {
                    plus(self.get(a, from, middle), self.get(b, middle, to))
                }),
                Expr::Inverse(a) => self.get(a, to, from),
                Expr::Optional(_) | Expr::Star(_) if from == to => 0,
                Expr::Difference(a, _) | Expr::Optional(a) | Expr::Plus(a) | Expr::Star(a) => {
                    get(a)
                }
                Expr::Recursive(rec) => {
                    let body = arena.recursive.get(rec.0 as usize).and_then(|rec| rec.body);
                    plus(body.map_or(NEVER, get), 1)
                }
                Expr::Set(_)
                | Expr::Empty(_)
                | Expr::Complement(_)
                | Expr::Product(..)
                | Expr::Domain(_)
                | Expr::Range(_) => 2 * COMPARISON,
            };
        }
        if matches!(expr, Expr::Plus(_) | Expr::Star(_)) {
            self.shorten(&mut result);
        }
        result
    }

    /// All shortest ways, by Floyd and Warshall.
    fn shorten(&self, costs: &mut [u32]) {
        let size = self.size;
        for middle in 0..size {
            for from in 0..size {
                let first = costs[from * size + middle];
                if first == NEVER {
                    continue;
                }
                for to in 0..size {
                    let way = plus(first, costs[middle * size + to]);
                    let known = &mut costs[from * size + to];
                    *known = way.min(*known);
                }
            }
        }
    }
}

/// The relations that an execution, or the program, makes: a step that can be pointed at.
const fn is_step(relation: BaseRelation) -> bool {
    matches!(
        relation,
        BaseRelation::ProgramOrder
            | BaseRelation::PoLoc
            | BaseRelation::ReadsFrom
            | BaseRelation::Coherence
            | BaseRelation::FromReads
            | BaseRelation::Rmw
            | BaseRelation::Addr
            | BaseRelation::Data
            | BaseRelation::Ctrl
            | BaseRelation::SyncBarrier
            | BaseRelation::SyncFence
    )
}

const fn is_program_order(expr: Expr) -> bool {
    matches!(
        expr,
        Expr::Relation(BaseRelation::ProgramOrder | BaseRelation::PoLoc)
    )
}

const fn plus(a: u32, b: u32) -> u32 {
    a.saturating_add(b)
}

/// The parts of an expression, definitions of recursive names included, operands first.
fn parts(arena: &Arena, root: ExprId) -> BTreeSet<ExprId> {
    let mut found = BTreeSet::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        if found.insert(id) {
            let expr = arena.get(id);
            open.extend(expr.operands().into_iter().flatten());
            if let Expr::Recursive(rec) = expr {
                let recursive = arena.recursive.get(rec.0 as usize);
                open.extend(recursive.and_then(|recursive| recursive.body));
            }
        }
    }
    found
}
