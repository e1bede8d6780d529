//! What `models NAME` says of each axiom: its example is forbidden by it alone, and a flag's example
//! raises it.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::model::cat;
use gpu_litmus::model::lessons::{Example, lesson};
use gpu_litmus::model::registry::{Kind, built_in};
use gpu_litmus::verdict::outcome::{Outcome, Verdict};
use gpu_litmus::verdict::query::Options;

fn text(file: &str) -> String {
    let path = format!("{}/src/model/texts/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// The text of a model with the files that it includes.
fn whole(file: &str) -> String {
    let lines = text(file);
    let lines = lines.lines().map(|line| {
        let included = line.strip_prefix("include \"");
        match included.and_then(|rest| rest.strip_suffix('"')) {
            // The title of an included file is none here.
            Some(name) => whole(name)
                .lines()
                .skip(1)
                .fold(String::new(), |all, line| all + line + "\n"),
            None => format!("{line}\n"),
        }
    });
    lines.collect()
}

/// A model without one of its axioms.
fn without(model: &Model, axiom: &str) -> Model {
    let text = whole(&format!("{}.cat", model.name));
    let end = format!(" as {axiom}");
    let kept: Vec<&str> = text.lines().filter(|line| !line.ends_with(&end)).collect();
    assert_eq!(
        kept.len() + 1,
        text.lines().count(),
        "{}: {axiom}",
        model.name
    );
    let definition = cat::load("without", &kept.join("\n")).unwrap();
    Model::of("without", "a test", definition)
}

fn outcome(model: &Model, test: &str) -> Outcome {
    let program = load("lesson.litmus", test).unwrap();
    check(&program, model, &Options::default()).unwrap()
}

#[test]
fn each_axiom_is_told_and_its_example_is_true() {
    let mut alone = 0;
    for model in built_in() {
        let Kind::Axiomatic(axioms) = &model.kind else {
            continue;
        };
        for axiom in &axioms.definition.axioms {
            let what = format!("{} {}", model.name, axiom.name);
            let Some(lesson) = lesson(model, &axiom.name) else {
                panic!("nothing is told of {what}");
            };
            assert!(lesson.meaning.ends_with(['.', ')']), "{what}");
            match lesson.example {
                Example::Alone(test) => {
                    assert!(!axiom.flag, "{what}");
                    assert_eq!(
                        outcome(model, test).verdict(),
                        Verdict::Unreachable,
                        "{what}"
                    );
                    let weaker = without(model, &axiom.name);
                    let found = outcome(&weaker, test).verdict();
                    assert_eq!(found, Verdict::Reachable, "without {what}");
                    alone += 1;
                }
                Example::Implied(why) => assert!(!axiom.flag && !why.is_empty(), "{what}"),
                Example::Raises(test) => {
                    assert!(axiom.flag, "{what}");
                    let found = outcome(model, test);
                    let raised = found.raised.get(&axiom.name) == Some(&Some(true));
                    assert!(raised || found.verdict() == Verdict::Racy, "{what}");
                }
            }
        }
    }
    assert!(alone >= 20, "{alone} examples");
}
