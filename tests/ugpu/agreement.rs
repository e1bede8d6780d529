//! The solver against the explorer: verdict and quantity agree, and what the solver shows replays.
//!
//! `GPU_LITMUS_SEEDS` says how many seeds, `GPU_LITMUS_FIRST_SEED` where to start.

use std::collections::BTreeMap;

use gpu_litmus::Program;
use gpu_litmus::solve::check::Options;
use gpu_litmus::solve::ugpu::check as solver;
use gpu_litmus::ugpu::{Bends, Limits, Model, Reason, Verdict, check, replay};

use super::support::{BOUND, generated_text, program};

fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Verdict and quantity, in words.
type Summary = (&'static str, Option<&'static str>);

fn explored(program: &Program, model: Model) -> Option<Summary> {
    let limits = Limits {
        states: 300_000,
        ..Limits::default()
    };
    let answer = check(program, model, &limits, BOUND, Bends::NONE).expect("nothing is refused");
    let quantity = answer.quantity.map(gpu_litmus::ugpu::Quantity::name);
    let limited =
        answer.verdict == Verdict::Unknown(Reason::Limits) || answer.states >= limits.states;
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
        .map(gpu_litmus::solve::outcome::Quantity::name);
    ((outcome.verdict.name(), quantity), outcome.notes)
}

/// Seeds on which the engines once disagreed: a load that may access several locations was bound
/// by the cells of all of them.
const ONCE_WRONG: [u64; 2] = [705, 7109];

#[test]
fn old_disagreements_stay_settled() {
    for seed in ONCE_WRONG {
        let program = program(&generated_text(seed));
        for model in Model::ALL {
            let explored = explored(&program, model).expect("it is small");
            assert_eq!(explored, solved(&program, model).0, "seed {seed}");
        }
    }
}

#[test]
fn the_engines_agree_and_the_tests_are_not_one_sided() {
    let first = number("GPU_LITMUS_FIRST_SEED", 0);
    let mut wrong = Vec::new();
    let (mut compared, mut too_large) = (0, 0);
    let mut verdicts: BTreeMap<(Model, &str), usize> = BTreeMap::new();
    for seed in first..first + number("GPU_LITMUS_SEEDS", 500) {
        let text = generated_text(seed);
        let program = program(&text);
        for model in Model::ALL {
            let Some(expected) = explored(&program, model) else {
                too_large += 1;
                continue;
            };
            let (found, notes) = solved(&program, model);
            compared += 1;
            *verdicts.entry((model, found.0)).or_default() += 1;
            if found != expected {
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
