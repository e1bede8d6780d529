//! Programs whose threads are farther apart than those of another.

use crate::tasks::space::{Place, Shape, Vocabulary, Weaker};

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
