//! The HRF models: the solver against the enumerator, verdict by verdict.

#![expect(clippy::panic, reason = "a test that cannot run should fail")]

use std::collections::BTreeMap;

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::explicit::Switches;
use gpu_litmus::load;
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::verdict::outcome::{Outcome, Verdict};

use super::hrf_sharp::SHARP;
use super::support::{enumerated, seeds, solved, summary};

pub const MODELS: [&str; 4] = ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"];

/// The test of a seed.
pub fn program(seed: u64) -> Program {
    parse(&format!("seed-{seed}"), &generate(seed, Family::Hrf))
}

/// A test.
pub fn parse(name: &str, text: &str) -> Program {
    load(name, text).unwrap_or_else(|report| panic!("{report}\n{text}"))
}

/// What is wrong with the answer, if anything is.
fn compare(program: &Program, name: &str, outcome: &Outcome) -> Option<String> {
    let expected = enumerated(program, name, Switches::ALL)?;
    let found = summary(outcome);
    let shown = outcome.race().is_some() && outcome.execution().is_some();
    let racy = outcome.verdict() == Verdict::Racy;
    (found != expected || (racy && !shown)).then(|| {
        format!(
            "{}, {name}: enumerated {expected:?}, solved {found:?} {:?}\n{}",
            program.source.name,
            outcome.notes(),
            program.source.text
        )
    })
}

#[test]
fn the_engines_agree_on_the_hrf_models() {
    let mut verdicts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut too_large = 0;
    let mut compared = 0;
    // More than elsewhere: each verdict needs its share.
    let seeds = seeds();
    let seeds = seeds.start..seeds.end.max(seeds.start + 500);
    for seed in seeds {
        let program = program(seed);
        for name in MODELS {
            if enumerated(&program, name, Switches::ALL).is_none() {
                too_large += 1;
                continue;
            }
            let outcome = solved(&program, &Model::find(name).unwrap(), false);
            compared += 1;
            *verdicts
                .entry((name, outcome.verdict().name()))
                .or_default() += 1;
            wrong.extend(compare(&program, name, &outcome));
        }
    }
    println!("{compared} compared, {too_large} too large to enumerate; {verdicts:?}");
    assert!(
        wrong.is_empty(),
        "{} disagree:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(too_large * 50 <= compared, "too many tests are too large");
    for name in MODELS {
        let count = |verdict| verdicts.get(&(name, verdict)).copied().unwrap_or(0);
        let (racy, reachable) = (count("racy"), count("reachable"));
        let unreachable = count("unreachable");
        let total = racy + reachable + unreachable;
        for (verdict, count) in [
            ("racy", racy),
            ("reachable", reachable),
            ("unreachable", unreachable),
        ] {
            assert!(
                count * 8 >= total,
                "{name}: only {count} of {total} are {verdict}"
            );
        }
    }
}

#[test]
fn the_engines_agree_on_sharp_tests() {
    let mut wrong = Vec::new();
    for (name, text, verdicts) in SHARP {
        let program = parse(name, text);
        let mut letters = String::new();
        for model in MODELS {
            let outcome = solved(&program, &Model::find(model).unwrap(), false);
            wrong.extend(compare(&program, model, &outcome));
            letters.push(match outcome.verdict() {
                Verdict::Unreachable => 'u',
                Verdict::Reachable => 'R',
                Verdict::Racy => 'X',
                Verdict::Unknown | Verdict::Unsupported => '?',
            });
        }
        if letters != *verdicts {
            wrong.push(format!("{name}: {letters}, not {verdicts}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
