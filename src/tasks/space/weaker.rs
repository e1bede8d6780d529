//! Programs that are a step weaker than another.

use super::shape::{Access, Fence, Item, Kind, Shape, Strength};
use super::vocabulary::Vocabulary;
use crate::syntax::ast::Order;
use crate::syntax::print::{self, Spelling};

/// A program a step weaker, and what the step takes away, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weaker {
    /// The program.
    pub shape: Shape,
    /// What the step takes away.
    pub change: String,
}

/// All programs that lack one fence, or have one scope narrower or one order weaker, by one step.
#[must_use]
pub fn weaker(shape: &Shape, vocabulary: &Vocabulary) -> Vec<Weaker> {
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
                let change = format!(
                    "P{thread} with `{}` for `{}`",
                    step.mnemonic(),
                    item.mnemonic()
                );
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

impl Item {
    /// Its mnemonic, in full: `ld.weak`, `fence.sc.gpu`.
    #[must_use]
    pub fn mnemonic(&self) -> String {
        match self {
            Self::Fence(fence) => fence_name(*fence),
            Self::Access(access) => {
                let kind = match access.kind {
                    Kind::Load => "ld",
                    Kind::Store => "st",
                    Kind::Rmw => "atom",
                };
                let order = print::order(access.order, false);
                let scope = access
                    .scope
                    .map(|scope| format!(".{}", Spelling::Ptx.scope(scope)));
                format!("{kind}.{order}{}", scope.unwrap_or_default())
            }
        }
    }
}

fn fence_name(fence: Fence) -> String {
    let strength = match fence.strength {
        Strength::AcqRel => "acq_rel",
        Strength::Sc => "sc",
    };
    format!("fence.{strength}.{}", Spelling::Ptx.scope(fence.scope))
}
