//! Each reachable outcome has the cheapest fences, which are proved on the changed text, or none
//! that forbid it: then the strongest text has an execution with it.
//!
//! `placements.txt` holds what came out; `UPDATE=1` writes it anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use gpu_litmus::tasks::fences::found::{Found, Verdict};
use gpu_litmus::tasks::fences::oracle::Shown;
use gpu_litmus::tasks::fences::sites::Rules;
use gpu_litmus::tasks::prove as proof;
use gpu_litmus::tasks::prove::Proof;
use gpu_litmus::tasks::suite;
use gpu_litmus::verdict::outcome;
use gpu_litmus::verdict::query::Options;
use rayon::prelude::*;

use super::rows::{self, Row, rows};
use crate::fences::compare::compare;
use crate::fences::support::{ANYTHING, FENCES_ONLY, program, request, solve, summary};
use crate::golden;

/// Of more choices than this exhaustive search tries only some levels of each place.
const CHOICES: usize = 260;

/// What came out for one row.
struct Placed {
    test: &'static str,
    model: String,
    cost: Option<u64>,
    /// Whether a sequentially consistent execution has the outcome, too.
    sequential: bool,
}

/// The rows of outcomes that can be forbidden or not: those of a `forall` are the same as those of
/// the `exists` beside it, and races have a test of their own.
fn reachable() -> Vec<Row> {
    let all = rows().into_par_iter();
    all.filter(|row| !row.is_forall() && row.verdict() == outcome::Verdict::Reachable)
        .collect()
}

/// What is asked about the text of a choice: a proof, or the smallest execution against it.
fn proved(row: &Row, found: &Found) -> Proof {
    let name = row.name();
    let proved = found.prove(&row.model, &Options::default());
    let proved = proved.unwrap_or_else(|error| panic!("{name}: {error}"));
    let patched = program(&proved[0].patched.text);
    proof::prove(&patched, &row.model, &rows::bare()).unwrap()
}

fn placed(row: &Row) -> Placed {
    let name = row.name();
    let found = solve(row.test.text, &row.model.name, &request(ANYTHING, false));
    let sequential = row.sequential() == Some(outcome::Verdict::Reachable);
    let proof = proved(row, &found);
    let cost = summary(&found).unwrap().map(|(cost, _)| cost);
    if cost.is_some() {
        assert_eq!(proof.verdict, proof::Verdict::Proved, "{name}");
        assert!(
            !sequential,
            "{name}: what is sequentially consistent cannot be forbidden"
        );
        // A fence or order that could go would make it cheaper.
        let fences = proof.fences.unwrap();
        assert!(
            fences.superfluous.is_empty() && fences.open.is_empty(),
            "{name}"
        );
        // What has no race keeps its accesses strong for that, too.
        let may_race = found.racy != Some(false);
        assert!(
            !may_race || proof.weaker.is_empty(),
            "{name}: {:?}",
            proof.weaker
        );
    } else {
        assert_eq!(proof.verdict, proof::Verdict::Refuted, "{name}");
        assert!(
            proof.outcome.smallest.is_some_and(|size| size.proven),
            "{name}"
        );
        let Verdict::Impossible(Some(impossible)) = &found.verdict else {
            panic!("{name}")
        };
        let shown = &impossible.counterexample.shown;
        assert!(!matches!(shown, Shown::Nothing), "{name}");
    }
    Placed {
        test: row.test.name,
        model: row.model.name.clone(),
        cost,
        sequential,
    }
}

fn table(placed: &[Placed]) -> String {
    let mut lines: BTreeMap<&str, String> = BTreeMap::new();
    for one in placed {
        let what = match (one.cost, one.sequential) {
            (Some(cost), _) => cost.to_string(),
            (None, true) => "sequentially-consistent".to_owned(),
            (None, false) => "impossible".to_owned(),
        };
        write!(lines.entry(one.test).or_default(), " {}:{what}", one.model).unwrap();
    }
    let lines = lines
        .iter()
        .map(|(test, models)| format!("{test}{models}\n"));
    lines.collect()
}

#[test]
fn every_reachable_outcome_is_forbidden_by_the_cheapest_fences_or_cannot_be() {
    let placed: Vec<Placed> = reachable().par_iter().map(placed).collect();
    assert!(placed.len() >= 130, "{}", placed.len());
    let now = table(&placed);
    golden::same("tests/tasks/done/placements.txt", &now);
    // Writes that readers may see in different orders: no fence of these models prevents it.
    let iriw = |model: &str| {
        let mut rows = placed.iter();
        let row = rows.find(|one| one.test == "ugpu/iriw-tf-inter-global" && one.model == model);
        row.map(|row| (row.cost, row.sequential))
    };
    assert_eq!(iriw("ugpu-weak"), Some((None, false)));
    assert_eq!(iriw("ugpu-coherent"), Some((None, false)));
    assert_eq!(iriw("ugpu-strong"), None, "its fences forbid it");
}

/// The code of a test without the fences that stand in it, for which the search is the same.
fn bare(text: &str) -> String {
    let code = text.split_once('{').map_or(text, |(_, code)| code);
    let lines = code.lines().filter(|line| !line.starts_with("// expect"));
    let words = lines.flat_map(str::split_whitespace);
    let kept = words.filter(|word| !matches!(*word, "membar.cta" | "membar.gl"));
    kept.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_costs_are_those_of_exhaustive_search() {
    let mut seen = BTreeSet::new();
    let mut rows = reachable();
    rows.retain(|row| seen.insert((bare(row.test.text), row.model.name.clone())));
    let asked: Vec<(&Row, Rules)> = rows
        .iter()
        .flat_map(|row| {
            // Of a machine nothing but fences can be changed.
            let machine = row.model.machine().is_some();
            let rules = [FENCES_ONLY, ANYTHING].into_iter();
            rules
                .take(if machine { 1 } else { 2 })
                .map(move |rules| (row, rules))
        })
        .collect();
    let compared: Vec<&str> = asked
        .par_iter()
        .filter_map(|(row, rules)| compare(row.test.text, &row.model.name, *rules, CHOICES))
        .collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for outcome in &compared {
        *counts.entry(outcome).or_default() += 1;
    }
    println!("{} of {}: {counts:?}", compared.len(), asked.len());
    assert!(
        compared.len() + 4 >= asked.len(),
        "too few are small enough"
    );
    assert!(
        counts.contains_key("impossible") && counts.contains_key("dearer"),
        "{counts:?}"
    );
}

/// `iriw` under `ugpu-weak` takes no fence at all: what remains is a smallest execution of the text
/// with the strongest ones.
#[test]
fn what_cannot_be_forbidden_is_shown() {
    let test = suite::all().find(|test| test.name == "ugpu/iriw-none-inter-global");
    let text = test.unwrap().text;
    let found = solve(text, "ugpu-weak", &request(ANYTHING, false));
    let Verdict::Impossible(Some(impossible)) = &found.verdict else {
        panic!("{:?}", found.verdict)
    };
    let strongest = found.template.strongest();
    assert_eq!(impossible.choice, strongest);
    let Shown::Schedule(shown) = &impossible.counterexample.shown else {
        panic!("{:?}", impossible.counterexample.shown)
    };
    assert!(shown.end.satisfies(&impossible.program.condition));
}
