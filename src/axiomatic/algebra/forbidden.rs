//! What axioms forbid of writes and of who finds them, read off their literals.

use crate::axiomatic::candidate::updates::Updates;
use crate::model::relation::base::BaseRelation;
use crate::model::relation::expr::{Assertion, Axiom};
use crate::sat::Lit;
use crate::sat::ternary::settled;

use super::chains::Demanded;
use super::symbolic::{Side, Symbolic};

/// What the axioms are shown to say.
pub(super) struct Proof<'d> {
    axioms: &'d Demanded<'d>,
    used: Vec<bool>,
    /// The axiom that was of use last: it most often is again.
    last: usize,
}

impl<'d> Proof<'d> {
    /// Nothing is shown yet.
    pub(super) fn by(axioms: &'d Demanded<'d>) -> Self {
        Self {
            axioms,
            used: vec![false; axioms.len()],
            last: 0,
        }
    }

    /// The literals of the axioms that were of use.
    pub(super) fn used(&self) -> impl Iterator<Item = Lit> {
        let used = self.axioms.iter().zip(&self.used);
        used.filter(|(_, used)| **used).map(|((_, lit), _)| *lit)
    }

    /// Some axiom forbids that an update finds what was computed from what it leaves: its relation, which has no circles, leads
    /// from who finds something to what that one leaves, and from there to who finds it.
    pub(super) fn never_comes_round(&mut self, of: &mut Symbolic, updates: &Updates) -> bool {
        let acyclic = self.axioms.iter().position(|(axiom, _)| {
            axiom.assertion == Assertion::Acyclic
                && !axiom.negated
                && !axiom.flag
                && of.leads_along(axiom.expr, &updates.nodes)
        });
        if let Some(index) = acyclic {
            self.used[index] = true;
        }
        acyclic.is_some()
    }

    /// Two writes are ordered where both happen.
    pub(super) fn ordered(
        &mut self,
        of: &mut Symbolic,
        a: usize,
        b: usize,
        known: bool,
    ) -> Option<()> {
        if known || !of.frame.options.co_partial {
            return Some(());
        }
        let (there, back) = (of.frame.co.get(a, b), of.frame.co.get(b, a));
        let mut given = happens(of, &[a, b]);
        given.extend([!there, !back]);
        self.forbidden(of, &given, (a, b, b))
    }

    /// An update finds no write that is after its own.
    pub(super) fn finds_before(
        &mut self,
        of: &mut Symbolic,
        source: usize,
        (reader, writer): (usize, usize),
    ) -> Option<()> {
        let (found, after) = (
            of.frame.rf.get(source, reader),
            of.frame.co.get(writer, source),
        );
        if found == Lit::FALSE || after == Lit::FALSE {
            return Some(());
        }
        let before = of.frame.co.get(source, writer);
        let mut given = happens(of, &[source, reader, writer]);
        given.extend([found, after, !before]);
        self.forbidden(of, &given, (source, reader, writer))
    }

    /// No write comes after the one that an update finds and before its own.
    pub(super) fn nothing_between(
        &mut self,
        of: &mut Symbolic,
        middle: usize,
        (reader, writer): (usize, usize),
    ) -> Option<()> {
        let after = of.base(BaseRelation::FromReads).0.get(reader, middle);
        let before = of.frame.co.get(middle, writer);
        if after == Lit::FALSE || before == Lit::FALSE {
            return Some(());
        }
        let mut given = happens(of, &[reader, middle, writer]);
        given.extend([after, before]);
        self.forbidden(of, &given, (reader, middle, writer))
    }

    /// Some axiom forbids that all the given literals hold. What it forbids is a pair or a circle of
    /// these three nodes.
    fn forbidden(
        &mut self,
        of: &mut Symbolic,
        given: &[Lit],
        nodes: (usize, usize, usize),
    ) -> Option<()> {
        let count = self.axioms.len();
        let order = (0..count).map(|step| (self.last + step) % count);
        for index in order.collect::<Vec<_>>() {
            if forbids(of, self.axioms[index].0, given, nodes) {
                self.used[index] = true;
                self.last = index;
                return Some(());
            }
        }
        None
    }
}

/// That nodes are executed, and write if they can.
fn happens(of: &Symbolic, nodes: &[usize]) -> Vec<Lit> {
    let frame = &of.frame;
    let mut lits = Vec::new();
    for &node in nodes {
        lits.push(frame.executed[node]);
        if frame.writers().contains(&node) {
            lits.push(frame.writing[node]);
        }
    }
    lits
}

/// Whether an axiom surely fails where all the given literals hold.
fn forbids(
    of: &mut Symbolic,
    axiom: &Axiom,
    given: &[Lit],
    (a, b, c): (usize, usize, usize),
) -> bool {
    if axiom.negated || axiom.flag {
        return false;
    }
    let may = of.may_relation(axiom.expr);
    let mut holds = |from: usize, to: usize| {
        may.contains(from, to) && {
            let lit = of.pair(axiom.expr, from, to, Side::Forbid);
            settled(&of.frame.circuit, lit, given) == Some(true)
        }
    };
    match axiom.assertion {
        Assertion::Acyclic => holds(c, a) && (holds(a, c) || (holds(a, b) && holds(b, c))),
        Assertion::Irreflexive => [a, b, c].into_iter().any(|node| holds(node, node)),
        Assertion::Empty => {
            let pairs = [
                (a, b),
                (b, a),
                (a, c),
                (c, a),
                (b, c),
                (c, b),
                (a, a),
                (c, c),
            ];
            pairs.into_iter().any(|(from, to)| holds(from, to))
        }
    }
}
