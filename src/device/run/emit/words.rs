//! Words of PTX.

use crate::syntax::ast::{
    Access, Arithmetic, AtomicOp, Fence, Order, Scope, Space, Type, TypeKind,
};

/// The suffix of a type as it is written.
pub fn ty(ty: Type) -> String {
    let letter = match ty.kind {
        TypeKind::Signed => 's',
        TypeKind::Unsigned => 'u',
        // What is moved only is bits.
        TypeKind::Float => 'b',
    };
    format!("{letter}{}", ty.bits)
}

/// The type at which a value is computed with: there are no 8-bit forms.
pub fn wide(ty: Type) -> String {
    let letter = match ty.kind {
        TypeKind::Signed => 's',
        TypeKind::Unsigned | TypeKind::Float => 'u',
    };
    format!("{letter}{}", ty.bits.max(32))
}

/// A scope; narrower ones are refused.
pub const fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Thread | Scope::Warp | Scope::Cta => "cta",
        Scope::Gpu => "gpu",
        Scope::Sys => "sys",
    }
}

/// A space.
pub const fn space(space: Space) -> &'static str {
    match space {
        Space::Global => "global",
        Space::Shared => "shared",
    }
}

/// The order of an access and its scope: `acquire.gpu`.
pub fn order(access: Access) -> String {
    let scope = scope(access.scope);
    match access.order {
        Order::Weak => "weak".to_owned(),
        Order::Relaxed => format!("relaxed.{scope}"),
        Order::Acquire => format!("acquire.{scope}"),
        Order::Release => format!("release.{scope}"),
        // The last is refused.
        Order::AcqRel | Order::Sc => format!("acq_rel.{scope}"),
    }
}

/// A fence; nothing for a place that a search may fill. Fences between proxies are refused.
pub fn fence(fence: Fence) -> Option<String> {
    match fence {
        Fence::Sc(at) => Some(format!("fence.sc.{}", scope(at))),
        Fence::AcqRel(at) => Some(format!("fence.acq_rel.{}", scope(at))),
        Fence::Proxy(_) | Fence::Alias | Fence::Hole => None,
    }
}

/// What an atomic does, at which type. A difference is a sum with the negative.
pub fn atomic(op: AtomicOp, at: Type) -> String {
    let bits = at.bits;
    match op {
        AtomicOp::Exch => format!("exch.b{bits}"),
        AtomicOp::Cas => format!("cas.b{bits}"),
        AtomicOp::Inc => "inc.u32".to_owned(),
        AtomicOp::Dec => "dec.u32".to_owned(),
        AtomicOp::Arithmetic(op) => match op {
            // At 64 bits there is an unsigned form only.
            Arithmetic::Add | Arithmetic::Sub if bits == 64 => "add.u64".to_owned(),
            Arithmetic::Add | Arithmetic::Sub => format!("add.{}", ty(at)),
            Arithmetic::And => format!("and.b{bits}"),
            Arithmetic::Or => format!("or.b{bits}"),
            Arithmetic::Xor => format!("xor.b{bits}"),
            Arithmetic::Min => format!("min.{}", ty(at)),
            Arithmetic::Max => format!("max.{}", ty(at)),
            // These are refused.
            Arithmetic::Mul => format!("mul.{}", ty(at)),
            Arithmetic::Shl => format!("shl.{}", ty(at)),
            Arithmetic::Shr => format!("shr.{}", ty(at)),
        },
    }
}
