//! The suite as rows: a test and a model that it states an expectation for.

use std::collections::BTreeSet;

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::check;
use gpu_litmus::syntax::ast::Quantifier;
use gpu_litmus::tasks::suite;
use gpu_litmus::tasks::suite::Test;
use gpu_litmus::verdict::outcome::{Outcome, Verdict};
use gpu_litmus::verdict::query::Options;

pub struct Row {
    pub test: Test,
    pub program: Program,
    pub model: Model,
}

/// All of them, sorted by the names of the tests, then of the models.
pub fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for test in suite::all() {
        let program = test.load().unwrap_or_else(|report| panic!("{report}"));
        let expectations = program.expectations.iter();
        let models: BTreeSet<&str> = expectations.map(|one| one.node.model.as_str()).collect();
        for model in models {
            rows.push(Row {
                test,
                program: program.clone(),
                model: Model::find(model).unwrap(),
            });
        }
    }
    rows
}

impl Row {
    pub fn name(&self) -> String {
        format!("{}, {}", self.test.name, self.model.name)
    }

    pub fn is_forall(&self) -> bool {
        self.program.quantifier == Quantifier::Forall
    }

    pub fn outcome(&self, options: &Options) -> Outcome {
        check(&self.program, &self.model, options).unwrap()
    }

    /// The verdict, and nothing more.
    pub fn verdict(&self) -> Verdict {
        self.outcome(&bare()).verdict()
    }

    /// The answer of the sequentially consistent model; nothing where it does not know what the
    /// test uses.
    pub fn sequential(&self) -> Option<Verdict> {
        let sc = Model::find("sc").unwrap();
        let verdict = check(&self.program, &sc, &bare()).unwrap().verdict();
        matches!(verdict, Verdict::Reachable | Verdict::Unreachable).then_some(verdict)
    }
}

/// Only a verdict.
pub fn bare() -> Options {
    Options {
        timeout: None,
        reason_time: None,
        quantity: false,
        reason: false,
        flags: false,
        ..Options::default()
    }
}
