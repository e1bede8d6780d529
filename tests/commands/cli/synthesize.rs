//! `synthesize`: what it prints, what it writes, how it ends, and what it refuses.

use rstest::rstest;
use serde_json::Value;

use super::support::{Folder, run, same};

#[test]
fn small_tests_of_a_model() {
    let args = ["synthesize", "tso", "--with", "ld,st,fence"];
    let said = run(&[&args[..], &["--events", "4", "--timeout", "10min"]].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    same("synthesize-tso.txt", &said.out);
}

/// The files lie in a folder for the axioms of each, and expect what the model says.
#[test]
fn files_expect_what_they_were_made_for() {
    let folder = Folder::of(&[]);
    let tests = folder.path("tests");
    let said = run(&[
        "synthesize",
        "sc",
        "--with",
        "ld,st,rmw",
        "--events",
        "2",
        "-q",
        "-o",
        &tests,
    ]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let text = std::fs::read_to_string(folder.path("tests/atomicity+sc/Atomic.litmus")).unwrap();
    same("synthesize-atomic.litmus", &text);
    let again = run(&["check", "-q", &tests, "-m", "sc,plain"]);
    assert_eq!(again.code, 0, "{}", again.out);
    assert!(!again.out.contains("sc: reachable"), "{}", again.out);
}

/// A user's model has no name that tests know, and an axiom without a name is called by its text.
#[test]
fn a_model_file_with_two_axioms() {
    let text = "\"Two halves\"\nirreflexive rf ; po as reading\nirreflexive co ; po\n";
    let folder = Folder::of(&[("halves.cat", text)]);
    let (model, tests) = (folder.path("halves.cat"), folder.path("tests"));
    let args = [
        "synthesize",
        &model,
        "--with",
        "ld,st",
        "--events",
        "2",
        "-v",
        "-o",
        &tests,
    ];
    let said = run(&args);
    let note = format!("note: 2 tests written to {tests}\n");
    assert_eq!((said.code, said.err), (0, note));
    same(
        "synthesize-halves.txt",
        &without_time(&said.out.replace(&model, "halves.cat")),
    );
    let files = ["reading/CoRW1.litmus", "irreflexive-co---po/CoWW.litmus"];
    let there = |file: &&str| folder.root().join("tests").join(file).is_file();
    assert_eq!(files.iter().find(|file| !there(file)), None);
}

fn without_time(text: &str) -> String {
    let (before, after) = text.split_once(" looked at, ").unwrap();
    let (_, after) = after.split_once(" s)").unwrap();
    format!("{before} looked at)\n{}", after.trim_start_matches('\n'))
}

/// What only two axioms forbid together is in a folder of both.
#[test]
fn two_axioms_together() {
    let folder = Folder::of(&[]);
    let tests = folder.path("tests");
    let words = [
        "--with",
        "st,rmw",
        "--orders",
        "relaxed",
        "--scopes",
        "gpu",
        "--placements",
        "gpu",
    ];
    let args = ["synthesize", "ptx-7.5", "--events", "2", "-q", "-o", &tests];
    let said = run(&[&args[..], &words].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let file = folder
        .root()
        .join("tests/coherence-total&atomicity/Atomic.litmus");
    assert!(file.is_file());
}

#[test]
fn as_json() {
    let said = run(&[
        "synthesize",
        "sc",
        "--with",
        "ld,st",
        "--events",
        "2",
        "--format",
        "json",
    ]);
    assert_eq!(said.code, 0);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(found["model"], "sc");
    assert_eq!(found["accesses"], 2);
    assert_eq!(found["tests"][0]["name"], "CoWW");
    assert_eq!(found["tests"][0]["axioms"][0], "sc");
    assert_eq!(found["tests"][0]["answer"]["verdict"], "unreachable");
}

/// What is found by the end of the time is shown, and that there may be more.
#[test]
fn the_time_is_over() {
    let said = run(&["synthesize", "sc", "--events", "12", "--timeout", "1ms"]);
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    assert!(said.out.contains("there may be more"), "{}", said.out);
}

#[rstest]
#[case("model", &["tos"])]
#[case("machine", &["ugpu-weak"])]
#[case("word", &["sc", "--with", "ld,store"])]
#[case("nothing", &["sc", "--with", "fence"])]
#[case("engine", &["sc", "--engine", "explicit"])]
#[case("format", &["sc", "--format", "svg"])]
#[case("events", &["sc", "--events", "17"])]
fn what_makes_no_sense(#[case] name: &str, #[case] args: &[&str]) {
    let said = run(&[&["synthesize"], args].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    same(&format!("synthesize-bad-{name}.stderr"), &said.err);
}

/// A file where a folder should be is left alone.
#[test]
fn tests_go_to_a_folder() {
    let folder = Folder::of(&[("taken", "something")]);
    let said = run(&["synthesize", "sc", "-o", &folder.path("taken")]);
    assert_eq!(said.code, 2);
    let expected = "it takes the name of a folder";
    assert!(said.err.contains(expected), "{}", said.err);
    let text = std::fs::read_to_string(folder.path("taken")).unwrap();
    assert_eq!(text, "something");
}
