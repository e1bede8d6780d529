//! When an execution satisfies a model, and when it breaks it.

use crate::model::relation::expr::{Assertion, Axiom, Definition};
use crate::sat::engine::Limits;
use crate::sat::{Circuit, Lit};
use crate::stop::Open;

use super::algebra::{Algebra, Value};
use super::events::{Events, Part};
use super::matrix::Matrix;
use super::normal::wants_recursion;
use super::shared::{Named, share};

/// What an axiom says, of literals: whoever satisfies one satisfies each that says the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    parts: Vec<Part>,
    assertion: Assertion,
    negated: bool,
    members: Vec<Lit>,
}

impl Said {
    fn by(algebra: &mut Algebra<'_>, axiom: &Axiom, events: &Events<'_>) -> Self {
        let members = match axiom.assertion {
            Assertion::Acyclic | Assertion::Irreflexive => {
                algebra.relation(axiom.expr).lits().to_vec()
            }
            Assertion::Empty => algebra.members(axiom.expr),
        };
        Self {
            parts: events.parts.clone(),
            assertion: axiom.assertion,
            negated: axiom.negated,
            members,
        }
    }
}

/// What a model means, of the events of all executions.
pub(super) struct Meaning {
    /// The values of its expressions.
    values: Vec<Option<Value>>,
    /// What its names mean.
    pub(super) named: Named,
    /// What its axioms say.
    pub(super) said: Vec<Said>,
    /// The literals of [`Algebra::unfinished`].
    pub(super) unfinished: Vec<Lit>,
}

/// What another model means by its names.
pub(super) struct Other<'a> {
    /// The names.
    pub(super) named: &'a Named,
    /// Executions in which they mean too little.
    pub(super) unfinished: Lit,
    /// Who says what is the same.
    pub(super) limits: &'a Limits,
}

impl Meaning {
    /// Of a model by itself, or beside another: what both mean is written in one way.
    ///
    /// # Errors
    ///
    /// What both mean by a name was not compared.
    pub(super) fn of(
        circuit: &mut Circuit,
        definition: &Definition,
        events: &Events<'_>,
        rounds: usize,
        other: Option<&Other<'_>>,
    ) -> Result<Self, Open> {
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
        let axioms = definition.axioms.iter().filter(|axiom| !axiom.flag);
        let said = axioms
            .map(|axiom| Said::by(&mut algebra, axiom, events))
            .collect();
        Ok(Self {
            named: Named::of(&algebra, definition, events),
            said,
            unfinished: algebra.unfinished,
            values: algebra.values,
        })
    }

    /// The same, to be asked for more.
    fn algebra<'a>(
        &self,
        circuit: &'a mut Circuit,
        definition: &'a Definition,
        events: &'a Events<'a>,
    ) -> Algebra<'a> {
        let mut algebra = Algebra::new(circuit, &definition.arena, events, 0);
        algebra.values.clone_from(&self.values);
        algebra
    }
}

/// Demands that the execution satisfies all axioms; where recursive definitions were not applied often enough, only those
/// that are no harder to satisfy for that.
pub(super) fn satisfy(
    circuit: &mut Circuit,
    definition: &Definition,
    events: &Events<'_>,
    meaning: &Meaning,
) {
    let finished = !circuit.any(meaning.unfinished.iter().copied());
    let mut algebra = meaning.algebra(circuit, definition, events);
    for axiom in definition.axioms.iter().filter(|axiom| !axiom.flag) {
        let when = if wants_recursion(definition, axiom) {
            finished
        } else {
            Lit::TRUE
        };
        demand(&mut algebra, axiom, when, !axiom.negated);
    }
}

/// When an execution breaks a model.
pub(super) struct Broken<'d> {
    /// Each implies that it breaks some axiom, and can hold where it does.
    pub(super) cases: Vec<Lit>,
    /// The axioms that it can break.
    pub(super) axioms: Vec<&'d Axiom>,
}

/// Literals that imply that the execution breaks an axiom each, but for those that say what was `said` of it.
pub(super) fn broken<'d>(
    circuit: &mut Circuit,
    definition: &'d Definition,
    events: &Events<'_>,
    meaning: &Meaning,
    said: &[Said],
) -> Broken<'d> {
    let mut algebra = meaning.algebra(circuit, definition, events);
    let mut cases = Vec::new();
    let mut axioms = Vec::new();
    let all = definition.axioms.iter().filter(|axiom| !axiom.flag);
    for (axiom, own) in all.zip(&meaning.said) {
        if said.contains(own) {
            continue;
        }
        axioms.push(axiom);
        let case = algebra.circuit().variable();
        demand(&mut algebra, axiom, case, axiom.negated);
        cases.push(case);
    }
    Broken { cases, axioms }
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
