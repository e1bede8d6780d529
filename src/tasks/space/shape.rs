//! A program as plain data: who does what where.

use crate::syntax::ast::{Order, Scope, Space};

/// What an access does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `st`.
    Store,
    /// `ld`.
    Load,
    /// `atom.exch`: it finds a value and leaves another.
    Rmw,
}

impl Kind {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 3] = [Self::Store, Self::Load, Self::Rmw];

    /// Whether it reads.
    #[must_use]
    pub const fn reads(self) -> bool {
        match self {
            Self::Load | Self::Rmw => true,
            Self::Store => false,
        }
    }

    /// Whether it writes.
    #[must_use]
    pub const fn writes(self) -> bool {
        match self {
            Self::Store | Self::Rmw => true,
            Self::Load => false,
        }
    }
}

/// How an access may depend on what an earlier one of its thread has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dependency {
    /// The address is computed with it.
    Addr,
    /// The value is computed with it.
    Data,
    /// A branch just before it is decided by it.
    Ctrl,
}

impl Dependency {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 3] = [Self::Addr, Self::Data, Self::Ctrl];
}

/// A dependency, and on which access of the thread, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// How.
    pub kind: Dependency,
    /// On what.
    pub from: usize,
}

/// An access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Access {
    /// What it does.
    pub kind: Kind,
    /// What it depends on.
    pub link: Option<Link>,
    /// Its order.
    pub order: Order,
    /// Its scope; none for a weak one.
    pub scope: Option<Scope>,
    /// Where, as an index.
    pub location: usize,
}

/// How strong a fence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// `fence.acq_rel`.
    AcqRel,
    /// `fence.sc`, which is what `membar` is.
    Sc,
}

/// A fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fence {
    /// Its strength.
    pub strength: Strength,
    /// Its scope.
    pub scope: Scope,
}

/// An instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// It accesses memory.
    Access(Access),
    /// It only orders.
    Fence(Fence),
}

impl Item {
    /// The same whatever the locations are called.
    pub(super) const fn blind(self) -> Self {
        match self {
            Self::Access(access) => Self::Access(Access {
                location: 0,
                ..access
            }),
            Self::Fence(_) => self,
        }
    }
}

/// Where a thread runs: the numbers of its device, its block in there, and its warp in there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The device.
    pub gpu: usize,
    /// The block.
    pub cta: usize,
    /// The warp.
    pub warp: usize,
}

/// A thread.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column {
    /// Where it runs.
    pub place: Place,
    /// What it does.
    pub items: Vec<Item>,
}

impl Column {
    /// Its accesses, in order.
    pub fn accesses(&self) -> impl Iterator<Item = &Access> {
        self.items.iter().filter_map(|item| match item {
            Item::Access(access) => Some(access),
            Item::Fence(_) => None,
        })
    }

    /// Its items whatever the locations are called.
    pub(super) fn blind(&self) -> impl Iterator<Item = Item> {
        self.items.iter().map(|item| item.blind())
    }
}

/// A program. Each store and exchange writes a value of its own: the first to a location 1, the next 2.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Shape {
    /// The threads.
    pub columns: Vec<Column>,
    /// The space of each location.
    pub spaces: Vec<Space>,
}

impl Shape {
    /// Each access with its thread.
    pub fn accesses(&self) -> impl Iterator<Item = (usize, &Access)> {
        let columns = self.columns.iter().enumerate();
        columns.flat_map(|(thread, column)| column.accesses().map(move |access| (thread, access)))
    }
}
