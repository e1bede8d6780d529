//! Fixes of what has a text of its own that is in several places, and of what has none.

use serde_json::Value;

use crate::cli::support::run;

/// Before what was inlined, a fence is one of the function that was: it is of all calls, and costs once.
#[test]
fn a_fence_goes_into_the_function_that_was_inlined() {
    let said = run(&["kernel", "tests/kernels/launch/helpers.toml", "--fences"]);
    assert_eq!(said.code, 1, "{}", said.err);
    for part in [
        "fix in CUDA, cost 8:",
        "__threadfence();  before helpers.cu:3",
        "__threadfence();  inside helpers.cu:7",
        "nothing cheaper does",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

/// Of what the compiler made of two statements it names no line: the line that was before is no place for a barrier.
#[test]
fn what_has_no_line_is_mended_in_the_ptx() {
    let launch = "tests/kernels/launch/merged-stores.toml";
    let said = run(&["kernel", launch, "--fences"]);
    assert_eq!(said.code, 1, "{}", said.err);
    let place = "bar.sync 0;  after PTX line 37";
    assert!(said.out.contains(place), "{}", said.out);
    assert!(!said.out.contains("__syncthreads"), "{}", said.out);
    let sarif = run(&["kernel", launch, "--fences", "--format", "sarif"]);
    let sarif: Value = serde_json::from_str(&sarif.out).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let fixes = results.iter().filter_map(|one| one["fixes"].as_array());
    let changes: Vec<&Value> = fixes
        .flatten()
        .flat_map(|fix| fix["artifactChanges"].as_array().unwrap())
        .map(|change| &change["artifactLocation"]["uri"])
        .collect();
    assert!(!changes.is_empty(), "{sarif}");
    let of_ptx = |uri: &&Value| uri.as_str().is_some_and(|uri| uri.contains("stores.ptx"));
    assert!(changes.iter().all(of_ptx), "{changes:?}");
}
