//! The enumeration of programs against one by brute force, which tries all orders of threads, all names of
//! locations and all numbers of blocks, and keeps one of each class.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use gpu_litmus::Model;
use gpu_litmus::stop::{Open, Stop};
use gpu_litmus::syntax::ast::{Order, Scope, Space};
use gpu_litmus::syntax::print::{Style, print};
use gpu_litmus::tasks::space::{
    Access, Bounds, Column, Dependency, Fence, Item, Kind, Level, Link, Outcome, Place, Shape,
    Size, Strength, Vocabulary, Walk, Whole,
};

/// Stores, loads and exchanges, weak or (loads) acquiring, a fence, data and control dependencies, blocks.
fn small() -> Vocabulary {
    Vocabulary {
        kinds: vec![Kind::Store, Kind::Load, Kind::Rmw],
        loads: vec![Order::Weak, Order::Acquire],
        stores: vec![Order::Weak],
        rmws: vec![Order::Relaxed],
        fences: vec![Strength::Sc],
        last_fences: false,
        scopes: vec![Scope::Cta, Scope::Gpu],
        dependencies: vec![Dependency::Data, Dependency::Ctrl],
        placements: vec![Level::Cta, Level::Gpu],
        spaces: vec![Space::Global],
        threads: 3,
        locations: 2,
        whole: Whole::Apart,
    }
}

fn bounds(accesses: usize, fences: usize) -> Bounds {
    Bounds {
        fences: Some(fences),
        ..Bounds::accesses(accesses)
    }
}

fn walk(vocabulary: &Vocabulary, bounds: Bounds) -> Vec<Shape> {
    let walk = Walk::new(vocabulary, bounds, &Stop::never());
    walk.map(|shape| shape.unwrap()).collect()
}

/// All instructions of a vocabulary at so many locations, links to any of the first accesses.
fn alphabet(vocabulary: &Vocabulary, accesses: usize) -> Vec<Item> {
    let mut items = Vec::new();
    let mut links = vec![None];
    for &kind in &vocabulary.dependencies {
        links.extend((0..accesses).map(|from| Some(Link { kind, from })));
    }
    for &kind in &vocabulary.kinds {
        for &order in vocabulary.orders(kind) {
            let scopes: Vec<Option<Scope>> = if order == Order::Weak {
                vec![None]
            } else {
                vocabulary.scopes.iter().copied().map(Some).collect()
            };
            for scope in scopes {
                for &link in &links {
                    for location in 0..vocabulary.locations {
                        items.push(Item::Access(Access {
                            kind,
                            link,
                            order,
                            scope,
                            location,
                        }));
                    }
                }
            }
        }
    }
    for &strength in &vocabulary.fences {
        for &scope in &vocabulary.scopes {
            items.push(Item::Fence(Fence { strength, scope }));
        }
    }
    items
}

/// Whether a thread is one of the vocabulary, said once more.
fn fits(items: &[Item], vocabulary: &Vocabulary) -> bool {
    let mut accesses: Vec<Access> = Vec::new();
    let mut fence_before = true;
    for item in items {
        match item {
            Item::Fence(_) if fence_before => return false,
            Item::Fence(_) => fence_before = true,
            Item::Access(access) => {
                if let Some(link) = access.link {
                    let Some(from) = accesses.get(link.from) else {
                        return false;
                    };
                    let again = accesses.iter().any(|other| other.link == access.link);
                    let bad = match link.kind {
                        Dependency::Addr => false,
                        Dependency::Data => access.kind == Kind::Load,
                        Dependency::Ctrl => again,
                    };
                    if bad || from.kind == Kind::Store {
                        return false;
                    }
                }
                accesses.push(*access);
                fence_before = false;
            }
        }
    }
    vocabulary.last_fences && !accesses.is_empty() || !fence_before
}

/// All threads with so many accesses and at most so many fences.
fn threads(vocabulary: &Vocabulary, accesses: usize, fences: usize) -> Vec<Vec<Item>> {
    let alphabet = alphabet(vocabulary, accesses);
    let mut found = Vec::new();
    let mut open: Vec<Vec<Item>> = vec![Vec::new()];
    while let Some(items) = open.pop() {
        let count = |fence: bool| {
            let same = |item: &&Item| matches!(item, Item::Fence(_)) == fence;
            items.iter().filter(same).count()
        };
        if count(false) == accesses && fits(&items, vocabulary) {
            found.push(items.clone());
        }
        for &item in &alphabet {
            let fence = usize::from(matches!(item, Item::Fence(_)));
            if count(true) + fence <= fences && count(false) + 1 - fence <= accesses {
                let mut longer = items.clone();
                longer.push(item);
                // Only what comes last may make the difference later.
                let last_fence = matches!(item, Item::Fence(_));
                if last_fence && !items.is_empty() || fits(&longer, vocabulary) {
                    open.push(longer);
                }
            }
        }
    }
    found
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in permutations(count - 1) {
        for place in 0..=shorter.len() {
            let mut longer = shorter.clone();
            longer.insert(place, count - 1);
            all.push(longer);
        }
    }
    all
}

/// The least text of a program under all renamings: one for each class.
fn class(shape: &Shape) -> String {
    let blocks = 1 + shape
        .columns
        .iter()
        .map(|column| column.place.cta)
        .max()
        .unwrap();
    let mut texts = Vec::new();
    for names in permutations(shape.spaces.len()) {
        for numbers in permutations(blocks) {
            let mut columns: Vec<String> = Vec::new();
            for column in &shape.columns {
                let mut text = format!("@{}", numbers[column.place.cta]);
                for item in &column.items {
                    let item = match *item {
                        Item::Fence(_) => *item,
                        Item::Access(access) => Item::Access(Access {
                            location: names[access.location],
                            ..access
                        }),
                    };
                    let _ = write!(text, " {item:?}");
                }
                columns.push(text);
            }
            columns.sort();
            texts.push(columns.join("|"));
        }
    }
    texts.into_iter().min().unwrap()
}

/// Each program of a vocabulary by brute force: a class with its size.
fn brute(vocabulary: &Vocabulary, accesses: usize, fences: usize) -> BTreeMap<String, Size> {
    let mut found = BTreeMap::new();
    let by_length: Vec<Vec<Vec<Item>>> = (0..=accesses)
        .map(|length| threads(vocabulary, length, fences))
        .collect();
    // All lists of threads, each in any of the blocks.
    let mut open: Vec<Vec<Column>> = vec![Vec::new()];
    while let Some(columns) = open.pop() {
        let used: usize = columns.iter().map(|column| column.accesses().count()).sum();
        if !columns.is_empty() {
            note(&columns, vocabulary, fences, &mut found);
        }
        if columns.len() == vocabulary.threads {
            continue;
        }
        for threads in by_length.iter().take(accesses - used + 1).skip(1) {
            for items in threads {
                for cta in 0..=columns.len() {
                    let place = Place {
                        gpu: 0,
                        cta,
                        warp: columns.len(),
                    };
                    let mut more = columns.clone();
                    more.push(Column {
                        place,
                        items: items.clone(),
                    });
                    open.push(more);
                }
            }
        }
    }
    found
}

fn note(
    columns: &[Column],
    vocabulary: &Vocabulary,
    fences: usize,
    found: &mut BTreeMap<String, Size>,
) {
    let used: BTreeSet<usize> = columns
        .iter()
        .flat_map(Column::accesses)
        .map(|access| access.location)
        .collect();
    let blocks: BTreeSet<usize> = columns.iter().map(|column| column.place.cta).collect();
    // The first names and numbers only, so that renaming needs no more of them.
    let dense = |set: &BTreeSet<usize>| set.iter().copied().eq(0..set.len());
    let shape = Shape {
        columns: columns.to_vec(),
        spaces: vec![Space::Global; used.len()],
    };
    if !dense(&used) || !dense(&blocks) || shape.size().fences > fences {
        return;
    }
    if vocabulary.whole != Whole::Apart && !whole(&shape) {
        return;
    }
    found.insert(class(&shape), shape.size());
}

/// Each location is written and accessed twice, and the threads are joined by locations.
fn whole(shape: &Shape) -> bool {
    let good = |location: usize| {
        let own = || shape.accesses().filter(|(_, one)| one.location == location);
        own().count() >= 2 && own().any(|(_, one)| one.kind != Kind::Load)
    };
    let mut reached = BTreeSet::from([0]);
    loop {
        let seen: BTreeSet<usize> = shape
            .accesses()
            .filter(|(thread, _)| reached.contains(thread))
            .map(|(_, one)| one.location)
            .collect();
        let next = shape
            .accesses()
            .filter(|(_, one)| seen.contains(&one.location));
        let next: BTreeSet<usize> = next.map(|(thread, _)| thread).chain([0]).collect();
        if next == reached {
            break;
        }
        reached = next;
    }
    reached.len() == shape.columns.len() && (0..shape.spaces.len()).all(good)
}

fn agrees(vocabulary: &Vocabulary, accesses: usize, fences: usize) -> usize {
    let walked = walk(vocabulary, bounds(accesses, fences));
    let sizes: Vec<Size> = walked.iter().map(Shape::size).collect();
    assert!(sizes.is_sorted(), "the smallest come first");
    let classes: BTreeMap<String, Size> = walked
        .iter()
        .map(|shape| (class(shape), shape.size()))
        .collect();
    assert_eq!(
        classes.len(),
        walked.len(),
        "no two are the same up to symmetry"
    );
    let brute = brute(vocabulary, accesses, fences);
    for (class, size) in &brute {
        assert_eq!(classes.get(class), Some(size), "{class} is missing");
    }
    assert_eq!(classes.len(), brute.len(), "no more than there are");
    for shape in &walked {
        assert_eq!(shape.canonical(), *shape);
    }
    walked.len()
}

#[test]
fn all_programs_are_found_once() {
    let plain = Vocabulary {
        loads: vec![Order::Weak],
        fences: Vec::new(),
        scopes: vec![Scope::Gpu],
        dependencies: Vec::new(),
        kinds: vec![Kind::Store, Kind::Load],
        ..small()
    };
    assert!(agrees(&plain, 4, 0) > 500);
    assert!(agrees(&small(), 2, 1) > 100);
    let fenced = Vocabulary {
        dependencies: Vec::new(),
        last_fences: true,
        kinds: vec![Kind::Store, Kind::Load],
        ..small()
    };
    assert!(agrees(&fenced, 2, 2) > 100);
}

#[test]
fn those_that_fall_apart_are_left_out() {
    let plain = Vocabulary {
        loads: vec![Order::Weak],
        fences: Vec::new(),
        scopes: vec![Scope::Gpu],
        dependencies: vec![Dependency::Data],
        whole: Whole::Twice,
        ..small()
    };
    assert!(agrees(&plain, 3, 0) > 50);
}

#[test]
fn every_program_is_a_test() {
    let vocabulary = Vocabulary {
        dependencies: Dependency::ALL.to_vec(),
        placements: Level::ALL.to_vec(),
        spaces: vec![Space::Global, Space::Shared],
        kinds: vec![Kind::Load, Kind::Rmw],
        ..small()
    };
    let mut count = 0;
    for shape in walk(&vocabulary, bounds(2, 1)) {
        let names = shape.observed();
        let values: Vec<i64> = names.iter().map(|_| 1).collect();
        let outcome = Outcome::of(&shape, &values).unwrap();
        assert!(Outcome::of(&shape, &values[1..]).is_none());
        let text = print(&shape.test("t", Some(&outcome)), &Style::default());
        let program =
            gpu_litmus::load("t.litmus", &text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
        assert_eq!(program.threads.len(), shape.columns.len());
        assert_eq!(program.locations.len(), shape.spaces.len(), "{text}");
        for name in names {
            assert!(text.contains(&name), "{name}: {text}");
        }
        count += 1;
    }
    assert!(count > 500, "{count}");
}

#[test]
fn a_program_reads_like_one_written_by_hand() {
    let access = |kind, location, link| {
        Item::Access(Access {
            kind,
            link,
            order: if kind == Kind::Rmw {
                Order::AcqRel
            } else {
                Order::Weak
            },
            scope: (kind == Kind::Rmw).then_some(Scope::Gpu),
            location,
        })
    };
    let link = |kind| Some(Link { kind, from: 0 });
    let fence = Item::Fence(Fence {
        strength: Strength::Sc,
        scope: Scope::Cta,
    });
    let place = |cta| Place {
        gpu: 0,
        cta,
        warp: 0,
    };
    let shape = Shape {
        columns: vec![
            Column {
                place: place(0),
                items: vec![
                    access(Kind::Store, 0, None),
                    fence,
                    access(Kind::Store, 1, None),
                ],
            },
            Column {
                place: place(1),
                items: vec![
                    access(Kind::Load, 1, None),
                    access(Kind::Load, 0, link(Dependency::Addr)),
                    access(Kind::Store, 1, link(Dependency::Data)),
                    access(Kind::Rmw, 0, link(Dependency::Ctrl)),
                ],
            },
        ],
        spaces: vec![Space::Global, Space::Shared],
    };
    let outcome = Outcome {
        reads: vec![vec![], vec![1, 0, 1]],
        memory: vec![2, 2],
    };
    let text = print(&shape.test("hand", Some(&outcome)), &Style::default());
    assert_eq!(
        text,
        "PTX hand\n\
         { x = 0; .shared y = 0; P1:t2 = x; }\n \
         P0@cta 0,gpu 0 | P1@cta 1,gpu 0                 ;\n \
         st.weak x, 1   | ld.weak r0, y                  ;\n \
         fence.sc.cta   | and t1, r0, 0                  ;\n \
         st.weak y, 1   | add t3, t1, t2                 ;\n                \
         | ld.weak r1, [t3]               ;\n                \
         | and t4, r0, 0                  ;\n                \
         | add t5, t4, 2                  ;\n                \
         | st.weak y, t5                  ;\n                \
         | beq r0, 0, LC6                 ;\n                \
         | LC6:                           ;\n                \
         | atom.acq_rel.gpu.exch r2, x, 2 ;\n\
         exists (P1:r0 == 1 /\\ P1:r1 == 0 /\\ P1:r2 == 1 /\\ x == 2 /\\ y == 2)\n"
    );
}

#[test]
fn a_walk_can_be_stopped() {
    let tso = Model::find("tso").unwrap();
    let vocabulary = Vocabulary::of(&[&tso]);
    let stop = Stop::after(std::time::Duration::ZERO);
    let mut walk = Walk::new(&vocabulary, Bounds::accesses(40), &stop);
    let end = walk.find_map(Result::err);
    assert_eq!(end, Some(Open::Time));
    assert!(walk.next().is_none());
}

#[test]
fn a_vocabulary_is_what_models_accept_and_tell_apart() {
    let of = |names: &[&str]| {
        let models: Vec<Model> = names
            .iter()
            .map(|name| Model::find(name).unwrap())
            .collect();
        Vocabulary::of(&models.iter().collect::<Vec<_>>()).to_string()
    };
    let texts = [
        &["tso"][..],
        &["ugpu-weak"],
        &["hrf-indirect"],
        &["ptx-7.5"],
        &["sc", "ptx-6.0"],
    ]
    .map(|names| format!("{}\n{}\n", names.join(" and "), of(names)));
    crate::golden::same("tests/ui/cli/vocabularies.txt", &texts.join("\n"));
}
