//! Every reason suffices, no member of it can be dropped, and dropping assumptions only adds
//! executions.

use std::collections::BTreeMap;

use gpu_litmus::Program;
use gpu_litmus::sat::session::Limits;
use gpu_litmus::stop::Stop;
use gpu_litmus::ugpu::encode::check;
use gpu_litmus::ugpu::encode::check::unroll;
use gpu_litmus::ugpu::encode::explain::{items, suffices};
use gpu_litmus::ugpu::machine::Model;
use gpu_litmus::verdict::machine::{Goal, Item, Reason};
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;

use super::support::{BOUND, generated, litmus, program};
use super::table;

fn options() -> Options {
    Options {
        bound: BOUND,
        timeout: None,
        quantity: true,
        reason: true,
        flags: false,
        reason_time: None,
        ..Options::default()
    }
}

const fn goal(reason: &Reason) -> Goal {
    if reason.of_opposite {
        Goal::Opposite
    } else {
        Goal::Condition
    }
}

fn enough(program: &Program, model: Model, goal: Goal, items: &[Item]) -> bool {
    let unrolled = unroll(program, model, BOUND, &Stop::never()).expect("it is short enough");
    let limits = Limits::default();
    suffices(program, &unrolled, model, goal, items, &limits).expect("the solver answers")
}

/// Checks the reason of a test, if it must have one.
fn checked(program: &Program, model: Model, name: &str) -> Option<Reason> {
    let outcome = check::check(program, model, &options()).expect("it is short enough");
    let Some(reason) = outcome.reason else {
        let notes = outcome.remarks;
        assert_ne!(outcome.verdict, Verdict::Unreachable, "{name} {notes:?}");
        return None;
    };
    let name = format!("{name} under {}", model.name());
    assert_eq!(
        reason.of_opposite,
        outcome.verdict == Verdict::Reachable,
        "{name}"
    );
    assert!(reason.minimal, "{name}");
    let goal = goal(&reason);
    assert!(
        enough(program, model, goal, &reason.items),
        "{name}: {reason:?} is not enough"
    );
    for dropped in 0..reason.items.len() {
        let mut rest = reason.items.clone();
        let item = rest.remove(dropped);
        assert!(
            !enough(program, model, goal, &rest),
            "{name}: {item:?} is not needed"
        );
    }
    Some(reason)
}

#[test]
fn reasons_of_the_papers_tests_suffice_and_are_irreducible() {
    let mut count = 0;
    for (name, text, model) in table::unreachable() {
        let reason = checked(&program(&text), model, &name);
        assert!(reason.is_some(), "{name} has no reason");
        count += 1;
    }
    assert!(count >= 60, "only {count} rows are unreachable");
}

#[test]
fn reasons_of_generated_tests_suffice_and_are_irreducible() {
    let (mut found, mut opposite, mut members) = (0, 0, 0);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..80 {
        let program = generated(seed);
        for model in Model::ALL {
            if let Some(reason) = checked(&program, model, &format!("seed {seed}")) {
                found += 1;
                opposite += usize::from(reason.of_opposite);
                members += reason.items.len();
                for item in &reason.items {
                    *kinds.entry(kind(item)).or_default() += 1;
                }
            }
        }
    }
    println!("{found} reasons, {opposite} of opposites, {members} members: {kinds:?}");
    assert!(found >= 60, "too few reasons to mean anything: {found}");
    assert!(opposite > 0, "no `forall` held");
    for needed in ["fence", "queue", "dependency", "condition"] {
        let named = kinds.keys().any(|kind| kind.starts_with(needed));
        assert!(named, "no reason names a {needed}: {kinds:?}");
    }
}

fn kind(item: &Item) -> String {
    match item {
        Item::Fence { part, .. } => format!("fence {part:?}"),
        Item::Dependency { kind, .. } => format!("dependency {kind:?}"),
        Item::Queue { .. } => "queue".to_owned(),
        Item::Rule { rule, .. } => format!("rule {rule:?}"),
        Item::Filter { .. } => "filter".to_owned(),
        Item::Condition { .. } => "condition".to_owned(),
    }
}

/// A fixed sequence of numbers that look random (a linear congruential generator).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        self.0 >> 33
    }
}

#[test]
fn all_assumptions_are_the_model_and_fewer_allow_more() {
    let mut dice = Dice(1);
    let (mut reachable, mut unreachable, mut lost) = (0, 0, 0);
    for seed in 0..60 {
        let program = generated(seed);
        for model in Model::ALL {
            let options = Options {
                reason: false,
                quantity: false,
                ..options()
            };
            let outcome = check::check(&program, model, &options).expect("it is short enough");
            let unrolled =
                unroll(&program, model, BOUND, &Stop::never()).expect("it is short enough");
            let all = items(&program, &unrolled, model, Goal::Condition);
            let with = |items: &[Item]| !enough(&program, model, Goal::Condition, items);
            match outcome.verdict {
                Verdict::Reachable => {
                    reachable += 1;
                    assert!(with(&all), "seed {seed} under {}", model.name());
                    let some = all.iter().copied();
                    let some: Vec<Item> = some.filter(|_| !dice.roll().is_multiple_of(4)).collect();
                    assert!(with(&some), "seed {seed} under {}", model.name());
                }
                Verdict::Unreachable => {
                    unreachable += 1;
                    assert!(!with(&all), "seed {seed} under {}", model.name());
                    // A chain of subsets: once reachable, always reachable.
                    let mut some = all;
                    let mut before = false;
                    while !some.is_empty() {
                        for _ in 0..some.len().div_ceil(4) {
                            let index = dice.roll() % some.len() as u64;
                            some.remove(usize::try_from(index).expect("an index"));
                        }
                        let now = with(&some);
                        assert!(now || !before, "seed {seed} under {}", model.name());
                        before = now;
                    }
                    lost += usize::from(before);
                }
                _ => {}
            }
        }
    }
    println!("{reachable} reachable, {unreachable} unreachable, {lost} of them relaxed");
    assert!(reachable >= 30 && unreachable >= 30 && lost >= 30);
}

const MP: [&str; 2] = [
    "st.weak x, 1; membar.gl; st.weak y, 1",
    "ld.weak r1, y; membar.gl; ld.weak r2, x",
];

fn phrases(threads: &[(usize, &str)], condition: &str, model: Model) -> Vec<String> {
    let threads = threads.iter();
    let threads = threads.map(|(block, code)| (*block, (*code).to_owned()));
    let text = litmus("x = 0; y = 0;", &threads.collect::<Vec<_>>(), condition);
    let program = program(&text);
    let reason = checked(&program, model, "handmade").expect("it is unreachable");
    let items = reason.items.iter();
    items.map(|item| item.phrase(&program, model)).collect()
}

#[test]
fn message_passing_names_what_each_fence_does() {
    let found = phrases(
        &[(0, MP[0]), (1, MP[1])],
        "exists (P1:r1 == 1 /\\ P1:r2 == 0)",
        Model::Weak,
    );
    assert_eq!(
        found,
        [
            "`membar.gl` waits for the stores before it",
            "`membar.gl` makes the stores after it wait",
            "`membar.gl` delivers what its thread has not shared yet",
            "`membar.gl` waits for the loads before it",
            "`membar.gl` makes the loads after it wait",
            "a load of y borrows only what another thread holds and has not shared with it",
            "a load of x returns what its thread's cell holds, or a borrowed value",
            "a load of y returns what its thread's cell holds, or a borrowed value",
            "the outcome has `P1:r1 == 1`",
            "the outcome has `P1:r2 == 0`",
        ]
    );
}

#[test]
fn coherence_names_the_queue() {
    let read = ["st.weak x, 1", "ld.weak r1, x; ld.weak r2, x"];
    let outcome = "exists (P1:r1 == 1 /\\ P1:r2 == 0)";
    let found = phrases(&[(0, read[0]), (0, read[1])], outcome, Model::Coherent);
    assert_eq!(
        found,
        [
            "the queue keeps `ld.weak r1, x` before `ld.weak r2, x`",
            "a load of x returns what its thread's cell holds, or a borrowed value",
            "the outcome has `P1:r1 == 1`",
            "the outcome has `P1:r2 == 0`",
        ]
    );
}

#[test]
fn a_forall_that_holds_says_why_its_opposite_does_not() {
    let one = ["st.weak x, 1; st.weak x, 2", ""];
    let found = phrases(&[(0, one[0]), (0, one[1])], "forall (x == 2)", Model::Weak);
    assert_eq!(
        found,
        [
            "the queue keeps `st.weak x, 1` before `st.weak x, 2`",
            "a store to x is delivered only while its thread's cell still holds \
             it, and overwrites the cells it is delivered to",
            "at the end every thread has shared what it holds of x",
            "the outcome has not `x == 2`",
        ]
    );
}

#[test]
fn dependencies_are_named() {
    let both = [
        "ld.weak r1, x; add r2, r1, 0; st.weak y, r2",
        "ld.weak r1, y; beq r1, 0, LC0; st.weak x, 1; LC0:",
    ];
    let outcome = "exists (P1:r1 == 1)";
    let found = phrases(&[(0, both[0]), (1, both[1])], outcome, Model::Weak);
    assert_eq!(
        found,
        [
            "`st.weak y, r2` waits for its value from `ld.weak r1, x`",
            "`st.weak x, 1` waits for a branch on `ld.weak r1, y`",
            "a load of x borrows only what another thread holds and has not shared with it",
            "a load of y borrows only what another thread holds and has not shared with it",
            "a load of x returns what its thread's cell holds, or a borrowed value",
            "a load of y returns what its thread's cell holds, or a borrowed value",
            "the outcome has `P1:r1 == 1`",
        ]
    );
}

#[test]
fn the_filter_and_the_reach_of_a_block_are_named() {
    let threads = [
        (0, "st.weak x, 1"),
        (0, "ld.weak r1, x; membar.gl; st.weak y, 1"),
        (1, "ld.weak r1, y; membar.gl; ld.weak r2, x"),
    ];
    let outcome = "filter (P1:r1 == 1)\nexists (P2:r1 == 1 /\\ P2:r2 == 0)";
    let found = phrases(&threads, outcome, Model::Strong);
    assert_eq!(
        found,
        [
            "`membar.gl` waits for the loads before it",
            "`membar.gl` makes the stores after it wait",
            "`membar.gl` delivers what its block has not shared yet",
            "`membar.gl` waits for the loads before it",
            "`membar.gl` makes the loads after it wait",
            "a load of x returns what its block's cell holds",
            "a load of y returns what its block's cell holds",
            "the filter asks for `P1:r1 == 1`",
            "the outcome has `P2:r1 == 1`",
            "the outcome has `P2:r2 == 0`",
        ]
    );
}
