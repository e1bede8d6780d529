//! Every story is checked without the solver: its execution is one of the program and ends as it
//! should, the model forbids it, and every step of the way is there.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::collections::BTreeMap;

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::execution::axioms::evaluate;
use gpu_litmus::execution::concrete::Execution;
use gpu_litmus::execution::derivation::Step;
use gpu_litmus::execution::evaluate::Base as _;
use gpu_litmus::execution::judge::Judged;
use gpu_litmus::load;
use gpu_litmus::model::cat;
use gpu_litmus::model::relation::base::BaseRelation;
use gpu_litmus::program::events::Unrolled;
use gpu_litmus::program::symbolic::EventId;
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::verdict::outcome::{Forbidden, Outcome, Story, Verdict};

use super::support::{MODELS, program, seeds, solved};

#[derive(Default)]
struct Seen {
    forbidden: usize,
    impossible: usize,
    cycles: usize,
    steps: BTreeMap<String, usize>,
}

#[test]
fn every_story_is_true() {
    let mut seen = Seen::default();
    for seed in seeds() {
        let program = program(seed);
        for name in MODELS {
            judge(&format!("seed {seed}, {name}"), &program, name, &mut seen);
        }
    }
    assert!(seen.forbidden >= 100, "too few: {}", seen.forbidden);
    assert!(seen.impossible >= 1, "no impossible outcome was seen");
    // The axioms of these models are about cycles, atomicity included.
    assert!(seen.cycles * 10 >= seen.forbidden * 9, "{}", seen.cycles);
    for relation in ["po", "rf", "co", "fr", "fenced", "ppo"] {
        assert!(seen.steps.contains_key(relation), "no {relation}");
    }
}

#[test]
fn every_story_of_ptx_is_true() {
    let mut seen = Seen::default();
    for seed in seeds() {
        let text = generate(seed, Family::Ptx);
        let program = load("ptx", &text).unwrap();
        for name in ["ptx-6.0", "ptx-7.5"] {
            judge(&format!("seed {seed}, {name}"), &program, name, &mut seen);
        }
    }
    assert!(seen.forbidden >= 40, "too few: {}", seen.forbidden);
    for relation in ["fr", "observation", "synchronizes", "base"] {
        assert!(seen.steps.contains_key(relation), "no {relation}");
    }
}

fn judge(what: &str, program: &Program, name: &str, seen: &mut Seen) {
    let model = Model::find(name).unwrap();
    let outcome = solved(program, &model, true);
    assert!(
        outcome
            .notes()
            .iter()
            .all(|note| !note.contains("internal")),
        "{what}: {:?}",
        outcome.notes()
    );
    assert_eq!(outcome.reason.is_some(), outcome.story.is_some(), "{what}");
    match &outcome.story {
        None => assert_ne!(outcome.verdict(), Verdict::Unreachable, "{what}"),
        Some(Story::Impossible) => {
            seen.impossible += 1;
            impossible(what, program, &outcome);
        }
        Some(Story::Forbidden(found)) => {
            seen.forbidden += 1;
            let unrolled = outcome.unrolled.as_deref().unwrap();
            forbidden(what, program, &model, unrolled, found, seen);
            let of_opposite = outcome.reason.as_ref().unwrap().of_opposite;
            let value = |term| found.execution.value(program, term);
            assert_ne!(program.condition.holds(&value), of_opposite, "{what}");
        }
    }
}

/// A model without axioms does not allow it either.
fn impossible(what: &str, program: &Program, outcome: &Outcome) {
    let text = "option rmw-one-event\nlet nothing = 0";
    let free = Model::of("free", "a test", cat::load("free", text).unwrap());
    let of_opposite = outcome.reason.as_ref().unwrap().of_opposite;
    if !of_opposite {
        let again = solved(program, &free, false);
        assert_ne!(again.verdict(), Verdict::Reachable, "{what}");
    }
}

fn forbidden(
    what: &str,
    program: &Program,
    model: &Model,
    unrolled: &Unrolled,
    found: &Forbidden,
    seen: &mut Seen,
) {
    let definition = &model.axiomatic().unwrap().definition;
    let execution: &Execution = &found.execution;
    execution
        .check(program, unrolled, definition.options)
        .unwrap_or_else(|why| panic!("{what}: {why}"));
    let judged = Judged::new(program, unrolled, execution, definition.options);
    let verdicts = evaluate(definition, &judged);
    assert!(!verdicts.0[found.axiom].holds, "{what}");
    assert!(!found.ways.is_empty(), "{what}: no way is shown");
    let whole = found.ways.concat();
    if let ([way], Some(first), Some(last)) = (found.ways.as_slice(), whole.first(), whole.last())
        && first.from == last.to
    {
        assert!(!way.is_empty());
        seen.cycles += 1;
    } else if found.ways.len() == 2 {
        let ends = |way: &[Step<EventId>]| (way[0].from, way[way.len() - 1].to);
        assert_eq!(ends(&found.ways[0]), ends(&found.ways[1]), "{what}");
        seen.cycles += 1;
    }
    for way in &found.ways {
        connected(what, way);
        for step in way {
            true_step(what, &judged, step, seen);
        }
    }
}

fn connected(what: &str, way: &[Step<EventId>]) {
    for pair in way.windows(2) {
        assert_eq!(pair[0].to, pair[1].from, "{what}: {way:?}");
    }
}

/// A step is a base relation's that holds, or is made of true steps from its start to its end.
fn true_step(what: &str, judged: &Judged, step: &Step<EventId>, seen: &mut Seen) {
    *seen.steps.entry(step.name.clone()).or_default() += 1;
    if let (Some(base), true) = (step.base, step.parts.is_empty()) {
        assert!(holds(judged, base, step), "{what}: {step:?}");
        return;
    }
    connected(what, &step.parts);
    let (first, last) = (step.parts.first(), step.parts.last());
    let (Some(first), Some(last)) = (first, last) else {
        panic!("{what}: {} is not unfolded", step.name);
    };
    assert_eq!((first.from, last.to), (step.from, step.to), "{what}");
    for part in &step.parts {
        true_step(what, judged, part, seen);
    }
}

fn holds(judged: &Judged, base: BaseRelation, step: &Step<EventId>) -> bool {
    let (from, to) = if step.inverse {
        (step.to, step.from)
    } else {
        (step.from, step.to)
    };
    let event = |node: usize| judged.nodes().list[node].event;
    let relation = judged.relation(base);
    relation
        .iter()
        .any(|(a, b)| (event(a), event(b)) == (from, to))
}
