//! The public PTX suite, if `GPU_LITMUS_SUITES` says where the suites lie: every row, both models.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot run should fail"
)]

use std::path::{Path, PathBuf};

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::verdict::query::Options;

/// The suite folder, if there is one.
fn suite() -> Option<PathBuf> {
    let folder = std::env::var_os("GPU_LITMUS_SUITES")
        .filter(|folder| !folder.is_empty())
        .map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: GPU_LITMUS_SUITES is not set");
    }
    folder.map(|folder| folder.join("ptx"))
}

/// A cell of the table: a file, a model, and whether the file's statement holds.
fn cells(table: &str) -> Vec<(String, String, bool)> {
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut result = Vec::new();
    for line in lines.filter(|line| !line.trim().is_empty()) {
        let row: Vec<&str> = line.split(',').collect();
        assert_eq!(row.len(), head.len(), "{line}");
        for (model, cell) in head.iter().zip(&row).skip(1) {
            match *cell {
                "" => {}
                "0" | "1" => result.push((row[0].to_owned(), (*model).to_owned(), *cell == "1")),
                other => panic!("a cell that is neither 0, 1 nor empty: {other:?}"),
            }
        }
    }
    result
}

#[test]
fn every_row_agrees() {
    let Some(folder) = suite() else { return };
    let table = std::fs::read_to_string(folder.join("expected.csv")).unwrap();
    let cells = cells(&table);
    let options = Options {
        reason: false,
        ..Options::default()
    };
    let mut wrong = Vec::new();
    for (file, model, expected) in &cells {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let program = load(file, &text).unwrap_or_else(|report| panic!("{report}"));
        let outcome = check(&program, &Model::find(model).unwrap(), &options).unwrap();
        if outcome.holds != Some(*expected) {
            wrong.push(format!(
                "{file}, {model}: {:?} (holds: {:?}), expected {expected} {:?} {:?}",
                outcome.verdict,
                outcome.holds,
                outcome.notes,
                outcome.unsupported.map(|unsupported| unsupported.what),
            ));
        }
    }
    assert!(!cells.is_empty(), "no rows");
    assert!(
        wrong.is_empty(),
        "{} of {}: {wrong:#?}",
        wrong.len(),
        cells.len()
    );
}

#[test]
fn models_in_the_usual_dialect_agree_with_the_built_in_ones() {
    let Some(folder) = suite() else { return };
    let table = std::fs::read_to_string(folder.join("expected.csv")).unwrap();
    let options = Options {
        reason: false,
        ..Options::default()
    };
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    for (file, model, expected) in &cells(&table) {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let program = load(file, &text).unwrap_or_else(|report| panic!("{report}"));
        let path = models.join(format!("dialect-{model}.cat"));
        let users = Model::find(path.to_str().unwrap()).unwrap();
        let outcome = check(&program, &users, &options).unwrap();
        assert_eq!(outcome.holds, Some(*expected), "{file}, {model}");
    }
}
