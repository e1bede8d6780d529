//! Each rule by which logs are judged, left out or turned around, changes what is said of some log.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::model::Model;
use crate::trace::answer::{Judged, Verdict};
use crate::trace::axioms::Why;
use crate::trace::bend::{ALL, Bend, with};
use crate::trace::judge::{Question, judge};
use crate::trace::log::{Depends, Log, Span};
use crate::trace::read::log::read_text;
use crate::trace::rules::{Asked, Rule, Times};
use crate::trace::stream::run::{Ended, Stream};
use crate::trace::window::run::Windows;
use crate::verdict::query::Options;

use super::{DEPENDENT, Kind, Rng, log};

/// Who judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A rule, with each kind of times that it can heed.
    Rule(Rule),
    /// A rule, and which part of the log is impossible.
    Part(Rule),
    /// A rule, and all that is told: what follows and is not seen is tried, case by case, with the same verdict.
    Told(Rule),
    /// `plain`, with so many values in memory.
    Stream(usize),
    /// A rule, in windows of so many events.
    Windows(Rule, usize),
    /// A model that is asked of litmus tests, or by vector clocks.
    Model(&'static str),
}

const RULES: [Rule; 4] = [Rule::Sc, Rule::Tso, Rule::Plain, Rule::Strict];

/// Who applies a rule, by the first word of its name.
fn ways(bend: Bend) -> Vec<Way> {
    let name = format!("{bend:?}");
    let is = |word: &str| name.starts_with(word);
    if is("Values") {
        vec![Way::Rule(Rule::Plain)]
    } else if is("Stream") {
        [1, 2, 3, 1000].map(Way::Stream).to_vec()
    } else if is("Tso") {
        vec![Way::Rule(Rule::Tso)]
    } else if is("Closed") || is("Smallest") || is("Earliest") {
        [Rule::Sc, Rule::Strict].map(Way::Part).to_vec()
    } else if is("Window") {
        let small = RULES.map(|rule| Way::Windows(rule, 2));
        [small, RULES.map(|rule| Way::Windows(rule, 4))].concat()
    } else if is("Clock") || is("Guards") {
        vec![Way::Model("hrf-indirect")]
    } else if is("Branches") {
        vec![Way::Model("ptx-7.5")]
    } else if is("Hidden") || is("Narrow") || is("Overwrites") {
        RULES.map(Way::Told).to_vec()
    } else {
        RULES.map(Way::Rule).to_vec()
    }
}

/// For each rule, why its axioms order events.
fn reasons(rule: Rule) -> Vec<Why> {
    let depends = [Depends::Addr, Depends::Data, Depends::Ctrl].map(Why::Depends);
    let mut all = vec![Why::Program, Why::Initial, Why::WriteBack];
    all.extend(match rule {
        Rule::Sc => vec![Why::Time, Why::Barrier],
        Rule::Tso => vec![Why::Fence, Why::Barrier],
        Rule::Plain => vec![Why::Time],
        Rule::Strict => vec![
            Why::Time,
            Why::Barrier,
            Why::Fence,
            Why::Acquire,
            Why::Release,
        ],
    });
    if matches!(rule, Rule::Plain | Rule::Strict) {
        all.extend(depends);
    }
    all
}

struct Mutant {
    bend: Bend,
    ways: Vec<Way>,
}

fn mutants() -> Vec<Mutant> {
    let one = |bend: &Bend| Mutant {
        bend: *bend,
        ways: ways(*bend),
    };
    let mut all: Vec<Mutant> = ALL.iter().map(one).collect();
    for rule in RULES {
        for why in reasons(rule) {
            all.extend([Bend::Without(why), Bend::Around(why)].map(|bend| Mutant {
                bend,
                ways: vec![Way::Rule(rule)],
            }));
        }
    }
    all
}

fn question(times: Asked) -> Question {
    Question {
        times,
        options: Options {
            timeout: Some(Duration::from_secs(5)),
            ..Options::default()
        },
    }
}

fn times(rule: Rule, log: &Log) -> Vec<Times> {
    let heeded = match rule {
        Rule::Sc => Some(Times::All),
        Rule::Plain | Rule::Strict => Some(Times::Location),
        Rule::Tso => None,
    };
    let timed = heeded.filter(|_| !log.times.is_empty());
    std::iter::once(Times::Off).chain(timed).collect()
}

/// What is said in short; nothing where it was not found out in time.
fn short(judged: &Judged) -> Option<String> {
    let open = judged.open.as_ref().map(|open| open.reason.as_str());
    let given_up = open.is_some_and(|reason| reason.contains("limit") || reason.contains("steps"));
    (!given_up).then(|| format!("{:?} by {}", judged.verdict, judged.engine))
}

fn windowed(log: &Log, rule: Rule, size: usize, times: Times) -> Option<String> {
    let mut windows = Windows::new(rule, size, question(Asked::Given(times)));
    for (at, one) in (0..).zip(&log.events) {
        let span = log.time(at).unwrap_or(Span::NONE);
        windows
            .add(log, *one, span, log.ids.get(at as usize))
            .ok()?;
    }
    short(&windows.finish(log).0)
}

fn streamed(log: &Log, most: usize) -> String {
    let mut stream = Stream::with(most);
    for one in &log.events {
        if stream.add(log, one).is_err() {
            return "Impossible".to_owned();
        }
    }
    match stream.finish(log) {
        Ended::Explained => "Explained",
        Ended::Impossible(_) => "Impossible",
        Ended::Unknown { .. } => "Unknown",
    }
    .to_owned()
}

/// What is said of a log, question by question.
fn said(log: &Log, distinct: bool, way: Way) -> Vec<Option<String>> {
    let ask = |rule: Rule, times| {
        let model = Model::find(rule.name()).unwrap();
        judge(log, &model, &question(Asked::Given(times)))
    };
    match way {
        Way::Rule(rule) => {
            let times = times(rule, log).into_iter();
            times.map(|times| short(&ask(rule, times))).collect()
        }
        Way::Part(rule) => {
            let judged = ask(rule, Times::Off);
            let part = judged.impossible.map(|part| part.events);
            vec![part.map(|events| format!("{events:?}"))]
        }
        Way::Told(rule) => {
            let judged = ask(rule, Times::Off);
            vec![Some(format!("{:?} {:?}", judged.shown, judged.impossible))]
        }
        Way::Stream(most) => {
            vec![(distinct && log.written_back.is_empty()).then(|| streamed(log, most))]
        }
        Way::Windows(rule, size) => {
            let times = times(rule, log).into_iter();
            times
                .map(|times| windowed(log, rule, size, times))
                .collect()
        }
        Way::Model(name) => {
            let model = Model::find(name).unwrap();
            let judged = judge(log, &model, &question(Asked::Auto));
            vec![short(&judged).filter(|_| judged.verdict != Verdict::Unsupported)]
        }
    }
}

/// Takes away the mutants that a log tells from the rules as they are. None may fall over it: that is no other answer, and hides whether
/// there would be one.
fn notice(text: &str, distinct: bool, left: &mut Vec<Mutant>) {
    let log = match read_text("log", text, false) {
        Ok(log) => log,
        Err(wrong) => panic!("{wrong}\n{text}"),
    };
    let mut right: Vec<(Way, Vec<Option<String>>)> = Vec::new();
    left.retain(|mutant| {
        !mutant.ways.iter().any(|&way| {
            let known = right.iter().position(|(one, _)| *one == way);
            let at = known.unwrap_or_else(|| {
                right.push((way, with(None, || said(&log, distinct, way))));
                right.len() - 1
            });
            if right[at].1.iter().all(Option::is_none) {
                return false;
            }
            let asked = AssertUnwindSafe(|| with(Some(mutant.bend), || said(&log, distinct, way)));
            let Ok(bent) = catch_unwind(asked) else {
                panic!("{:?} falls over\n{text}", mutant.bend);
            };
            let pairs = right[at].1.iter().zip(&bent);
            pairs
                .filter(|(right, bent)| right.is_some() && bent.is_some())
                .any(|(right, bent)| right != bent)
        })
    });
}

#[test]
fn each_rule_left_out_or_turned_around_is_noticed() {
    let mut left = mutants();
    let (all, mut logs) = (left.len(), 0);
    assert!(all > 120, "only {all} mutants");
    for text in DEPENDENT.into_iter().chain(WRITTEN.split("\n\n")) {
        notice(&format!("{}\n", text.trim_end()), true, &mut left);
    }
    for seed in 0..2_000_u64 {
        if left.is_empty() {
            break;
        }
        let kind = Kind {
            distinct: seed.is_multiple_of(2),
            timed: seed.is_multiple_of(3),
            fenced: seed % 5 < 3,
            backs: seed % 7 < 3,
            events: 4 + usize::try_from(seed % 6).unwrap(),
        };
        notice(
            &log(&mut Rng::new(seed * 104_729 + 17), kind),
            kind.distinct,
            &mut left,
        );
        logs += 1;
    }
    let left: Vec<Bend> = left.into_iter().map(|mutant| mutant.bend).collect();
    println!(
        "{all} bends, all but {} noticed, {logs} random logs",
        left.len()
    );
    assert!(
        left.is_empty(),
        "after {logs} logs nobody notices: {left:#?}"
    );
}

/// Logs for what random ones hardly ever show, with an empty line between any two.
const WRITTEN: &str = include_str!("written.txt");
