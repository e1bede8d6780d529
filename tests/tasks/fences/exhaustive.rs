//! The search against all choices, one after the other: the same cost, the same list.
//!
//! `GPU_LITMUS_SEEDS` says how many seeds for each model, `GPU_LITMUS_FIRST_SEED` where to start.

use std::collections::BTreeMap;

use gpu_litmus::tasks::fences::sites::Rules;
use gpu_litmus::testing::{Family, generate};

use super::compare::compare;
use super::support::{ANYTHING, FENCES_ONLY};

fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The choices that are tried one after the other.
pub const CHOICES: usize = 300;

/// Without fences, for models that have none.
fn without_fences(text: &str) -> String {
    let mut text = text.to_owned();
    for fence in ["membar.", "fence."] {
        while let Some(start) = text.find(fence) {
            let length = text[start..]
                .find([' ', ';', '|'])
                .unwrap_or(text.len() - start);
            text.replace_range(start..start + length, &" ".repeat(length));
        }
    }
    text
}

fn generated(model: &str, family: Family, rules: Rules, seeds: u64) -> BTreeMap<&'static str, u64> {
    let first = number("GPU_LITMUS_FIRST_SEED", 0);
    let mut counts = BTreeMap::new();
    for seed in first..first + number("GPU_LITMUS_SEEDS", seeds) {
        let mut text = generate(seed, family);
        if model.starts_with("hrf") {
            text = without_fences(&text);
        }
        let outcome = compare(&text, model, rules, CHOICES);
        *counts.entry(outcome.unwrap_or("left out")).or_default() += 1;
    }
    println!("{model}: {counts:?}");
    counts
}

/// How many tests were small enough.
fn compared(counts: &BTreeMap<&str, u64>) -> u64 {
    let compared = counts.iter().filter(|(name, _)| **name != "left out");
    compared.map(|(_, count)| count).sum()
}

/// That both what can be done and what cannot came up, and fences were added and taken away.
fn varied(counts: &BTreeMap<&str, u64>, least: u64) {
    assert!(compared(counts) >= least, "{counts:?}");
    for outcome in ["impossible", "dearer"] {
        assert!(counts.contains_key(outcome), "{counts:?}");
    }
}

#[test]
fn coherence_models() {
    for (model, least) in [("tso", 20), ("strict", 20)] {
        varied(&generated(model, Family::Coherence, FENCES_ONLY, 40), least);
    }
    // Orders matter to it too.
    let counts = generated("strict", Family::Coherence, ANYTHING, 20);
    assert!(compared(&counts) > 0, "nothing was compared");
}

#[test]
fn utah_models() {
    for model in ["ugpu-weak", "ugpu-coherent", "ugpu-strong"] {
        varied(&generated(model, Family::Ugpu, FENCES_ONLY, 20), 10);
    }
}

#[test]
fn ptx_models() {
    for model in ["ptx-6.0", "ptx-7.5"] {
        let fences = compared(&generated(model, Family::Ptx, FENCES_ONLY, 10));
        let orders = compared(&generated(model, Family::Ptx, ANYTHING, 10));
        assert!(fences > 0 && orders > 0, "{model}: nothing was compared");
    }
}

#[test]
fn hrf_models() {
    for model in ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"] {
        let counts = generated(model, Family::Coherence, ANYTHING, 6);
        assert!(compared(&counts) > 0, "{model}: nothing was compared");
    }
}
