//! The solver against the explorer: verdict and quantity agree, and what the solver shows replays.
//!
//! `GPU_LITMUS_SEEDS` says how many seeds, `GPU_LITMUS_FIRST_SEED` where to start.

use std::collections::BTreeMap;

use gpu_litmus::Program;
use gpu_litmus::stop::Open;
use gpu_litmus::ugpu::encode::check as solver;
use gpu_litmus::ugpu::machine::{Bends, Limits, Model, Verdict, check, replay};
use gpu_litmus::verdict::query::Options;

use super::support::{BOUND, generated_text, litmus, program};

pub fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Verdict and quantity, in words.
type Summary = (&'static str, Option<&'static str>);

/// Whether the solver's answer is what was explored. The solver leaves out laps that leave nothing
/// behind, and may know what the explorer must leave open.
fn agrees(explored: Summary, solved: Summary) -> bool {
    let open = explored.1.is_none();
    explored == solved || open && (explored.0 == "unknown" || explored.0 == solved.0)
}

fn explored(program: &Program, model: Model, bound: usize) -> Option<Summary> {
    let limits = Limits {
        states: 300_000,
        ..Limits::default()
    };
    let answer = check(program, model, &limits, bound, Bends::NONE).expect("nothing is refused");
    let quantity = answer
        .quantity
        .map(gpu_litmus::ugpu::machine::Quantity::name);
    let limited = answer.verdict == Verdict::Unknown && matches!(answer.open, Some(Open::Size(_)))
        || answer.states >= limits.states;
    (!limited).then_some((answer.verdict.name(), quantity))
}

/// The answer of the solver, what it shows being replayed.
pub fn solved(program: &Program, model: Model) -> (Summary, Vec<String>) {
    let options = Options {
        bound: BOUND,
        ..Options::default()
    };
    let outcome = solver::check(program, model, &options).expect("it is short enough");
    for (execution, satisfying) in [(&outcome.witness, true), (&outcome.counterexample, false)] {
        if let Some(execution) = execution {
            let end = replay(program, model, &execution.schedule);
            assert_eq!(end.as_ref(), Ok(&execution.end));
            assert_eq!(execution.end.satisfies(&program.condition), satisfying);
        }
    }
    let quantity = outcome
        .quantity
        .map(gpu_litmus::verdict::outcome::Quantity::name);
    let notes = outcome.remarks.iter().map(ToString::to_string).collect();
    ((outcome.verdict.name(), quantity), notes)
}

/// Seeds on which the engines once disagreed: a load that may access several locations was bound
/// by the cells of all of them.
const ONCE_WRONG: [u64; 2] = [705, 7109];

#[test]
fn old_disagreements_stay_settled() {
    for seed in ONCE_WRONG {
        let program = program(&generated_text(seed));
        for model in Model::ALL {
            let explored = explored(&program, model, BOUND).expect("it is small");
            let (found, _) = solved(&program, model);
            assert!(agrees(explored, found), "seed {seed}");
        }
    }
}

#[test]
fn the_engines_agree_and_the_tests_are_not_one_sided() {
    let first = number("GPU_LITMUS_FIRST_SEED", 0);
    let mut wrong = Vec::new();
    let (mut compared, mut too_large) = (0, 0);
    let mut verdicts: BTreeMap<(Model, &str), usize> = BTreeMap::new();
    for seed in first..first + number("GPU_LITMUS_SEEDS", 150) {
        let text = generated_text(seed);
        let program = program(&text);
        for model in Model::ALL {
            let Some(expected) = explored(&program, model, BOUND) else {
                too_large += 1;
                continue;
            };
            let (found, notes) = solved(&program, model);
            compared += 1;
            *verdicts.entry((model, found.0)).or_default() += 1;
            if !agrees(expected, found) {
                let name = model.name();
                wrong.push(format!(
                    "seed {seed}, {name}: explored {expected:?}, solved {found:?} {notes:?}\n{text}"
                ));
            }
        }
    }
    println!("{compared} compared, {too_large} too large to explore; {verdicts:?}");
    let list = wrong
        .iter()
        .take(10)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    assert!(wrong.is_empty(), "{} disagree:\n{list}", wrong.len());
    assert!(too_large * 20 <= compared, "too many are too large");
    for ((model, verdict), count) in verdicts {
        let share = count * 300 / compared;
        assert!(share <= 85, "{} {verdict}: {share} %", model.name());
    }
}

/// Waiting for a flag, for a lock, or both; a fence or a store in the lap.
const WAITS: [&str; 5] = [
    "LC0:; ld.weak r1, y; bne r1, 1, LC0; ld.weak r2, x",
    "LC0:; ld.weak r1, y; membar.gl; bne r1, 1, LC0; ld.weak r2, x",
    "LC0:; atom.relaxed.cas r1, y, 1, 2; bne r1, 1, LC0; membar.gl; ld.weak r2, x",
    "LC0:; st.weak z, 1; ld.weak r1, y; bne r1, 1, LC0; membar.gl; ld.weak r2, x",
    "LC0:; ld.weak r1, y; add r3, r3, 1; bne r1, 1, LC0; membar.gl; ld.weak r2, x",
];

#[test]
fn laps_that_change_nothing_decide_nothing_in_the_strong_model() {
    let (mut settled, mut open) = (0, 0);
    let conditions = [
        "exists (P1:r2 == 0)",
        "exists (P1:r2 == 1)",
        "forall (P1:r2 == 1)",
        "exists (P1:r3 == 1)",
        "exists (x == 0)",
    ];
    for (wait, condition) in WAITS
        .iter()
        .flat_map(|wait| conditions.map(|asked| (wait, asked)))
    {
        for (fence, block) in [("", 0), ("", 1), ("membar.gl;", 0), ("membar.gl;", 1)] {
            let threads = [
                (0, format!("st.weak x, 1; {fence} st.weak y, 1")),
                (block, (*wait).to_owned()),
            ];
            let text = litmus("x = 0; y = 0; z = 0; P1:r3 = 0;", &threads, condition);
            let program = program(&text);
            let (found, notes) = solved(&program, Model::Strong);
            for bound in [1, 3, 5] {
                let explored = explored(&program, Model::Strong, bound).expect("it is small");
                // What more laps can show, fewer need not: only what was found counts.
                let found_more = explored.0 == "reachable" && found.0 == "unreachable"
                    || explored.1 == Some("sometimes") && found.1 == Some("always");
                assert!(!found_more, "{explored:?} {found:?} {notes:?}\n{text}");
            }
            let explored = explored(&program, Model::Strong, BOUND).expect("it is small");
            assert!(agrees(explored, found), "{text}");
            settled += usize::from(found.1.is_some());
            open += usize::from(found.1.is_none());
        }
    }
    println!("{settled} settled, {open} open");
    assert!(settled >= 30 && open >= 1, "{settled} {open}");
}

/// Whether a test could be explored; the solver must then agree.
pub fn compare(text: &str, model: Model) -> bool {
    let program = program(text);
    let Some(expected) = explored(&program, model, BOUND) else {
        return false;
    };
    let (found, notes) = solved(&program, model);
    let name = model.name();
    assert!(
        agrees(expected, found),
        "{name}: explored {expected:?}, solved {found:?} {notes:?}\n{text}"
    );
    true
}
