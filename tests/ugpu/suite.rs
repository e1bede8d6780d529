//! The suite of random tests with known answers.

use std::fs;
use std::path::PathBuf;

use gpu_litmus::ugpu::machine::{Model, Quantity};

use super::agreement::solved;
use super::support::{explore, program};

#[test]
fn the_suite_of_random_tests_agrees() {
    let Some(suites) = std::env::var_os("GPU_LITMUS_SUITES") else {
        eprintln!("skipped: GPU_LITMUS_SUITES is not set");
        return;
    };
    let folder = PathBuf::from(suites).join("random/ugpu");
    let table = fs::read_to_string(folder.join("expected.tsv")).expect("the suite has a table");
    let mut wrong = Vec::new();
    for row in table.lines() {
        let fields: Vec<&str> = row.split('\t').collect();
        let [file, model, verdict, quantity] = fields[..] else {
            panic!("not a row: {row}");
        };
        let model = Model::from_name(model).expect("the model exists");
        let text = fs::read_to_string(folder.join(file)).expect("the test exists");
        let program = program(&text);
        let (solved, notes) = solved(&program, model);
        if solved != (verdict, Some(quantity)) {
            wrong.push(format!("{row}: solved {solved:?} {notes:?}"));
        }
        let answer = explore(&program, model);
        let found = answer.quantity.map_or("", Quantity::name);
        if (answer.verdict.name(), found) != (verdict, quantity) {
            let states = answer.states;
            wrong.push(format!(
                "{row}: {:?} {found}, {states} states",
                answer.verdict
            ));
        }
    }
    let asked = table.lines().count();
    assert!(asked > 0, "the table is empty");
    let list = wrong.join("\n");
    assert!(wrong.is_empty(), "{} of {asked}:\n{list}", wrong.len());
}
