//! What breaks ties between tests of one size, counted.

use crate::sat::cardinality::Counter;
use crate::sat::{Circuit, Lit};
use crate::tasks::compare::vocabulary::Vocabulary;

use super::slots::Slots;

/// What breaks ties between tests of one size, in this order. The number of threads, after the fences, is that
/// of the shape.
#[derive(Debug)]
pub struct Costs {
    /// Fences.
    pub fences: Counter,
    /// Dependencies.
    pub dependencies: Counter,
    /// How much wider scopes are than the narrowest.
    pub scopes: Counter,
    /// How much stronger orders are than the weakest, fences included.
    pub strengths: Counter,
}

impl Costs {
    /// Counted of all tests of a shape.
    pub(super) fn new(circuit: &mut Circuit, slots: &Slots, vocabulary: &Vocabulary) -> Self {
        let accesses = &slots.accesses;
        let fences: Vec<Lit> = accesses.iter().map(|access| access.fence).collect();
        let all = &slots.dependencies;
        let mut dependencies = all.addr.lits().to_vec();
        dependencies.extend(all.data.lits());
        let size = accesses.len();
        for from in 0..size {
            for to in from + 1..size {
                let before = all.ctrl.get(from, to - 1);
                dependencies.push(circuit.and(all.ctrl.get(from, to), !before));
            }
        }
        let mut scopes = Vec::new();
        let mut strengths = Vec::new();
        let wide: Vec<_> = vocabulary.scopes.iter().copied().collect();
        for access in accesses {
            for choice in [&access.scope, &access.fence_scope] {
                for &least in wide.iter().skip(1) {
                    let wider = choice.iter().filter(|(scope, _)| *scope >= least);
                    scopes.push(circuit.any(wider.map(|(_, lit)| *lit)));
                }
            }
            for least in 1..=8 {
                let order = access.order.iter();
                let stronger = order.filter(|(order, _)| order.strength() >= least);
                strengths.push(circuit.any(stronger.map(|(_, lit)| *lit)));
            }
            strengths.push(access.heavy);
        }
        Self {
            fences: Counter::new(circuit, &fences),
            dependencies: Counter::new(circuit, &dependencies),
            scopes: Counter::new(circuit, &scopes),
            strengths: Counter::new(circuit, &strengths),
        }
    }

    /// All counts, what comes first first.
    #[must_use]
    pub const fn all(&self) -> [&Counter; 4] {
        [
            &self.fences,
            &self.dependencies,
            &self.scopes,
            &self.strengths,
        ]
    }
}
