//! How strong an instruction is, what that costs, and how it is written.

use crate::ptx::operation::{Order, Scope};
use crate::tasks::fences::prices::Prices;

/// The barrier of all threads of a block.
pub const BARRIER: &str = "bar.sync 0";

/// The strength of a gap or an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// No fence.
    Nothing,
    /// A fence.
    Fence {
        /// `fence.sc`, not `fence.acq_rel`.
        sequential: bool,
        /// How far.
        scope: Scope,
    },
    /// A barrier of all threads of a block.
    Barrier,
    /// An access.
    Access {
        /// Its order; volatile is relaxed of the system's scope.
        order: Order,
        /// How far; of a weak access, nothing.
        scope: Scope,
    },
}

impl Strength {
    /// An access as it stands; volatile is relaxed.
    #[must_use]
    pub const fn access(order: Order, scope: Scope) -> Self {
        match order {
            Order::Volatile => Self::Access {
                order: Order::Relaxed,
                scope: Scope::System,
            },
            order => Self::Access { order, scope },
        }
    }

    /// Whether it is a sequentially consistent fence.
    #[must_use]
    pub const fn is_sequential(self) -> bool {
        matches!(
            self,
            Self::Fence {
                sequential: true,
                ..
            }
        )
    }

    /// What it costs.
    #[must_use]
    pub const fn price(self, prices: &Prices) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Barrier => prices.barrier,
            Self::Fence { sequential, scope } => {
                far(prices, scope) + if sequential { prices.sc } else { 0 }
            }
            Self::Access { order, scope } => match order {
                Order::Weak => 0,
                Order::Relaxed | Order::Volatile => prices.relaxed + far(prices, scope),
                Order::Acquire => prices.acquire + far(prices, scope),
                Order::Release => prices.release + far(prices, scope),
                Order::AcquireRelease => prices.acq_rel + far(prices, scope),
            },
        }
    }

    /// Whether this is at least as strong as another.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        match (self, other) {
            (_, Self::Nothing) | (Self::Barrier, Self::Barrier) => true,
            (
                Self::Fence { sequential, scope },
                Self::Fence {
                    sequential: less,
                    scope: near,
                },
            ) => sequential >= less && scope >= near,
            (
                Self::Access { order, scope },
                Self::Access {
                    order: less,
                    scope: near,
                },
            ) => includes(order, less) && (less == Order::Weak || scope >= near),
            (Self::Nothing | Self::Fence { .. } | Self::Barrier | Self::Access { .. }, _) => false,
        }
    }
}

/// Whether an order promises all that another does.
fn includes(order: Order, other: Order) -> bool {
    let bits = |order: Order| match order {
        Order::Weak => 0,
        Order::Relaxed | Order::Volatile => 1,
        Order::Acquire => 3,
        Order::Release => 5,
        Order::AcquireRelease => 7,
    };
    bits(order) & bits(other) == bits(other)
}

const fn far(prices: &Prices, scope: Scope) -> u64 {
    match scope {
        Scope::Block => prices.cta,
        Scope::Device => prices.gpu,
        Scope::System => prices.sys,
    }
}

/// The word of a scope.
#[must_use]
pub const fn scope_word(scope: Scope) -> &'static str {
    match scope {
        Scope::Block => "cta",
        Scope::Device => "gpu",
        Scope::System => "sys",
    }
}

/// The word of an order.
#[must_use]
pub const fn order_word(order: Order) -> &'static str {
    match order {
        Order::Weak => "weak",
        Order::Volatile => "volatile",
        Order::Relaxed => "relaxed",
        Order::Acquire => "acquire",
        Order::Release => "release",
        Order::AcquireRelease => "acq_rel",
    }
}

/// A fence as PTX has it.
#[must_use]
pub fn fence(sequential: bool, scope: Scope) -> String {
    let kind = if sequential { "sc" } else { "acq_rel" };
    format!("fence.{kind}.{}", scope_word(scope))
}

/// The fence of CUDA that is at least as strong.
#[must_use]
pub const fn cuda_fence(scope: Scope) -> &'static str {
    match scope {
        Scope::Block => "__threadfence_block();",
        Scope::Device => "__threadfence();",
        Scope::System => "__threadfence_system();",
    }
}

/// An opcode with another order and scope.
#[must_use]
pub fn opcode(old: &str, order: Order, scope: Scope) -> String {
    const STRENGTHS: [&str; 11] = [
        "weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "cta", "cluster", "gpu",
        "sys", "gl",
    ];
    // Cache operators go with weak accesses only.
    const CACHES: [&str; 7] = ["ca", "cg", "cs", "cv", "lu", "wb", "wt"];
    let mut words = old.split('.');
    let base = words.next().unwrap_or_default();
    let rest = words.filter(|word| !STRENGTHS.contains(word) && !CACHES.contains(word));
    let head = [base, order_word(order), scope_word(scope)];
    head.into_iter().chain(rest).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_stand_in_any_order() {
        let acquire = |old: &str| opcode(old, Order::Acquire, Scope::Device);
        assert_eq!(
            acquire("atom.global.inc.u32"),
            "atom.acquire.gpu.global.inc.u32"
        );
        assert_eq!(
            acquire("atom.add.relaxed.sys.s32"),
            "atom.acquire.gpu.add.s32"
        );
        assert_eq!(
            acquire("ld.volatile.global.v2.u32"),
            "ld.acquire.gpu.global.v2.u32"
        );
        assert_eq!(acquire("ld.global.cg.u32"), "ld.acquire.gpu.global.u32");
    }

    #[test]
    fn strength_is_a_partial_order() {
        let fence = |sequential, scope| Strength::Fence { sequential, scope };
        assert!(fence(true, Scope::Device).covers(fence(false, Scope::Block)));
        assert!(!fence(true, Scope::Block).covers(fence(false, Scope::Device)));
        assert!(!fence(false, Scope::Device).covers(fence(true, Scope::Block)));
        let access = |order, scope| Strength::Access { order, scope };
        assert!(
            !access(Order::Acquire, Scope::Device).covers(access(Order::Release, Scope::Block))
        );
        assert!(
            access(Order::AcquireRelease, Scope::Device)
                .covers(access(Order::Release, Scope::Block))
        );
        assert!(access(Order::Relaxed, Scope::Block).covers(access(Order::Weak, Scope::Device)));
    }
}
