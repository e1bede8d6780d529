//! The log of lecture 13 with forwarding store buffers, counted by the search of all orders.
#![expect(clippy::needless_range_loop, reason = "the place is what is told")]
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::Stop;
use gpu_litmus::trace::answer::Verdict;
use gpu_litmus::trace::axioms::Index;
use gpu_litmus::trace::log::Log;
use gpu_litmus::trace::read::log::read;
use gpu_litmus::trace::rules::{Rule, Times};
use gpu_litmus::trace::smallest::Asked;

use super::agree::{RULES, ask, parse};

fn buffers() -> Log {
    read("examples/traces/buffers.table".as_ref(), false).unwrap()
}

#[test]
fn verdicts() {
    let log = buffers();
    for rule in RULES {
        let times = if rule == Rule::Strict {
            Times::Location
        } else {
            Times::Off
        };
        let right = if rule == Rule::Strict {
            Verdict::Impossible
        } else {
            Verdict::Explained
        };
        assert_eq!(ask(&log, rule, times).verdict, right, "{}", rule.name());
    }
    assert_eq!(
        ask(&log, Rule::Strict, Times::Off).verdict,
        Verdict::Explained
    );
}

/// Write-backs of which neither ended before the other began are in no order, whichever line comes first.
#[test]
fn write_backs_at_one_time() {
    let text = |backs: [&str; 2], loads: [u8; 2]| {
        let [first, second] = backs;
        let [early, late] = loads;
        format!(
            "trace 1\ninit * = 0\na: T1 S x 1 @0..1\nb: T2 S x 2 @0..1\n{first}\n{second}\nc: T3 L x {early} @10\nd: T3 L x {late} @11\n"
        )
    };
    let of =
        |one: [&str; 2], loads| ask(&parse(&text(one, loads)), Rule::Plain, Times::Off).verdict;
    let both = |one: [&str; 2], loads| {
        let [first, second] = one;
        assert_eq!(of(one, loads), of([second, first], loads), "{one:?}");
        of(one, loads)
    };
    for loads in [[1, 2], [2, 1]] {
        let same = ["T1 WB x 1 @5", "T2 WB x 2 @5"];
        assert_eq!(both(same, loads), Verdict::Explained);
        let inside = ["T1 WB x 1 @5..9", "T2 WB x 2 @6..8"];
        assert_eq!(both(inside, loads), Verdict::Explained);
        let touching = ["T1 WB x 1 @5..6", "T2 WB x 2 @6..8"];
        assert_eq!(both(touching, loads), Verdict::Explained);
        let apart = ["T1 WB x 1 @5..6", "T2 WB x 2 @7..8"];
        let right = if loads == [1, 2] {
            Verdict::Explained
        } else {
            Verdict::Impossible
        };
        assert_eq!(both(apart, loads), right);
        // Without a time of one of them, as they are logged.
        assert_eq!(of(["T1 WB x 1", "T2 WB x 2 @1"], loads), right);
    }
}

/// Parts of so many events that are impossible under `strict` with the times of the location.
fn parts(log: &Log, size: usize) -> Vec<Vec<String>> {
    let index = Index::new(log);
    let asked = Asked {
        log,
        index: &index,
        rule: Rule::Strict,
        times: Times::Location,
        write_backs: false,
        stop: Stop::never(),
    };
    let all = gpu_litmus::trace::judge::members(log);
    let mut found = Vec::new();
    let mut stack = vec![(0, Vec::new())];
    while let Some((from, part)) = stack.pop() {
        if part.len() == size {
            if asked.closed(&part) == part && asked.impossible(&part).unwrap() {
                found.push(part.iter().map(|event| log.id(*event)).collect());
            }
            continue;
        }
        for at in from..all.len() {
            let mut more: Vec<u32> = part.clone();
            more.push(all[at]);
            stack.push((at + 1, more));
        }
    }
    found.sort();
    found
}

#[test]
fn eight_smallest_parts_of_four() {
    let log = buffers();
    assert_eq!(parts(&log, 3), [[""; 0]; 0]);
    let four = parts(&log, 4);
    assert_eq!(four.len(), 8, "{four:?}");
    assert!(
        four.contains(&["t15", "t2", "t5", "t6"].map(str::to_owned).to_vec())
            || four.contains(&["t2", "t5", "t6", "t15"].map(str::to_owned).to_vec())
    );
}

#[test]
fn sixteen_of_three_if_stores_end_when_they_are_issued() {
    let mut log = buffers();
    log.written_back.clear();
    let three = parts(&log, 3);
    assert_eq!(three.len(), 16, "{three:?}");
    assert!(three.contains(&["t1", "t2", "t3"].map(str::to_owned).to_vec()));
}
