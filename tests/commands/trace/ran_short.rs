//! Runs that say too little of their test: they hung, or what ran was another test.

use serde_json::{Value, json};

use super::ran::{TEST, changed, judged};
use crate::cli::support::{Folder, run};

fn hung() -> String {
    changed(|run| {
        run["failure"] = "the launch hangs: no answer in 10 s".into();
        run["unfinished"] = 3.into();
    })
}

/// What was counted before a launch failed is judged, and is not all.
#[test]
fn a_run_that_is_not_whole_is_open() {
    let text = hung();
    let said = judged("seen.json", &text, TEST, "ugpu-weak");
    assert_eq!(said.code, 3, "{}{}", said.out, said.err);
    assert_eq!(
        said.err,
        "note: seen.json: the run is not whole: the launch hangs: no answer in 10 s\n"
    );
    assert!(
        said.out
            .contains(" in 100 runs, and 3 more that did not end\n"),
        "{}",
        said.out
    );
}

/// What ran is not the test: nothing of it is explained or impossible by what was seen.
#[test]
fn a_run_of_optimised_code_is_open() {
    let text = changed(|run| run["optcheck"] = "optimised".into());
    for model in ["ugpu-weak", "sc"] {
        let said = judged("seen.json", &text, TEST, model);
        assert_eq!(said.code, 3, "{}{}", said.out, said.err);
        assert_eq!(
            said.err,
            "note: seen.json: optimised: the machine code that ran is another test, so it says nothing of this one\n"
        );
    }
    let fine = changed(|run| run["optcheck"] = "ok".into());
    assert_eq!(judged("seen.json", &fine, TEST, "ugpu-weak").code, 0);
}

/// Programs are told what people are.
#[test]
fn json_has_what_did_not_end() {
    let folder = Folder::of(&[("seen.json", &hung())]);
    let path = folder.path("seen.json");
    let said = run(&[
        "trace",
        &path,
        "--outcomes",
        TEST,
        "-m",
        "ugpu-weak",
        "--format",
        "json",
    ]);
    let rows: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(rows[0]["unfinished"], 3);
    assert_eq!(
        rows[0]["failures"],
        json!(["the run is not whole: the launch hangs: no answer in 10 s"])
    );
    assert_eq!(said.code, 3);
}
