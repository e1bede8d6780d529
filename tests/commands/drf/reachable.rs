//! Which transitions of the device can be taken at all: everything that threads of two units can do with two lines, which share
//! one place in each cache.

use std::collections::BTreeSet;

use gpu_litmus::drf::cache::Cache;
use gpu_litmus::drf::config::{Config, Threads};
use gpu_litmus::drf::coverage::{Cell, Coverage};
use gpu_litmus::drf::device::{Device as _, Kind, Offer, Request, Scope, Step};
use gpu_litmus::drf::rng::Rng;
use gpu_litmus::drf::viper::{Bugs, Viper};

const KINDS: [Kind; 4] = [Kind::Load, Kind::Store, Kind::Acquire, Kind::Release];

/// The transitions that these threads can take, each with one request at a time, and how many states there are.
fn explore(threads: &[u32]) -> (Coverage, usize) {
    let config = Config {
        threads: Threads {
            units: 2,
            wavefronts: 1,
            lanes: 2,
        },
        locks: 1,
        variables: 31,
        ..Config::DEFAULT
    };
    let cache = Cache { sets: 1, ways: 1 };
    let start = Viper::with(&config, (cache, cache), Bugs::default(), 0, Rng::given(&[]));
    let mut taken = start.coverage().clone();
    let mut seen = BTreeSet::new();
    // With the threads that wait for an answer, as bits.
    let mut stack = vec![(start, 0_u32)];
    while let Some((device, busy)) = stack.pop() {
        let mut key = device.key();
        key.push(busy);
        if !seen.insert(key) {
            continue;
        }
        for &thread in threads.iter().filter(|thread| busy >> **thread & 1 == 0) {
            for (kind, line) in KINDS.into_iter().flat_map(|kind| [(kind, 0), (kind, 1)]) {
                let mut next = device.clone();
                let request = Request {
                    tag: thread,
                    thread,
                    kind,
                    word: line * 16,
                    value: 0,
                    scope: Scope::Device,
                };
                let offer = next.offer(&request);
                taken.add(next.coverage(), 0);
                if offer == Offer::Taken {
                    stack.push((next, busy | 1 << thread));
                }
            }
        }
        // An answer that is there is taken at once, too.
        for choice in 0..device.ready().max(u32::from(busy != 0)) {
            let mut next = device.clone();
            next.choose(Rng::given(&[choice]));
            let mut answers = Vec::new();
            match next.advance(&mut answers) {
                Step::Moved => {}
                Step::Quiet => assert_eq!(busy, 0, "nothing moves, and somebody waits"),
                Step::Fault(text) => unreachable!("{text}"),
                Step::Broken(broken) => unreachable!("{broken:?}"),
            }
            taken.add(next.coverage(), 0);
            let answered = answers.iter().fold(0, |all, one| all | 1 << one.tag);
            stack.push((next, busy & !answered));
        }
    }
    (taken, seen.len())
}

/// The transitions that were taken and are not listed as such, and the other way round.
fn different(taken: &Coverage) -> Vec<String> {
    let mut all = Vec::new();
    for (number, table) in taken.controllers.iter().enumerate() {
        for (event, cells) in table.cells.iter().enumerate() {
            for (state, cell) in cells.iter().enumerate() {
                let hit = taken.hits(number, state, event) > 0;
                if hit != (*cell == Cell::Reachable) {
                    let (state, event) = (table.states[state], table.events[event]);
                    all.push(format!("{} {state} {event}", table.name));
                }
            }
        }
    }
    all
}

/// Two threads of two units reach all of the L2; what only threads of one unit do to each other they cannot.
#[test]
fn what_two_units_reach() {
    let (taken, states) = explore(&[0, 2]);
    assert!(states > 5_000, "{states}");
    let missing = different(&taken);
    let only_one_unit = [
        "L1 A Load",
        "L1 V TCC_Ack",
        "L1 A StoreThrough",
        "L1 A Atomic",
        "L1 V TCC_AckWB",
        "L1 A TCC_AckWB",
        "L1 A Evict",
    ];
    assert!(
        missing.iter().all(|one| only_one_unit.contains(&&**one)),
        "{missing:?}"
    );
}

mod long {
    /// Three threads reach exactly what the tables say.
    #[test]
    #[ignore = "takes minutes"]
    fn exactly_the_listed_transitions() {
        let (taken, states) = super::explore(&[0, 1, 2]);
        assert!(states > 100_000, "{states}");
        assert_eq!(super::different(&taken), [""; 0]);
    }
}
