//! Every expectation is met, the files are complete, and a wrong answer is shown.

use std::collections::BTreeSet;
use std::path::PathBuf;

use gpu_litmus::Model;
use gpu_litmus::load;
use gpu_litmus::tasks::suite;
use gpu_litmus::tasks::suite::{papers, tables};
use gpu_litmus::verdict::query::Options;

use super::utah;
use crate::golden;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("suite")
}

/// `UPDATE=1` writes the files anew.
#[test]
fn the_utah_files_are_those_of_the_shapes() {
    let files = utah::files();
    for (name, text) in &files {
        let path = folder().join("ugpu").join(format!("{name}.litmus"));
        golden::same(path, text);
    }
    let expected: BTreeSet<String> = files.into_iter().map(|file| file.0).collect();
    let names = suite::all().filter_map(|test| test.name.strip_prefix("ugpu/"));
    let embedded: BTreeSet<String> = names.map(str::to_owned).collect();
    assert_eq!(embedded, expected, "build again if files are new");
}

#[test]
fn every_test_says_what_it_is_and_what_to_expect() {
    for test in suite::all() {
        let program = test.load().unwrap_or_else(|report| panic!("{report}"));
        let last = test.name.rsplit('/').next().unwrap();
        let same = program.name.eq_ignore_ascii_case(last);
        assert!(same, "{}: the test has another name", test.name);
        let description = program.description.trim_matches('"');
        assert!(description.len() > 20, "{} has no description", test.name);
        let year = |word: &str| word.len() == 4 && word.starts_with("20");
        let mut words = description.split(|c: char| !c.is_ascii_digit());
        let says = ["our", "Lecture", "PTX ISA"];
        let source = words.any(year) || says.iter().any(|word| description.contains(word));
        assert!(source, "{} names no source", test.name);
        assert!(!program.expectations.is_empty(), "{}", test.name);
        for expectation in &program.expectations {
            let model = &expectation.node.model;
            assert!(Model::find(model).is_ok(), "{}: no {model}", test.name);
        }
    }
}

#[test]
fn the_embedded_texts_are_the_files() {
    let names: Vec<&str> = suite::all().map(|test| test.name).collect();
    assert!(names.is_sorted());
    for test in suite::all() {
        let path = folder().join(test.path());
        assert_eq!(std::fs::read_to_string(path).unwrap(), test.text);
    }
    for part in ["coherence/", "ptx/", "ugpu/"] {
        assert!(names.iter().any(|name| name.starts_with(part)), "{part}");
    }
}

#[test]
fn every_expectation_is_met_and_the_papers_agree() {
    let tests: Vec<suite::Test> = suite::all().collect();
    let run = suite::run(&tests, &Options::default()).unwrap();
    let unmet: Vec<String> = run
        .judged
        .iter()
        .filter(|one| !one.expected.met)
        .map(|one| {
            let (name, model, wanted) = (one.test.name, &one.model, &one.expected.verdict);
            let (verdict, quantity) = (one.verdict, one.quantity);
            format!("{name}, {model}: {wanted} expected, {verdict:?} {quantity:?} found")
        })
        .collect();
    assert!(unmet.is_empty(), "{unmet:#?}");
    let compared = tables::compare(&run);
    let rows: usize = compared.iter().map(|table| table.rows.len()).sum();
    let all: usize = papers::TABLES.iter().map(|table| table.rows.len()).sum();
    assert_eq!(
        rows, all,
        "some row of a table has a test that is not there"
    );
    for table in &compared {
        for row in &table.rows {
            assert!(row.agrees, "{}: {row:?}", table.name);
        }
    }
}

/// A wrong answer must show: in the cell, in the row, and in the table.
#[test]
fn a_table_notices_another_answer() {
    let tests: Vec<suite::Test> = suite::all()
        .filter(|test| test.name.starts_with("ugpu/mp-none-inter-global"))
        .collect();
    let mut run = suite::run(&tests, &Options::default()).unwrap();
    assert!(tables::compare(&run).iter().all(tables::Compared::agrees));
    for one in &mut run.judged {
        one.quantity = Some(gpu_litmus::verdict::outcome::Quantity::Never);
    }
    let compared = tables::compare(&run);
    assert_eq!(compared.len(), 1);
    assert!(!compared[0].agrees());
    assert_eq!(compared[0].rows[0].cells[0].equal, Some(false));
}

/// An answer that is not as expected is shown with all that there is to it.
#[test]
fn a_disagreement_is_shown_in_full() {
    let wrong = |name: &str, from: &str, to: &str| {
        let test = suite::all().find(|test| test.name == name).unwrap();
        suite::Test {
            name: test.name,
            text: test.text.replace(from, to).leak(),
        }
    };
    let tests = [
        wrong("coherence/sb", "sc: unreachable", "sc: reachable"),
        wrong(
            "coherence/sb-fenced",
            "strict: unreachable",
            "scrict: unreachable",
        ),
        wrong(
            "ugpu/mp-none-inter-global",
            "weak: reachable",
            "weak: always",
        ),
    ];
    let run = suite::run(&tests, &Options::default()).unwrap();
    assert_eq!(run.tally().met, run.tally().expectations - 3);
    let tables = tables::compare(&run);
    let layout = gpu_litmus::render::layout::Layout::default();
    let text = gpu_litmus::render::suite::render(&run, &tables, None, layout);
    for part in [
        "coherence/sb  sometimes  sometimes  sometimes  never (!)",
        "coherence/sb, sc: expected reachable (line 13), found never",
        "Reason why no execution satisfies the condition",
        "there is no model `scrict` (did you mean `strict`?)",
        "ugpu/mp-none-inter-global, ugpu-weak: expected always (line 10), found sometimes",
        "Schedule",
        "3 tests, 11 expectations: 8 met, 3 not",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn adding_a_fence_adds_a_behaviour() {
    let text = |name: &str| {
        let name = format!("ugpu/weak-coherence-{name}");
        let found = suite::all().find(|test| test.name == name);
        found.unwrap().text.to_owned()
    };
    let fences = |text: &str| text.matches("membar.cta").count();
    let (without, with) = (text("split"), text("anomaly"));
    assert_eq!((fences(&without), fences(&with)), (2, 4));
    assert!(load("split", &without).is_ok());
}
