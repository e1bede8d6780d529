//! Fences as they are written in a test.

use crate::execution::variants::Form;
use crate::program::spelling::Spelling;
use crate::syntax::ast::{Fence, Scope};

/// How a fence is written; nothing for no fence. Where the model knows one kind of fence only, the
/// shorter name will do.
#[must_use]
pub fn fence(form: Form, told_apart: bool) -> Option<String> {
    let Form::Fence(fence) = form else {
        return None;
    };
    Some(match fence {
        Fence::AcqRel(scope) => format!("fence.acq_rel.{}", Spelling::Ptx.scope(scope)),
        Fence::Sc(Scope::Gpu) if !told_apart => "membar.gl".to_owned(),
        Fence::Sc(scope @ (Scope::Cta | Scope::Sys)) if !told_apart => {
            format!("membar.{}", Spelling::Ptx.scope(scope))
        }
        Fence::Sc(scope) => format!("fence.sc.{}", Spelling::Ptx.scope(scope)),
        Fence::Proxy(_) | Fence::Alias | Fence::Hole => return None,
    })
}
