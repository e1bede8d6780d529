//! A model's axioms as demands on the executions, each behind an assumption of its own.

use std::collections::BTreeMap;

use crate::sat::Lit;
use crate::sat::acyclic::forbid_cycles;

use super::symbolic::{Side, Symbolic};
use crate::model::relation::expr::{Assertion, Axiom, ExprId, Kind};

impl Symbolic<'_, '_, '_> {
    /// Demands an axiom wherever `condition` holds.
    pub fn require_axiom(&mut self, axiom: &Axiom, condition: Lit) {
        if axiom.negated {
            let violated = self.violation(axiom.assertion, axiom.expr);
            self.frame.circuit.clause(&[!condition, violated]);
            return;
        }
        match axiom.assertion {
            Assertion::Acyclic => {
                let may = self.may_relation(axiom.expr);
                let closure = may.closure();
                let edges: Vec<(usize, usize, Lit)> = may
                    .iter()
                    // Only pairs on a possible cycle matter; others are never made.
                    .filter(|&(from, to)| from == to || closure.contains(to, from))
                    .map(|(from, to)| (from, to, self.pair(axiom.expr, from, to, Side::Forbid)))
                    .collect();
                let size = may.size();
                forbid_cycles(&mut self.frame.circuit, size, &edges, condition);
            }
            Assertion::Irreflexive | Assertion::Empty => {
                for lit in self.members(axiom.assertion, axiom.expr, Side::Forbid) {
                    self.frame.circuit.clause(&[!condition, !lit]);
                }
            }
        }
    }

    /// The literal of a flag's being raised: it is only true where its statement is, `~` included.
    pub fn flag_raised(&mut self, flag: &Axiom) -> Lit {
        if flag.negated {
            return self.violation(flag.assertion, flag.expr);
        }
        let raised = self.frame.circuit.variable();
        self.require_axiom(flag, raised);
        raised
    }

    /// The literal of a statement's being false: there is a cycle, or a member.
    pub fn violation(&mut self, assertion: Assertion, expr: ExprId) -> Lit {
        if assertion == Assertion::Acyclic {
            return self.cyclic(expr);
        }
        let lits = self.members(assertion, expr, Side::Require);
        self.frame.circuit.any(lits)
    }

    /// The literal of there being events of which each is related to another of them: a cycle is among them. No path has to
    /// be spelt out.
    fn cyclic(&mut self, expr: ExprId) -> Lit {
        let may = self.may_relation(expr);
        let closure = may.closure();
        let nodes: Vec<usize> = (0..may.size())
            .filter(|&node| closure.contains(node, node))
            .collect();
        if nodes.is_empty() {
            return Lit::FALSE;
        }
        let inside: BTreeMap<usize, Lit> = nodes
            .into_iter()
            .map(|node| (node, self.frame.circuit.variable()))
            .collect();
        for (&from, &here) in &inside {
            let mut next = vec![!here];
            for (&to, &there) in &inside {
                if may.contains(from, to) && closure.contains(to, from) {
                    let edge = self.pair(expr, from, to, Side::Require);
                    next.push(self.frame.circuit.and(edge, there));
                }
            }
            self.frame.circuit.clause(&next);
        }
        self.frame.circuit.any(inside.into_values())
    }

    /// The literals of the pairs (or events) that must not be.
    fn members(&mut self, assertion: Assertion, expr: ExprId, side: Side) -> Vec<Lit> {
        if self.arena.kind(expr) == Kind::Set {
            let may = self.may_set(expr);
            return may.iter().map(|node| self.set(expr, node, side)).collect();
        }
        let may = self.may_relation(expr);
        may.iter()
            .filter(|(from, to)| assertion == Assertion::Empty || from == to)
            .map(|(from, to)| self.pair(expr, from, to, side))
            .collect()
    }
}
