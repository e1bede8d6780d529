//! Symbolic evaluation: which literal says that a pair is in a relation of the model.
//!
//! May-sets come first, bottom-up; literals are made on demand, so that a pair which no axiom asks
//! for costs nothing. Each literal is made for one *side*:
//!
//! - [`Side::Forbid`]: the literal is true at least where the pair is in the relation. Enough where
//!   membership only does harm (`acyclic`, `empty`), and cheap for closures and recursive
//!   definitions: any solution above the least one will do, because a solver that can satisfy the
//!   axiom with it can satisfy it with the least.
//! - [`Side::Require`]: the literal is true only where the pair is in the relation. Closures and
//!   recursive definitions are unfolded as far as their least fixpoint can need.

use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::axiomatic::candidate::frame::{Frame, Square};
use crate::axiomatic::candidate::plain::Pairs;
use crate::model::relation::base::BaseRelation;
use crate::sat::Lit;

use super::closure::{Halves, Paths};
use super::composition::closing;
use super::extent::Extent;
use super::relax::Relaxation;
use super::rounds::Met;
use crate::model::relation::expr::{Arena, Expr, ExprId, RecId};
use crate::sat::bitset::BitMatrix;

/// Which way a literal may err; see the module's documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// True at least where the pair is in.
    Forbid,
    /// True at most where the pair is in.
    Require,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Forbid => Self::Require,
            Self::Require => Self::Forbid,
        }
    }
}

/// How far a recursive group is unfolded here: the group, and the rounds left.
pub(super) type Depth = Option<(u32, u16)>;

/// What a memoised literal is for, in one number: an expression, a side, and two events; sets use the
/// event twice.
type Key = u64;

/// So many literals a small test asks for.
const LITERALS: usize = 512;

/// The evaluation of one model's expressions over one program's executions.
#[derive(Debug)]
pub struct Symbolic<'f, 'p, 'd> {
    /// The executions.
    pub frame: &'f mut Frame<'p>,
    pub(super) arena: &'d Arena,
    pub(super) relax: &'f mut Relaxation,
    pub(super) size: usize,
    base: FxHashMap<BaseRelation, Pairs>,
    pub(super) may: Vec<Option<Extent>>,
    pub(super) solved: Vec<Option<Extent>>,
    pub(super) must: Vec<Option<Extent>>,
    /// What is certain of recursive definitions, and the groups of which all of that is found.
    pub(super) musts: Vec<Option<Extent>>,
    pub(super) iterated: FxHashSet<u32>,
    pub(super) groups: Vec<Option<u32>>,
    pub(super) closures: FxHashMap<ExprId, Arc<BitMatrix>>,
    /// The pairs that relations can have, the other way round.
    pub(super) columns: FxHashMap<ExprId, Arc<BitMatrix>>,
    /// Which expressions have a transitive closure in them.
    pub(super) closing: Vec<bool>,
    pub(super) paths: FxHashMap<(ExprId, usize, usize), Lit>,
    /// Paths with half a step more.
    pub(super) middles: FxHashMap<(ExprId, usize, usize), Lit>,
    /// Paths that lead to a round of barriers.
    pub(super) led: FxHashMap<(ExprId, usize, usize), Lit>,
    /// The rounds of barriers, once they were asked for.
    pub(super) met: Option<Met>,
    pub(super) halves: FxHashMap<Paths, Halves>,
    memo: FxHashMap<Key, Lit>,
    /// Literals of unfolded recursive definitions.
    unfolded: FxHashMap<(Key, Depth), Lit>,
    pub(super) pending: Vec<Pending>,
    pub(super) rounds: FxHashMap<u32, u16>,
}

/// A variable whose lower bound is still to be said.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pending {
    Path(ExprId, usize, usize, Lit),
    /// A path with half a step more, and what that is.
    Middle((ExprId, ExprId), usize, usize, Lit),
    /// A path that leads to a round of barriers.
    Round(ExprId, usize, usize, Lit),
    Recursive(RecId, usize, usize, Lit),
}

impl<'f, 'p, 'd> Symbolic<'f, 'p, 'd> {
    /// Nothing evaluated yet.
    pub fn new(frame: &'f mut Frame<'p>, arena: &'d Arena, relax: &'f mut Relaxation) -> Self {
        let size = frame.nodes.len();
        let mut result = Self {
            frame,
            arena,
            relax,
            size,
            base: FxHashMap::default(),
            may: vec![None; arena.len()],
            solved: vec![None; arena.recursive.len()],
            must: vec![None; arena.len()],
            musts: vec![None; arena.recursive.len()],
            iterated: FxHashSet::default(),
            groups: Vec::new(),
            closures: FxHashMap::default(),
            columns: FxHashMap::default(),
            closing: closing(arena),
            paths: FxHashMap::default(),
            middles: FxHashMap::default(),
            led: FxHashMap::default(),
            met: None,
            halves: FxHashMap::default(),
            memo: FxHashMap::with_capacity_and_hasher(LITERALS, FxBuildHasher),
            unfolded: FxHashMap::default(),
            pending: Vec::new(),
            rounds: FxHashMap::default(),
        };
        result.groups = result.find_groups();
        result
    }

    /// The recursive group an expression mentions, directly: the last, if there are several.
    fn find_groups(&self) -> Vec<Option<u32>> {
        let mut groups: Vec<Option<u32>> = Vec::with_capacity(self.arena.len());
        for index in 0..self.arena.len() {
            let id = ExprId(u32::try_from(index).unwrap_or(u32::MAX));
            let group = match self.arena.get(id) {
                Expr::Recursive(rec) => Some(self.arena.recursive[rec.0 as usize].group),
                expr => expr
                    .operands()
                    .into_iter()
                    .flatten()
                    .filter_map(|operand| groups[operand.0 as usize])
                    .max(),
            };
            groups.push(group);
        }
        groups
    }

    pub(super) fn base(&mut self, relation: BaseRelation) -> &(Square, Arc<BitMatrix>) {
        let frame = &mut *self.frame;
        let known = self.base.entry(relation);
        known.or_insert_with(|| frame.pairs(relation))
    }

    /// When a node is in a set.
    pub fn set(&mut self, id: ExprId, node: usize, side: Side) -> Lit {
        let lit = self.lit(id, node, node, side, None);
        self.settle();
        lit
    }

    /// When a pair is in a relation.
    pub fn pair(&mut self, id: ExprId, from: usize, to: usize, side: Side) -> Lit {
        let lit = self.lit(id, from, to, side, None);
        self.settle();
        lit
    }

    pub(super) fn lit(
        &mut self,
        id: ExprId,
        from: usize,
        to: usize,
        side: Side,
        depth: Depth,
    ) -> Lit {
        // An expression that does not mention the group being unfolded is the same at any depth.
        let depth = depth.filter(|(group, _)| self.groups[id.0 as usize] == Some(*group));
        let key = key(id, from, to, side);
        let known = match depth {
            None => self.memo.get(&key),
            Some(_) => self.unfolded.get(&(key, depth)),
        };
        if let Some(&known) = known {
            return known;
        }
        // What is built now means nothing any more.
        if self.frame.circuit.is_full() || self.is_impossible(id, from, to, side) {
            return Lit::FALSE;
        }
        let result = self.make(id, from, to, side, depth);
        match depth {
            None => self.memo.insert(key, result),
            Some(_) => self.unfolded.insert((key, depth), result),
        };
        result
    }

    fn make(&mut self, id: ExprId, from: usize, to: usize, side: Side, depth: Depth) -> Lit {
        match self.arena.get(id) {
            Expr::Set(set) => {
                let exact = self.frame.member(set, from);
                match side {
                    Side::Require => exact,
                    Side::Forbid => self.relax.weaken_set(self.frame, set, from, exact),
                }
            }
            Expr::Relation(relation) => {
                let exact = self.base(relation).0.get(from, to);
                match side {
                    Side::Require => exact,
                    Side::Forbid => self.relax.weaken(self.frame, relation, from, to, exact),
                }
            }
            Expr::Empty(_) => Lit::FALSE,
            Expr::Union(a, b) => {
                let left = self.lit(a, from, to, side, depth);
                if left == Lit::TRUE {
                    return left;
                }
                let right = self.lit(b, from, to, side, depth);
                self.frame.circuit.or(left, right)
            }
            Expr::Intersection(a, b) => {
                let left = self.lit(a, from, to, side, depth);
                if left == Lit::FALSE {
                    return left;
                }
                let right = self.lit(b, from, to, side, depth);
                self.frame.circuit.and(left, right)
            }
            Expr::Difference(a, b) => {
                let left = self.lit(a, from, to, side, depth);
                if left == Lit::FALSE {
                    return left;
                }
                let right = self.lit(b, from, to, side.other(), depth);
                self.frame.circuit.and(left, !right)
            }
            Expr::Complement(a) => {
                let inner = self.lit(a, from, to, side.other(), depth);
                let both = self.both(from, to);
                self.frame.circuit.and(both, !inner)
            }
            Expr::Recursive(rec) => self.recursive(rec, from, to, side, depth),
            expr => self.operator(expr, from, to, side, depth),
        }
    }

    fn both(&mut self, from: usize, to: usize) -> Lit {
        self.frame.both(from, to)
    }

    fn operator(&mut self, expr: Expr, from: usize, to: usize, side: Side, depth: Depth) -> Lit {
        match expr {
            Expr::Compose(a, b) => self.composed((a, b), (from, to), side, depth),
            Expr::Inverse(a) => self.lit(a, to, from, side, depth),
            Expr::Optional(_) | Expr::Star(_) if from == to => self.frame.executed[from],
            Expr::Optional(a) => self.lit(a, from, to, side, depth),
            Expr::Plus(a) | Expr::Star(a) => self.plus(a, from, to, side, depth),
            Expr::Product(a, b) => {
                let left = self.lit(a, from, from, side, depth);
                if left == Lit::FALSE {
                    return left;
                }
                let right = self.lit(b, to, to, side, depth);
                self.frame.circuit.and(left, right)
            }
            Expr::Identity(a) if from == to => self.lit(a, from, from, side, depth),
            Expr::Domain(a) | Expr::Range(a) => {
                let matrix = self.may_relation(a);
                let is_domain = matches!(expr, Expr::Domain(_));
                let mut cases = Vec::new();
                for other in 0..self.size {
                    let (x, y) = if is_domain {
                        (from, other)
                    } else {
                        (other, from)
                    };
                    if matrix.contains(x, y) {
                        cases.push(self.lit(a, x, y, side, depth));
                    }
                }
                self.frame.circuit.any(cases)
            }
            // A pair of an identity with two ends; the rest is in `make`.
            Expr::Identity(_)
            | Expr::Set(_)
            | Expr::Relation(_)
            | Expr::Empty(_)
            | Expr::Union(..)
            | Expr::Intersection(..)
            | Expr::Difference(..)
            | Expr::Complement(_)
            | Expr::Recursive(_) => Lit::FALSE,
        }
    }

    /// A member of a recursive definition.
    fn recursive(&mut self, rec: RecId, from: usize, to: usize, side: Side, depth: Depth) -> Lit {
        let possible = match self.may_recursive(rec) {
            Extent::Set(set) => set.contains(from),
            Extent::Relation(matrix) => matrix.contains(from, to),
        };
        if !possible {
            return Lit::FALSE;
        }
        let definition = &self.arena.recursive[rec.0 as usize];
        let (group, body) = (definition.group, definition.body);
        if side == Side::Forbid && depth.is_none() {
            let fresh = self.frame.circuit.variable();
            self.pending.push(Pending::Recursive(rec, from, to, fresh));
            return fresh;
        }
        let rounds = match depth {
            Some((_, rounds)) => rounds,
            None => self.rounds.get(&group).copied().unwrap_or(0),
        };
        match (body, rounds.checked_sub(1)) {
            (Some(body), Some(rest)) => self.lit(body, from, to, side, Some((group, rest))),
            _ => Lit::FALSE,
        }
    }

    /// Says the lower bounds of all new variables, and of those that this makes.
    pub(super) fn settle(&mut self) {
        while let Some(pending) = self.pending.pop() {
            if self.frame.circuit.is_full() {
                self.pending.clear();
                return;
            }
            match pending {
                Pending::Recursive(rec, from, to, lit) => {
                    if let Some(body) = self.arena.recursive[rec.0 as usize].body {
                        let body = self.lit(body, from, to, Side::Forbid, None);
                        self.frame.circuit.clause(&[!body, lit]);
                    }
                }
                Pending::Round(inner, from, number, lit) => {
                    self.settle_round(inner, from, number, lit);
                }
                Pending::Path(inner, from, to, lit) => self.settle_path(inner, from, to, lit),
                Pending::Middle((inner, first), from, middle, lit) => {
                    self.settle_middle((inner, first), (from, middle), lit);
                }
            }
        }
    }
}

/// A literal's key: tests have far fewer events than 16 bits can count, and models fewer expressions
/// than 31.
fn key(id: ExprId, from: usize, to: usize, side: Side) -> Key {
    debug_assert!(from < 1 << 16 && to < 1 << 16, "events are limited");
    let side = Key::from(side == Side::Require);
    (Key::from(id.0) << 33) | (side << 32) | ((from as Key) << 16) | to as Key
}
