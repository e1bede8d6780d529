//! Each reachable outcome, and each `forall` that fails, is shown by a smallest execution that
//! passes the check without the solver and is as large as it says.

use gpu_litmus::axiomatic::encoding::Goal;
use gpu_litmus::axiomatic::witness::verify;
use gpu_litmus::engine::check;
use gpu_litmus::execution::distance::{accesses, nearest};
use gpu_litmus::model::registry::{Axiomatic, Kind};
use gpu_litmus::sat::Lit;
use gpu_litmus::ugpu::machine as ugpu;
use gpu_litmus::ugpu::machine::{measure, replay};
use gpu_litmus::verdict::outcome::{Outcome, Smallest, Verdict};
use gpu_litmus::verdict::query::Options;
use rayon::prelude::*;

use super::rows::{Row, bare, rows};

fn options() -> Options {
    Options {
        quantity: true,
        smallest: true,
        ..bare()
    }
}

/// More states than this are not looked at to count relaxations again.
const STATES: usize = 200_000;

/// Whether something must be shown.
fn is_shown(row: &Row, outcome: &Outcome) -> bool {
    match outcome.verdict() {
        Verdict::Racy | Verdict::Reachable if !row.is_forall() => true,
        Verdict::Racy => true,
        // A `forall` that fails for want of any execution has no counterexample.
        _ => row.is_forall() && outcome.holds == Some(false),
    }
}

/// How many relaxations the smallest execution of a row has, and whether that was counted again;
/// nothing if there is nothing to show.
fn checked(row: &Row) -> Option<(usize, bool)> {
    let name = row.name();
    let outcome = check(&row.program, &row.model, &options()).unwrap();
    if !is_shown(row, &outcome) {
        // Of a `forall` that holds, an execution that satisfies it may be shown.
        let forall = row.is_forall() && outcome.verdict() == Verdict::Reachable;
        assert!(
            forall || outcome.verdict() == Verdict::Unreachable,
            "{name}"
        );
        assert!(forall || outcome.smallest.is_none(), "{name}");
        return None;
    }
    let Some(found) = &outcome.smallest else {
        panic!("{name} has no smallest execution: {:?}", outcome.notes())
    };
    assert!(found.proven, "{name}: {:?}", outcome.notes());
    let again = match &row.model.kind {
        Kind::Axiomatic(model) => execution(row, model, &outcome, found),
        Kind::Operational(model) => schedule(row, *model, &outcome, found),
    };
    Some((found.relaxations, again))
}

fn execution(row: &Row, model: &Axiomatic, outcome: &Outcome, found: &Smallest) -> bool {
    let name = row.name();
    let (shown, unrolled) = (
        outcome.execution().unwrap(),
        outcome.unrolled.as_deref().unwrap(),
    );
    let goal = match outcome.verdict() {
        Verdict::Racy => Goal::Flag(model.race_flag().unwrap(), Lit::TRUE),
        _ if row.is_forall() => Goal::Opposite,
        _ => Goal::Condition,
    };
    let passed = verify(&row.program, unrolled, model, shown, goal);
    assert!(passed.is_ok(), "{name}: {passed:?}");
    assert_eq!(accesses(unrolled, shown), found.accesses, "{name}");
    let named = found.reversed.len() + found.torn.len();
    assert_eq!(named, found.relaxations, "{name}");
    let again = nearest(&row.program, unrolled, shown, STATES);
    if let Some(again) = &again {
        assert_eq!(again.len(), found.relaxations, "{name}");
    }
    again.is_some()
}

fn schedule(row: &Row, model: ugpu::Model, outcome: &Outcome, found: &Smallest) -> bool {
    let name = row.name();
    let shown = outcome.schedule().unwrap();
    let end = replay(&row.program, model, &shown.schedule);
    assert_eq!(end.as_ref(), Ok(&shown.end), "{name}");
    assert!(shown.end.passes_filter(&row.program), "{name}");
    let satisfies = shown.end.satisfies(&row.program.condition);
    assert_ne!(satisfies, row.is_forall(), "{name}");
    let again = measure(&row.program, model, &shown.schedule).unwrap();
    let size = (again.accesses, again.relaxations);
    assert_eq!(size, (found.accesses, found.relaxations), "{name}");
    true
}

#[test]
fn every_execution_shown_is_a_smallest_one_and_passes_the_check() {
    let shown: Vec<(usize, bool)> = rows().par_iter().filter_map(checked).collect();
    let relaxed = shown.iter().filter(|(relaxations, _)| *relaxations > 0);
    let (all, relaxed) = (shown.len(), relaxed.count());
    let again = shown.iter().filter(|(_, again)| *again).count();
    println!("{all} executions, {relaxed} with relaxations, {again} counted again");
    assert!(all >= 250 && relaxed >= 60, "{all} {relaxed}");
    assert!(again * 10 >= all * 9, "only {again} of {all} counted again");
}
