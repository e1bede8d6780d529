//! Every test of every suite parses.

use std::path::Path;

use gpu_litmus::syntax::{parse_source, read::read_source};

use crate::suites::tests;

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn every_test_of_the_suites_parses() {
    let files = tests("", 500);
    let failures: Vec<String> = files.iter().filter_map(|path| failure(path)).collect();
    assert!(
        failures.is_empty(),
        "{} of {} failed:\n{}",
        failures.len(),
        files.len(),
        failures.join("\n")
    );
}

fn failure(path: &Path) -> Option<String> {
    match read_source(path).map(|source| parse_source(&source)) {
        Ok(Ok(_)) => None,
        Ok(Err(report)) => Some(report.render(false)),
        Err(error) => Some(error.to_string()),
    }
}
