//! Coherence tests: the solver and the enumerator on every row.

use gpu_litmus::explicit::Switches;
use gpu_litmus::{Model, load};

use super::rows::rows;
use crate::differential::support::{MODELS, enumerated, solved, summary};

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn every_row_of_the_coherence_suite_agrees() {
    let mut wrong = Vec::new();
    for row in rows("random/coherence", 500) {
        let (file, name) = (&row.file, row.model.as_str());
        assert!(MODELS.contains(&name), "{name} is no model");
        let program = load(file, &row.text).unwrap_or_else(|report| panic!("{report}"));
        let expected = (row.verdict.clone(), Some(row.quantity.clone()));
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
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
