//! Other orders and scopes that an access could have, with what each costs.

use std::collections::BTreeSet;

use crate::execution::scopes::scope_includes;
use crate::program::edit::{AccessEdit, AccessKind, InstructionId};
use crate::program::{Program, ThreadId};
use crate::syntax::ast::{Order, Scope};

/// What an edit costs: how much changes, then how wide, how strong the access becomes.
pub(super) type Cost = (usize, Scope, Order);

/// An edit with its cost.
pub(super) type Priced = (Cost, AccessEdit);

/// The scopes worth a try for some instructions: those they have, and the narrowest that holds all
/// their threads.
pub(super) fn scopes(program: &Program, involved: &BTreeSet<InstructionId>) -> Vec<Scope> {
    let threads: BTreeSet<ThreadId> = involved.iter().map(|at| at.thread).collect();
    let mut scopes: BTreeSet<Scope> = involved
        .iter()
        .filter_map(|at| at.access(program))
        .filter(|access| access.order != Order::Weak)
        .map(|access| access.scope)
        .collect();
    scopes.extend(common(program, &threads));
    // Nobody is met in the scope of a single thread.
    scopes.remove(&Scope::Thread);
    scopes.into_iter().collect()
}

/// The narrowest scope that holds all of these threads.
pub(super) fn common(program: &Program, threads: &BTreeSet<ThreadId>) -> Option<Scope> {
    let first = *threads.first()?;
    Scope::ALL.into_iter().find(|&scope| {
        let holds = |&other: &ThreadId| scope_includes(program, first, scope, other);
        threads.iter().all(holds)
    })
}

/// What one access could be instead; remote forms where the model knows them.
pub(super) fn of(
    program: &Program,
    at: InstructionId,
    scopes: &[Scope],
    remote: bool,
) -> Vec<Priced> {
    let (Some(own), Some(kind)) = (AccessEdit::none(program, at), at.kind(program)) else {
        return Vec::new();
    };
    let scopes: BTreeSet<Scope> = match own.order {
        // What has no scope yet gets one of those that are worth a try.
        Order::Weak => scopes.iter().copied().collect(),
        Order::Relaxed | Order::Acquire | Order::Release | Order::AcqRel | Order::Sc => {
            scopes.iter().copied().chain([own.scope]).collect()
        }
    };
    let mut result: Vec<Priced> = Vec::new();
    for order in orders(kind, own.order) {
        let form = matches!(order, Order::Acquire | Order::Release | Order::AcqRel);
        for &scope in &scopes {
            // What is remote stays so.
            for remote in [own.remote, own.remote || remote && form] {
                let edit = AccessEdit {
                    at,
                    order,
                    scope,
                    remote,
                };
                if edit != own && result.iter().all(|(_, other)| *other != edit) {
                    result.push((cost(own, edit), edit));
                }
            }
        }
    }
    result
}

fn cost(own: AccessEdit, edit: AccessEdit) -> Cost {
    let mut changes = 0;
    changes += usize::from(own.order == Order::Weak) * 2;
    changes += usize::from(own.order != edit.order);
    changes += usize::from(own.order != Order::Weak && own.scope != edit.scope);
    // It makes other threads flush or invalidate: dear, where a wider scope would do.
    changes += usize::from(own.remote != edit.remote) * 2;
    (changes, edit.scope, edit.order)
}

/// The order of an access, and the stronger ones.
fn orders(kind: AccessKind, own: Order) -> Vec<Order> {
    let ladder: &[Order] = match (kind, own) {
        (AccessKind::Load, Order::Weak) => &[Order::Relaxed, Order::Acquire],
        (AccessKind::Store, Order::Weak) => &[Order::Relaxed, Order::Release],
        (AccessKind::Load, Order::Relaxed) => &[Order::Acquire],
        (AccessKind::Store, Order::Relaxed) => &[Order::Release],
        (AccessKind::Atomic, Order::Relaxed | Order::Weak) => {
            &[Order::Acquire, Order::Release, Order::AcqRel]
        }
        (AccessKind::Atomic, Order::Acquire | Order::Release) => &[Order::AcqRel],
        (
            AccessKind::Load | AccessKind::Store,
            Order::Acquire | Order::Release | Order::AcqRel | Order::Sc,
        )
        | (AccessKind::Atomic, Order::AcqRel | Order::Sc) => &[],
    };
    let stays = (own != Order::Weak).then_some(own);
    stays.into_iter().chain(ladder.iter().copied()).collect()
}

/// The strongest form of an access in a scope: acquires what it reads, releases what it writes.
pub(super) fn strongest(program: &Program, at: InstructionId, scope: Scope) -> Option<AccessEdit> {
    let own = AccessEdit::none(program, at)?;
    let order = match (at.kind(program)?, own.order) {
        (_, Order::Sc) => Order::Sc,
        (AccessKind::Load, _) => Order::Acquire,
        (AccessKind::Store, _) => Order::Release,
        (AccessKind::Atomic, _) => Order::AcqRel,
    };
    Some(AccessEdit {
        order,
        scope,
        ..own
    })
}

/// Whether an edit makes an access at least as strong as another does.
pub(super) fn at_least(edit: AccessEdit, other: AccessEdit) -> bool {
    let stronger = edit.order == other.order
        || edit.order == Order::Sc
        || other.order <= Order::Relaxed && edit.order >= other.order
        || edit.order == Order::AcqRel && other.order != Order::Sc;
    edit.at == other.at && stronger && edit.scope >= other.scope && (edit.remote || !other.remote)
}
