//! The public PTX suite: every row, under the built-in models and under the same in the usual dialect.

use std::path::Path;

use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, check, load};

use crate::suites::folder;

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

/// Asks for every cell; the models are those that the names stand for.
fn agrees(model_of: impl Fn(&str) -> Model) {
    let folder = folder("ptx");
    let cells = cells(&std::fs::read_to_string(folder.join("expected.csv")).unwrap());
    assert!(cells.len() >= 200, "only {} cells", cells.len());
    let options = Options {
        reason: false,
        ..Options::default()
    };
    let mut wrong = Vec::new();
    for (file, name, expected) in &cells {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let program = load(file, &text).unwrap_or_else(|report| panic!("{report}"));
        let outcome = check(&program, &model_of(name), &options).unwrap();
        if outcome.holds != Some(*expected) {
            wrong.push(format!(
                "{file}, {name}: {:?} (holds: {:?}), expected {expected} {:?} {:?}",
                outcome.verdict(),
                outcome.holds,
                outcome.notes(),
                outcome.unsupported().map(|unsupported| unsupported.what),
            ));
        }
    }
    let (count, all) = (wrong.len(), cells.len());
    assert!(wrong.is_empty(), "{count} of {all}: {wrong:#?}");
}

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn every_row_agrees() {
    agrees(|name| Model::find(name).unwrap());
}

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn models_in_the_usual_dialect_agree_with_the_built_in_ones() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    agrees(|name| {
        let path = models.join(format!("dialect-{name}.cat"));
        Model::find(path.to_str().unwrap()).unwrap()
    });
}
