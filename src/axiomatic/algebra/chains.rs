//! Where a model makes the updates of a memory a chain, each finding what the one right before it
//! has left, and what follows for their values (see [`crate::axiomatic::candidate::counting`]).
//!
//! That a model does so is read off its axioms' literals: a literal that an axiom forbids, and that
//! holds wherever an update does not find what is right before it, is enough. So what follows is
//! tied to these axioms alone, and no other axiom or ordering of the program has part in it.
//!
//! Plain stores among the updates may race with them, so that no axiom alone says where they come. What
//! follows then holds where they do come before or after each update, and never in its middle: this is
//! a part of the premise, as literals of the order.

use crate::axiomatic::candidate::counting::Chain;
use crate::axiomatic::candidate::tally::Tally;
use crate::axiomatic::candidate::updates::Updates;
use crate::model::relation::base::BaseRelation;
use crate::program::LocationId;
use crate::sat::Lit;
use crate::sat::ternary::settled;

use super::symbolic::{Side, Symbolic};
use crate::model::relation::expr::{Assertion, Axiom};

/// Axioms that hold in the formula, each where its literal does.
pub type Demanded<'d> = [(&'d Axiom, Lit)];

impl Symbolic<'_, '_, '_> {
    /// What follows from the axioms for memories that are only updated, as clauses.
    pub fn counts(&mut self, axioms: &Demanded) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        for memory in (0..self.frame.program.locations.len()).map(LocationId) {
            let Some(updates) = self.frame.updates(memory) else {
                continue;
            };
            let Some(premise) = self.chained(&updates, axioms) else {
                continue;
            };
            clauses.extend(self.frame.succession(&updates, premise));
            let Some(tally) = &updates.tally else {
                continue;
            };
            let last = self.frame.asked_at_end(memory);
            let chain = Chain {
                premise,
                last,
                updates: self.frame.members(&updates),
                before: self.frame.before(&updates),
                starts: self.frame.starts(&updates, tally),
                tally,
            };
            clauses.extend(chain.clauses(&mut self.frame.circuit));
        }
        clauses
    }

    /// The literal under which updates are a chain; none if no axioms of a kind known here say so.
    fn chained(&mut self, updates: &Updates, axioms: &Demanded) -> Option<Lit> {
        let mut proof = Proof {
            axioms,
            used: vec![false; axioms.len()],
            last: 0,
        };
        // If each finds either what is right before it or something after it, and no value is computed
        // from itself, then the last finds what is right before it, and so the one before that, and so on.
        // Not so where a store in the middle begins anew.
        let alone = updates.stores.is_empty();
        let ascends = alone && updates.tally.as_ref().is_some_and(Tally::ascends);
        for (index, &(reader, writer)) in updates.nodes.iter().enumerate() {
            let others = updates.nodes.iter().enumerate();
            for (other, &(_, another)) in others {
                if other != index {
                    proof.ordered(self, writer, another, other < index)?;
                    if !ascends {
                        proof.finds_before(self, another, (reader, writer))?;
                    }
                    proof.nothing_between(self, another, (reader, writer))?;
                }
            }
        }
        let mut premise = self.in_their_places(&mut proof, updates);
        let used = axioms.iter().zip(&proof.used);
        let used = used.filter(|(_, used)| **used).map(|((_, lit), _)| *lit);
        premise.extend(used);
        Some(self.frame.circuit.all(premise))
    }

    /// Where these hold, and the axioms that the proof has used, each store comes before or after
    /// each other write, and each update finds neither a store after it nor one that another came after.
    fn in_their_places(&mut self, proof: &mut Proof, updates: &Updates) -> Vec<Lit> {
        let mut held = Vec::new();
        for (index, &store) in updates.stores.iter().enumerate() {
            for &other in &updates.stores[index + 1..] {
                if proof.ordered(self, store, other, false).is_none() {
                    held.push(self.are_ordered(store, other));
                }
            }
            for &(reader, writer) in &updates.nodes {
                if proof.ordered(self, store, writer, false).is_none() {
                    held.push(self.are_ordered(store, writer));
                }
                if proof.finds_before(self, store, (reader, writer)).is_none() {
                    let found = self.frame.rf.get(store, reader);
                    let after = self.frame.co.get(writer, store);
                    held.push(!self.frame.circuit.and(found, after));
                }
                if proof
                    .nothing_between(self, store, (reader, writer))
                    .is_none()
                {
                    let after = self.base(BaseRelation::FromReads).0.get(reader, store);
                    let before = self.frame.co.get(store, writer);
                    held.push(!self.frame.circuit.and(after, before));
                }
            }
        }
        held
    }

    /// Of two writes one comes before the other, where both happen.
    fn are_ordered(&mut self, a: usize, b: usize) -> Lit {
        let frame = &mut *self.frame;
        let ways = [
            !frame.writing[a],
            !frame.writing[b],
            frame.co.get(a, b),
            frame.co.get(b, a),
        ];
        frame.circuit.any(ways)
    }
}

/// What the axioms are shown to say.
struct Proof<'d> {
    axioms: &'d Demanded<'d>,
    used: Vec<bool>,
    /// The axiom that was of use last: it most often is again.
    last: usize,
}

impl Proof<'_> {
    /// Two writes are ordered where both happen.
    fn ordered(&mut self, of: &mut Symbolic, a: usize, b: usize, known: bool) -> Option<()> {
        if known || !of.frame.options.co_partial {
            return Some(());
        }
        let (there, back) = (of.frame.co.get(a, b), of.frame.co.get(b, a));
        let mut given = happens(of, &[a, b]);
        given.extend([!there, !back]);
        self.forbidden(of, &given, (a, b, b))
    }

    /// An update finds no write that is after its own.
    fn finds_before(
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
    fn nothing_between(
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
