//! `suite/expected.csv` has what the tests of the suite state: the table that the pages' commands name.
//! `UPDATE=1 cargo test --test house suite_table` writes it anew.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::golden;

fn tests(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests(&path, found);
        } else if path.extension().is_some_and(|end| end == "litmus") {
            found.push(path);
        }
    }
}

/// What an expectation says of the verdict and of the quantity.
fn cells(expected: &str) -> (&str, &str) {
    match expected {
        "reachable" | "unreachable" | "racy" => (expected, ""),
        "always" | "sometimes" => ("reachable", expected),
        "never" => ("unreachable", "never"),
        other => panic!("{other}"),
    }
}

#[test]
fn the_table_says_what_the_tests_state() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite");
    let mut files = Vec::new();
    tests(&root, &mut files);
    files.sort();
    let mut table = String::from("file,model,verdict,quantity\n");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        let stated = text
            .lines()
            .filter_map(|line| line.strip_prefix("// expect "));
        for (model, expected) in stated.filter_map(|line| line.split_once(": ")) {
            let (verdict, quantity) = cells(expected.trim());
            writeln!(table, "{name},{model},{verdict},{quantity}").unwrap();
        }
    }
    assert!(table.lines().count() > 600);
    golden::same("suite/expected.csv", &table);
}
