//! Forms as they are written in a test.

use crate::relation::variants::Form;
use crate::syntax::ast::{Access, Fence, Order, Scope};

/// How a fence is written; nothing for no fence. Where the model knows one kind of fence only, the
/// shorter name will do.
#[must_use]
pub fn fence(form: Form, told_apart: bool) -> Option<String> {
    let Form::Fence(fence) = form else {
        return None;
    };
    Some(match fence {
        Fence::AcqRel(scope) => format!("fence.acq_rel.{}", scope_name(scope)),
        Fence::Sc(Scope::Gpu) if !told_apart => "membar.gl".to_owned(),
        Fence::Sc(scope @ (Scope::Cta | Scope::Sys)) if !told_apart => {
            format!("membar.{}", scope_name(scope))
        }
        Fence::Sc(scope) => format!("fence.sc.{}", scope_name(scope)),
        Fence::Proxy(_) | Fence::Alias | Fence::Hole => return None,
    })
}

const fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::Thread => "thread",
        Scope::Warp => "warp",
        Scope::Cta => "cta",
        Scope::Gpu => "gpu",
        Scope::Sys => "sys",
    }
}

const fn order_name(order: Order, remote: bool) -> &'static str {
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

const ORDERS: [&str; 10] = [
    "weak",
    "relaxed",
    "volatile",
    "acquire",
    "release",
    "acq_rel",
    "rm_acquire",
    "rm_release",
    "rm_acq_rel",
    "sc",
];

const SCOPES: [&str; 11] = [
    "thread", "wi", "warp", "wv", "wave", "cta", "wg", "gpu", "cmp", "agent", "gl",
];

/// A mnemonic with another order and scope: `ld.weak.u32` becomes `ld.acquire.gpu.u32`.
#[must_use]
pub fn access(mnemonic: &str, access: Access) -> String {
    let mut parts = mnemonic.split('.');
    let mut result = parts.next().unwrap_or_default().to_owned();
    result.push('.');
    result.push_str(order_name(access.order, access.remote));
    if access.order != Order::Weak {
        result.push('.');
        result.push_str(scope_name(access.scope));
    }
    for part in parts {
        if !ORDERS.contains(&part) && !SCOPES.contains(&part) && part != "sys" {
            result.push('.');
            result.push_str(part);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::ast::{Proxy, Type};

    #[test]
    fn other_modifiers_stay() {
        let release = Access {
            order: Order::Release,
            scope: Scope::Gpu,
            remote: true,
            proxy: Proxy::Generic,
            space: None,
            ty: Type::default(),
        };
        let weak = Access {
            order: Order::Weak,
            ..release
        };
        for (before, strong, plain) in [
            ("st", "st.rm_release.gpu", "st.weak"),
            ("st.volatile", "st.rm_release.gpu", "st.weak"),
            (
                "st.global.relaxed.cta.u32",
                "st.rm_release.gpu.global.u32",
                "st.weak.global.u32",
            ),
        ] {
            assert_eq!(access(before, release), strong);
            assert_eq!(access(before, weak), plain);
        }
    }
}
