//! Tests of scopes: the solver on every row of the HRF models.

use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, check, load};

use super::rows::rows;

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn every_row_agrees() {
    let mut wrong = Vec::new();
    for row in rows("random/hrf", 500) {
        let name = format!("{}, {}", row.file, row.model);
        let program = load(&row.file, &row.text).unwrap_or_else(|report| panic!("{report}"));
        let model = Model::find(&row.model).unwrap();
        let outcome = check(&program, &model, &Options::default()).unwrap();
        let found = outcome.quantity.map_or("", |quantity| quantity.name());
        let same_quantity = outcome.verdict() == Verdict::Racy || found == row.quantity;
        if outcome.verdict().name() != row.verdict || !same_quantity {
            wrong.push(format!("{name}: {} {found}", outcome.verdict().name()));
        }
        if outcome.verdict() == Verdict::Racy {
            let shown = outcome.race().is_some() && outcome.execution().is_some();
            assert!(shown, "{name}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
