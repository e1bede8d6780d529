//! The search against all choices, one after the other: the same cost, the same list.
//!
//! `GPU_LITMUS_SEEDS` says how many seeds for each model, `GPU_LITMUS_FIRST_SEED` where to start.

use std::collections::BTreeMap;

use gpu_litmus::fences::sites::{Rules, Template};
use gpu_litmus::generate::{Family, generate};
use gpu_litmus::solve::check::Options;
use gpu_litmus::{Model, load};

use super::support::{FENCES_ONLY, exhaustively, request, summary};
use gpu_litmus::fences::search::search_among;

fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// More choices than this are left out.
const CHOICES: usize = 300;

/// Takes levels away until there are few enough choices: of the place with the most levels the one
/// in the middle, or one beside it, so that what is left differs.
fn thin_out(template: &mut Template) {
    let count = |template: &Template| {
        let sites = template.sites.iter();
        sites.fold(1_usize, |all, site| all.saturating_mul(site.levels.len()))
    };
    let mut turn = 0;
    while count(template) > CHOICES {
        let most = template
            .sites
            .iter_mut()
            .max_by_key(|site| site.levels.len());
        let Some(site) = most.filter(|site| site.levels.len() > 2) else {
            return;
        };
        // What is given comes first, and stays.
        turn += 1;
        site.levels.remove(1 + turn * 7 % (site.levels.len() - 1));
    }
}

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

/// Compares one test, with the texts of the solutions; tells whether it was small enough, and what came out.
pub fn compare(text: &str, name: &str, rules: Rules) -> Option<&'static str> {
    let program = load("test.litmus", text).unwrap();
    let model = Model::find(name).unwrap();
    if model.refuses(&program).is_some() {
        return None;
    }
    let request = request(rules, true);
    let mut template = Template::new(&program, &model, &request.prices, rules);
    thin_out(&mut template);
    let expected = exhaustively(&template, &model, CHOICES)?;
    let found = search_among(template, &model, &request).unwrap();
    let found_summary = summary(&found);
    // What is written is what was asked about.
    let proved = found.prove(&model, Options::default());
    assert!(proved.is_ok(), "{name}: {}\n{text}", proved.unwrap_err());
    assert_eq!(
        found_summary,
        Ok(expected.clone()),
        "{name}, {rules:?}\n{text}"
    );
    Some(match expected {
        None => "impossible",
        Some((0, _)) => "free",
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
        let mut text = generate(seed, family);
        if model.starts_with("hrf") {
            text = without_fences(&text);
        }
        let outcome = compare(&text, model, rules);
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
    for (model, least) in [("tso", 20), ("strict", 20)] {
        varied(&generated(model, Family::Coherence, FENCES_ONLY, 40), least);
    }
    // Orders matter to it too.
    generated("strict", Family::Coherence, Rules::default(), 20);
}

#[test]
fn utah_models() {
    for model in ["ugpu-weak", "ugpu-coherent", "ugpu-strong"] {
        varied(&generated(model, Family::Ugpu, FENCES_ONLY, 40), 20);
    }
}

#[test]
fn ptx_models() {
    for model in ["ptx-6.0", "ptx-7.5"] {
        generated(model, Family::Ptx, FENCES_ONLY, 30);
        generated(model, Family::Ptx, Rules::default(), 30);
    }
}

#[test]
fn hrf_models() {
    for model in ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"] {
        generated(model, Family::Coherence, Rules::default(), 16);
    }
}
