//! The search against all choices, one after the other: the same cost, the same list.
//!
//! `GPU_LITMUS_SEEDS` says how many seeds for each model, `GPU_LITMUS_FIRST_SEED` where to start.

use std::collections::BTreeMap;

use gpu_litmus::fences::sites::{Rules, Template};
use gpu_litmus::generate::{Family, generate};
use gpu_litmus::{Model, load};

use super::support::{FENCES_ONLY, exhaustively, request, summary};
use gpu_litmus::fences::search::search;

fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// More choices than this are left out.
const CHOICES: usize = 800;

/// Compares one test; tells whether it was small enough, and what came out.
fn compare(text: &str, name: &str, rules: Rules) -> Option<&'static str> {
    let program = load("test.litmus", text).unwrap();
    let model = Model::find(name).unwrap();
    if model.refuses(&program).is_some() {
        return None;
    }
    let request = request(rules, true);
    let template = Template::new(&program, &model, &request.prices, rules);
    let expected = exhaustively(&template, &model, CHOICES)?;
    let found = search(&program, &model, &request).unwrap();
    let found_summary = summary(&found);
    assert_eq!(found_summary, Ok(expected.clone()), "{name}, {rules:?}\n{text}");
    Some(match expected {
        None => "impossible",
        Some((cost, _)) if cost == 0 => "free",
        Some((cost, _)) if cost == found.given => "as it is",
        Some((cost, _)) if cost < found.given => "cheaper",
        Some((_, choices)) if choices.len() > 1 => "dearer, several",
        Some(_) => "dearer",
    })
}

fn generated(model: &str, family: Family, rules: Rules, seeds: u64) -> BTreeMap<&'static str, u64> {
    let first = number("GPU_LITMUS_FIRST_SEED", 0);
    let mut counts = BTreeMap::new();
    for seed in first..first + number("GPU_LITMUS_SEEDS", seeds) {
        let outcome = compare(&generate(seed, family), model, rules);
        *counts.entry(outcome.unwrap_or("left out")).or_default() += 1;
    }
    println!("{model}: {counts:?}");
    counts
}

/// That both what can be done and what cannot came up, and fences were added and taken away.
fn varied(counts: &BTreeMap<&str, u64>, least: u64) {
    let compared: u64 = counts
        .iter()
        .filter(|(outcome, _)| **outcome != "left out")
        .map(|(_, count)| count)
        .sum();
    assert!(compared >= least, "{counts:?}");
    for outcome in ["impossible", "dearer"] {
        assert!(counts.contains_key(outcome), "{counts:?}");
    }
}

#[test]
fn coherence_models() {
    for (model, least) in [("tso", 25), ("strict", 25)] {
        varied(&generated(model, Family::Coherence, FENCES_ONLY, 60), least);
    }
    // Orders matter to it too.
    generated("strict", Family::Coherence, Rules::default(), 40);
}

#[test]
fn utah_models() {
    for model in ["ugpu-weak", "ugpu-coherent", "ugpu-strong"] {
        varied(&generated(model, Family::Ugpu, FENCES_ONLY, 60), 25);
    }
}

#[test]
fn ptx_models() {
    for model in ["ptx-6.0", "ptx-7.5"] {
        generated(model, Family::Ptx, FENCES_ONLY, 60);
        generated(model, Family::Ptx, Rules::default(), 60);
    }
}

#[test]
fn hrf_models() {
    for model in ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"] {
        generated(model, Family::Coherence, Rules::default(), 40);
    }
}
