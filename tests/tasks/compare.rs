//! The search for tests that set two models apart, against one by brute force: all tests of a small vocabulary,
//! each enumerated without a solver.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeSet;

use gpu_litmus::explicit;
use gpu_litmus::model::cat;
use gpu_litmus::stop::Stop;
use gpu_litmus::syntax::ast::{Fence, Order, Scope};
use gpu_litmus::tasks::compare::all::{Conclusion, Request, Searched, search};
use gpu_litmus::tasks::compare::space::search::{Found, Question, without_flags};
use gpu_litmus::tasks::compare::space::shape::{Shape, shapes};
use gpu_litmus::tasks::compare::space::sketch::{Sketch, Step};
use gpu_litmus::tasks::compare::space::symmetry::images;
use gpu_litmus::tasks::compare::vocabulary::{Element, Ordering, Vocabulary};
use gpu_litmus::tasks::observe::observed;
use gpu_litmus::tasks::space::Level;
use gpu_litmus::tasks::survey::How;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, load};

fn plain(order: Order) -> Ordering {
    Ordering {
        order,
        remote: false,
    }
}

pub(super) fn vocabulary(elements: &[Element], orders: &[Order], threads: usize) -> Vocabulary {
    Vocabulary {
        elements: elements.iter().copied().collect(),
        orders: orders.iter().copied().map(plain).collect(),
        light_fences: false,
        scopes: BTreeSet::from([Scope::Gpu]),
        placements: BTreeSet::from([Level::Gpu]),
        threads,
        locations: 2,
    }
}

/// Which orders a kind of access can have.
type Fits = fn(Ordering) -> bool;

/// All that an access can be, but for its location and what it depends on.
fn alphabet(vocabulary: &Vocabulary, first: bool) -> Vec<Step> {
    let kinds: [(Element, bool, bool, Fits); 3] = [
        (Element::Load, true, false, Ordering::of_loads),
        (Element::Store, false, true, Ordering::of_stores),
        (Element::Rmw, true, true, Ordering::of_updates),
    ];
    let mut fences = vec![None];
    if vocabulary.has(Element::Fence) && !first {
        for &scope in &vocabulary.scopes {
            fences.push(Some(Fence::Sc(scope)));
            if vocabulary.light_fences {
                fences.push(Some(Fence::AcqRel(scope)));
            }
        }
    }
    let mut found = Vec::new();
    for (element, reads, writes, fits) in kinds {
        if !vocabulary.has(element) {
            continue;
        }
        for order in vocabulary.orders_of(fits) {
            let scopes: Vec<Option<Scope>> = if order.order == Order::Weak {
                vec![None]
            } else {
                vocabulary.scopes.iter().copied().map(Some).collect()
            };
            for scope in scopes {
                found.extend(fences.iter().map(|&fence| Step {
                    thread: 0,
                    reads,
                    writes,
                    location: 0,
                    order,
                    scope,
                    fence,
                    addr: Vec::new(),
                    data: Vec::new(),
                    ctrl: Vec::new(),
                    ctrl_fence: Vec::new(),
                    source: None,
                    last: false,
                }));
            }
        }
    }
    found
}

/// All tests of a shape, but for dependencies.
pub(super) fn tests(vocabulary: &Vocabulary, shape: &Shape) -> Vec<Sketch> {
    let owners = shape.owners();
    let mut begun: Vec<Vec<Step>> = vec![Vec::new()];
    for (index, &thread) in owners.iter().enumerate() {
        let first = index == 0 || owners[index - 1] != thread;
        let mut longer = Vec::new();
        for steps in begun {
            let used = steps.iter().map(|step| step.location + 1).max();
            let used = used.unwrap_or(0);
            for location in 0..(used + 1).min(vocabulary.locations) {
                for step in alphabet(vocabulary, first) {
                    let mut more = steps.clone();
                    more.push(Step {
                        thread,
                        location,
                        ..step
                    });
                    longer.push(more);
                }
            }
        }
        begun = longer;
    }
    let mut found = Vec::new();
    for near in placements(vocabulary, shape.threads.len()) {
        found.extend(begun.iter().map(|steps| Sketch {
            threads: shape.threads.len(),
            steps: steps.clone(),
            near: near.clone(),
        }));
    }
    found
}

/// Every way to say how near threads are: sharing is transitive.
fn placements(vocabulary: &Vocabulary, threads: usize) -> Vec<Vec<Vec<Level>>> {
    let mut found = vec![vec![vec![Level::Warp; threads]; threads]];
    for a in 0..threads {
        for b in a + 1..threads {
            let mut more = Vec::new();
            for near in &found {
                for &level in &vocabulary.placements {
                    let mut near = near.clone();
                    (near[a][b], near[b][a]) = (level, level);
                    more.push(near);
                }
            }
            found = more;
        }
    }
    found.retain(|near| {
        let all = (0..threads).flat_map(|a| (0..threads).map(move |b| (a, b)));
        all.flat_map(|(a, b)| (0..threads).map(move |c| (a, b, c)))
            .all(|(a, b, c)| a == c || near[a][c] <= near[a][b].max(near[b][c]))
    });
    found
}

/// A name for all tests that are this one by other names.
pub(super) fn class(sketch: &Sketch, shape: &Shape) -> String {
    let images = images(sketch, &shape.threads);
    let bare = |mut sketch: Sketch| {
        for step in &mut sketch.steps {
            (step.source, step.last) = (None, false);
        }
        // A thread is as near to itself as can be.
        for thread in 0..sketch.threads {
            sketch.near[thread][thread] = Level::Warp;
        }
        format!("{sketch:?}")
    };
    images.into_iter().map(bare).min().unwrap()
}

pub(super) fn states(text: &str, model: &str) -> BTreeSet<Vec<i64>> {
    let program = load("test.litmus", text).unwrap();
    let terms = observed(&program, &["all".to_owned()]).unwrap();
    let model = explicit::Model::from_name(model).unwrap();
    let limits = explicit::Limits::default();
    let found = explicit::states::states(&program, model, (&limits, 2), &terms, (None, false));
    let found = found.unwrap();
    assert_eq!(found.open, None, "{text}");
    found.states.into_keys().collect()
}

/// The classes of tests of which one model allows something that the other forbids, by brute force.
fn brute(vocabulary: &Vocabulary, accesses: usize, models: [&str; 2]) -> [BTreeSet<String>; 2] {
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    let mut known = BTreeSet::new();
    for shape in shapes(accesses, vocabulary.threads) {
        for sketch in tests(vocabulary, &shape) {
            let class = class(&sketch, &shape);
            if !known.insert(class.clone()) {
                continue;
            }
            let text = sketch.text("brute");
            let [a, b] = models.map(|model| states(&text, model));
            if !a.is_subset(&b) {
                found[0].insert(class.clone());
            }
            if !b.is_subset(&a) {
                found[1].insert(class);
            }
        }
    }
    found
}

/// The same, by the search.
pub(super) fn searched(
    vocabulary: &Vocabulary,
    accesses: usize,
    models: [&str; 2],
) -> [BTreeSet<String>; 2] {
    let [a, b] = models.map(|name| without_flags(&Model::find(name).unwrap()));
    [(&a, &b), (&b, &a)].map(|(allows, forbids)| {
        let question = Question {
            allows,
            forbids,
            vocabulary,
            options: &Options::default(),
            stop: &Stop::never(),
        };
        let all = shapes(accesses, vocabulary.threads).into_iter();
        let all = all.flat_map(|shape| question.all(&shape, usize::MAX).unwrap());
        let found: Vec<Found> = all.collect();
        let classes = found.iter().map(|found| {
            let mut sizes = vec![0; found.sketch.threads];
            for step in &found.sketch.steps {
                sizes[step.thread] += 1;
            }
            class(&found.sketch, &Shape { threads: sizes })
        });
        let classes: Vec<String> = classes.collect();
        let all: BTreeSet<String> = classes.iter().cloned().collect();
        // Each class once.
        assert_eq!(all.len(), classes.len());
        all
    })
}

/// Both find the same tests, of every size; how many.
fn agree(vocabulary: &Vocabulary, most: usize, models: [&str; 2]) -> usize {
    let mut count = 0;
    for accesses in 1..=most {
        let (seen, found) = (
            brute(vocabulary, accesses, models),
            searched(vocabulary, accesses, models),
        );
        assert_eq!(found, seen, "{models:?} with {accesses} accesses");
        count += seen.iter().map(BTreeSet::len).sum::<usize>();
    }
    count
}

pub(super) const BARE: &[Element] = &[Element::Load, Element::Store];

#[test]
fn buffers_and_coherence() {
    let vocabulary = vocabulary(BARE, &[Order::Weak], 2);
    assert_eq!(agree(&vocabulary, 4, ["sc", "tso"]), 2);
}

#[test]
fn orders_and_fences() {
    let elements = [Element::Load, Element::Store, Element::Fence];
    let vocabulary = vocabulary(&elements, &[Order::Acquire, Order::Release], 2);
    assert_eq!(agree(&vocabulary, 3, ["strict", "tso"]), 0);
}

#[test]
fn ptx_and_sc() {
    let mut vocabulary = vocabulary(
        &[Element::Load, Element::Store, Element::Rmw],
        &[Order::Weak, Order::Relaxed],
        3,
    );
    vocabulary.scopes.insert(Scope::Cta);
    vocabulary.placements.insert(Level::Cta);
    assert!(agree(&vocabulary, 2, ["sc", "ptx-7.5"]) > 0);
    assert!(agree(&vocabulary, 2, ["ptx-6.0", "plain"]) > 0);
}

#[test]
fn ptx_and_ptx() {
    let mut vocabulary = vocabulary(BARE, &[Order::Weak, Order::Acquire, Order::Release], 2);
    vocabulary.placements.insert(Level::Cta);
    vocabulary.locations = 1;
    assert!(agree(&vocabulary, 3, ["ptx-6.0", "strict"]) > 0);
}

fn between(first: &Model, second: &Model, events: usize) -> Searched {
    let axioms = [first.axiomatic().unwrap(), second.axiomatic().unwrap()];
    let request = Request {
        first,
        second,
        vocabulary: Vocabulary::of(axioms),
        events,
        all: None,
        options: Options::default(),
        stop: Stop::never(),
        how: How::default(),
    };
    search(&request, &mut |_| ())
}

/// A model is as strong as itself, and thin air takes two dependencies and nothing more.
#[test]
fn smallest_is_smallest() {
    let text = "\"No dependencies\"\noption rmw-one-event\nacyclic po-loc | rf | co | fr as coherence\n\
                empty rmw & (fr ; co) as atomicity\n";
    let definition = cat::load("thin.cat", text).unwrap();
    let thin = Model::of("thin", "a test", definition);
    let plain = Model::find("plain").unwrap();
    let searched = between(&plain, &thin, 4);
    assert_eq!(searched.conclusion, Conclusion::SecondAllowsMore);
    let [none, some] = &searched.ways;
    assert_eq!((none.none_up_to, some.none_up_to), (4, 3));
    let [test] = &some.tests[..] else {
        panic!("one test")
    };
    assert_eq!((test.threads, test.fences, test.dependencies), (2, 0, 2));
    assert!(test.apart.holds());
    let same = between(&plain, &plain, 3);
    assert_eq!(same.conclusion, Conclusion::Equal);
}

/// Who is told to stop says what is known by then.
#[test]
fn a_stop_leaves_what_is_known() {
    let (sc, tso) = (Model::find("sc").unwrap(), Model::find("tso").unwrap());
    let axioms = [sc.axiomatic().unwrap(), tso.axiomatic().unwrap()];
    let request = Request {
        first: &sc,
        second: &tso,
        vocabulary: Vocabulary::of(axioms),
        events: 6,
        all: None,
        options: Options::default(),
        stop: Stop::after(std::time::Duration::ZERO),
        how: How::default(),
    };
    let searched = search(&request, &mut |_| ());
    assert_eq!(searched.conclusion, Conclusion::Unknown);
    assert!(
        searched
            .ways
            .iter()
            .all(|way| way.open.is_some() && way.none_up_to == 0)
    );
}

/// Larger ones, for `make long`.
mod long {
    use std::collections::BTreeSet;

    use gpu_litmus::syntax::ast::{Order, Scope};
    use gpu_litmus::tasks::compare::vocabulary::Element;
    use gpu_litmus::tasks::space::Level;

    use super::{BARE, agree, vocabulary};

    #[test]
    #[ignore = "slow: make long"]
    fn buffers_and_coherence() {
        let vocabulary = vocabulary(BARE, &[Order::Weak], 4);
        for models in [
            ["sc", "tso"],
            ["tso", "plain"],
            ["strict", "tso"],
            ["sc", "plain"],
        ] {
            assert!(agree(&vocabulary, 4, models) > 0);
        }
    }

    #[test]
    #[ignore = "slow: make long"]
    fn scopes_of_hrf() {
        let mut vocabulary = vocabulary(BARE, &[Order::Sc], 2);
        vocabulary.placements.insert(Level::Cta);
        vocabulary.scopes = BTreeSet::from([Scope::Cta]);
        assert!(agree(&vocabulary, 4, ["hrf-indirect", "hrf-relaxed"]) > 0);
    }

    #[test]
    #[ignore = "slow: make long"]
    fn ptx_and_ptx() {
        let elements = [Element::Load, Element::Store, Element::Rmw, Element::Fence];
        let mut vocabulary =
            vocabulary(&elements, &[Order::Weak, Order::Acquire, Order::Release], 3);
        vocabulary.light_fences = true;
        vocabulary.placements.insert(Level::Cta);
        for models in [["ptx-6.0", "ptx-7.5"], ["ptx-7.5", "strict"]] {
            agree(&vocabulary, 3, models);
        }
    }
}
