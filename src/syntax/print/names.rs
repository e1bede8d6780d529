//! Words of the language by what they mean.

use crate::syntax::ast::{
    Arithmetic, AtomicOp, Comparison, Order, Proxy, Quantifier, Space, Type, TypeKind,
};

/// Whether a word of the grammar, which names something only with a `%` before it.
#[must_use]
pub fn reserved(name: &str) -> bool {
    matches!(
        name,
        "exists" | "forall" | "filter" | "not" | "true" | "false" | "terminates"
    )
}

/// A register, location or label.
pub(super) fn name(name: &str) -> String {
    if reserved(name) {
        format!("%{name}")
    } else {
        name.to_owned()
    }
}

/// The modifier of an order, without its dot.
#[must_use]
pub const fn order(order: Order, remote: bool) -> &'static str {
    match (order, remote) {
        (Order::Weak, _) => "weak",
        (Order::Relaxed, _) => "relaxed",
        (Order::Acquire, false) => "acquire",
        (Order::Release, false) => "release",
        (Order::AcqRel, false) => "acq_rel",
        (Order::Acquire, true) => "rm_acquire",
        (Order::Release, true) => "rm_release",
        (Order::AcqRel, true) => "rm_acq_rel",
        (Order::Sc, _) => "sc",
    }
}

/// The sign of a comparison in a condition.
#[must_use]
pub const fn comparison(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Eq => "==",
        Comparison::Ne => "!=",
        Comparison::Lt => "<",
        Comparison::Le => "<=",
        Comparison::Gt => ">",
        Comparison::Ge => ">=",
    }
}

pub(super) const fn arithmetic(op: Arithmetic) -> &'static str {
    match op {
        Arithmetic::Add => "add",
        Arithmetic::Sub => "sub",
        Arithmetic::Mul => "mul",
        Arithmetic::And => "and",
        Arithmetic::Or => "or",
        Arithmetic::Xor => "xor",
        Arithmetic::Min => "min",
        Arithmetic::Max => "max",
        Arithmetic::Shl => "shl",
        Arithmetic::Shr => "shr",
    }
}

pub(super) const fn atomic(op: AtomicOp) -> &'static str {
    match op {
        AtomicOp::Arithmetic(op) => arithmetic(op),
        AtomicOp::Exch => "exch",
        AtomicOp::Cas => "cas",
        AtomicOp::Inc => "inc",
        AtomicOp::Dec => "dec",
    }
}

pub(super) const fn proxy(proxy: Proxy) -> &'static str {
    match proxy {
        Proxy::Generic => "generic",
        Proxy::Surface => "surface",
        Proxy::Texture => "texture",
        Proxy::Constant => "constant",
    }
}

pub(super) const fn space(space: Space) -> &'static str {
    match space {
        Space::Global => "global",
        Space::Shared => "shared",
    }
}

/// The suffix of a type with its dot; nothing for the one that is meant where none is written.
pub(super) fn ty(ty: Type) -> String {
    let letter = match ty.kind {
        TypeKind::Signed => 's',
        TypeKind::Unsigned => 'u',
        TypeKind::Float => 'f',
    };
    if ty == Type::default() {
        String::new()
    } else {
        format!(".{letter}{}", ty.bits)
    }
}

pub(super) const fn quantifier(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Exists => "exists",
        Quantifier::NotExists => "~exists",
        Quantifier::Forall => "forall",
    }
}
