//! Transitive closures as literals.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::sat::Lit;

use super::symbolic::{Depth, Pending, Side, Symbolic};
use crate::model::relation::expr::{Expr, ExprId};
use crate::sat::bitset::BitMatrix;

/// Which paths are meant: through a relation, for a side, at a depth.
pub(super) type Paths = (ExprId, Side, Depth);

/// In larger tests than this, paths are taken in halves of steps, and what is made of them is said by clauses.
pub(super) const MANY: usize = 96;

/// The paths of a relation that were asked for, each of two halves. They are kept from one pair to the
/// next: that of another pair is of the same halves for the most part.
#[derive(Debug)]
pub(super) struct Halves {
    steps: Arc<BitMatrix>,
    closure: Arc<BitMatrix>,
    /// So many steps a path can need.
    length: usize,
    /// From where, to where, in how many steps.
    known: FxHashMap<(usize, usize, usize), Lit>,
}

impl Symbolic<'_, '_, '_> {
    /// A pair of a transitive closure.
    pub(super) fn plus(
        &mut self,
        inner: ExprId,
        from: usize,
        to: usize,
        side: Side,
        depth: Depth,
    ) -> Lit {
        if side == Side::Forbid && depth.is_none() {
            return self.closure_lit(inner, from, to);
        }
        let key = (inner, side, depth);
        let mut halves = match self.halves.remove(&key) {
            Some(halves) => halves,
            None => self.no_halves(inner),
        };
        let length = halves.length;
        let lit = self.path(key, (from, to), length, &mut halves);
        self.halves.insert(key, halves);
        lit
    }

    /// No path of a relation has been asked for yet.
    fn no_halves(&mut self, inner: ExprId) -> Halves {
        let steps = self.may_relation(inner);
        let closure = self.closure(inner);
        let cyclic = (0..self.size).any(|node| closure.contains(node, node));
        let length = if cyclic {
            let nodes = 0..self.size;
            nodes.filter(|&node| !steps.row(node).is_empty()).count()
        } else {
            longest_path(&steps)
        };
        Halves {
            steps,
            closure,
            length,
            known: FxHashMap::default(),
        }
    }

    /// The pairs the closure of a relation can have.
    pub(super) fn closure(&mut self, inner: ExprId) -> Arc<BitMatrix> {
        if let Some(known) = self.closures.get(&inner) {
            return known.clone();
        }
        let mut closure = self.may_relation(inner).closure();
        closure.subtract(&self.frame.apart);
        let closure = Arc::new(closure);
        self.closures.insert(inner, closure.clone());
        closure
    }

    /// The pairs that a relation can have, the other way round.
    fn columns(&mut self, expr: ExprId) -> Arc<BitMatrix> {
        if let Some(known) = self.columns.get(&expr) {
            return known.clone();
        }
        let columns = Arc::new(self.may_relation(expr).inverse());
        self.columns.insert(expr, columns.clone());
        columns
    }

    /// A literal that holds at least where there is a path.
    pub(super) fn closure_lit(&mut self, inner: ExprId, from: usize, to: usize) -> Lit {
        if let Some(&known) = self.paths.get(&(inner, from, to)) {
            return known;
        }
        let columns = self.columns(inner);
        let closure = self.closure(inner);
        let mut between = closure.row(from).common(columns.row(to));
        let detour = between.next().is_some();
        let lit = if !closure.contains(from, to) {
            Lit::FALSE
        } else if detour {
            let fresh = self.frame.circuit.variable();
            self.pending.push(Pending::Path(inner, from, to, fresh));
            fresh
        } else {
            self.lit(inner, from, to, Side::Forbid, None)
        };
        self.paths.insert((inner, from, to), lit);
        lit
    }

    /// A path of at most `length` steps, by halving.
    fn path(
        &mut self,
        key: Paths,
        (from, to): (usize, usize),
        length: usize,
        halves: &mut Halves,
    ) -> Lit {
        if !halves.closure.contains(from, to) || self.frame.circuit.is_full() {
            return Lit::FALSE;
        }
        let (inner, side, depth) = key;
        if length <= 1 {
            return if halves.steps.contains(from, to) {
                self.lit(inner, from, to, side, depth)
            } else {
                Lit::FALSE
            };
        }
        if let Some(&known) = halves.known.get(&(from, to, length)) {
            return known;
        }
        let half = length.div_ceil(2);
        let mut cases = vec![self.path(key, (from, to), half, halves)];
        let closure = Arc::clone(&halves.closure);
        for middle in closure.row(from).iter() {
            if !closure.contains(middle, to) {
                continue;
            }
            let first = self.path(key, (from, middle), half, halves);
            if first == Lit::FALSE {
                continue;
            }
            let second = self.path(key, (middle, to), half, halves);
            cases.push(self.frame.circuit.and(first, second));
        }
        let result = self.frame.circuit.any(cases);
        halves.known.insert((from, to, length), result);
        result
    }

    pub(super) fn settle_path(&mut self, inner: ExprId, from: usize, to: usize, lit: Lit) {
        if self.size > MANY
            && let Expr::Compose(first, second) = self.arena.get(inner)
        {
            self.settle_whole(inner, (first, second), (from, to), lit);
        } else {
            self.settle_step(inner, inner, (from, to), lit);
        }
    }

    /// What a step from where a path comes, or from where it starts, leads to: a step of the path's own, or half of one.
    pub(super) fn settle_step(
        &mut self,
        inner: ExprId,
        step: ExprId,
        (from, to): (usize, usize),
        lit: Lit,
    ) {
        let columns = self.columns(step);
        if columns.contains(to, from) {
            let only = self.lit(step, from, to, Side::Forbid, None);
            self.frame.circuit.clause(&[!only, lit]);
        }
        let closure = self.closure(inner);
        for middle in closure.row(from).common(columns.row(to)) {
            // Who is there already gains nothing by a whole step.
            if middle == to && step == inner {
                continue;
            }
            let path = self.closure_lit(inner, from, middle);
            if path == Lit::FALSE {
                continue;
            }
            let last = self.lit(step, middle, to, Side::Forbid, None);
            self.frame.circuit.clause(&[!path, !last, lit]);
        }
    }
}

/// Paths whose steps are compositions, in halves of steps: those that come to one event by their first half have what comes
/// then in common.
impl Symbolic<'_, '_, '_> {
    /// A path ends where the second half of a step does.
    fn settle_whole(
        &mut self,
        inner: ExprId,
        (first, second): (ExprId, ExprId),
        (from, to): (usize, usize),
        lit: Lit,
    ) {
        let ends = self.columns(second);
        for middle in ends.row(to).iter() {
            let there = self.middle(inner, first, from, middle);
            if there == Lit::FALSE {
                continue;
            }
            let then = self.lit(second, middle, to, Side::Forbid, None);
            self.frame.circuit.clause(&[!there, !then, lit]);
        }
    }

    /// A literal that holds at least where there is a path, or none yet, and half a step from there.
    fn middle(&mut self, inner: ExprId, first: ExprId, from: usize, middle: usize) -> Lit {
        if let Some(&known) = self.middles.get(&(inner, from, middle)) {
            return known;
        }
        let begins = self.columns(first);
        let closure = self.closure(inner);
        let mut before = closure.row(from).common(begins.row(middle));
        let comes = begins.contains(middle, from) || before.next().is_some();
        let lit = if comes {
            let fresh = self.frame.circuit.variable();
            let pending = Pending::Middle((inner, first), from, middle, fresh);
            self.pending.push(pending);
            fresh
        } else {
            Lit::FALSE
        };
        self.middles.insert((inner, from, middle), lit);
        lit
    }
}

/// The number of steps of the longest path of a relation without cycles.
fn longest_path(steps: &BitMatrix) -> usize {
    let size = steps.size();
    let mut length = vec![0; size];
    for _ in 0..size {
        let mut changed = false;
        for (from, to) in steps.iter() {
            if length[from] + 1 > length[to] {
                length[to] = length[from] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    length.into_iter().max().unwrap_or(0)
}
