//! A model's axioms as demands on the executions, each behind an assumption of its own.

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
        let lits = if assertion == Assertion::Acyclic {
            self.cyclic_nodes(expr)
        } else {
            self.members(assertion, expr, Side::Require)
        };
        self.frame.circuit.any(lits)
    }

    fn cyclic_nodes(&mut self, expr: ExprId) -> Vec<Lit> {
        let closure = self.may_relation(expr).closure();
        (0..closure.size())
            .filter(|&node| closure.contains(node, node))
            .map(|node| self.path_exists(expr, node, node))
            .collect()
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
