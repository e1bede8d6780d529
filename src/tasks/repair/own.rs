//! Accesses and fences that are there already: what they can be instead.

use crate::kernel::setup::Setup;
use crate::ptx::operation::{Operation, Order, Scope};
use crate::ptx::types::Space;

use super::in_cuda::called;
use super::operations::{noticed, orders};
use super::sites::{Site, SiteKind, written};
use super::strength::Strength;

/// The orders and scopes of an access or a fence that are at least as strong as it is.
pub fn own(setup: &Setup, function: usize, at: usize, scopes: &[Scope], found: &mut Vec<Site>) {
    let Some(body) = &setup.module.functions[function].body else {
        return;
    };
    let operation = &body.code[at].operation;
    // What is done to a barrier in memory has no other words.
    if setup.module.is_memory_barrier((function, at)) {
        return;
    }
    // Shared memory has no others than the threads of a block.
    let shared = noticed(operation).is_some_and(|access| access.space == Space::Shared);
    let of_block = scopes
        .iter()
        .take_while(|scope| **scope == Scope::Block)
        .count();
    let scopes = if shared { &scopes[..of_block] } else { scopes };
    let (now, others) = if let Operation::Fence { sequential, scope } = operation {
        let now = Strength::Fence {
            sequential: *sequential,
            scope: *scope,
        };
        let kinds = [false, true].into_iter();
        let all = kinds.flat_map(|sequential| {
            let fence = move |&scope: &Scope| Strength::Fence { sequential, scope };
            scopes.iter().map(fence)
        });
        (now, all.collect())
    } else if let Some(access) = noticed(operation).filter(|access| !access.non_coherent) {
        let now = Strength::access(access.order, access.scope);
        let mut orders = orders(operation).to_vec();
        // What it has already it may have farther.
        if !orders.contains(&access.order) && access.order != Order::Volatile {
            orders.push(access.order);
        }
        (now, accesses(&orders, scopes))
    } else {
        return;
    };
    // What stands there keeps its scope where that is wider than any that matters.
    let widened = others.into_iter().map(|other| match (now, other) {
        (
            Strength::Fence { scope, .. },
            Strength::Fence {
                sequential,
                scope: far,
            },
        ) if scope > far => Strength::Fence { sequential, scope },
        (
            Strength::Access { scope, order },
            Strength::Access {
                order: new,
                scope: far,
            },
        ) if order != Order::Weak && scope > far => Strength::Access { order: new, scope },
        (_, other) => other,
    });
    let mut levels = vec![now];
    for level in widened {
        if level.covers(now) && !levels.contains(&level) {
            levels.push(level);
        }
    }
    found.push(Site {
        function,
        at,
        kind: SiteKind::Own,
        in_cuda: levels
            .iter()
            .map(|level| called(setup, function, at, *level, scopes.last().copied()))
            .collect(),
        levels,
        written: written(setup, function, at),
        copies: Vec::new(),
        inside_line: false,
        in_branch: false,
        round: None,
    });
}

fn accesses(orders: &[Order], scopes: &[Scope]) -> Vec<Strength> {
    let all = orders.iter().flat_map(|&order| {
        scopes
            .iter()
            .map(move |&scope| Strength::Access { order, scope })
    });
    all.collect()
}
