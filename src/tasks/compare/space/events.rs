//! The events of all executions, as a model sees them.

use crate::model::relation::options::Options;
use crate::sat::{Circuit, Lit};
use crate::syntax::ast::Scope;

use super::slots::{Access, Orders, Slots};

/// What a node stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The initial write of a location.
    Initial(usize),
    /// The fence before an access.
    Fence(usize),
    /// An access, where a read-modify-write is one event.
    Whole(usize),
    /// The read of an access, where it is two.
    Read(usize),
    /// Its write.
    Write(usize),
}

/// The events as a model sees them, in an order that program order respects.
#[derive(Debug)]
pub struct Events<'s> {
    pub(super) slots: &'s Slots,
    pub(super) orders: &'s Orders,
    pub(super) parts: Vec<Part>,
    pub(super) executed: Vec<Lit>,
    pub(super) scopes: Vec<Vec<(Scope, Lit)>>,
}

impl<'s> Events<'s> {
    /// The events of a model with these options.
    pub fn new(
        circuit: &mut Circuit,
        slots: &'s Slots,
        orders: &'s Orders,
        options: Options,
    ) -> Self {
        let mut parts: Vec<Part> = (0..slots.locations).map(Part::Initial).collect();
        for (index, access) in slots.accesses.iter().enumerate() {
            if access.fence != Lit::FALSE {
                parts.push(Part::Fence(index));
            }
            let both = access.reads != Lit::FALSE && access.writes != Lit::FALSE;
            if options.rmw_one_event {
                parts.push(Part::Whole(index));
                continue;
            }
            if access.reads != Lit::FALSE {
                parts.push(Part::Read(index));
            }
            if both || access.writes != Lit::FALSE {
                parts.push(Part::Write(index));
            }
        }
        let mut events = Self {
            slots,
            orders,
            executed: Vec::new(),
            scopes: Vec::new(),
            parts,
        };
        for node in 0..events.parts.len() {
            let lit = events.find_executed(circuit, node);
            events.executed.push(lit);
            let scopes = events.find_scopes(node);
            events.scopes.push(scopes);
        }
        events
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// When an event is executed.
    #[must_use]
    pub fn executed(&self, node: usize) -> Lit {
        self.executed[node]
    }

    fn find_executed(&self, circuit: &mut Circuit, node: usize) -> Lit {
        match self.parts[node] {
            Part::Initial(location) => {
                let places = self.slots.accesses.iter();
                let there = places.filter_map(|access| access.location.get(location));
                circuit.any(there.copied())
            }
            Part::Fence(index) => self.slots.accesses[index].fence,
            Part::Whole(_) => Lit::TRUE,
            Part::Read(index) => self.slots.accesses[index].reads,
            Part::Write(index) => self.slots.accesses[index].writes,
        }
    }

    fn find_scopes(&self, node: usize) -> Vec<(Scope, Lit)> {
        match self.parts[node] {
            Part::Initial(_) => Vec::new(),
            Part::Fence(index) => self.slots.accesses[index].fence_scope.clone(),
            Part::Whole(index) | Part::Read(index) | Part::Write(index) => {
                self.slots.accesses[index].scope.clone()
            }
        }
    }

    /// The access that a node is, or is a part of.
    pub(super) fn access(&self, node: usize) -> Option<(usize, &'s Access)> {
        match self.parts[node] {
            Part::Initial(_) | Part::Fence(_) => None,
            Part::Whole(index) | Part::Read(index) | Part::Write(index) => {
                Some((index, &self.slots.accesses[index]))
            }
        }
    }

    pub(super) fn fence(&self, node: usize) -> Option<&'s Access> {
        match self.parts[node] {
            Part::Fence(index) => Some(&self.slots.accesses[index]),
            Part::Initial(_) | Part::Whole(_) | Part::Read(_) | Part::Write(_) => None,
        }
    }

    /// The location whose initial write a node is.
    pub(super) fn initial(&self, node: usize) -> Option<usize> {
        match self.parts[node] {
            Part::Initial(location) => Some(location),
            Part::Fence(_) | Part::Whole(_) | Part::Read(_) | Part::Write(_) => None,
        }
    }

    pub(super) fn thread(&self, node: usize) -> Option<usize> {
        match self.parts[node] {
            Part::Initial(_) => None,
            Part::Fence(index) | Part::Whole(index) | Part::Read(index) | Part::Write(index) => {
                Some(self.slots.accesses[index].thread)
            }
        }
    }

    /// Where it stands among the accesses; a fence stands before its own.
    pub(super) fn rank(&self, node: usize) -> (usize, usize) {
        match self.parts[node] {
            Part::Initial(_) => (0, 0),
            Part::Fence(index) => (index, 0),
            Part::Whole(index) | Part::Read(index) => (index, 1),
            Part::Write(index) => (index, 2),
        }
    }

    /// When a node reads.
    pub(super) fn reads(&self, node: usize) -> Lit {
        match self.parts[node] {
            Part::Whole(index) | Part::Read(index) => self.slots.accesses[index].reads,
            Part::Initial(_) | Part::Fence(_) | Part::Write(_) => Lit::FALSE,
        }
    }

    /// When a node writes.
    pub(super) fn writes(&self, node: usize) -> Lit {
        match self.parts[node] {
            Part::Initial(_) => self.executed[node],
            Part::Whole(index) | Part::Write(index) => self.slots.accesses[index].writes,
            Part::Fence(_) | Part::Read(_) => Lit::FALSE,
        }
    }
}
