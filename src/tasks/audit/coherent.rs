//! A program as one location sees it.

use crate::syntax::ast::Order;
use crate::tasks::space::{Access, Column, Item, Kind, Outcome, Shape};

/// The accesses of a location alone, all as plain as can be: what is left to be ordered is their location.
pub(super) fn alone(shape: &Shape, location: usize) -> Shape {
    let columns = shape.columns.iter().filter_map(|column| {
        let own = column.accesses().filter(|one| one.location == location);
        let items: Vec<Item> = own.map(|access| Item::Access(plain(*access))).collect();
        (!items.is_empty()).then_some(Column {
            place: column.place,
            items,
        })
    });
    Shape {
        columns: columns.collect(),
        spaces: shape.spaces.get(location).copied().into_iter().collect(),
    }
}

fn plain(access: Access) -> Access {
    let order = match access.kind {
        Kind::Rmw => Order::Relaxed,
        Kind::Load | Kind::Store => Order::Weak,
    };
    Access {
        link: None,
        order,
        scope: access.scope.filter(|_| access.kind == Kind::Rmw),
        location: 0,
        ..access
    }
}

/// What an outcome of the whole says of a location.
pub(super) fn seen(shape: &Shape, outcome: &Outcome, location: usize) -> Outcome {
    let reads = shape.columns.iter().zip(&outcome.reads);
    let reads = reads.filter_map(|(column, found)| {
        let mut found = found.iter().copied();
        let mut touches = false;
        let mut own = Vec::new();
        for access in column.accesses() {
            let value = access.kind.reads().then(|| found.next()).flatten();
            if access.location == location {
                touches = true;
                own.extend(value);
            }
        }
        touches.then_some(own)
    });
    Outcome {
        reads: reads.collect(),
        memory: outcome.memory.get(location).copied().into_iter().collect(),
    }
}
