//! The tables of known answers.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::suites::{folder, tests};

/// What one model should say of one test.
pub struct Row {
    pub file: String,
    pub text: String,
    pub model: String,
    pub verdict: String,
    pub quantity: String,
}

/// The rows of a suite of generated tests: all of its tests are in some row.
pub fn rows(part: &str, least: usize) -> Vec<Row> {
    let folder = folder(part);
    let table = std::fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let rows: Vec<Row> = table.lines().map(|line| row(&folder, line)).collect();
    let named: BTreeSet<PathBuf> = rows.iter().map(|row| folder.join(&row.file)).collect();
    assert_eq!(named, tests(part, 1).into_iter().collect(), "{part}");
    let count = rows.len();
    assert!(count >= least, "{count} rows of {part}, not {least}");
    rows
}

fn row(folder: &Path, line: &str) -> Row {
    let cells: Vec<&str> = line.split('\t').collect();
    let [file, model, verdict, quantity] = cells[..] else {
        panic!("a row of four cells, not {line:?}");
    };
    Row {
        file: file.to_owned(),
        text: std::fs::read_to_string(folder.join(file)).unwrap(),
        model: model.to_owned(),
        verdict: verdict.to_owned(),
        quantity: quantity.to_owned(),
    }
}
