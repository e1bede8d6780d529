//! How large a program is.

use std::fmt;

use crate::syntax::ast::{Order, Scope};

use super::shape::{Access, Fence, Item, Shape, Strength};

/// How large a program is. What comes first counts most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize)]
pub struct Size {
    /// Loads, stores and read-modify-writes.
    pub accesses: usize,
    /// Fences.
    pub fences: usize,
    /// Threads.
    pub threads: usize,
    /// Dependencies.
    pub dependencies: usize,
    /// How wide the scopes are, summed over all instructions that have one: a block counts 2, a device 3.
    pub scopes: usize,
    /// How strong the orders are, summed over all instructions: a weak access counts 0, `fence.sc` 4.
    pub orders: usize,
}

impl fmt::Display for Size {
    /// `4 accesses, 2 fences, 3 threads`
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{} accesses, {} fences, {} threads",
            self.accesses, self.fences, self.threads
        )
    }
}

/// Up to which size programs are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Bounds {
    /// The fewest accesses.
    pub from: usize,
    /// The most accesses.
    pub accesses: usize,
    /// The most fences; none: one after each access.
    pub fences: Option<usize>,
    /// The most dependencies; none: one at each access.
    pub dependencies: Option<usize>,
}

impl Bounds {
    /// The most fences, in words.
    #[must_use]
    pub fn most_fences(&self) -> String {
        self.fences
            .map_or_else(|| "none".to_owned(), |most| most.to_string())
    }

    /// Up to so many accesses, with as many fences and dependencies as fit.
    #[must_use]
    pub const fn accesses(accesses: usize) -> Self {
        Self {
            from: 1,
            accesses,
            fences: None,
            dependencies: None,
        }
    }
}

/// How wide a scope is.
pub(super) const fn width(scope: Scope) -> usize {
    match scope {
        Scope::Thread => 0,
        Scope::Warp => 1,
        Scope::Cta => 2,
        Scope::Gpu => 3,
        Scope::Sys => 4,
    }
}

/// How strong an order is.
pub(super) const fn strength(order: Order) -> usize {
    match order {
        Order::Weak => 0,
        Order::Relaxed => 1,
        Order::Acquire | Order::Release => 2,
        Order::AcqRel => 3,
        Order::Sc => 4,
    }
}

impl Access {
    /// What it adds to the size of a program.
    #[must_use]
    pub fn size(&self) -> Size {
        Size {
            accesses: 1,
            dependencies: usize::from(self.link.is_some()),
            scopes: self.scope.map_or(0, width),
            orders: strength(self.order),
            ..Size::default()
        }
    }
}

impl Fence {
    /// What it adds to the size of a program.
    #[must_use]
    pub fn size(&self) -> Size {
        let order = match self.strength {
            Strength::AcqRel => Order::AcqRel,
            Strength::Sc => Order::Sc,
        };
        Size {
            fences: 1,
            scopes: width(self.scope),
            orders: strength(order),
            ..Size::default()
        }
    }
}

impl Item {
    /// What it adds to the size of a program.
    #[must_use]
    pub fn size(&self) -> Size {
        match self {
            Self::Access(access) => access.size(),
            Self::Fence(fence) => fence.size(),
        }
    }
}

impl Size {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            accesses: self.accesses + other.accesses,
            fences: self.fences + other.fences,
            threads: self.threads + other.threads,
            dependencies: self.dependencies + other.dependencies,
            scopes: self.scopes + other.scopes,
            orders: self.orders + other.orders,
        }
    }

    /// What is left without the other; none if that is larger in anything.
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        Some(Self {
            accesses: self.accesses.checked_sub(other.accesses)?,
            fences: self.fences.checked_sub(other.fences)?,
            threads: self.threads.checked_sub(other.threads)?,
            dependencies: self.dependencies.checked_sub(other.dependencies)?,
            scopes: self.scopes.checked_sub(other.scopes)?,
            orders: self.orders.checked_sub(other.orders)?,
        })
    }
}

impl Shape {
    /// How large it is.
    #[must_use]
    pub fn size(&self) -> Size {
        let items = self.columns.iter().flat_map(|column| &column.items);
        let threads = Size {
            threads: self.columns.len(),
            ..Size::default()
        };
        items.fold(threads, |sum, item| sum.plus(item.size()))
    }
}
