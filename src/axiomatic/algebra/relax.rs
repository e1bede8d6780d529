//! Orderings of the program behind named assumptions, so that an unsat core can speak of them.
//!
//! Where a pair of program order or of a dependency only does harm, it is tied to an assumption:
//! without the assumption the pair may be absent. A core over the assumptions then names the very
//! orderings that forbid an outcome. The same holds of an access's roles: where its being in `ACQ`,
//! `REL`, `SC` or `REMOTE` only does harm, it is in the set as far as that is assumed.

use std::collections::BTreeMap;

use crate::axiomatic::candidate::frame::Frame;
use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::program::events::EventKind;
use crate::program::symbolic::EventId;
use crate::sat::Lit;
use crate::verdict::ordering::{DependencyKind, Ordering, Role};

/// The assumptions made so far.
#[derive(Debug, Clone, Default)]
pub struct Relaxation {
    enabled: bool,
    assumptions: BTreeMap<Ordering, Lit>,
}

impl Relaxation {
    /// Every ordering behind an assumption of its own.
    #[must_use]
    pub fn named() -> Self {
        Self {
            enabled: true,
            assumptions: BTreeMap::new(),
        }
    }

    /// Every ordering certain: for verdicts without reasons.
    #[must_use]
    pub fn certain() -> Self {
        Self::default()
    }

    /// Whether orderings are behind assumptions at all.
    #[must_use]
    pub const fn is_named(&self) -> bool {
        self.enabled
    }

    /// The assumptions, in a fixed order.
    #[must_use]
    pub const fn assumptions(&self) -> &BTreeMap<Ordering, Lit> {
        &self.assumptions
    }

    fn assume(&mut self, frame: &mut Frame, ordering: Ordering) -> Lit {
        *self
            .assumptions
            .entry(ordering)
            .or_insert_with(|| frame.circuit.variable())
    }

    /// Whether a node's being in a base set is tied to an assumption.
    #[must_use]
    pub fn weakens_set(&self, frame: &Frame, set: BaseSet, node: usize) -> bool {
        // A fence is an item of its own, whatever set it is in.
        let event = frame.event(node);
        self.enabled && Role::of(set).is_some() && frame.unrolled.events[event.0].memory().is_some()
    }

    /// Whether pairs of two instructions in a base relation are tied to assumptions.
    #[must_use]
    pub const fn weakens(&self, relation: BaseRelation) -> bool {
        self.enabled
            && matches!(
                relation,
                BaseRelation::ProgramOrder
                    | BaseRelation::PoLoc
                    | BaseRelation::Addr
                    | BaseRelation::Data
                    | BaseRelation::Ctrl
            )
    }

    /// The literal of a node's being in a base set, which may be absent unless its role is assumed.
    pub fn weaken_set(&mut self, frame: &mut Frame, set: BaseSet, node: usize, exact: Lit) -> Lit {
        match Role::of(set) {
            Some(role) if self.weakens_set(frame, set, node) && exact != Lit::FALSE => {
                let lit = self.assume(frame, Ordering::Role(role, frame.event(node)));
                frame.circuit.and(exact, lit)
            }
            _ => exact,
        }
    }

    /// The literal of a pair that may be absent unless its ordering is assumed.
    pub fn weaken(
        &mut self,
        frame: &mut Frame,
        relation: BaseRelation,
        from: usize,
        to: usize,
        exact: Lit,
    ) -> Lit {
        if !self.weakens(relation) || exact == Lit::FALSE {
            return exact;
        }
        let (a, b) = (frame.event(from), frame.event(to));
        let dependency = |kind| Some(Ordering::Dependency(kind, a, b));
        let ordering = match relation {
            // The halves of a read-modify-write are one instruction, not an ordering.
            _ if a == b => None,
            BaseRelation::ProgramOrder | BaseRelation::PoLoc => Some(Ordering::Program(a, b)),
            BaseRelation::Addr => dependency(DependencyKind::Addr),
            BaseRelation::Data => dependency(DependencyKind::Data),
            BaseRelation::Ctrl => dependency(DependencyKind::Ctrl),
            _ => None,
        };
        let Some(ordering) = ordering else {
            return exact;
        };
        let fence = |frame: &Frame, event: EventId| {
            matches!(
                frame.unrolled.events[event.0].kind,
                EventKind::Fence(_) | EventKind::Barrier { .. }
            )
        };
        let mut result = exact;
        let fences: Vec<EventId> = [a, b]
            .into_iter()
            .filter(|&event| fence(frame, event))
            .collect();
        if fences.is_empty() || !matches!(ordering, Ordering::Program(..)) {
            let lit = self.assume(frame, ordering);
            return frame.circuit.and(result, lit);
        }
        for event in fences {
            let lit = self.assume(frame, Ordering::Fence(event));
            result = frame.circuit.and(result, lit);
        }
        result
    }
}
