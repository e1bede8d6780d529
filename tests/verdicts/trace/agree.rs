//! Random logs: every verdict is that of the search of all orders.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::Model;
use gpu_litmus::trace::answer::{Judged, Verdict};
use gpu_litmus::trace::judge::{Question, judge, members};
use gpu_litmus::trace::log::Log;
use gpu_litmus::trace::read::log::read_text;
use gpu_litmus::trace::rules::{Asked, Rule, Times};
use gpu_litmus::verdict::query::Options;

use super::oracle;
use gpu_litmus::testing::logs::{Kind, Rng, log};

pub const RULES: [Rule; 4] = [Rule::Sc, Rule::Tso, Rule::Plain, Rule::Strict];

/// How many logs of each kind.
pub fn seeds() -> u64 {
    let given = std::env::var("GPU_LITMUS_SEEDS").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(150)
}

pub fn parse(text: &str) -> Log {
    match read_text("log", text, false) {
        Ok(log) => log,
        Err(wrong) => panic!("{wrong}\n{text}"),
    }
}

/// The times that a rule can heed.
pub fn times(rule: Rule, timed: bool) -> Vec<Times> {
    let mut all = vec![Times::Off];
    match rule {
        _ if !timed => {}
        Rule::Sc => all.push(Times::All),
        Rule::Plain | Rule::Strict => all.push(Times::Location),
        Rule::Tso => {}
    }
    all
}

pub fn ask(log: &Log, rule: Rule, times: Times) -> Judged {
    let question = Question {
        times: Asked::Given(times),
        options: Options::default(),
    };
    judge(log, &Model::find(rule.name()).unwrap(), &question)
}

fn agree(kind: Kind, salt: u64) {
    let mut count = [0; 2];
    for seed in 0..seeds() {
        let text = log(&mut Rng::new(seed * 7919 + salt), kind);
        let log = parse(&text);
        let all = members(&log);
        for rule in RULES {
            for times in times(rule, !log.times.is_empty()) {
                let right = oracle::explained(&log, &all, rule, times, true);
                let judged = ask(&log, rule, times);
                let expected = if right {
                    Verdict::Explained
                } else {
                    Verdict::Impossible
                };
                let shown = times.name();
                assert_eq!(
                    judged.verdict,
                    expected,
                    "{} {shown}\n{text}\n{judged:?}",
                    rule.name()
                );
                count[usize::from(right)] += 1;
            }
        }
    }
    // Logs of one verdict only would say little.
    assert!(count.iter().all(|count| *count > 20), "{count:?}");
}

const BASE: Kind = Kind {
    distinct: true,
    timed: false,
    fenced: false,
    backs: false,
    events: 8,
};

#[test]
fn distinct_values() {
    agree(BASE, 1);
}

#[test]
fn repeated_values() {
    agree(
        Kind {
            distinct: false,
            ..BASE
        },
        2,
    );
}

#[test]
fn fences_barriers_and_orders() {
    agree(
        Kind {
            fenced: true,
            ..BASE
        },
        3,
    );
    agree(
        Kind {
            fenced: true,
            distinct: false,
            ..BASE
        },
        4,
    );
}

#[test]
fn with_times() {
    agree(
        Kind {
            timed: true,
            ..BASE
        },
        5,
    );
    agree(
        Kind {
            timed: true,
            fenced: true,
            distinct: false,
            ..BASE
        },
        6,
    );
}

#[test]
fn with_write_backs() {
    agree(
        Kind {
            backs: true,
            ..BASE
        },
        7,
    );
    agree(
        Kind {
            backs: true,
            timed: true,
            distinct: false,
            ..BASE
        },
        8,
    );
}
