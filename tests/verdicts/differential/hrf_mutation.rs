//! An HRF model with any rule changed is told apart by some test.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::Model;
use gpu_litmus::explicit::{Switch, Switches};
use gpu_litmus::model::cat;
use gpu_litmus::program::Program;

use super::hrf::{MODELS, parse, program};
use super::hrf_sharp::SHARP;
use super::support::{enumerated, solved, summary};

/// Generated tests that notice what the sharp ones do not.
const SEEDS: std::ops::Range<u64> = 0..60;

/// The tests: the sharp ones, then generated ones.
fn tests() -> Vec<Program> {
    let sharp = SHARP.iter().map(|(name, text, _)| parse(name, text));
    sharp.chain(SEEDS.map(program)).collect()
}

/// What no test can notice.
///
/// - `atomicity`: as for the models of coherence, every HRF model forbids the cycle of `fr` and
///   `co` through a torn atomic, which is one event.
/// - `hrf.sc_atomics.po`: program order is part of happens-before, which is among the relations.
/// - `hrf.sc_atomics.rf`: an `.sc` write that an `.sc` read takes its value from is a release before
///   an acquire; where the scopes include each other they match, also after promotion, which only
///   widens. So the pair is in happens-before.
const REDUNDANT: &[Switch] = &[
    Switch::Atomicity,
    Switch::HrfScAtomicsPo,
    Switch::HrfScAtomicsRf,
];

#[test]
fn the_hrf_enumerator_without_a_part_disagrees_somewhere() {
    let ours = |name: &str| {
        ["hrf.", "thin_air.", "atomicity"]
            .iter()
            .any(|own| name.starts_with(own))
    };
    let names = Switch::NAMES.iter().filter(|(_, name)| ours(name));
    let mut alive: Vec<Switch> = names.map(|(switch, _)| *switch).collect();
    for program in tests() {
        for name in MODELS {
            let truth = summary(&solved(&program, &Model::find(name).unwrap(), false));
            alive.retain(|switch| {
                let mutated = enumerated(&program, name, Switches::ALL.without(*switch));
                mutated.is_none_or(|mutated| mutated == truth)
            });
        }
    }
    let unnoticed: Vec<&str> = alive
        .iter()
        .filter(|switch| !REDUNDANT.contains(switch))
        .map(|switch| switch.name())
        .collect();
    assert!(
        unnoticed.is_empty(),
        "no test notices the loss of {unnoticed:?}"
    );
    assert_eq!(alive.len(), REDUNDANT.len(), "not redundant after all");
}

/// Single edits of the models' texts: what stands on the left is replaced by the right.
const EDITS: &[(&str, &str, &str)] = &[
    ("hrf-direct", "acyclic po | rf | co | fr as sc", ""),
    ("hrf-direct", "acyclic po | rf", "acyclic rf"),
    ("hrf-direct", "acyclic po | rf", "acyclic po"),
    ("hrf-direct", "rf | co | fr as", "rf | fr as"),
    ("hrf-direct", "rf | co | fr as", "rf | co as"),
    ("hrf-direct", "= same-scope", "= sr"),
    ("hrf-direct", "chain(S) = (po |", "chain(S) = ("),
    ("hrf-direct", "(coh & matching)", "(rf & matching)"),
    ("hrf-direct", "so & (S * S)", "so"),
    ("hrf-indirect", "acyclic po | rf | co | fr as sc", ""),
    ("hrf-indirect", "= same-scope", "= sr"),
    ("hrf-indirect", "(coh & matching)", "(rf & matching)"),
    (
        "hrf-relaxed",
        "let matching = sr",
        "let matching = same-scope",
    ),
    ("hrf-relaxed", "(coh & matching)", "(rf & matching)"),
    ("hrf-relaxed", "let hhb = (po | so)+", "let hhb = so+"),
    ("hrf-relaxed", "let hhb = (po | so)+", "let hhb = po | so"),
    (
        "hrf-relaxed",
        "acyclic po-loc | rf | co | fr as coherence",
        "",
    ),
    ("hrf-relaxed", "irreflexive hhb as happens-before", ""),
    (
        "hrf-relaxed",
        "irreflexive (rf | co | fr) ; hhb as consistency",
        "",
    ),
    ("hrf-relaxed", "irreflexive (rf | co", "irreflexive (co"),
    ("hrf-relaxed", "(rf | co | fr) ; hhb", "(rf | fr) ; hhb"),
    ("hrf-relaxed", "(rf | co | fr) ; hhb", "(rf | co) ; hhb"),
    (
        "hrf-relaxed",
        "acyclic (po | hhb | rf | co | fr) & sr & (SC * SC) as sc-atomics",
        "",
    ),
    (
        "hrf-relaxed",
        "po | hhb | rf | co | fr)",
        "po | rf | co | fr)",
    ),
    ("hrf-relaxed", "hhb | rf | co | fr)", "hhb | rf | fr)"),
    ("hrf-relaxed", "hhb | rf | co | fr)", "hhb | rf | co)"),
    ("hrf-relaxed", "& sr & (SC * SC)", "& (SC * SC)"),
    (
        "hrf-relaxed",
        "& sr & (SC * SC)",
        "& sr & (STRONG * STRONG)",
    ),
    ("hrf-relaxed", "acyclic rf | dep as no-thin-air", ""),
    ("hrf-relaxed", "(hhb | hhb^-1)", "hhb"),
    (
        "hrf-relaxed",
        "loc & ext & ((W * M) | (M * W))",
        "loc & ext & (W * W)",
    ),
    ("hrf-relaxed", "\\ (matching & (atomics * atomics))", ""),
    (
        "hrf-relaxed",
        "(matching & (atomics * atomics))",
        "(atomics * atomics)",
    ),
    ("hrf-rsp", "(matching & (atomics * atomics))", "matching"),
    ("hrf-rsp", "(coh & promoted)", "(rf & promoted)"),
    (
        "hrf-rsp",
        "id | promoted-release | promoted-acquire^-1",
        "id | promoted-acquire^-1",
    ),
    (
        "hrf-rsp",
        "id | promoted-release | promoted-acquire^-1",
        "id | promoted-release",
    ),
    ("hrf-rsp", "\\ ([REL] ; co ; releases-before)", ""),
    (
        "hrf-rsp",
        "\\ ([REL] ; co ; releases-before)",
        "\\ (co^-1 ; [REL] ; releases-before)",
    ),
    ("hrf-rsp", "\\ (acquires-after ; (rf^-1 ; co ; rf))", ""),
    ("hrf-rsp", "(rf^-1 ; co ; rf))", "(rf^-1 ; co^-1 ; rf))"),
    ("hrf-rsp", "last-release & covers^-1", "last-release"),
    ("hrf-rsp", "next-acquire & covers", "next-acquire"),
    ("hrf-rsp", "[ACQ & REMOTE]", "[ACQ]"),
    ("hrf-rsp", "[REL & REMOTE]", "[REL]"),
    ("hrf-rsp", "promoted = reach & reach^-1", "promoted = sr"),
    (
        "hrf-rsp",
        "let matching = promoted | remote",
        "let matching = promoted",
    ),
    (
        "hrf-rsp",
        "([REMOTE] ; reaches) | ([REMOTE] ; reaches)^-1",
        "([REMOTE] ; loc) | ([REMOTE] ; loc)^-1",
    ),
    (
        "hrf-rsp",
        "let matching = promoted | remote",
        "let matching = sr | remote",
    ),
];

fn text_of(file: &str) -> String {
    let path = format!("{}/src/model/texts/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// A model's text with what it includes in place, of which the titles are not wanted.
fn whole(model: &str) -> String {
    let mut text = text_of(&format!("{model}.cat"));
    for part in ["points.cat", "hrf-consistency.cat", "hrf-race.cat"] {
        let included = text_of(part);
        let untitled = included.split_once('\n').map_or("", |(_, rest)| rest);
        text = text.replace(&format!("include \"{part}\""), untitled);
    }
    text
}

#[test]
fn an_edited_hrf_model_disagrees_with_the_enumerator_somewhere() {
    let tests = tests();
    let mut unnoticed = Vec::new();
    for (model, from, to) in EDITS {
        let text = whole(model);
        assert!(text.contains(from), "{model} does not say {from:?}");
        let definition = cat::load("edited", &text.replacen(from, to, 1))
            .unwrap_or_else(|error| panic!("{model}, {to:?}: {error}"));
        let edited = Model::of("edited", "a test", definition);
        let noticed = tests.iter().any(|program| {
            let truth = enumerated(program, model, Switches::ALL);
            truth.is_some_and(|truth| truth != summary(&solved(program, &edited, false)))
        });
        if !noticed {
            unnoticed.push((model, from, to));
        }
    }
    assert!(unnoticed.is_empty(), "no test notices {unnoticed:#?}");
}
