//! Properties of launches with too many values, of which single runs are followed: what one run does not do, another may.

use gpu_litmus::kernel::report::answer::{Answer, Checked};
use gpu_litmus::kernel::report::{Ask, ask};
use gpu_litmus::stop::Stop;

use super::support::{asked, options, setup};

/// What is said of these properties of two trees whose last block misses a fence: it ends with 36 or, as a block's sum is
/// stale, with 10 or 26.
fn property(properties: &str, stop: &Stop) -> Checked {
    let module = std::fs::read_to_string("tests/kernels/trees.ptx").unwrap();
    let launch = std::fs::read_to_string("tests/kernels/launch/trees-wrong.toml").unwrap();
    let launch = format!("checks = [\"property\"]\n{launch}\n{properties}");
    let mut options = options();
    options.stop = stop.clone();
    let asked = Ask {
        stop: stop.clone(),
        options,
        ..asked("ptx-7.5")
    };
    let report = ask(&setup(&launch, &module), &asked);
    let mut checks = report.checks.into_iter();
    checks.find(|check| check.name == "property").unwrap()
}

fn exists(value: u32) -> String {
    format!("[[property]]\nexists = \"out[0] == {value}\"\n")
}

#[test]
fn what_some_run_does_holds() {
    for value in [10, 26, 36] {
        let said = property(&exists(value), &Stop::never());
        assert_eq!(said.answer, Answer::Holds, "{value}: {:?}", said.remarks);
    }
}

/// That the runs which were followed do not do it is no answer: one of all runs is broken by one of them, and nothing is
/// said of the other.
#[test]
fn what_no_run_does_is_not_told_of_a_few() {
    for value in [10, 26] {
        let both = format!("{}[[property]]\nforall = \"out[0] == 36\"\n", exists(value));
        let said = property(&both, &Stop::never());
        assert_eq!(said.answer, Answer::Violated);
        let never = said.remarks.iter().any(|remark| remark.contains("no run"));
        assert!(!never, "{:?}", said.remarks);
    }
    // All runs were asked for it, or it is open.
    let said = property(&exists(99), &Stop::never());
    assert!(
        matches!(said.answer, Answer::Violated | Answer::Unknown),
        "{:?}",
        said.remarks
    );
}
