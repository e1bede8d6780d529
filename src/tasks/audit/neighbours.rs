//! Programs that are a step weaker than another.

use crate::syntax::ast::Order;
use crate::syntax::print;
use crate::tasks::space::{Access, Fence, Item, Kind, Place, Shape, Strength, Vocabulary};

/// A program a step weaker, and what the step takes away, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Weaker {
    pub(super) shape: Shape,
    pub(super) change: String,
}

/// All programs that lack one fence, or have one scope narrower or one order weaker, by one step.
pub(super) fn weaker(shape: &Shape, vocabulary: &Vocabulary) -> Vec<Weaker> {
    let mut found = Vec::new();
    for (thread, column) in shape.columns.iter().enumerate() {
        for (index, &item) in column.items.iter().enumerate() {
            let mut changed = |items: Option<Item>, change: String| {
                let mut shape = shape.clone();
                if let Some(column) = shape.columns.get_mut(thread) {
                    column.items.splice(index..=index, items);
                }
                found.push(Weaker { shape, change });
            };
            let steps = match item {
                Item::Fence(fence) => {
                    let text = fence_name(fence);
                    changed(None, format!("P{thread} without its `{text}`"));
                    fences(fence, vocabulary)
                        .into_iter()
                        .map(Item::Fence)
                        .collect()
                }
                Item::Access(access) => accesses(access, vocabulary)
                    .into_iter()
                    .map(Item::Access)
                    .collect::<Vec<_>>(),
            };
            for step in steps {
                let change = format!("P{thread} with `{}` for `{}`", name(step), name(item));
                changed(Some(step), change);
            }
        }
    }
    found
}

fn fences(fence: Fence, vocabulary: &Vocabulary) -> Vec<Fence> {
    let narrower = vocabulary.scopes.iter().copied();
    let narrower = narrower.filter(|&scope| scope < fence.scope).max();
    let weaker = match fence.strength {
        Strength::Sc if vocabulary.fences.contains(&Strength::AcqRel) => Some(Strength::AcqRel),
        Strength::Sc | Strength::AcqRel => None,
    };
    let scopes = narrower.map(|scope| Fence { scope, ..fence });
    let strengths = weaker.map(|strength| Fence { strength, ..fence });
    scopes.into_iter().chain(strengths).collect()
}

fn accesses(access: Access, vocabulary: &Vocabulary) -> Vec<Access> {
    let narrower = vocabulary.scopes.iter().copied().map(Some);
    let narrower = access
        .scope
        .and_then(|own| narrower.filter(|&scope| scope < Some(own)).max());
    let scopes = narrower.map(|scope| Access { scope, ..access });
    let orders = weaker_orders(access.order, access.kind, vocabulary);
    let orders = orders.into_iter().map(|order| Access {
        order,
        scope: access.scope.filter(|_| order != Order::Weak),
        ..access
    });
    scopes.into_iter().chain(orders).collect()
}

/// The strongest orders of the vocabulary below an order.
fn weaker_orders(order: Order, kind: Kind, vocabulary: &Vocabulary) -> Vec<Order> {
    let below: &[Order] = match (order, kind) {
        (Order::Weak, _) => &[],
        (Order::Relaxed, _) => &[Order::Weak],
        (Order::Acquire | Order::Release, _) => &[Order::Relaxed],
        (Order::AcqRel, _) => &[Order::Acquire, Order::Release],
        (Order::Sc, Kind::Load) => &[Order::Acquire],
        (Order::Sc, Kind::Store) => &[Order::Release],
        (Order::Sc, Kind::Rmw) => &[Order::AcqRel],
    };
    let mut found = Vec::new();
    for &order in below {
        if vocabulary.orders(kind).contains(&order) {
            found.push(order);
        } else {
            found.extend(weaker_orders(order, kind, vocabulary));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn name(item: Item) -> String {
    match item {
        Item::Fence(fence) => fence_name(fence),
        Item::Access(access) => {
            let kind = match access.kind {
                Kind::Load => "ld",
                Kind::Store => "st",
                Kind::Rmw => "atom",
            };
            let order = print::order(access.order, false);
            let scope = access.scope.map(|scope| format!(".{}", scope_name(scope)));
            format!("{kind}.{order}{}", scope.unwrap_or_default())
        }
    }
}

fn fence_name(fence: Fence) -> String {
    let strength = match fence.strength {
        Strength::AcqRel => "acq_rel",
        Strength::Sc => "sc",
    };
    format!("fence.{strength}.{}", scope_name(fence.scope))
}

const fn scope_name(scope: crate::syntax::ast::Scope) -> &'static str {
    use crate::syntax::ast::Scope;
    match scope {
        Scope::Thread => "thread",
        Scope::Warp => "warp",
        Scope::Cta => "cta",
        Scope::Gpu => "gpu",
        Scope::Sys => "sys",
    }
}

/// What a place is a part of, or what part of it.
type Part = fn(Place) -> (usize, usize, usize);

/// What is split, what it is made of, and where the one half goes.
type Way = (&'static str, Part, Part, fn(Place, usize) -> Place);

/// All programs whose threads are in one warp, block or device more, and are otherwise where they were: two
/// of theirs are one in the given program.
pub(super) fn split(shape: &Shape, vocabulary: &Vocabulary) -> Vec<Weaker> {
    let mut found = Vec::new();
    let all: Vec<Place> = shape.columns.iter().map(|column| column.place).collect();
    let new = all.len();
    let levels: [Way; 3] = [
        (
            "warp",
            |place| (place.gpu, place.cta, place.warp),
            |_| (0, 0, 0),
            |place, new| Place { warp: new, ..place },
        ),
        (
            "block",
            |place| (place.gpu, place.cta, 0),
            |place| (place.warp, 0, 0),
            |place, new| Place { cta: new, ..place },
        ),
        (
            "device",
            |place| (place.gpu, 0, 0),
            |place| (place.cta, 0, 0),
            |place, new| Place { gpu: new, ..place },
        ),
    ];
    for (what, whole, part, apart) in levels {
        for half in subsets(all.len()) {
            let inside = |thread: &usize| half & (1 << thread) != 0;
            let threads = || 0..all.len();
            let Some(first) = threads().find(inside) else {
                continue;
            };
            let group = whole(all[first]);
            let together = |thread: &usize| whole(all[*thread]) == group;
            // The first of the group stays, so that each way to split it is tried once.
            let stays = threads()
                .find(together)
                .is_some_and(|thread| !inside(&thread));
            let one_group = threads().filter(inside).all(|thread| together(&thread));
            let torn = threads().filter(together).any(|a| {
                let mut others = threads().filter(together);
                others.any(|b| {
                    inside(&a) != inside(&b) && part(all[a]) == part(all[b]) && what != "warp"
                })
            });
            if !stays || !one_group || torn {
                continue;
            }
            let mut shape = shape.clone();
            for (thread, column) in shape.columns.iter_mut().enumerate() {
                if inside(&thread) {
                    column.place = apart(column.place, new);
                }
            }
            if shape.is_placed(vocabulary) {
                let moved: Vec<String> = threads()
                    .filter(inside)
                    .map(|one| format!("P{one}"))
                    .collect();
                let change = format!("{} in a {what} of its own", moved.join(" and "));
                let shape = shape.renumbered();
                found.push(Weaker { shape, change });
            }
        }
    }
    found
}

/// All sets of so many threads but the empty one, as bits.
fn subsets(count: usize) -> std::ops::Range<u32> {
    1..1_u32
        .checked_shl(u32::try_from(count).unwrap_or(0))
        .unwrap_or(1)
}
