//! What each axiom of the PTX models forbids alone: with it the outcome is unreachable, without it
//! the outcome is reachable. The tests are those of `docs/ptx.md`.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::model::cat;
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;

const MODELS: [&str; 2] = ["ptx-6.0", "ptx-7.5"];

/// An axiom that the others imply, so that no test can show it: see `docs/ptx.md`.
const IMPLIED: &str = "fence-sc";

fn text(model: &str) -> String {
    let path = format!("{}/src/model/texts/{model}.cat", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// A model without one of its axioms.
fn without(model: &str, axiom: &str) -> Model {
    let text = text(model);
    let end = format!(" as {axiom}");
    let kept: Vec<&str> = text.lines().filter(|line| !line.ends_with(&end)).collect();
    assert_eq!(kept.len() + 1, text.lines().count(), "{model}: {axiom}");
    let definition = cat::load("without", &kept.join("\n")).unwrap();
    Model::of("without", "a test", definition)
}

fn verdict(model: &Model, test: &str) -> Verdict {
    let program = load("axiom.litmus", test).unwrap_or_else(|report| panic!("{report}"));
    let outcome = check(&program, model, &Options::default()).unwrap();
    assert_eq!(outcome.notes(), Vec::<String>::new());
    outcome.verdict()
}

/// The tests of the documentation: each in a block that begins with the names of a model, or of
/// both, and of an axiom.
fn examples() -> Vec<(String, String, String)> {
    let path = format!("{}/docs/ptx.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(path).unwrap();
    let mut result = Vec::new();
    for block in page.split("```litmus\n").skip(1) {
        let test = block.split("```").next().unwrap();
        let title = test.lines().next().unwrap();
        let axiom = title.strip_prefix("PTX ").unwrap();
        for model in MODELS {
            if text(model).contains(&format!(" as {axiom}\n")) {
                result.push((model.to_owned(), axiom.to_owned(), test.to_owned()));
            }
        }
    }
    result
}

#[test]
fn each_example_is_forbidden_by_its_axiom_alone() {
    for (name, axiom, test) in examples() {
        let model = Model::find(&name).unwrap();
        assert_eq!(
            verdict(&model, &test),
            Verdict::Unreachable,
            "{name}: {test}"
        );
        let weaker = without(&name, &axiom);
        assert_eq!(
            verdict(&weaker, &test),
            Verdict::Reachable,
            "{name} without {axiom}: {test}"
        );
    }
}

#[test]
fn every_axiom_has_an_example_or_is_implied() {
    let examples = examples();
    for name in MODELS {
        let model = Model::find(name).unwrap();
        for axiom in &model.axiomatic().unwrap().definition.axioms {
            let shown = examples
                .iter()
                .any(|(model, shown, _)| model == name && *shown == axiom.name);
            assert!(
                shown || axiom.flag || axiom.name == IMPLIED,
                "{name}: {} has no example",
                axiom.name
            );
        }
    }
}
