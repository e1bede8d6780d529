//! `compare` test by test: compiler mappings, and machines.

use rstest::rstest;
use serde_json::Value;

use super::support::{Folder, run, run_with, same};

/// Sequential consistency on TSO, and what of it is small.
const TSO: &[&str] = &["compare", "sc", "tso", "--with", "ld,st", "--threads", "2"];

const STORES: &str = "[instructions]\n\"ld.weak\" = \"ld.weak\"\n\"st.weak\" = \"st.weak\"\n";

#[test]
fn a_mapping_that_is_right() {
    let text = STORES.replace("= \"st.weak\"", "= [\"st.weak\", \"fence.sc.gpu\"]");
    let folder = Folder::of(&[("fenced.toml", &text)]);
    let table = folder.path("fenced.toml");
    let said = run(&[TSO, &["--map", &table, "-q"]].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(
        said.out.contains("right on all tests of up to 4 accesses"),
        "{}",
        said.out
    );
    // The standard input, a name in the table, and the whole answer.
    let text = format!("about = \"a fence after each store\"\n{text}");
    let said = run_with(&[TSO, &["--map", "-"]].concat(), &text);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    same("compare-map-right.txt", &said.out);
}

#[test]
fn a_mapping_that_is_wrong() {
    let args = [TSO, &["--map", "-"]].concat();
    let said = run_with(&args, STORES);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    same("compare-map-wrong.txt", &said.out);
    let said = run_with(&[&args[..], &["--format", "json"]].concat(), STORES);
    let all: Value = serde_json::from_str(&said.out).unwrap();
    let way = &all["ways"][0];
    // Both tests can be asked again, and say what they expect.
    for test in ["allowed", "forbidden"] {
        let text = way[test]["text"].as_str().unwrap();
        assert!(text.contains("// expect "), "{text}");
        let again = run_with(&["check", "-", "-q"], text);
        assert_eq!(again.code, 0, "{}{}", again.out, again.err);
    }
}

/// No time: what is known by then is said.
#[test]
fn a_mapping_that_is_open() {
    let said = run(&[TSO, &["--map", "sc-to-ptx", "--within", "1ns", "-q"]].concat());
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    assert!(said.out.contains("open: the time limit"), "{}", said.out);
}

#[test]
fn a_machine() {
    let args = [
        "compare",
        "ugpu-weak",
        "sc",
        "--with",
        "ld,st",
        "--locations",
        "1",
        "--threads",
        "2",
        "--events",
        "3",
    ];
    let said = run(&args);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    same("compare-machine.txt", &said.out);
}

/// What is wrong with a table, each with its place.
#[rstest]
#[case("syntax", "[instructions\n")]
#[case("empty", "about = 3\nabuot = \"x\"\n")]
#[case("table", "instructions = 7\n")]
#[case("left-out", "[instructions]\n\"ld.weak\" = \"ld.weak\"\n")]
#[case(
    "words",
    "[instructions]\n\"ld.weka\" = \"ld.weak\"\n\"st.weak\" = [\"st.weak\", \"fence\", 3]\nld.relaxed = \"ld.weak\"\n\"ld.acquire\" = 4\n"
)]
#[case(
    "kinds",
    "[instructions]\n\"ld.weak\" = \"ld.relaxed\"\n\"st.weak\" = \"ld.weak\"\n\"ld.relaxed\" = []\n\
     \"st.relaxed\" = [\"st.relaxed\", \"st.relaxed\"]\n\"fence.sc\" = \"atom.relaxed\"\n\"ld.acquire\" = \"atom.acquire\"\n"
)]
#[case(
    "refused",
    "[instructions]\n\"ld.weak\" = \"ld.sc.gpu\"\n\"st.weak\" = [\"fence.sc.warp\", \"st.weak\"]\n"
)]
fn bad_tables(#[case] name: &str, #[case] text: &str) {
    let args = ["compare", "sc", "ptx-7.5", "--with", "ld,st", "--map", "-"];
    let said = run_with(&args, text);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    same(&format!("compare-map-{name}.stderr"), &said.err);
}

#[rstest]
#[case(&["--map", "sc-to-ptxx"], "did you mean `sc-to-ptx`?")]
#[case(&["--map", "no/such.toml"], "no/such.toml")]
#[case(&["--map", "sc-to-ptx", "--all"], "`--all` is for two models with axioms: a mapping is searched test by test")]
#[case(&["--map", "sc-to-ptx", "--threads", "0"], "is not from 1 to 8")]
#[case(&["--map", "sc-to-ptx", "--locations", "7"], "is not from 1 to 6")]
#[case(&["--map", "sc-to-ptx", "--orders", "rm_acquire"], "knows no `rm_acquire`")]
#[case(&["--map", "sc-to-ptx", "--observe", "x"], "`--observe` is for given tests")]
#[case(&["--map", "sc-to-ptx", "--engine", "explicit"], "takes the fastest engine")]
#[case(&["--map", "sc-to-ptx", "suite"], "cannot be used with")]
fn bad_usage(#[case] args: &[&str], #[case] words: &str) {
    let said = run(&[&["compare", "sc", "ptx-7.5"], args].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains(words), "no `{words}` in\n{}", said.err);
}
