//! Orderings of the program behind named assumptions, so that an unsat core can speak of them.
//!
//! Where a pair of program order or of a dependency only does harm, it is tied to an assumption:
//! without the assumption the pair may be absent. A core over the assumptions then names the very
//! orderings that forbid an outcome. The same holds of an access's roles: where its being in `ACQ`,
//! `REL`, `SC` or `REMOTE` only does harm, it is in the set as far as that is assumed.

use std::collections::BTreeMap;

use crate::execution::base::{BaseRelation, BaseSet};
use crate::execution::frame::Frame;
use crate::logic::Lit;
use crate::program::events::EventKind;
use crate::program::symbolic::EventId;

/// An ordering of the program that a reason can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ordering {
    /// A fence (or barrier) orders what is around it.
    Fence(EventId),
    /// An access acquires, releases and so on.
    Role(Role, EventId),
    /// An address, data or control dependency.
    Dependency(DependencyKind, EventId, EventId),
    /// Two accesses of one thread, in program order.
    Program(EventId, EventId),
}

/// What an access does beyond reading or writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It acquires: `ACQ`.
    Acquire,
    /// It releases: `REL`.
    Release,
    /// It is sequentially consistent: `SC`.
    Sc,
    /// It promotes the scopes of others: `REMOTE`.
    Remote,
}

impl Role {
    /// The role that membership in a base set is.
    #[must_use]
    pub const fn of(set: BaseSet) -> Option<Self> {
        match set {
            BaseSet::Acquire => Some(Self::Acquire),
            BaseSet::Release => Some(Self::Release),
            BaseSet::Sc => Some(Self::Sc),
            BaseSet::Remote => Some(Self::Remote),
            _ => None,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Acquire => "acquire",
            Self::Release => "release",
            Self::Sc => "sc",
            Self::Remote => "remote",
        }
    }
}

/// The kind of a dependency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DependencyKind {
    /// Address.
    Addr,
    /// Data.
    Data,
    /// Control.
    Ctrl,
}

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

    /// The literal of a node's being in a base set, which may be absent unless its role is assumed.
    pub fn weaken_set(&mut self, frame: &mut Frame, set: BaseSet, node: usize, exact: Lit) -> Lit {
        let event = frame.event(node);
        // A fence is an item of its own, whatever set it is in.
        let access = frame.unrolled.events[event.0].memory().is_some();
        match Role::of(set) {
            Some(role) if self.enabled && access && exact != Lit::FALSE => {
                let lit = self.assume(frame, Ordering::Role(role, event));
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
        if !self.enabled || exact == Lit::FALSE {
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
