//! `suite/hrf` has the tests of Orr et al., ASPLOS 2015, and of what it builds on, each with the
//! verdicts of the table below as expectations, and the models give them.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::collections::BTreeMap;
use std::path::Path;

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::ugpu::machine as ugpu;
use gpu_litmus::verdict::query::Options;

const MODELS: [&str; 4] = ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"];

/// Each test with its verdicts, a letter a model: u(nreachable), R(eachable), X (racy).
const TABLE: &[(&str, &str)] = &[
    ("mp-wg-one-group", "uuuu"),
    ("fig5a-mp-wg-two-groups", "XXXX"),
    ("mp-cmp-two-groups", "uuuu"),
    ("mp-wg-cmp-one-group", "XXuu"),
    ("fig5b-rm-acquire", "XXXu"),
    ("fig5c-rm-release", "XXXu"),
    ("mp-rm-acquire-wg", "XXXX"),
    ("mp-relaxed", "XXXX"),
    ("mp-plain-flag", "XXXX"),
    ("fig11-chain-two-flags", "Xuuu"),
    ("fig11-chain-one-flag", "XXXX"),
    ("chain-wg-release", "XXXX"),
    ("chain-rm-acquire", "XXXu"),
    ("lock-taken-cmp", "XXXX"),
    ("fig7-lock-taken-remotely", "XXXu"),
    ("lock-handed-back", "XXXu"),
    ("lock-one-group", "uuuu"),
    ("sb-release-acquire", "uuRR"),
    ("sb-sc", "uuuu"),
    ("add-cmp", "uuuu"),
    ("add-wg-two-groups", "XXXX"),
    ("steal-cmp", "XXXX"),
    ("fig6-steal", "XXXu"),
    ("fig6-steal-or-pop", "XXXu"),
];

fn program(name: &str) -> Program {
    let path = format!("suite/hrf/{name}.litmus");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    load(&path, &text).unwrap_or_else(|report| panic!("{report}"))
}

/// The verdict of an axiomatic model, or of one of the machines.
fn verdict(program: &Program, model: &str) -> &'static str {
    let options = Options {
        quantity: false,
        reason: false,
        ..Options::default()
    };
    if let Some(machine) = ugpu::Model::from_name(model) {
        let outcome = gpu_litmus::ugpu::encode::check::check(program, machine, &options).unwrap();
        return outcome.verdict.name();
    }
    let model = Model::find(model).unwrap();
    check(program, &model, &options).unwrap().verdict().name()
}

#[test]
fn the_table_is_the_folder() {
    let mut files: Vec<String> = std::fs::read_dir("suite/hrf")
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let mut named: Vec<String> = TABLE
        .iter()
        .map(|(name, _)| format!("{name}.litmus"))
        .collect();
    named.sort();
    assert_eq!(files, named);
}

#[test]
fn every_test_states_the_verdicts_of_the_table_and_its_source() {
    for (name, letters) in TABLE {
        let program = program(name);
        let stated: BTreeMap<&str, &str> = program
            .expectations
            .iter()
            .map(|expected| (expected.node.model.as_str(), expected.node.verdict.as_str()))
            .collect();
        for (model, letter) in MODELS.iter().zip(letters.chars()) {
            let verdict = match letter {
                'u' => "unreachable",
                'R' => "reachable",
                _ => "racy",
            };
            assert_eq!(stated.get(model), Some(&verdict), "{name}, {model}");
        }
        let sourced = ["Orr et al.", "Hower et al.", "Ta et al."];
        let told = sourced
            .iter()
            .any(|source| program.description.contains(source));
        assert!(told, "{name}: {}", program.description);
    }
}

#[test]
fn the_models_give_the_stated_verdicts() {
    for (name, _) in TABLE {
        let program = program(name);
        for expected in &program.expectations {
            let model = &expected.node.model;
            assert_eq!(
                verdict(&program, model),
                expected.node.verdict,
                "{name}, {model}"
            );
        }
    }
}

/// The file names are those of the tests, so that `-q` and a listing say the same.
#[test]
fn files_are_called_as_their_tests() {
    assert!(Path::new("suite/hrf").is_dir());
    for (name, _) in TABLE {
        assert_eq!(program(name).name.to_lowercase(), *name);
    }
}
