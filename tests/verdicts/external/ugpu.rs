//! Tests of the Utah machines: the solver and the explorer on every row.

use gpu_litmus::ugpu::machine::{Model, Quantity};

use super::rows::rows;
use crate::ugpu::agreement::solved;
use crate::ugpu::support::{explore, program};

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn the_suite_of_random_tests_agrees() {
    let rows = rows("random/ugpu", 600);
    let mut wrong = Vec::new();
    for row in &rows {
        let name = format!("{}, {}", row.file, row.model);
        let expected = (row.verdict.as_str(), row.quantity.as_str());
        let model = Model::from_name(&row.model).unwrap();
        let program = program(&row.text);
        let (solved, notes) = solved(&program, model);
        if solved != (expected.0, Some(expected.1)) {
            wrong.push(format!("{name}: solved {solved:?} {notes:?}"));
        }
        let answer = explore(&program, model);
        let found = answer.quantity.map_or("", Quantity::name);
        if (answer.verdict.name(), found) != expected {
            let states = answer.states;
            wrong.push(format!(
                "{name}: {:?} {found}, {states} states",
                answer.verdict
            ));
        }
    }
    let list = wrong.join("\n");
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{list}",
        wrong.len(),
        rows.len()
    );
}
