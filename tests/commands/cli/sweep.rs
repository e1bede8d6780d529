//! `sweep`.

use rstest::rstest;
use serde_json::Value;

use super::support::{Said, run, run_with, same};

const UTAH: &str = "ugpu-weak,ugpu-coherent,ugpu-strong";

/// A location in the condition, a fence under a predicate, a state space in an instruction.
const FINAL: &str = r"PTX final
{ .global x = 0; P0:p = 1; }
 P0@cta 0,gpu 0        | P1@cta 1,gpu 0 ;
 st.weak.global x, 1   | st.weak x, 2   ;
 @p fence.?            |                ;
 ld.weak r0, y         |                ;
exists (x == 1 /\ P0:r0 == 0)
";

const DEVICES: &str = r"PTX devices
{ x = 0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;
 st.weak x, 1   | ld.weak r0, x  ;
exists (P1:r0 == 1)
";

fn good(said: &Said) {
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert_eq!(said.err, "");
}

fn refused(said: &Said, words: &str) {
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    assert!(said.err.contains(words), "no `{words}` in\n{}", said.err);
}

#[test]
fn the_papers_sweep_is_the_default() {
    let said = run(&["sweep", "examples/mp-sweep.litmus", "-m", UTAH]);
    good(&said);
    same("sweep-mp.txt", &said.out);
    let page = std::fs::read_to_string("docs/suite.md").unwrap();
    assert!(
        page.contains(&said.out),
        "docs/suite.md shows another table"
    );
    let named = run(&[
        "sweep",
        "examples/mp-sweep.litmus",
        "-m",
        UTAH,
        "--fence",
        "none,tfb,tf",
        "--place",
        "intra,inter",
        "--space",
        "shared,global",
    ]);
    assert_eq!(named.out, said.out);
}

#[test]
fn every_placement() {
    let args = [
        "sweep",
        "examples/iriw-sweep.litmus",
        "-m",
        "ugpu-strong,ugpu-weak",
    ];
    let said = run(&[&args[..], &["--fence", "cta,gl", "--place", "all"]].concat());
    good(&said);
    // Fifteen ways to group four threads, two fences each, and two lines above them.
    assert_eq!(said.out.lines().count(), 32);
    same("sweep-iriw.txt", &said.out);
    let one = run(&[&args[..], &["--fence", "cta", "--place", "5/7/5/7"]].concat());
    let last = one.out.lines().last().unwrap_or_default();
    let words: Vec<&str> = last.split_whitespace().collect();
    assert_eq!(words, ["0/1/0/1", "cta", "reachable", "reachable"]);
}

#[test]
fn csv_and_markdown() {
    let args = [
        "sweep",
        "examples/corr-sweep.litmus",
        "-m",
        "ugpu-weak,hrf-rsp",
    ];
    let csv = run(&[&args[..], &["--format", "csv"]].concat());
    assert_eq!(csv.code, 3, "a model that was named refuses fences");
    same("sweep-corr.csv", &csv.out);
    let markdown = run(&[&args[..], &["--format", "markdown"]].concat());
    same("sweep-corr.md", &markdown.out);
}

#[test]
fn json_has_all_that_check_says() {
    let args = [
        "sweep",
        "examples/mp-sweep.litmus",
        "-m",
        "strict,ugpu-weak",
    ];
    let rest = [
        "--fence",
        "none,gl",
        "--space",
        "shared,global",
        "--format",
        "json",
    ];
    let said = run(&[&args[..], &rest].concat());
    good(&said);
    let swept: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(swept["test"], "MP-sweep");
    assert_eq!(swept["models"], serde_json::json!(["strict", "ugpu-weak"]));
    let cells = swept["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 4);
    assert_eq!(cells[0]["place"], "as written");
    assert_eq!(cells[0]["answers"], Value::Null);
    let why = cells[0]["senseless"].as_str().unwrap();
    assert!(why.contains("each block has its own"), "{why}");
    let none = &cells[2]["answers"][0];
    assert_eq!(
        (&none["verdict"], &none["model"]),
        (&"reachable".into(), &"strict".into())
    );
    assert!(none["witness"].is_object());
    let fenced = &cells[3];
    assert_eq!(fenced["fence"], "gl");
    assert_eq!(fenced["senseless"], Value::Null);
    assert_eq!(fenced["answers"][1]["quantity"], "never");
    // The reason quotes the fence that stands in the hole, at the place of the hole.
    let reason = fenced["answers"][0]["reason"].to_string();
    assert!(reason.contains("membar.gl"), "{reason}");
    assert!(reason.contains("\"line\":6"), "{reason}");
}

#[test]
fn each_hole_for_itself() {
    let args = ["sweep", "examples/mp-sweep.litmus", "-m", "strict"];
    let said = run(&[&args[..], &["--fence", "none,acq_rel.gpu", "--each"]].concat());
    good(&said);
    let rows: Vec<Vec<&str>> = said
        .out
        .lines()
        .skip(2)
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        rows,
        [
            ["none/none", "reachable"],
            ["none/acq_rel.gpu", "reachable"],
            ["acq_rel.gpu/none", "reachable"],
            ["acq_rel.gpu/acq_rel.gpu", "unreachable"],
        ]
    );
}

#[test]
fn all_models_fit_the_page() {
    let said = run(&["sweep", "examples/mp-sweep.litmus", "--fence", "none,cta"]);
    good(&said);
    same("sweep-all.txt", &said.out);
    assert!(said.out.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn what_makes_no_sense_says_why() {
    let args = ["sweep", "-", "-m", "plain", "--place", "intra,inter"];
    let args = [&args[..], &["--space", "shared", "--fence", "none,sys"]].concat();
    let said = run_with(&args, FINAL);
    good(&said);
    same("sweep-final.txt", &said.out);
    let inter = [
        "sweep", "-", "-m", "plain", "--place", "inter", "--space", "shared",
    ];
    let words = "no combination makes sense: `x` is .shared and the test has several blocks";
    refused(&run_with(&inter, FINAL), words);
    let devices = run_with(&["sweep", "-", "--place", "intra"], DEVICES);
    refused(&devices, "P0 and P1 are on different devices");
}

#[rstest]
#[case(&["--fence", "non"], "did you mean `none`?")]
#[case(&["--fence", "warp"], "the fences are none, cta, gl, sys")]
#[case(&["--fence", ""], "there is no fence ``")]
#[case(&["--place", "itra"], "did you mean `intra`?")]
#[case(&["--place", "0,1"], "the placement 0 is for 1 thread, and the test has 2")]
#[case(&["--place", "0/1/0"], "the placement 0/1/0 is for 3 threads, and the test has 2")]
#[case(&["--place", "0/-1"], "such as 0/1/0/1")]
#[case(&["--space", "sharde"], "did you mean `shared`?")]
#[case(&["-m", "ugpu-weka"], "did you mean `ugpu-weak`?")]
#[case(&["--each"], "--fence")]
#[case(&["--format", "dot"], "`sweep` has no format `dot`; it has text, json, csv, markdown")]
fn bad_usage(#[case] args: &[&str], #[case] words: &str) {
    refused(
        &run(&[&["sweep", "examples/mp-sweep.litmus"], args].concat()),
        words,
    );
}

#[test]
fn all_mistakes_of_the_arguments_at_once() {
    let said = run(&[
        "sweep",
        "examples/mp-sweep.litmus",
        "--fence",
        "none,lg",
        "--space",
        "locl",
    ]);
    refused(&said, "`lg`");
    refused(&said, "`locl`");
}

#[rstest]
#[case("plain", "examples/mp.litmus")]
#[case("fenced", "examples/mp-fenced.litmus")]
fn no_hole(#[case] name: &str, #[case] file: &str) {
    let said = run(&["sweep", file, "--fence", "none,cta"]);
    refused(&said, "no `fence.?`");
    same(&format!("sweep-no-hole-{name}.stderr"), &said.err);
    good(&run(&["sweep", file, "-m", "sc", "--place", "all"]));
}

#[test]
fn files_with_mistakes() {
    refused(&run(&["sweep", "no-such.litmus"]), "no such file");
    let broken = "PTX T {} P0@cta 0,gpu 0 ; st.weak x, 1 ; exists (P7:r7 == 1)";
    refused(&run_with(&["sweep", "-"], broken), "no thread P7");
}

#[test]
fn too_many_combinations() {
    let columns = |cell: &str, last: &str| {
        let cells: Vec<String> = (0..10).map(|n| cell.replace('N', &n.to_string())).collect();
        format!("{} {last}", cells.join(" | "))
    };
    let header = columns("PN@cta N,gpu 0", ";");
    let body = columns("st.weak x, N", ";");
    let text = format!("PTX many\n{{}}\n{header}\n{body}\nexists (x == 1)\n");
    let said = run_with(&["sweep", "-", "--place", "all"], &text);
    refused(&said, "more than 5000 combinations");
}
