//! The table of `docs/hrf.md` says what the suite states.
//! `UPDATE=1 cargo test --test house docs_hrf` writes it anew.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::fmt::Write as _;
use std::fs;

use crate::golden;

const PATH: &str = "docs/hrf.md";
const END: &str = "<!-- end -->";

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
fn the_table_says_what_the_tests_state() {
    let text = fs::read_to_string(PATH).unwrap();
    let (before, rest) = text.split_once("<!-- table -->\n").unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let wanted = format!("{before}<!-- table -->\n{}{END}{after}", table());
    golden::same(PATH, &wanted);
}
