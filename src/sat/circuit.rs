//! A hash-consed circuit of and-gates with negation.
//!
//! Constants are folded and equal gates shared while the circuit is built, so that what is known
//! without a solver never reaches one.

use std::hash::BuildHasher as _;
use std::ops::Not;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::stop::{Open, Stop};

/// A variable, a gate or a constant, or the negation of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// True.
    pub const TRUE: Self = Self(0);
    /// False.
    pub const FALSE: Self = Self(1);

    /// The node behind the literal.
    #[must_use]
    pub const fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the node is negated.
    #[must_use]
    pub const fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// A constant.
    #[must_use]
    pub const fn constant(truth: bool) -> Self {
        if truth { Self::TRUE } else { Self::FALSE }
    }

    fn positive(node: usize) -> Self {
        // Four billion nodes do not fit in memory; saturating keeps this total.
        Self(u32::try_from(node).unwrap_or(u32::MAX >> 1) << 1)
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// The constant true, node 0.
    True,
    /// A free variable.
    Variable,
    /// The conjunction of a range of [`Circuit::inputs`].
    And(u32, u32),
}

/// What makes a formula smaller that is too large.
const SMALLER: &str = "fewer instructions or a smaller --bound make it smaller";

/// Takes back that a smaller loop bound would do, where nothing goes round or less is not to be had.
pub fn advise(text: &mut String, bound: bool) {
    if !bound {
        *text = text.replace(SMALLER, "fewer instructions make it smaller");
    }
}

/// The most literals a formula may have, over its clauses and gates: some gigabytes, solver included.
pub const LITERALS: usize = 24_000_000;

/// A circuit under construction, with clauses that must hold.
///
/// It stops growing once it is [full](Self::is_full), too large or out of time: it then means nothing
/// any more, and [`Self::open`] says why.
#[derive(Debug, Clone)]
pub struct Circuit {
    nodes: Vec<Node>,
    inputs: Vec<Lit>,
    /// The gates by their inputs, which are kept once.
    index: HashTable<Lit>,
    clauses: Vec<Lit>,
    clause_ends: Vec<u32>,
    scratch: Vec<Lit>,
    stop: Stop,
    /// Why it stopped growing.
    halted: Option<Open>,
    /// How often something was asked for since the stop was last asked.
    ticks: u32,
}

/// So many gates a small test has.
const GATES: usize = 1024;

/// The stop is asked once in so many gates and clauses.
const TICKS: u32 = 512;

impl Default for Circuit {
    fn default() -> Self {
        Self {
            nodes: vec![Node::True],
            inputs: Vec::new(),
            index: HashTable::with_capacity(GATES),
            clauses: Vec::new(),
            clause_ends: Vec::new(),
            scratch: Vec::new(),
            stop: Stop::never(),
            halted: None,
            ticks: 0,
        }
    }
}

impl Circuit {
    /// A circuit that stops growing when it is told to.
    #[must_use]
    pub fn until(stop: Stop) -> Self {
        Self {
            stop,
            ..Self::default()
        }
    }

    /// Asks the stop now: after work that asked for nothing.
    pub fn poll(&mut self) {
        if self.halted.is_none() {
            self.halted = self.stop.check().err();
        }
    }

    /// For another question: it grows on until this, unless it has stopped already.
    pub fn renew(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Why it stopped growing, if it did.
    #[must_use]
    pub fn open(&self) -> Option<Open> {
        self.halted.clone()
    }

    /// One more thing is asked for: whether it can be had.
    fn grows(&mut self) -> bool {
        self.ticks += 1;
        if self.ticks >= TICKS && self.halted.is_none() {
            self.ticks = 0;
            self.halted = self.stop.check().err();
        }
        // A gate costs about as much as four literals more.
        let size = self.clauses.len() + self.inputs.len() + 4 * self.nodes.len();
        if size > LITERALS && self.halted.is_none() {
            let why = format!(
                "the formula of this test is too large: it has more than {} million literals; {SMALLER}",
                LITERALS / 1_000_000
            );
            self.halted = Some(Open::Size(why));
        }
        self.halted.is_none()
    }

    /// A new variable.
    pub fn variable(&mut self) -> Lit {
        if !self.grows() {
            return Lit::FALSE;
        }
        self.nodes.push(Node::Variable);
        Lit::positive(self.nodes.len() - 1)
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the constant.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.clause_ends.is_empty()
    }

    /// Whether it stopped growing: more than [`LITERALS`] literals were asked for, or the time was
    /// over.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.halted.is_some()
    }

    /// What a node is.
    #[must_use]
    pub fn node(&self, node: usize) -> Node {
        self.nodes[node]
    }

    /// The inputs of an and-gate.
    #[must_use]
    pub fn inputs(&self, start: u32, end: u32) -> &[Lit] {
        &self.inputs[start as usize..end as usize]
    }

    /// The clauses that must hold.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let mut start = 0;
        self.clause_ends.iter().map(move |&end| {
            let clause = &self.clauses[start..end as usize];
            start = end as usize;
            clause
        })
    }

    /// Demands that one of the literals holds.
    pub fn clause(&mut self, lits: &[Lit]) {
        if lits.contains(&Lit::TRUE) || !self.grows() {
            return;
        }
        let start = self.clauses.len();
        for &lit in lits {
            if lit != Lit::FALSE && !self.clauses[start..].contains(&lit) {
                self.clauses.push(lit);
            }
        }
        let end = u32::try_from(self.clauses.len()).unwrap_or(u32::MAX);
        self.clause_ends.push(end);
    }

    /// Demands that the literal holds.
    pub fn require(&mut self, lit: Lit) {
        self.clause(&[lit]);
    }

    /// Demands that exactly one of the literals holds where `condition` does.
    pub fn exactly_one(&mut self, condition: Lit, lits: &[Lit]) {
        let mut clause = vec![!condition];
        clause.extend(lits);
        self.clause(&clause);
        self.at_most_one(lits);
    }

    /// Demands that no two of the literals hold.
    pub fn at_most_one(&mut self, lits: &[Lit]) {
        for (index, &a) in lits.iter().enumerate() {
            if self.is_full() {
                return;
            }
            for &b in &lits[index + 1..] {
                self.clause(&[!a, !b]);
            }
        }
    }

    /// Both.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (a, b) {
            (Lit::FALSE, _) | (_, Lit::FALSE) => Lit::FALSE,
            (Lit::TRUE, other) | (other, Lit::TRUE) => other,
            _ if a == b => a,
            _ if a == !b => Lit::FALSE,
            _ => self.gate(&[a.min(b), a.max(b)]),
        }
    }

    /// One of the two, at least.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// `a` implies `b`.
    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        self.or(!a, b)
    }

    /// Both or none.
    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        let both = self.and(a, b);
        let none = self.and(!a, !b);
        self.or(both, none)
    }

    /// `a` where `condition` holds, `b` elsewhere.
    pub fn select(&mut self, condition: Lit, a: Lit, b: Lit) -> Lit {
        if a == b {
            return a;
        }
        let left = self.and(condition, a);
        let right = self.and(!condition, b);
        self.or(left, right)
    }

    /// All of them.
    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut parts = std::mem::take(&mut self.scratch);
        parts.clear();
        parts.extend(lits);
        let result = self.conjunction(&mut parts);
        self.scratch = parts;
        result
    }

    /// One of them, at least.
    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        !self.all(lits.into_iter().map(|lit| !lit))
    }

    fn conjunction(&mut self, parts: &mut Vec<Lit>) -> Lit {
        parts.retain(|&lit| lit != Lit::TRUE);
        parts.sort_unstable();
        parts.dedup();
        // A literal and its negation are neighbours in the order; false would be the first.
        if parts.first() == Some(&Lit::FALSE) || parts.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Lit::FALSE;
        }
        match parts.as_slice() {
            [] => Lit::TRUE,
            [one] => *one,
            _ => self.gate(parts),
        }
    }

    fn gate(&mut self, parts: &[Lit]) -> Lit {
        let hash = FxBuildHasher.hash_one(parts);
        let (nodes, inputs) = (&self.nodes, &self.inputs);
        if let Some(&known) = self
            .index
            .find(hash, |&gate| of(nodes, inputs, gate) == parts)
        {
            return known;
        }
        if !self.grows() {
            return Lit::FALSE;
        }
        let start = u32::try_from(self.inputs.len()).unwrap_or(u32::MAX);
        self.inputs.extend(parts);
        let end = u32::try_from(self.inputs.len()).unwrap_or(u32::MAX);
        self.nodes.push(Node::And(start, end));
        let lit = Lit::positive(self.nodes.len() - 1);
        let (nodes, inputs) = (&self.nodes, &self.inputs);
        let rehash = |&gate: &Lit| FxBuildHasher.hash_one(of(nodes, inputs, gate));
        self.index.insert_unique(hash, lit, rehash);
        lit
    }
}

/// The inputs of a gate; of anything else none.
fn of<'a>(nodes: &[Node], inputs: &'a [Lit], gate: Lit) -> &'a [Lit] {
    match nodes[gate.node()] {
        Node::And(start, end) => &inputs[start as usize..end as usize],
        Node::True | Node::Variable => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::{SMALLER, advise};

    #[test]
    fn a_smaller_bound_is_advised_only_where_there_is_one() {
        let said = format!("the formula is too large; {SMALLER}");
        let mut text = said.clone();
        advise(&mut text, true);
        assert_eq!(text, said);
        advise(&mut text, false);
        assert_eq!(
            text,
            "the formula is too large; fewer instructions make it smaller"
        );
    }
}
