//! Which events reach each other through their scopes, as literals.

use crate::sat::{Circuit, Lit};
use crate::syntax::ast::Scope;

use super::events::{Events, Part};
use super::slots::{OneOf, Slots};

impl Slots {
    /// When two threads are as near as a scope is wide.
    pub(super) fn threads_near(&self, a: usize, b: usize, scope: Scope) -> Lit {
        match scope {
            Scope::Thread => Lit::constant(a == b),
            Scope::Warp => self.near[0].get(a, b),
            Scope::Cta => self.near[1].get(a, b),
            Scope::Gpu => self.near[2].get(a, b),
            Scope::Sys => Lit::TRUE,
        }
    }

    /// When the scope of something in one thread includes another thread.
    pub(super) fn reaches(
        &self,
        circuit: &mut Circuit,
        own: usize,
        scopes: &OneOf<Scope>,
        thread: usize,
    ) -> Lit {
        let mut cases = Vec::new();
        for &(scope, lit) in scopes {
            cases.push(circuit.and(lit, self.threads_near(own, thread, scope)));
        }
        circuit.any(cases)
    }
}

impl Events<'_> {
    pub(super) fn near(&self, a: usize, b: usize, scope: Scope) -> Lit {
        match (self.thread(a), self.thread(b)) {
            (Some(a), Some(b)) => self.slots.threads_near(a, b, scope),
            (None, _) | (_, None) => Lit::FALSE,
        }
    }

    /// When the scope of an event includes a thread.
    pub(super) fn reaches(&self, circuit: &mut Circuit, node: usize, thread: usize) -> Lit {
        match self.thread(node) {
            Some(own) => self.slots.reaches(circuit, own, &self.scopes[node], thread),
            None => Lit::FALSE,
        }
    }

    pub(super) fn scopes_include(&self, circuit: &mut Circuit, a: usize, b: usize) -> Lit {
        let (Some(left), Some(right)) = (self.thread(a), self.thread(b)) else {
            return Lit::FALSE;
        };
        let there = self.reaches(circuit, a, right);
        let back = self.reaches(circuit, b, left);
        circuit.and(there, back)
    }

    pub(super) fn covers(&self, circuit: &mut Circuit, a: usize, b: usize) -> Lit {
        if self.thread(a).is_none() || self.thread(b).is_none() {
            return Lit::FALSE;
        }
        let mut all = Vec::new();
        for node in [a, b] {
            let scopes = self.scopes[node].iter();
            all.push(circuit.any(scopes.map(|(_, lit)| *lit)));
        }
        for thread in 0..self.slots.shape.threads.len() {
            let inner = self.reaches(circuit, b, thread);
            let outer = self.reaches(circuit, a, thread);
            all.push(circuit.implies(inner, outer));
        }
        circuit.all(all)
    }

    /// One direction for each pair of `fence.sc` whose scopes include each other, or that are of one thread.
    pub(super) fn fence_order(&self, circuit: &mut Circuit, a: usize, b: usize) -> Lit {
        let (Part::Fence(one), Part::Fence(other)) = (self.parts[a], self.parts[b]) else {
            return Lit::FALSE;
        };
        if one == other {
            return Lit::FALSE;
        }
        let meet = if self.thread(a) == self.thread(b) {
            Lit::TRUE
        } else {
            self.scopes_include(circuit, a, b)
        };
        let (first, second) = (&self.slots.accesses[one], &self.slots.accesses[other]);
        circuit.all([
            meet,
            first.heavy,
            second.heavy,
            self.orders.fences.get(one, other),
        ])
    }
}
