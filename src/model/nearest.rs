//! What a model has in the place of an instruction that it gives no meaning to. It is a hint where
//! to look and no promise: the meaning differs, which is why the model refuses and does not replace.

use super::accepts::Unsupported;
use super::registry::{Kind, Model};
use crate::program::{InstructionKind, Program};
use crate::syntax::ast::{Access, Fence, Order, Proxy, Scope};

/// What of the model comes nearest to the instruction that it refuses, in the spelling of a test.
#[must_use]
pub fn nearest(model: &Model, program: &Program, refused: &Unsupported) -> Option<String> {
    let code = program.threads.iter().flat_map(|thread| &thread.code);
    let mut code = code.filter(|instruction| instruction.span == refused.span);
    let instruction = code.next()?;
    let text = program
        .source
        .text
        .get(refused.span.start..refused.span.end)?;
    let family = family(model);
    match &instruction.kind {
        InstructionKind::Barrier { .. } => Some(barrier(family).to_owned()),
        InstructionKind::Fence(fence) => fence_in(family, *fence),
        InstructionKind::Load { access, .. } => access_in(family, *access, Does::Loads, text),
        InstructionKind::Store { access, .. } => access_in(family, *access, Does::Stores, text),
        InstructionKind::Atomic { access, .. } => access_in(family, *access, Does::Both, text),
        InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. }
        | InstructionKind::Branch { .. } => None,
    }
}

/// Models that have the same instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Weak and relaxed accesses, and fences.
    Utah,
    /// Ordered accesses, and no fences.
    Hrf,
    /// Ordered accesses and fences.
    Both,
}

fn family(model: &Model) -> Family {
    match &model.kind {
        Kind::Operational(_) => Family::Utah,
        Kind::Axiomatic(axioms) if !axioms.accepts.fences => Family::Hrf,
        Kind::Axiomatic(_) => Family::Both,
    }
}

/// What an access does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    Loads,
    Stores,
    Both,
}

const fn barrier(family: Family) -> &'static str {
    match family {
        Family::Utah => {
            "count the threads that came with `atom.relaxed.cta.add`, wait until all did, with \
             `membar.cta` before and after"
        }
        Family::Hrf | Family::Both => {
            "count the threads that came with `atom.acq_rel.cta.add`, wait until all did with \
             `ld.acquire.cta`"
        }
    }
}

fn fence_in(family: Family, fence: Fence) -> Option<String> {
    match (fence, family) {
        (Fence::Hole, _) => None,
        (Fence::Proxy(_) | Fence::Alias, _) => {
            Some("none is needed: all accesses go through one proxy here".to_owned())
        }
        (Fence::AcqRel(scope), Family::Hrf) => Some(format!(
            "`.release.{0}` on the store after it, `.acquire.{0}` on the load before it",
            scope_word(scope)
        )),
        (Fence::Sc(scope), Family::Hrf) => Some(format!(
            "`.release.{0}` on the store after it, `.acquire.{0}` on the load before it; between a \
             store and a load, `.sc.{0}` on both",
            scope_word(scope)
        )),
        // What is refused of it is its scope.
        (Fence::Sc(_), Family::Utah | Family::Both) => Some("`fence.sc.cta`".to_owned()),
        (Fence::AcqRel(_), Family::Utah | Family::Both) => Some("`fence.acq_rel.cta`".to_owned()),
    }
}

fn access_in(family: Family, access: Access, does: Does, text: &str) -> Option<String> {
    if access.proxy != Proxy::Generic {
        let word = match does {
            Does::Loads => "`ld.weak`",
            Does::Stores => "`st.weak`",
            Does::Both => "`atom`",
        };
        return Some(word.to_owned());
    }
    match family {
        Family::Utah => utah(access, does, text),
        Family::Hrf => None,
        Family::Both if access.remote => {
            let plain = changed(text, &[("rm_", "")])?;
            let scope = scope_word(access.scope);
            Some(format!(
                "`{plain}`, with `.{scope}` on the other side as well"
            ))
        }
        Family::Both if access.order == Order::Sc => {
            let order = match does {
                Does::Loads | Does::Both => ".acquire.",
                Does::Stores => ".relaxed.",
            };
            let plain = changed(text, &[(".sc.", order)])?;
            Some(format!(
                "`fence.sc.{}`, then `{plain}`",
                scope_word(access.scope)
            ))
        }
        Family::Both => {
            let wider = changed(text, &[(".warp", ".cta"), (".thread", ".cta")])?;
            Some(format!("`{wider}`"))
        }
    }
}

/// Orders as fences around a relaxed access.
fn utah(access: Access, does: Does, text: &str) -> Option<String> {
    let orders = [
        ("rm_", ""),
        (".acquire", ".relaxed"),
        (".release", ".relaxed"),
        (".acq_rel", ".relaxed"),
        (".sc", ".relaxed"),
    ];
    let plain = changed(text, &orders)?;
    let fence = membar(access.scope);
    let (before, after) = match access.order {
        Order::Weak | Order::Relaxed => (false, false),
        Order::Acquire => (false, true),
        Order::Release => (true, false),
        Order::AcqRel => (does != Does::Loads, does != Does::Stores),
        Order::Sc => (true, true),
    };
    let before = if before {
        format!("`{fence}`, ")
    } else {
        String::new()
    };
    let after = if after {
        format!(", `{fence}`")
    } else {
        String::new()
    };
    Some(format!("{before}`{plain}`{after}"))
}

/// The mnemonic with its first words replaced; nothing where it has none of them.
fn changed(text: &str, words: &[(&str, &str)]) -> Option<String> {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (mnemonic, operands) = text.split_at(end);
    let mut new = mnemonic.to_owned();
    for (old, word) in words {
        new = new.replacen(old, word, 1);
    }
    (new != mnemonic).then(|| format!("{new}{operands}"))
}

const fn scope_word(scope: Scope) -> &'static str {
    match scope {
        Scope::Thread => "thread",
        Scope::Warp => "warp",
        Scope::Cta => "cta",
        Scope::Gpu => "gpu",
        Scope::Sys => "sys",
    }
}

const fn membar(scope: Scope) -> &'static str {
    match scope {
        Scope::Thread | Scope::Warp | Scope::Cta => "membar.cta",
        Scope::Gpu => "membar.gl",
        Scope::Sys => "membar.sys",
    }
}
