//! The orders of accesses that are stronger than a proof needs: each is weakened by one step, alone,
//! and the model is asked again.

use crate::model::Model;
use crate::program::edit::{AccessEdit, AccessKind, InstructionId, apply};
use crate::program::{Program, ThreadId};
use crate::syntax::ast::{Order, Scope};
use crate::syntax::diagnostic::Report;
use crate::verdict::query::Options;

use super::verdict::{Verdict, ask};

/// The weaker orders and narrower scopes with each of which, alone, the proof still goes through.
/// Machines know no orders, so of them nothing is asked.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn weaker(
    program: &Program,
    model: &Model,
    options: &Options,
) -> Result<Vec<AccessEdit>, Report> {
    let mut found = Vec::new();
    if model.machine().is_some() {
        return Ok(found);
    }
    for (thread, code) in program
        .threads
        .iter()
        .map(|thread| &thread.code)
        .enumerate()
    {
        for index in 0..code.len() {
            let at = InstructionId {
                thread: ThreadId(thread),
                index,
            };
            for edit in steps(program, at) {
                // What is no instruction of the language, or of the model, is no weaker order.
                if let Ok(weaker) = apply(program, &[edit])
                    && ask(&weaker, model, options)? == Verdict::Proved
                {
                    found.push(edit);
                }
            }
        }
    }
    Ok(found)
}

/// An access with its order weakened, its scope narrowed, or not remote any more: one step each.
fn steps(program: &Program, at: InstructionId) -> Vec<AccessEdit> {
    let (Some(edit), Some(kind)) = (AccessEdit::none(program, at), at.kind(program)) else {
        return Vec::new();
    };
    let orders: &[Order] = match (edit.order, kind) {
        (Order::Sc, AccessKind::Load) => &[Order::Acquire],
        (Order::Sc, AccessKind::Store) => &[Order::Release],
        (Order::Sc, AccessKind::Atomic) => &[Order::AcqRel],
        (Order::AcqRel, _) => &[Order::Acquire, Order::Release],
        (Order::Acquire | Order::Release, _) => &[Order::Relaxed],
        (Order::Relaxed, AccessKind::Load | AccessKind::Store) => &[Order::Weak],
        (Order::Relaxed, AccessKind::Atomic) | (Order::Weak, _) => &[],
    };
    let scope = match edit.scope {
        _ if edit.order == Order::Weak => None,
        Scope::Sys => Some(Scope::Gpu),
        Scope::Gpu => Some(Scope::Cta),
        Scope::Cta => Some(Scope::Warp),
        Scope::Warp | Scope::Thread => None,
    };
    if edit.remote {
        return vec![AccessEdit {
            remote: false,
            ..edit
        }];
    }
    let orders = orders.iter().map(|&order| AccessEdit { order, ..edit });
    let scope = scope.map(|scope| AccessEdit { scope, ..edit });
    orders.chain(scope).collect()
}
