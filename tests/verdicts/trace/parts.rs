//! Each impossible sub-log is impossible by itself, without any of its events it is not, and no smaller one is
//! impossible.

use gpu_litmus::Stop;
use gpu_litmus::trace::answer::{Minimal, Verdict};
use gpu_litmus::trace::axioms::Index;
use gpu_litmus::trace::judge::members;
use gpu_litmus::trace::log::Log;
use gpu_litmus::trace::rules::{Rule, Times};
use gpu_litmus::trace::smallest::Asked;

use super::agree::{RULES, ask, parse, times};
use super::oracle;
use gpu_litmus::testing::logs::{Kind, Rng, log};

/// All source-closed parts of a log that are impossible, by the search of all orders.
pub fn impossible_parts(log: &Log, rule: Rule, times: Times, backs: bool) -> Vec<Vec<u32>> {
    let all = members(log);
    let index = Index::new(log);
    let asked = Asked {
        log,
        index: &index,
        rule,
        times,
        write_backs: backs,
        stop: Stop::never(),
    };
    let mut found = Vec::new();
    for mask in 0..1_u32 << all.len() {
        let part = all.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
        let part: Vec<u32> = part.map(|(_, event)| *event).collect();
        if asked.closed(&part) == part && !oracle::explained(log, &part, rule, times, backs) {
            found.push(part);
        }
    }
    found.sort_by_key(|part| (part.len(), part.clone()));
    found
}

#[test]
fn the_smallest_is_shown() {
    let kinds = [(true, false), (false, false), (true, true)];
    let mut shown = 0;
    for seed in 0..120 {
        let (distinct, timed) = kinds[usize::try_from(seed % 3).unwrap()];
        let kind = Kind {
            distinct,
            timed,
            fenced: seed % 2 == 0,
            backs: false,
            events: 7,
        };
        let text = log(&mut Rng::new(seed + 400), kind);
        let log = parse(&text);
        for rule in RULES {
            for times in times(rule, !log.times.is_empty()) {
                let judged = ask(&log, rule, times);
                let Some(found) = judged.impossible else {
                    assert_eq!(judged.verdict, Verdict::Explained);
                    continue;
                };
                let parts = impossible_parts(&log, rule, times, true);
                assert_eq!(
                    Some(&found.events),
                    parts.first(),
                    "{}\n{text}",
                    rule.name()
                );
                assert_eq!(found.minimal, Minimal::Smallest);
                assert!(!found.cases.is_empty(), "no reason\n{text}");
                shown += 1;
            }
        }
    }
    assert!(shown > 100, "{shown}");
}
