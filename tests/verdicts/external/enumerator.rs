//! The enumerator alone on every row of its models; a racy program has no quantity.

use gpu_litmus::explicit::{Limits, Model, Quantity, Switches, check};
use gpu_litmus::load;

use super::rows::rows;

fn agrees(part: &str) {
    let rows = rows(part, 500);
    let mut wrong = Vec::new();
    for row in &rows {
        let model = Model::from_name(&row.model).unwrap();
        let program = load(&row.file, &row.text).unwrap_or_else(|report| panic!("{report}"));
        let answer = check(&program, model, &Limits::default(), 2, &Switches::ALL);
        let answer = answer.unwrap();
        let found = answer.quantity.map_or("", Quantity::name);
        let racy = row.verdict == "racy";
        let quantity = if racy { "" } else { row.quantity.as_str() };
        if (answer.verdict.name(), found) != (row.verdict.as_str(), quantity) {
            let (file, model) = (&row.file, &row.model);
            wrong.push(format!("{file}, {model}: {:?} {found}", answer.verdict));
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

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn the_suite_of_random_tests_agrees() {
    agrees("random/coherence");
}

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn the_suite_of_random_tests_of_scopes_agrees() {
    agrees("random/hrf");
}
