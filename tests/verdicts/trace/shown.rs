//! What is shown beside a verdict: parts of long logs, and orders where times and barriers say more than the log's own order.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use std::collections::BTreeMap;

use gpu_litmus::testing::logs::{Kind, Rng, log};
use gpu_litmus::trace::answer::{Minimal, Verdict};
use gpu_litmus::trace::axioms::{ends, lasting};
use gpu_litmus::trace::log::{Log, Op};
use gpu_litmus::trace::rules::{Rule, Times};

use super::agree::{RULES, ask, parse, times};
use super::oracle;

/// A log of one location with many read-modify-writes, whose values are written once.
fn chains(rng: &mut Rng) -> String {
    let mut out = String::from("trace 1\ninit * = 0\n");
    let count = rng.between(3, 7);
    let mut written = vec![0];
    for value in 1..=count {
        let thread = rng.below(3);
        let read = written[rng.below(written.len())];
        match rng.below(6) {
            0 => out += &format!("T{thread} S x {value}\n"),
            1 | 2 => {
                out += &format!("T{thread} L x {read}\n");
                continue;
            }
            _ => out += &format!("T{thread} U x {read}>{value}\n"),
        }
        written.push(value);
    }
    out
}

/// So many loads of another location that the log is too long for its smallest part to be sought.
fn padded(text: &str) -> String {
    text.to_owned() + &"T9 L pad 0\n".repeat(64)
}

#[test]
fn parts_of_long_logs_are_impossible_by_themselves() {
    let mut shown = 0;
    for seed in 0..200 {
        let text = chains(&mut Rng::new(seed));
        let log = parse(&padded(&text));
        let judged = ask(&log, Rule::Plain, Times::Off);
        let Some(found) = judged.impossible else {
            assert_eq!(judged.verdict, Verdict::Explained);
            continue;
        };
        shown += 1;
        let wrong = |part: &[u32]| !oracle::explained(&log, part, Rule::Plain, Times::Off, true);
        assert!(wrong(&found.events), "{:?}\n{text}", found.events);
        assert_eq!(found.minimal, Minimal::Irreducible, "{text}");
        assert!(!found.cases.is_empty(), "no reason\n{text}");
    }
    assert!(shown > 50, "{shown}");
}

/// A store, a read-modify-write of it and a load of what was before both.
#[test]
fn a_part_has_what_its_reads_read_from() {
    let text = padded("trace 1\ninit * = 0\nT1 S x 1\nT2 U x 1>2\nT2 L x 0\n");
    let found = ask(&parse(&text), Rule::Plain, Times::Off)
        .impossible
        .unwrap();
    assert_eq!(found.events, [0, 1, 2]);
}

/// Whether an order keeps to times and barriers.
fn keeps(log: &Log, order: &[u32], rule: Rule, times: Times) -> bool {
    let ends = ends(log);
    let span = |event: u32| lasting(log, &ends, event);
    let of = |event: u32| log.events[event as usize];
    let mut rounds: BTreeMap<(u16, u32), u32> = BTreeMap::new();
    let mut round = BTreeMap::new();
    for (event, one) in (0_u32..).zip(&log.events) {
        if one.op == Op::Barrier {
            let count = rounds.entry((one.thread, one.place)).or_default();
            round.insert(event, (one.place, *count));
            *count += 1;
        }
    }
    // What comes later in the order ended no earlier than the other began.
    let late = |first: u32, second: u32| {
        let counts = match times {
            Times::Off => false,
            Times::All => true,
            Times::Location => {
                of(first).is_access()
                    && of(second).is_access()
                    && of(first).place == of(second).place
            }
        };
        let spans = span(first).zip(span(second));
        counts && spans.is_some_and(|(first, second)| second.end < first.start)
    };
    // Who has left a round comes before one who arrives at it.
    let leaves = |first: u32, second: u32| {
        rule != Rule::Plain
            && round.get(&second).is_some_and(|met| {
                let mut others = round.iter().filter(|(_, other)| *other == met);
                others
                    .any(|(&arrived, _)| of(arrived).thread == of(first).thread && arrived < first)
            })
    };
    let fenced = |first: u32, second: u32| leaves(first, second) && rule == Rule::Sc;
    (0..order.len()).all(|at| {
        let rest = &order[at + 1..];
        rest.iter()
            .all(|&second| !late(order[at], second) && !fenced(order[at], second))
    })
}

#[test]
fn orders_keep_to_times_and_barriers() {
    let mut count = [0; 2];
    for seed in 0..400 {
        let kind = Kind {
            distinct: seed % 2 == 0,
            timed: seed % 4 < 2,
            fenced: seed % 4 > 0,
            backs: false,
            events: 7,
        };
        let text = log(&mut Rng::new(seed + 9000), kind);
        let log = parse(&text);
        for rule in RULES {
            for times in times(rule, !log.times.is_empty()) {
                let Some(shown) = ask(&log, rule, times).shown else {
                    continue;
                };
                // Of `plain` each location has an order of its own.
                if rule == Rule::Plain && times == Times::Off {
                    continue;
                }
                count[usize::from(times != Times::Off)] += 1;
                let names: Vec<String> = shown.order.iter().map(|one| log.id(*one)).collect();
                assert!(
                    keeps(&log, &shown.order, rule, times),
                    "{} {}: {names:?}\n{text}",
                    rule.name(),
                    times.name()
                );
            }
        }
    }
    assert!(count[0] > 100 && count[1] > 50, "{count:?}");
}

#[test]
fn orders_that_the_log_does_not_go() {
    let order = |text: &str, rule, times| {
        let log = parse(text);
        let shown = ask(&log, rule, times).shown.unwrap();
        let names: Vec<String> = shown.order.iter().map(|one| log.id(*one)).collect();
        names.join(" ")
    };
    let all = "trace 1\ninit * = 0\nb: T2 L x 0 @2\na: T1 S y 1 @0..1\n";
    assert_eq!(order(all, Rule::Sc, Times::All), "a b");
    let one = "trace 1\ninit * = 0\nb: T2 L x 0 @4..5\na: T1 L x 0 @1..2\n";
    assert_eq!(order(one, Rule::Strict, Times::Location), "a b");
    let barrier = "trace 1\ninit * = 0\na: T1 B b1\nb: T1 L x 0\nc: T2 L x 0\nd: T2 B b1\n";
    assert_eq!(order(barrier, Rule::Sc, Times::Off), "a c d b");
}
