//! Which accesses of a thread any one other thread sees in their order, asked of the model by tests of two
//! threads: message passing, store buffering, load buffering and their mirror image, whose second thread is
//! as strong as the vocabulary has it.

use crate::stop::Open;
use crate::syntax::ast::Scope;
use crate::tasks::space::{
    Access, Column, Fence, Item, Kind, Level, Link, Oracle, Outcome, Place, Promise, Shape,
    Vocabulary, level,
};

use super::order::{Event, events, source};

/// The pairs of accesses that each other thread sees in order: a thread and two of its accesses each.
pub(super) fn kept(
    shape: &Shape,
    vocabulary: &Vocabulary,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<(usize, usize, usize)>, Open> {
    let mut found = Vec::new();
    for (thread, column) in shape.columns.iter().enumerate() {
        let others = shape.columns.iter().enumerate();
        let others = others.filter(|(other, _)| *other != thread);
        let mut levels: Vec<Level> = others
            .map(|(_, one)| level(one.place, column.place))
            .collect();
        levels.sort_unstable();
        levels.dedup();
        // Where there is no other thread, nobody sees them in any order.
        if levels.is_empty() {
            continue;
        }
        let count = column.accesses().count();
        for before in 0..count {
            for after in before + 1..count {
                if in_order(column, (before, after), &levels, vocabulary, oracle)? {
                    found.push((thread, before, after));
                }
            }
        }
    }
    Ok(found)
}

/// How an access takes part in a test of two threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Reads,
    Writes,
}

fn parts(kind: Kind) -> &'static [Part] {
    match kind {
        Kind::Load => &[Part::Reads],
        Kind::Store => &[Part::Writes],
        Kind::Rmw => &[Part::Reads, Part::Writes],
    }
}

/// Whether no test of two threads shows the two out of order.
fn in_order(
    column: &Column,
    (before, after): (usize, usize),
    levels: &[Level],
    vocabulary: &Vocabulary,
    oracle: &mut Oracle<'_>,
) -> Result<bool, Open> {
    let Some((items, kinds)) = piece(column, before, after) else {
        return Ok(false);
    };
    for &level in levels {
        for &first in parts(kinds.0) {
            for &second in parts(kinds.1) {
                let Some(probe) = probe(&items, (first, second), level, vocabulary) else {
                    return Ok(false);
                };
                if shows(&probe, (first, second), oracle)? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// The two accesses with the fences between them; locations are 0 and, where it is another, 1.
fn piece(column: &Column, before: usize, after: usize) -> Option<(Vec<Item>, (Kind, Kind))> {
    let mut items = Vec::new();
    let mut accesses: Vec<Access> = Vec::new();
    let mut index = 0;
    for item in &column.items {
        match item {
            Item::Fence(_) if index > before && index <= after => items.push(*item),
            Item::Fence(_) => {}
            Item::Access(access) => {
                if index == before || index == after {
                    let same = accesses.first().map(|one| one.location);
                    let link = access
                        .link
                        .filter(|link| index == after && link.from == before);
                    let access = Access {
                        link: link.map(|link| Link { from: 0, ..link }),
                        ..*access
                    };
                    let named = Access {
                        location: usize::from(same.is_some_and(|same| same != access.location)),
                        ..access
                    };
                    accesses.push(access);
                    items.push(Item::Access(named));
                }
                index += 1;
            }
        }
    }
    match accesses[..] {
        [first, second] => Some((items, (first.kind, second.kind))),
        _ => None,
    }
}

/// The two accesses, and a thread that would show them out of order; none where nobody would.
fn probe(
    items: &[Item],
    parts: (Part, Part),
    level: Level,
    vocabulary: &Vocabulary,
) -> Option<Shape> {
    let locations: Vec<usize> = items.iter().filter_map(location).collect();
    let &[first, second] = &locations[..] else {
        return None;
    };
    let against = |part: Part, location: usize| {
        let kind = match part {
            Part::Reads => Kind::Store,
            Part::Writes => Kind::Load,
        };
        strongest(kind, location, vocabulary)
    };
    // One location: of a read and a write only the thread itself could tell.
    if first == second && parts.0 != parts.1 {
        return None;
    }
    let fence = vocabulary.fences.last().zip(vocabulary.scopes.last());
    let fence = fence.map(|(&strength, &scope)| Item::Fence(Fence { strength, scope }));
    let other = [
        Some(against(parts.1, second)),
        fence,
        Some(against(parts.0, first)),
    ];
    let here = Place {
        gpu: 0,
        cta: 0,
        warp: 0,
    };
    let there = match level {
        Level::Warp => here,
        Level::Cta => Place { warp: 1, ..here },
        Level::Gpu => Place { cta: 1, ..here },
        Level::Sys => Place { gpu: 1, ..here },
    };
    Some(Shape {
        columns: vec![
            Column {
                place: here,
                items: items.to_vec(),
            },
            Column {
                place: there,
                items: other.into_iter().flatten().collect(),
            },
        ],
        spaces: vec![crate::syntax::ast::Space::Global; 1 + first.max(second)],
    })
}

const fn location(item: &Item) -> Option<usize> {
    match item {
        Item::Access(access) => Some(access.location),
        Item::Fence(_) => None,
    }
}

fn strongest(kind: Kind, location: usize, vocabulary: &Vocabulary) -> Item {
    let order = vocabulary.orders(kind).last().copied();
    let order = order.unwrap_or(crate::syntax::ast::Order::Weak);
    let weak = order == crate::syntax::ast::Order::Weak;
    let widest = vocabulary.scopes.last().copied().unwrap_or(Scope::Sys);
    Item::Access(Access {
        kind,
        link: None,
        order,
        scope: (!weak).then_some(widest),
        location,
    })
}

/// Whether some outcome has the other thread see the two out of order.
fn shows(probe: &Shape, parts: (Part, Part), oracle: &mut Oracle<'_>) -> Result<bool, Open> {
    let Promise::Outcomes(outcomes) = oracle.ask_kept(probe)? else {
        return Ok(true);
    };
    let outcomes = outcomes
        .iter()
        .filter_map(|values| Outcome::of(probe, values));
    let mut shown = outcomes.map(|outcome| {
        let events = events(probe, &outcome);
        let [before, after, first, second] = &events[..] else {
            return true;
        };
        let found = |read: &Event| source(&events, read);
        let one_location = before.access.location == after.access.location;
        // By their places in the list: 0 and 1 are the two, 2 and 3 the other thread's.
        match parts {
            (Part::Writes, Part::Writes) if one_location => {
                found(first) == Some(1) && found(second) == Some(0)
            }
            (Part::Writes, Part::Writes) => found(first) == Some(1) && found(second) != Some(0),
            (Part::Writes, Part::Reads) => found(after) != Some(2) && found(second) != Some(0),
            (Part::Reads, Part::Writes) => found(before) == Some(3) && found(first) == Some(1),
            (Part::Reads, Part::Reads) if one_location => {
                found(before) == Some(3) && found(after) != Some(3)
            }
            (Part::Reads, Part::Reads) => found(before) == Some(3) && found(after) != Some(2),
        }
    });
    Ok(shown.any(|shown| shown))
}
