//! The examples give the verdicts that they say, each with a witness or a reason.

use std::path::PathBuf;

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::sat::engine::Finder;
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;
use rstest::rstest;

#[rstest]
fn every_expectation_holds(#[files("examples/**/*.litmus")] path: PathBuf) {
    let text = std::fs::read_to_string(&path).unwrap();
    let program =
        load(&path.display().to_string(), &text).unwrap_or_else(|report| panic!("{report}"));
    assert!(
        !program.expectations.is_empty(),
        "an example says what to expect"
    );
    for expected in &program.expectations {
        let Ok(model) = Model::find(&expected.node.model) else {
            panic!("{} is no model", expected.node.model);
        };
        let outcome = check(&program, &model, &Options::default()).unwrap();
        assert_eq!(
            outcome.verdict().name(),
            expected.node.verdict,
            "{}",
            model.name
        );
        match outcome.verdict() {
            Verdict::Reachable => {
                assert!(outcome.shown().is_some());
            }
            Verdict::Unreachable => {
                assert!(outcome.reason.is_some() || model.machine().is_some());
            }
            _ => {}
        }
    }
}

#[test]
fn the_linked_solver_is_the_intended_one() {
    let version = Finder::Z3.version().expect("this build has Z3");
    let intended = if cfg!(feature = "vendored") {
        "5.3."
    } else {
        "5.4.0"
    };
    assert!(version.contains(intended), "linked is Z3 {version}");
    let lock = include_str!("../../Cargo.lock");
    let built_in = Finder::BuiltIn.version().expect("every build has it");
    let line = format!("name = \"batsat\"\nversion = \"{built_in}\"");
    assert!(
        lock.contains(&line),
        "{built_in} is not the batsat that is linked"
    );
}
