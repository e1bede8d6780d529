//! Each race is mended: by changes of orders and scopes after which there is none, or by the
//! cheapest placement that forbids the outcome and every race.

use gpu_litmus::engine::check;
use gpu_litmus::program::edit::apply;
use gpu_litmus::tasks::fences::sites::Rules;
use gpu_litmus::tasks::prove as proof;
use gpu_litmus::tasks::prove::prove;
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;
use rayon::prelude::*;

use super::rows::{Row, bare, rows};
use crate::fences::support::{program, request, solve, summary};

/// Whether a racy row is mended by repairs, and whether by a placement.
fn mended(row: &Row) -> Option<(bool, bool)> {
    let name = row.name();
    // Repairs are a part of the reasons.
    let outcome = row.outcome(&Options {
        reason: true,
        ..bare()
    });
    if outcome.verdict() != Verdict::Racy {
        return None;
    }
    let race = outcome
        .race()
        .unwrap_or_else(|| panic!("{name} shows no race"));
    assert!(!race.why.missing.is_empty(), "{name}: nothing is missing");
    let mut repairs = race.why.repairs.iter().filter(|repair| repair.race_free());
    let repaired = repairs.next().is_some();
    for repair in race.why.repairs.iter().filter(|repair| repair.race_free()) {
        let changed = apply(&row.program, &repair.edits).unwrap();
        let verdict = check(&changed, &row.model, &bare()).unwrap().verdict();
        assert_ne!(verdict, Verdict::Racy, "{name}: {repair:?}");
    }
    let found = solve(
        row.test.text,
        &row.model.name,
        &request(Rules::default(), false),
    );
    let placed = summary(&found).unwrap().is_some();
    for one in found.prove(&row.model, &Options::default()).unwrap() {
        let patched = program(&one.patched.text);
        let verdict = prove(&patched, &row.model, &bare()).unwrap().verdict;
        assert_eq!(verdict == proof::Verdict::Proved, placed, "{name}");
    }
    assert!(repaired || placed, "{name}: nothing mends it");
    Some((repaired, placed))
}

#[test]
fn every_race_is_mended() {
    let mended: Vec<(bool, bool)> = rows().par_iter().filter_map(mended).collect();
    let repaired = mended.iter().filter(|(repaired, _)| *repaired).count();
    let placed = mended.iter().filter(|(_, placed)| *placed).count();
    println!(
        "{} races: {repaired} repaired, {placed} placed",
        mended.len()
    );
    assert!(mended.len() >= 60 && repaired >= 50, "{repaired}");
}
