//! The external suite folder, if given by `GPU_LITMUS_SUITES`: every row of the HRF models agrees.

use std::path::PathBuf;

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;

#[test]
fn every_row_agrees() {
    let folder = std::env::var_os("GPU_LITMUS_SUITES").filter(|folder| !folder.is_empty());
    let Some(folder) = folder else {
        println!("skipped: GPU_LITMUS_SUITES is not set");
        return;
    };
    let folder = PathBuf::from(folder).join("random/hrf");
    let rows = std::fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows.lines().filter(|row| !row.trim().is_empty()) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [file, name, verdict, quantity] = cells[..] else {
            panic!("a row of four cells, not {row:?}");
        };
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let program = load(file, &text).unwrap_or_else(|report| panic!("{report}"));
        let model = Model::find(name).unwrap();
        let outcome = check(&program, &model, &Options::default()).unwrap();
        let found = outcome.quantity.map_or("", |quantity| quantity.name());
        let same_quantity = outcome.verdict == Verdict::Racy || found == quantity;
        if outcome.verdict.name() != verdict || !same_quantity {
            wrong.push(format!("{row}: {} {found}", outcome.verdict.name()));
        }
        if outcome.verdict == Verdict::Racy {
            assert!(outcome.race.is_some() && outcome.witness.is_some(), "{row}");
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 0, "no rows");
}
