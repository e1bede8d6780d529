//! A model with any axiom, or any conjunct of one, dropped is told apart by some generated test.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::{BTreeMap, BTreeSet};

use gpu_litmus::Model;
use gpu_litmus::explicit::{Switch, Switches};
use gpu_litmus::model::cat;
use gpu_litmus::verdict::outcome::Verdict;

use super::support::{MODELS, enumerated, program, sharp_seeds, solved, summary};

/// The models that a part of an axiom belongs to.
fn models_of(switch: Switch) -> Vec<&'static str> {
    let family = switch.name().split('.').next().unwrap_or_default();
    let own: Vec<&str> = MODELS
        .iter()
        .copied()
        .filter(|model| *model == family)
        .collect();
    if own.is_empty() { MODELS.to_vec() } else { own }
}

/// Parts that the others imply, so that no test can notice their absence. Atomicity: let `e` be a
/// read-modify-write that is one event, and `w` come between what it reads and itself. Then `e` is
/// before `w` by `fr` and `w` before `e` by `co`, a cycle that all four models forbid. The axiom
/// stays for the reasons it gives.
const REDUNDANT: &[&str] = &["atomicity"];

#[test]
fn the_enumerator_without_a_part_disagrees_somewhere() {
    // The parts of the HRF models have tests of their own.
    let names = Switch::NAMES.iter();
    let names = names.filter(|(_, name)| !name.starts_with("hrf."));
    let names = names.filter(|(_, name)| !REDUNDANT.contains(name));
    let mut alive: BTreeSet<Switch> = names.map(|(switch, _)| *switch).collect();
    assert!(alive.len() > 10, "only {} parts", alive.len());
    for seed in sharp_seeds() {
        if alive.is_empty() {
            break;
        }
        let program = program(seed);
        for name in MODELS {
            let left: Vec<Switch> = alive
                .iter()
                .copied()
                .filter(|switch| models_of(*switch).contains(&name))
                .collect();
            if left.is_empty() {
                continue;
            }
            let truth = summary(&solved(&program, &Model::find(name).unwrap(), false));
            for switch in left {
                let mutated = enumerated(&program, name, Switches::ALL.without(switch));
                if mutated.is_some_and(|mutated| mutated != truth) {
                    alive.remove(&switch);
                }
            }
        }
    }
    let unnoticed: Vec<&str> = alive.iter().map(|switch| switch.name()).collect();
    assert!(
        unnoticed.is_empty(),
        "no test notices the loss of {unnoticed:?}"
    );
}

/// Single edits of the models' texts: what stands on the left is replaced by the right.
const EDITS: &[(&str, &str, &str)] = &[
    ("sc", "acyclic po | rf | co | fr as sc", ""),
    ("sc", "acyclic po | rf | co | fr", "acyclic rf | co | fr"),
    ("sc", "acyclic po | rf | co | fr", "acyclic po | co | fr"),
    ("sc", "acyclic po | rf | co | fr", "acyclic po | rf | fr"),
    ("sc", "acyclic po | rf | co | fr", "acyclic po | rf | co"),
    ("plain", "acyclic po-loc | rf | co | fr as coherence", ""),
    ("plain", "po-loc | rf", "rf"),
    ("plain", "po-loc | rf", "po-loc"),
    ("plain", "rf | co | fr", "rf | fr"),
    ("plain", "co | fr as", "co as"),
    ("strict", "acyclic po-loc | ordered", "acyclic ordered"),
    ("strict", "let ordered = fenced |", "let ordered ="),
    ("strict", "fenced | acquired |", "fenced |"),
    ("strict", "acquired | released", "acquired"),
    (
        "strict",
        "let fenced = (po ; [F]) | ([F] ; po)",
        "let fenced = po ; [F]",
    ),
    ("strict", "| dep | rf", "| rf"),
    ("strict", "dep | rf | co | fr", "dep | co | fr"),
    ("strict", "rf | co | fr", "rf | fr"),
    ("strict", "co | fr as", "co as"),
    (
        "strict",
        "[R & ACQ] ; po",
        "[R & ACQ & STRONG] ; (po & (_ * R))",
    ),
    ("tso", "acyclic po-loc | rf | co | fr as coherence", ""),
    (
        "tso",
        "acyclic ppo | locked | fenced | rfe | co | fr as tso",
        "",
    ),
    ("tso", "acyclic ppo |", "acyclic"),
    ("tso", "ppo | locked |", "ppo |"),
    ("tso", "locked | fenced |", "locked |"),
    ("tso", "fenced | rfe |", "fenced |"),
    ("tso", "rfe | co | fr as tso", "rfe | fr as tso"),
    ("tso", "rfe | co | fr as tso", "rfe | co as tso"),
    ("tso", "(W \\ R) * (R \\ W)", "W * W"),
    ("tso", "fenced | rfe", "fenced | rf"),
    ("points", "acyclic rf | dep as no-thin-air", ""),
    ("points", "addr | data |", "data |"),
    ("points", "addr | data |", "addr |"),
    ("points", "| (ctrl & (R * W))", ""),
    ("points", "ctrl & (R * W)", "ctrl"),
];

fn text_of(file: &str) -> String {
    let path = format!("{}/src/model/texts/{file}.cat", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// The models with an edit made; an edit of the common rules is one of every model.
fn edited(file: &str, from: &str, to: &str) -> Vec<(&'static str, Model)> {
    let models = MODELS
        .iter()
        .filter(|model| file == "points" || **model == file);
    models
        .map(|model| {
            let text = text_of(model).replace("include \"points.cat\"", &text_of("points"));
            // The title of the included text is not wanted in the middle.
            let text = text.replace("\"Rules common to the coherence and the HRF models\"", "");
            assert!(text.contains(from), "{model} does not say {from:?}");
            let definition = cat::load("edited", &text.replacen(from, to, 1)).unwrap();
            (*model, Model::of("edited", "a test", definition))
        })
        .collect()
}

#[test]
fn an_edited_model_disagrees_with_the_enumerator_somewhere() {
    let mut alive: Vec<_> = EDITS
        .iter()
        .map(|(file, from, to)| ((file, from, to), edited(file, from, to)))
        .collect();
    for seed in sharp_seeds() {
        if alive.is_empty() {
            break;
        }
        let program = program(seed);
        let truths: BTreeMap<&str, _> = MODELS
            .into_iter()
            .map(|name| (name, enumerated(&program, name, Switches::ALL)))
            .collect();
        alive.retain(|(_, models)| {
            !models.iter().any(|(name, model)| {
                let outcome = solved(&program, model, false);
                let truth = truths[name].as_ref();
                outcome.verdict() != Verdict::Unsupported
                    && truth.is_some_and(|truth| *truth != summary(&outcome))
            })
        });
    }
    let unnoticed: Vec<_> = alive.iter().map(|(edit, _)| edit).collect();
    assert!(unnoticed.is_empty(), "no test notices {unnoticed:#?}");
}
