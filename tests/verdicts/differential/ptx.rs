//! The PTX models: the solver, the enumerator, and the models as users of another tool write them.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot run should fail"
)]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::explicit;
use gpu_litmus::explicit::{Limits, Switches};
use gpu_litmus::load;
use gpu_litmus::stop::{Open, Stop};
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::verdict::outcome::{Outcome, Verdict};

use super::support::{BOUND, seeds, solved, summary};

const MODELS: [&str; 2] = ["ptx-6.0", "ptx-7.5"];

fn program(seed: u64) -> Program {
    of_family(seed, Family::Ptx)
}

fn of_family(seed: u64, family: Family) -> Program {
    let text = generate(seed, family);
    load(&format!("seed-{seed}"), &text).unwrap_or_else(|report| panic!("{report}\n{text}"))
}

#[test]
fn the_engines_agree_on_ptx() {
    agree(Family::Ptx);
}

#[test]
fn the_engines_agree_on_reductions() {
    agree(Family::Reductions);
}

fn agree(family: Family) {
    let mut verdicts: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let (mut compared, mut too_large) = (0, 0);
    for seed in seeds() {
        let program = of_family(seed, family);
        for name in MODELS {
            let Some(answer) = told(&program, name) else {
                too_large += 1;
                continue;
            };
            let expected = words(&answer);
            let outcome = solved(&program, &Model::find(name).unwrap(), false);
            let found = summary(&outcome);
            compared += 1;
            *verdicts.entry((name, found.0.clone())).or_default() += 1;
            let races = raced(&outcome, &answer);
            if let Some((ours, theirs)) = races.filter(|(ours, theirs)| ours != theirs) {
                wrong.push(format!(
                    "seed {seed}, {name}: a race: enumerated {theirs}, solved {ours}\n{}",
                    program.source.text
                ));
            }
            // Without a quantity, the enumeration was not finished, or the bound matters.
            let open = expected.1.is_none() && found.0 == expected.0;
            if found != expected && !open {
                wrong.push(format!(
                    "seed {seed}, {name}: enumerated {expected:?}, solved {found:?} {:?}\n{}",
                    outcome.notes(),
                    program.source.text
                ));
            }
        }
    }
    println!("{compared} compared, {too_large} too large to enumerate; {verdicts:?}");
    assert!(
        wrong.is_empty(),
        "{} disagree:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(too_large * 10 <= compared, "too many tests are too large");
}

#[test]
fn models_in_the_usual_dialect_agree_with_the_built_in_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    for name in MODELS {
        let path = folder.join(format!("dialect-{name}.cat"));
        let users = Model::find(path.to_str().unwrap()).unwrap_or_else(|error| panic!("{error}"));
        let own = Model::find(name).unwrap();
        let mut differ = Vec::new();
        for seed in seeds().take(200) {
            let program = program(seed);
            let (theirs, ours) = (
                solved(&program, &users, false),
                solved(&program, &own, false),
            );
            if summary(&theirs) != summary(&ours) {
                differ.push((seed, summary(&theirs), summary(&ours)));
            }
        }
        assert!(differ.is_empty(), "{name}: {differ:?}");
    }
}

/// What the enumerator says; nothing where the test is too large for it.
fn told(program: &Program, model: &str) -> Option<explicit::Answer> {
    let limits = Limits {
        candidates: 300_000,
        stop: Stop::after(Duration::from_secs(20)),
    };
    let model = explicit::Model::from_name(model)?;
    let answer = explicit::check(program, model, &limits, BOUND, &Switches::ALL).ok()?;
    let limited = answer.verdict == Verdict::Unknown && matches!(answer.open, Some(Open::Size(_)));
    (!limited).then_some(answer)
}

/// Verdict and quantity of what it says.
fn words(answer: &explicit::Answer) -> (String, Option<String>) {
    let quantity = answer.quantity.map(|quantity| quantity.name().to_owned());
    (answer.verdict.name().to_owned(), quantity)
}

/// Whether some execution races, to the solver and to the enumerator, where both know.
fn raced(outcome: &Outcome, answer: &explicit::Answer) -> Option<(bool, bool)> {
    Some((((*outcome.raised.get("data-race")?)?), answer.flagged?))
}

/// What the first thread of a test does with `x`.
const FIRST: [&str; 5] = [
    "atom.relaxed.gpu.exch r0, x, 1",
    "atom.acq_rel.gpu.add r0, x, 1",
    "red.release.gpu.add x, 1",
    "st.release.gpu x, 1",
    "st.weak x, 1",
];

/// What the second does first, which may see it.
const SECOND: [&str; 6] = [
    "atom.relaxed.gpu.exch r1, x, 2",
    "atom.acquire.cta.exch r1, x, 2",
    "atom.acq_rel.gpu.add r1, x, 2",
    "red.acq_rel.gpu.add x, 2",
    "red.relaxed.gpu.add x, 2",
    "ld.acquire.gpu r1, x",
];

/// And what it does then.
const THEN: [&str; 4] = [
    "st.weak x, 4",
    "st.relaxed.gpu x, 4",
    "ld.weak r2, x",
    "fence.acq_rel.gpu",
];

const ASKED: [&str; 3] = ["P0:r0 == 4", "P1:r1 == 1", "x == 1"];

/// All that two threads can do to a location with an atomic in the middle: the halves of an atomic count
/// together in races, and a reduction acquires nothing.
#[test]
fn the_engines_agree_on_what_follows_an_atomic() {
    let mut wrong = Vec::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (index, first) in FIRST.iter().enumerate() {
        for (row, second) in SECOND.into_iter().enumerate() {
            for then in THEN {
                let asked = ASKED[index % 2..].join(" /\\ ");
                let filter = ["", "filter (P1:r1 == 1)\n"][(index + row) % 2];
                let [before, after] = match then {
                    "fence.acq_rel.gpu" => ["st.weak y, 1", "ld.weak r3, y"],
                    _ => ["", ""],
                };
                let text = format!(
                    "PTX atomics\n{{ x = 0; y = 0; P0:r0 = 0; P1:r1 = 0; }}\n\
                     P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                     {before} | {second} ;\n{first} | {then} ;\n | {after} ;\n{filter}exists ({asked})\n"
                );
                let program = load("atomics", &text).unwrap_or_else(|report| panic!("{report}"));
                for name in MODELS {
                    let outcome = solved(&program, &Model::find(name).unwrap(), false);
                    let answer = told(&program, name).unwrap();
                    let (ours, theirs) = raced(&outcome, &answer).unwrap();
                    let expected = words(&answer);
                    let found = summary(&outcome);
                    *seen.entry(format!("{} {ours}", found.0)).or_default() += 1;
                    if found != expected || ours != theirs {
                        wrong.push(format!(
                            "{name}: {expected:?} {theirs} {found:?} {ours}\n{text}"
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen.len() >= 3, "too much alike: {seen:?}");
}
