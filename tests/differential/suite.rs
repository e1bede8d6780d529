//! The external suite folder, if given by `GPU_LITMUS_SUITES`.

use std::path::PathBuf;

use gpu_litmus::Model;
use gpu_litmus::explicit::Switches;
use gpu_litmus::load;

use super::support::{MODELS, enumerated, solved, summary};

/// The suite folder, if there is one.
fn suites() -> Option<PathBuf> {
    let folder = std::env::var_os("GPU_LITMUS_SUITES")
        .filter(|folder| !folder.is_empty())
        .map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: GPU_LITMUS_SUITES is not set");
    }
    folder
}

#[test]
fn every_row_of_the_coherence_suite_agrees() {
    let Some(folder) = suites() else { return };
    let folder = folder.join("random/coherence");
    let rows = std::fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows.lines().filter(|row| !row.trim().is_empty()) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [file, name, verdict, quantity] = cells[..] else {
            panic!("a row of four cells, not {row:?}");
        };
        assert!(MODELS.contains(&name), "{name} is no model");
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let program = load(file, &text).unwrap_or_else(|report| panic!("{report}"));
        let expected = (verdict.to_owned(), Some(quantity.to_owned()));
        let solved = summary(&solved(&program, &Model::find(name).unwrap(), false));
        if solved != expected {
            wrong.push(format!("{file}, {name}: {solved:?}, expected {expected:?}"));
        }
        let enumerated = enumerated(&program, name, Switches::ALL);
        if enumerated.as_ref() != Some(&expected) {
            wrong.push(format!(
                "{file}, {name}: enumerated {enumerated:?}, expected {expected:?}"
            ));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 0, "no rows");
}
