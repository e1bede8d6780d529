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

use super::along::Succession;
use super::forbidden::Proof;
use super::symbolic::Symbolic;
use crate::model::relation::expr::Axiom;

/// Axioms that hold in the formula, each where its literal does.
pub type Demanded<'d> = [(&'d Axiom, Lit)];

impl Symbolic<'_, '_, '_> {
    /// What follows from the axioms for memories that are only updated, as clauses; and the updates that are chains.
    pub fn counts(&mut self, axioms: &Demanded) -> (Vec<Vec<Lit>>, Vec<Succession>) {
        let mut clauses = Vec::new();
        let mut successions = Vec::new();
        for memory in (0..self.frame.program.locations.len()).map(LocationId) {
            let Some(updates) = self.frame.updates(memory) else {
                continue;
            };
            let Some(premise) = self.chained(&updates, axioms) else {
                continue;
            };
            clauses.extend(self.frame.succession(&updates, premise));
            let observers = self.frame.observers(memory, &updates);
            successions.push(Succession {
                premise,
                nodes: updates.nodes.clone(),
                stores: updates.stores.clone(),
                observers: observers.clone(),
            });
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
                observers,
            };
            clauses.extend(chain.clauses(&mut self.frame.circuit));
        }
        (clauses, successions)
    }

    /// The literal under which updates are a chain; none if no axioms of a kind known here say so.
    fn chained(&mut self, updates: &Updates, axioms: &Demanded) -> Option<Lit> {
        let mut proof = Proof::by(axioms);
        // If each finds either what is right before it or something after it, and no value is computed
        // from itself, then the last finds what is right before it, and so the one before that, and so on.
        // Not so where a store in the middle begins anew: that they all come first is then a part of the premise.
        let ascends = updates.tally.as_ref().is_some_and(Tally::ascends)
            || proof.never_comes_round(self, updates);
        let mut first = false;
        for (index, &(reader, writer)) in updates.nodes.iter().enumerate() {
            let others = updates.nodes.iter().enumerate();
            for (other, &(_, another)) in others {
                if other != index {
                    proof.ordered(self, writer, another, other < index)?;
                    let alone = ascends && updates.stores.is_empty();
                    if !alone && !first {
                        let found = proof.finds_before(self, another, (reader, writer));
                        if !ascends {
                            found?;
                        }
                        first = found.is_none();
                    }
                    proof.nothing_between(self, another, (reader, writer))?;
                }
            }
        }
        let mut premise = self.in_their_places(&mut proof, updates);
        if first {
            premise.extend(self.come_first(updates));
        }
        premise.extend(proof.used());
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

    /// Where these hold, all stores come before all updates.
    fn come_first(&mut self, updates: &Updates) -> Vec<Lit> {
        let frame = &mut *self.frame;
        let pairs = updates.stores.iter().flat_map(|&store| {
            let writers = updates.nodes.iter().map(|(_, writer)| *writer);
            writers.map(move |writer| (store, writer))
        });
        let mut held = Vec::new();
        for (store, writer) in pairs {
            let never = [!frame.writing[store], !frame.writing[writer]];
            let before = frame.co.get(store, writer);
            held.push(frame.circuit.any([before, never[0], never[1]]));
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
