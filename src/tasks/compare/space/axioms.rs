//! When an execution satisfies a model, and when it breaks it.

use crate::model::relation::expr::{Assertion, Axiom, Definition};
use crate::sat::engine::Limits;
use crate::sat::{Circuit, Lit};
use crate::stop::Open;

use super::algebra::Algebra;
use super::events::Events;
use super::matrix::Matrix;
use super::shared::{Named, share};

/// Demands that the execution satisfies all axioms. Gives what its names mean, and the literals of
/// [`Algebra::unfinished`].
pub(super) fn satisfy(
    circuit: &mut Circuit,
    definition: &Definition,
    events: &Events<'_>,
    rounds: usize,
) -> (Named, Vec<Lit>) {
    let mut algebra = Algebra::new(circuit, &definition.arena, events, rounds);
    for axiom in definition.axioms.iter().filter(|axiom| !axiom.flag) {
        demand(&mut algebra, axiom, Lit::TRUE, !axiom.negated);
    }
    (Named::of(&algebra, definition, events), algebra.unfinished)
}

/// What another model means by its names, in the executions that `unfinished` does not hold in.
pub(super) struct Other<'a> {
    pub(super) named: &'a Named,
    pub(super) unfinished: Lit,
    pub(super) limits: &'a Limits,
}

/// A literal that implies that the execution breaks some axiom, and can hold where it does. Gives the literals
/// of [`Algebra::unfinished`] too.
///
/// # Errors
///
/// What the names mean was not compared.
pub(super) fn broken(
    circuit: &mut Circuit,
    definition: &Definition,
    events: &Events<'_>,
    rounds: usize,
    other: Option<&Other<'_>>,
) -> Result<(Lit, Vec<Lit>), Open> {
    let mut algebra = Algebra::new(circuit, &definition.arena, events, rounds);
    if let Some(other) = other {
        let named = (events, other.named);
        share(
            &mut algebra,
            definition,
            named,
            other.unfinished,
            other.limits,
        )?;
    }
    let mut cases = Vec::new();
    for axiom in definition.axioms.iter().filter(|axiom| !axiom.flag) {
        let case = algebra.circuit().variable();
        demand(&mut algebra, axiom, case, axiom.negated);
        cases.push(case);
    }
    let unfinished = std::mem::take(&mut algebra.unfinished);
    Ok((circuit.any(cases), unfinished))
}

/// Where a literal holds, what the axiom says (or, not `wanted`, its opposite) holds.
fn demand(algebra: &mut Algebra<'_>, axiom: &Axiom, when: Lit, wanted: bool) {
    match axiom.assertion {
        Assertion::Acyclic => {
            let relation = algebra.relation(axiom.expr);
            if wanted {
                acyclic(algebra.circuit(), &relation, when);
            } else {
                cyclic(algebra.circuit(), &relation, when);
            }
        }
        Assertion::Irreflexive => {
            let relation = algebra.relation(axiom.expr);
            let members = (0..relation.size()).map(|node| relation.get(node, node));
            none(
                algebra.circuit(),
                &members.collect::<Vec<_>>(),
                when,
                wanted,
            );
        }
        Assertion::Empty => {
            let members = algebra.members(axiom.expr);
            none(algebra.circuit(), &members, when, wanted);
        }
    }
}

/// Where a literal holds, none of these do; or, not `wanted`, some.
fn none(circuit: &mut Circuit, members: &[Lit], when: Lit, wanted: bool) {
    if wanted {
        for &member in members.iter().filter(|lit| **lit != Lit::FALSE) {
            circuit.clause(&[!when, !member]);
        }
        return;
    }
    let mut some = vec![!when];
    some.extend(members);
    circuit.clause(&some);
}

/// Where a literal holds, all edges go up in some total order.
fn acyclic(circuit: &mut Circuit, relation: &Matrix, when: Lit) {
    let size = relation.size();
    let mut order = Matrix::new(size);
    for a in 0..size {
        circuit.clause(&[!when, !relation.get(a, a)]);
        for b in a + 1..size {
            let lit = circuit.variable();
            order.set(a, b, lit);
            order.set(b, a, !lit);
        }
    }
    for a in 0..size {
        for b in (0..size).filter(|&b| b != a) {
            let edge = relation.get(a, b);
            if edge != Lit::FALSE {
                circuit.clause(&[!when, !edge, order.get(a, b)]);
            }
            // Each of the two circles through three of them once.
            for c in (0..size).filter(|&c| c != b && a < b && a < c) {
                let circle = [order.get(a, b), order.get(b, c), order.get(c, a)];
                circuit.clause(&circle.map(|lit| !lit));
            }
        }
    }
}

/// Where a literal holds, there are events of which each is before another of them: a cycle is among them.
fn cyclic(circuit: &mut Circuit, relation: &Matrix, when: Lit) {
    let size = relation.size();
    let inside: Vec<Lit> = (0..size).map(|_| circuit.variable()).collect();
    let mut some = vec![!when];
    some.extend(&inside);
    circuit.clause(&some);
    for from in 0..size {
        let mut next = vec![!inside[from]];
        for (to, &there) in inside.iter().enumerate() {
            let edge = relation.get(from, to);
            if edge != Lit::FALSE {
                next.push(circuit.and(edge, there));
            }
        }
        circuit.clause(&next);
    }
}
