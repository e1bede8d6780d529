//! `compare --all-models`.

use std::collections::BTreeMap;

use rstest::rstest;
use serde_json::Value;

use super::support::{run, run_with, same};

const SMALL: [&str; 6] = ["compare", "--all-models", "--events", "3", "--threads", "2"];

#[test]
fn the_diagram_as_text() {
    let said = run(&SMALL);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    same("compare-models.txt", &said.out);
}

/// The picture has each model, and each test that an arrow names.
#[test]
fn the_diagram_as_a_picture() {
    let args = ["--with", "ld,st,fence", "--events", "3", "--format", "svg"];
    let said = run(&[&SMALL[..2], &args].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    same("compare-models.svg", &said.out);
}

/// Each test is a file that expects of each model what the diagram says; each pair without a test is in the order.
#[test]
fn tests_say_what_the_diagram_says() {
    let said = run(&[&SMALL[..], &["--format", "json"]].concat());
    let all: Value = serde_json::from_str(&said.out).unwrap();
    let models: Vec<&str> = all["models"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    let tests = all["tests"].as_array().unwrap();
    assert!(models.len() == 13 && tests.len() > 2);
    let mut forbidden: Vec<BTreeMap<String, bool>> = Vec::new();
    for test in tests {
        let text = test["text"].as_str().unwrap();
        assert_eq!(text.matches("// expect ").count(), models.len(), "{text}");
        let said = run_with(&["check", "-", "-q", "-m", "all"], text);
        assert_eq!(said.code, 0, "{text}{}", said.out);
        let rows = models.iter().map(|model| {
            let no = said.out.contains(&format!("under {model}: unreachable"));
            ((*model).to_owned(), no)
        });
        forbidden.push(rows.collect());
    }
    let pairs = all["apart"].as_array().unwrap();
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    for (a, allows) in models.iter().enumerate() {
        for (b, forbids) in models.iter().enumerate() {
            let found = pairs
                .iter()
                .find(|pair| number(&pair["allows"]) == a && number(&pair["forbids"]) == b);
            let expected = forbidden
                .iter()
                .any(|test| !test[*allows] && test[*forbids]);
            assert_eq!(found.is_some(), expected, "{allows} {forbids}");
            if let Some(pair) = found {
                let test = &forbidden[number(&pair["test"])];
                assert!(!test[*allows] && test[*forbids], "{allows} {forbids}");
            }
        }
    }
}

/// Models that refuse a word are left out, and no time leaves all open.
#[test]
fn left_out_and_open() {
    let said = run(&[
        "compare",
        "--all-models",
        "-q",
        "--orders",
        "acquire,release",
        "--events",
        "2",
    ]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains("ugpu-weak is left out"), "{}", said.out);
    let said = run(&["compare", "--all-models", "-q", "--within", "1ns"]);
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    assert!(
        said.out.contains("open beyond: the time limit"),
        "{}",
        said.out
    );
}

#[rstest]
#[case(&["--all-models", "sc", "tso"], "cannot be used with")]
#[case(&["--all-models", "--map", "sc-to-ptx"], "cannot be used with")]
#[case(&["--all-models", "--all"], "cannot be used with")]
#[case(&["--all-models", "--with", "lds"], "did you mean `ld`?")]
#[case(&["--all-models", "--threads", "9"], "is not from 1 to 8")]
#[case(&["--all-models", "--format", "dot"], "it has text, json, svg")]
#[case(&["--all-models", "--engine", "explicit"], "takes the fastest engine")]
#[case(&["--all-models", "--observe", "x"], "`--observe` is for given tests")]
#[case(&["sc"], "required")]
#[case(&["sc", "tso", "--format", "svg"], "has no format `svg`")]
fn bad_usage(#[case] args: &[&str], #[case] words: &str) {
    let said = run(&[&["compare"], args].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains(words), "no `{words}` in\n{}", said.err);
}

/// One test is one, however many more there may be.
#[test]
fn one_of_all() {
    let line = "compare sc tso --all --limit 1 --with ld,st --events 4 -q";
    let said = run(&line.split(' ').collect::<Vec<_>>());
    assert!(
        said.out.contains("on at least 1 test of 4 accesses"),
        "{}{}",
        said.out,
        said.err
    );
}
