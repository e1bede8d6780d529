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

/// Every module of PTX of the suites parses.
#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn every_module_of_the_suites_parses() {
    let mut count = 0;
    for entry in walkdir::WalkDir::new(crate::suites::folder("kernels")).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|name| name == "ptx") {
            let source = read_source(&path).unwrap();
            assert!(
                gpu_litmus::ptx::parse(&source).is_ok(),
                "{}",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count >= 6, "{count} modules");
}
