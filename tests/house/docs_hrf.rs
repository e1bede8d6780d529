//! `docs/hrf.md` and `docs/ugpu.md` show what the tool says.
//! `UPDATE=1 cargo test --test house docs_hrf` writes the outputs and the table anew.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::fmt::Write as _;
use std::fs;

use assert_cmd::Command;

use crate::golden;

const PATH: &str = "docs/hrf.md";
const UTAH: &str = "docs/ugpu.md";
const RUN: &str = "<!-- run: ";
const END: &str = "<!-- end -->";

/// What the tool prints, as a block.
fn shown(arguments: &str) -> String {
    let output = Command::cargo_bin("gpu-litmus")
        .unwrap()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments.split(' '))
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments}");
    let text = String::from_utf8(output.stdout).unwrap();
    format!("```\n$ gpu-litmus {arguments}\n{text}```\n")
}

/// The text with every output as it is now.
fn with_outputs(text: &str) -> String {
    let mut parts = text.split(RUN);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (arguments, rest) = part.split_once(" -->\n").unwrap();
        let (_, after) = rest.split_once(END).unwrap();
        write!(
            out,
            "{RUN}{arguments} -->\n{}{END}{after}",
            shown(arguments)
        )
        .unwrap();
    }
    out
}

/// A row for each test of the suite, from what the files state.
fn table() -> String {
    let models = ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"];
    let mut files: Vec<_> = fs::read_dir("suite/hrf")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut out =
        String::from("| test | `hrf-direct` | `hrf-indirect` | `hrf-relaxed` | `hrf-rsp` |\n");
    out.push_str("| --- | --- | --- | --- | --- |\n");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        write!(out, "| `{name}` |").unwrap();
        for model in models {
            let stated = format!("// expect {model}: ");
            let verdict = text.lines().find_map(|line| line.strip_prefix(&stated));
            let letter = match verdict {
                Some("unreachable") => "u",
                Some("reachable") => "R",
                Some("racy") => "X",
                other => panic!("{name} states {other:?} of {model}"),
            };
            write!(out, " {letter} |").unwrap();
        }
        out.push('\n');
    }
    out
}

#[test]
fn outputs_and_table_are_true() {
    let text = fs::read_to_string(PATH).unwrap();
    let mut wanted = with_outputs(&text);
    let (before, rest) = wanted.split_once("<!-- table -->\n").unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    wanted = format!("{before}<!-- table -->\n{}{END}{after}", table());
    assert!(wanted.matches("$ gpu-litmus check").count() >= 3);
    golden::same(PATH, &wanted);
}

#[test]
fn outputs_of_the_utah_models_are_true() {
    let text = fs::read_to_string(UTAH).unwrap();
    let wanted = with_outputs(&text);
    assert!(wanted.contains("Schedule, the machine's steps"));
    assert!(wanted.contains("Reason why no execution satisfies the condition"));
    golden::same(UTAH, &wanted);
}
