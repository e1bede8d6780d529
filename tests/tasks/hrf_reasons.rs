//! Under the HRF models every reason suffices, and no member of it can be dropped: why an outcome
//! is unreachable, and why no execution has a race.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::path::PathBuf;
use std::sync::Arc;

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::axiomatic::encoding::Goal;
use gpu_litmus::axiomatic::reason::suffices;
use gpu_litmus::axiomatic::shared::unrolled;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::sat::Lit;
use gpu_litmus::sat::session::Limits;
use gpu_litmus::stop::Stop;
use gpu_litmus::verdict::ordering::{Ordering, Role};
use gpu_litmus::verdict::outcome::{Item, Outcome, Reason, Verdict};
use gpu_litmus::verdict::query::Options;

const MODELS: [&str; 4] = ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"];

/// The tests of the standard suite.
fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("suite/hrf").unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|name| name == "litmus"))
        .collect();
    found.sort();
    found
}

fn asked(path: &PathBuf, model: &Model) -> (Program, Outcome) {
    let text = std::fs::read_to_string(path).unwrap();
    let program = load("t", &text).unwrap_or_else(|report| panic!("{report}"));
    let outcome = check(&program, model, &Options::default()).unwrap();
    (program, outcome)
}

/// Checks one reason; gives how many members it has.
fn sound(name: &str, program: &Program, model: &Model, goal: Goal, reason: &Reason) -> usize {
    let axioms = model.axiomatic().unwrap();
    let unrolled =
        Arc::new(unrolled(program, axioms, Options::default().bound, &Stop::never()).unwrap());
    let enough = |items: &[Item]| {
        suffices(program, &unrolled, axioms, goal, items, &Limits::default()).unwrap()
    };
    assert!(reason.minimal, "{name}");
    assert!(enough(&reason.items), "{name}: not enough");
    for dropped in 0..reason.items.len() {
        let mut rest = reason.items.clone();
        let item = rest.remove(dropped);
        assert!(!enough(&rest), "{name}: {item:?} is not needed");
    }
    reason.items.len()
}

/// Checks every reason that the models give: how many there are of outcomes, how many of races,
/// and how many roles these name.
pub fn every_reason_is_sound(files: &[PathBuf]) -> [usize; 3] {
    let (mut of_outcomes, mut of_races, mut roles) = (0, 0, 0);
    for path in files {
        for model in MODELS {
            let model = Model::find(model).unwrap();
            let name = format!("{}, {}", path.display(), model.name);
            let (program, outcome) = asked(path, &model);
            if let Some(reason) = &outcome.reason {
                let goal = if reason.of_opposite {
                    Goal::Opposite
                } else {
                    Goal::Condition
                };
                sound(&name, &program, &model, goal, reason);
                of_outcomes += 1;
            } else {
                assert_ne!(outcome.verdict(), Verdict::Unreachable, "{name}");
            }
            let answered = matches!(outcome.verdict(), Verdict::Reachable | Verdict::Unreachable);
            assert_eq!(outcome.race_freedom.is_some(), answered, "{name}");
            if let Some(reason) = &outcome.race_freedom {
                let goal = Goal::Flag(model.axiomatic().unwrap().race_flag().unwrap(), Lit::TRUE);
                sound(&name, &program, &model, goal, reason);
                of_races += 1;
                let role = |item: &&Item| matches!(item, Item::Ordering(Ordering::Role(..)));
                roles += reason.items.iter().filter(role).count();
            }
        }
    }
    [of_outcomes, of_races, roles]
}

#[test]
fn every_reason_suffices_and_is_irreducible() {
    let [of_outcomes, of_races, roles] = every_reason_is_sound(&files());
    println!("{of_outcomes} of outcomes, {of_races} of races with {roles} roles");
    assert!(of_outcomes >= 30 && of_races >= 30 && roles >= 60);
}

#[test]
fn a_race_free_core_names_who_synchronizes() {
    let path = PathBuf::from("suite/hrf/fig5b-rm-acquire.litmus");
    let (_, outcome) = asked(&path, &Model::find("hrf-rsp").unwrap());
    let roles: Vec<Role> = outcome
        .race_freedom
        .unwrap()
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Ordering(Ordering::Role(role, _)) => Some(*role),
            _ => None,
        })
        .collect();
    assert_eq!(roles, [Role::Acquire, Role::Release, Role::Remote]);
}

#[test]
fn models_without_the_notion_say_nothing_of_races() {
    let path = PathBuf::from("suite/hrf/mp-cmp-two-groups.litmus");
    let (_, outcome) = asked(&path, &Model::find("sc").unwrap());
    assert_eq!(outcome.race_freedom, None);
}
