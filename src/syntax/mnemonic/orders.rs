//! Orders and scopes by name.

use crate::syntax::ast::{Order, Scope};

/// An order as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Written {
    pub order: Order,
    /// Whether it is one of the `rm_` forms.
    pub remote: bool,
    /// `.volatile`, which brings its scope along.
    pub volatile: bool,
}

/// The order of a modifier, without its dot.
pub(super) fn order(name: &str) -> Option<Written> {
    let (order, remote) = match name {
        "weak" => (Order::Weak, false),
        "relaxed" | "volatile" => (Order::Relaxed, false),
        "acquire" => (Order::Acquire, false),
        "release" => (Order::Release, false),
        "acq_rel" => (Order::AcqRel, false),
        "sc" => (Order::Sc, false),
        "rm_acquire" => (Order::Acquire, true),
        "rm_release" => (Order::Release, true),
        "rm_acq_rel" => (Order::AcqRel, true),
        _ => return None,
    };
    Some(Written {
        order,
        remote,
        volatile: name == "volatile",
    })
}

/// The orders by name.
pub(crate) const ORDERS: [&str; 10] = [
    "weak",
    "relaxed",
    "acquire",
    "release",
    "acq_rel",
    "sc",
    "volatile",
    "rm_acquire",
    "rm_release",
    "rm_acq_rel",
];

/// The names of scopes that are suggested: PTX's first, then HSA's.
pub(crate) const SCOPES: [&str; 11] = [
    "cta", "gpu", "sys", "warp", "thread", "cmp", "agent", "wave", "wg", "wv", "wi",
];

/// The scope of a modifier, without its dot.
pub(super) fn scope(name: &str) -> Option<Scope> {
    Some(match name {
        "thread" | "wi" => Scope::Thread,
        "warp" | "wv" | "wave" => Scope::Warp,
        "cta" | "wg" => Scope::Cta,
        "gpu" | "cmp" | "agent" | "gl" => Scope::Gpu,
        "sys" => Scope::Sys,
        _ => return None,
    })
}

/// The scopes as one reads them in a message.
pub(super) const SCOPE_LIST: &str =
    "`.cta` (`.wg`), `.gpu` (`.cmp`), `.sys`, `.warp` (`.wv`), `.thread` (`.wi`)";
