//! All programs with one instruction relaxed.

use crate::syntax::ast::Order;
use crate::tasks::space::{
    Access, Column, Dependency, Item, Kind, Link, Shape, Vocabulary, weaker,
};

use super::relaxed::{At, Relaxed};

/// All programs with one instruction relaxed.
pub(super) fn relaxations(shape: &Shape, vocabulary: &Vocabulary) -> Vec<Relaxed> {
    let mut found = Vec::new();
    for (thread, column) in shape.columns.iter().enumerate() {
        for (index, access) in column.accesses().enumerate() {
            let at = (thread, index);
            found.push(without(shape, at));
            if access.link.is_some() {
                found.push(unlinked(shape, at));
            }
            if access.kind == Kind::Rmw {
                found.push(apart(shape, at));
            }
        }
    }
    let weaker = weaker(shape, vocabulary).into_iter();
    found.extend(weaker.map(|weaker| Relaxed::same(weaker.shape)));
    found
}

/// Changes one access of a program.
fn changed(shape: &Shape, (thread, index): At, change: impl FnOnce(&mut Access)) -> Shape {
    let mut shape = shape.clone();
    let column = shape.columns.get_mut(thread);
    let items = column.into_iter().flat_map(|column| &mut column.items);
    let mut accesses = items.filter_map(|item| match item {
        Item::Access(access) => Some(access),
        Item::Fence(_) => None,
    });
    if let Some(access) = accesses.nth(index) {
        change(access);
    }
    shape
}

/// Without the dependency of one access.
fn unlinked(shape: &Shape, at: At) -> Relaxed {
    Relaxed::same(changed(shape, at, |access| access.link = None))
}

/// Without one access. Who depended on what it read depends on what it depended on; a branch before it is
/// before what comes after it.
fn without(shape: &Shape, (thread, index): At) -> Relaxed {
    let mut relaxed = Relaxed::same(shape.clone());
    let (Some(column), Some(from)) = (
        relaxed.shape.columns.get_mut(thread),
        relaxed.from.get_mut(thread),
    ) else {
        return relaxed;
    };
    let gone = column.accesses().nth(index).and_then(|access| access.link);
    let mut branch = gone.filter(|link| link.kind == Dependency::Ctrl);
    *column = rebuilt(column, |own, mut access| {
        if own == index {
            return Vec::new();
        }
        access.link = access.link.and_then(|link| match link.from {
            own if own == index => gone.map(|gone| Link {
                from: gone.from,
                ..link
            }),
            own if own > index => Some(Link {
                from: own - 1,
                ..link
            }),
            _ => Some(link),
        });
        if own > index {
            access.link = access.link.or(branch.take());
        }
        vec![access]
    });
    from.remove(index);
    if from.is_empty() {
        relaxed.shape.columns.remove(thread);
        relaxed.from.remove(thread);
    }
    relaxed
}

/// An exchange as a load and a store.
fn apart(shape: &Shape, (thread, index): At) -> Relaxed {
    let mut relaxed = Relaxed::same(shape.clone());
    if let Some(column) = relaxed.shape.columns.get_mut(thread) {
        *column = split(column, index);
    }
    if let Some(from) = relaxed.from.get_mut(thread) {
        from.insert(index, (thread, index));
    }
    relaxed
}

fn split(column: &Column, index: usize) -> Column {
    rebuilt(column, |own, mut access| {
        // What the exchange found, the load finds.
        access.link = access.link.map(|link| Link {
            from: link.from + usize::from(link.from > index),
            ..link
        });
        if own == index {
            halves(access).to_vec()
        } else {
            vec![access]
        }
    })
}

/// A column with others for each access, which is given with its number.
fn rebuilt(column: &Column, mut others: impl FnMut(usize, Access) -> Vec<Access>) -> Column {
    let mut own = 0..;
    let mut items = Vec::new();
    for &item in &column.items {
        match item {
            Item::Fence(_) => items.push(item),
            Item::Access(access) => {
                let others = own.next().map(|own| others(own, access));
                items.extend(others.into_iter().flatten().map(Item::Access));
            }
        }
    }
    Column {
        place: column.place,
        items,
    }
}

/// The load and the store of an exchange.
fn halves(access: Access) -> [Access; 2] {
    let (first, last) = match access.order {
        Order::Weak => (Order::Weak, Order::Weak),
        Order::Relaxed => (Order::Relaxed, Order::Relaxed),
        Order::Acquire => (Order::Acquire, Order::Relaxed),
        Order::Release => (Order::Relaxed, Order::Release),
        Order::AcqRel => (Order::Acquire, Order::Release),
        Order::Sc => (Order::Sc, Order::Sc),
    };
    // The value depends on data, the address is that of both, and a branch decides all that comes after it.
    let kind = access.link.map(|link| link.kind);
    let (of_load, of_store) = match kind {
        None => (false, false),
        Some(Dependency::Addr) => (true, true),
        Some(Dependency::Data) => (false, true),
        Some(Dependency::Ctrl) => (true, false),
    };
    let half = |kind, order, linked: bool| Access {
        kind,
        order,
        link: access.link.filter(|_| linked),
        ..access
    };
    [
        half(Kind::Load, first, of_load),
        half(Kind::Store, last, of_store),
    ]
}
