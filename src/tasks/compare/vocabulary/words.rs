//! The words of a vocabulary: elements and orders.

use crate::syntax::ast::Order;

/// What an instruction of a test may be, or how it may depend on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// Loads.
    Load,
    /// Stores.
    Store,
    /// Exchanges.
    Rmw,
    /// Fences.
    Fence,
    /// Address dependencies.
    Addr,
    /// Data dependencies.
    Data,
    /// Control dependencies.
    Ctrl,
}

/// The order of an access, and whether it is remote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordering {
    /// The order.
    pub order: Order,
    /// One of the `rm_` forms.
    pub remote: bool,
}

macro_rules! named {
    ($type:ty: $($name:literal => $value:expr),+ $(,)?) => {
        impl $type {
            /// All of them, with their names.
            pub const NAMES: &'static [(&'static str, Self)] = &[$(($name, $value)),+];

            /// Its name.
            #[must_use]
            pub fn name(self) -> &'static str {
                let mut names = Self::NAMES.iter();
                names.find(|(_, value)| *value == self).map_or("", |(name, _)| name)
            }
        }
    };
}

pub(super) const fn plain(order: Order) -> Ordering {
    Ordering {
        order,
        remote: false,
    }
}

pub(super) const fn remote(order: Order) -> Ordering {
    Ordering {
        order,
        remote: true,
    }
}

named!(Element: "ld" => Self::Load, "st" => Self::Store, "rmw" => Self::Rmw, "fence" => Self::Fence,
    "addr" => Self::Addr, "data" => Self::Data, "ctrl" => Self::Ctrl);

named!(Ordering: "weak" => plain(Order::Weak), "relaxed" => plain(Order::Relaxed),
    "acquire" => plain(Order::Acquire), "release" => plain(Order::Release),
    "acq_rel" => plain(Order::AcqRel), "sc" => plain(Order::Sc),
    "rm_acquire" => remote(Order::Acquire), "rm_release" => remote(Order::Release),
    "rm_acq_rel" => remote(Order::AcqRel));

impl Ordering {
    /// Whether a load can have it.
    #[must_use]
    pub const fn of_loads(self) -> bool {
        matches!(
            self.order,
            Order::Weak | Order::Relaxed | Order::Acquire | Order::Sc
        )
    }

    /// Whether a store can have it.
    #[must_use]
    pub const fn of_stores(self) -> bool {
        matches!(
            self.order,
            Order::Weak | Order::Relaxed | Order::Release | Order::Sc
        )
    }

    /// Whether a read-modify-write can have it.
    #[must_use]
    pub const fn of_updates(self) -> bool {
        !matches!(self.order, Order::Weak)
    }

    /// How strong it is, beside others.
    #[must_use]
    pub const fn strength(self) -> usize {
        let own = match self.order {
            Order::Weak => 0,
            Order::Relaxed => 1,
            Order::Acquire | Order::Release => 2,
            Order::AcqRel => 3,
            Order::Sc => 4,
        };
        own + if self.remote { 4 } else { 0 }
    }
}
