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

use super::agree::{RULES, ask};

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
