//! Comparisons, beside what the command prints.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gpu_litmus::embed;
use serde_json::{Value, json};

use super::said;
use crate::cli::support::{Folder, run};

/// Without what differs from run to run.
fn bare(told: &mut Value) {
    match told {
        Value::Object(fields) => {
            fields.remove("millis");
            fields.remove("solver");
            fields.values_mut().for_each(bare);
        }
        Value::Array(items) => items.iter_mut().for_each(bare),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn compared(request: &Value) -> Value {
    said(&embed::compare(&request.to_string(), Arc::default()))
}

fn two(first: &str, second: &str) -> Value {
    json!({ "first": { "model": first }, "second": { "model": second } })
}

#[test]
fn comparisons_are_those_of_the_command() {
    let files = ["examples/sb.litmus", "examples/mp.litmus"];
    let tests = files.map(|file| {
        let text = std::fs::read_to_string(file).unwrap();
        json!({ "name": file, "text": text })
    });
    let mut given = two("sc", "tso");
    given["tests"] = json!(tests);
    let mut all = two("sc", "tso");
    all["space"] = json!({ "events": 3, "threads": 2 });
    let mut walked = two("sc", "ugpu-strong");
    walked["space"] = json!({ "with": ["ld", "st"], "locations": 1, "events": 3 });
    let models = json!({ "space": { "all_models": true, "events": 2 } });
    let machine = [
        "compare",
        "sc",
        "ugpu-strong",
        "--with",
        "ld,st",
        "--locations",
        "1",
    ];
    let machine = [&machine[..], &["--events", "3"]].concat();
    let cases: [(&str, Value, &[&str]); 4] = [
        (
            "compare",
            given,
            &["compare", "sc", "tso", files[0], files[1]],
        ),
        (
            "compare-all",
            all,
            &["compare", "sc", "tso", "--events", "3", "--threads", "2"],
        ),
        ("compare-walk", walked, &machine),
        (
            "compare-models",
            models,
            &["compare", "--all-models", "--events", "2"],
        ),
    ];
    for (kind, request, words) in cases {
        let mut page = compared(&request);
        assert_eq!(page["kind"], kind, "{page}");
        assert_eq!(page["text"], json!(run(words).out), "{kind}");
        let mut printed = said(&run(&[words, &["--format", "json"]].concat()).out);
        bare(&mut page["found"]);
        bare(&mut printed);
        assert_eq!(page["found"], printed, "{kind}");
    }
}

#[test]
fn rows_that_were_found_elsewhere_stand_in_the_order_of_the_command() {
    let row = |file: &str, difference: &str| {
        json!({ "file": file, "difference": difference, "accesses": 4, "instructions": 4 })
            .to_string()
    };
    let rows = [
        row("b", "equal"),
        row("c", "both"),
        row("a", "both"),
        row("\"", "unknown"),
    ];
    let told = said(&embed::ranked(&rows).unwrap());
    assert_eq!(told["order"], json!([2, 1, 3, 0]));
    assert_eq!(told["summary"]["both"], 2);
    let error = embed::ranked(&["{}".to_owned()]).unwrap_err();
    assert!(error.contains("no row of this program"), "{error}");
}

#[test]
fn what_makes_no_comparison_is_refused() {
    let with = |request: Value, field: &str, value: Value| {
        let mut request = request;
        request[field] = value;
        request
    };
    let space = |space: Value| with(two("sc", "tso"), "space", space);
    for (request, why) in [
        (two("sc", "tso"), "`tests` or a `space`"),
        (with(two("sc", "sc"), "tests", json!([])), "both are `sc`"),
        (json!({ "tests": [] }), "a `first` and a `second`"),
        (
            space(json!({ "events": 0 })),
            "`--events 0` is not from 1 to 12",
        ),
        (space(json!({ "limit": 2 })), "goes with `--all`"),
        (space(json!({ "threads": 0 })), "`--threads 0`"),
        (space(json!({ "spaces": ["shared"] })), "global only"),
        (space(json!({ "all_models": true })), "none is named"),
        (
            space(json!({ "mapping": { "name": "sc-to-ptc" } })),
            "did you mean `sc-to-ptx`",
        ),
        (
            space(json!({ "mapping": { "name": "sc-to-ptx" }, "all": true })),
            "a mapping is searched test by test",
        ),
        (
            with(space(json!({})), "engine", json!("explicit")),
            "needs a solver",
        ),
        (json!({ "space": { "evens": 3 } }), "unknown field `evens`"),
    ] {
        let page = compared(&request);
        let error = page["error"].as_str().unwrap_or_default();
        assert!(error.contains(why), "{request}: {page}");
    }
}

/// A test is read as the command reads it: also its expectations have to be of somebody.
#[test]
fn mistakes_are_those_of_the_command() {
    let text = crate::batch::support::SB.replace("expect tso:", "expect tos:");
    let folder = Folder::of(&[("sb.litmus", &text)]);
    let mut request = two("sc", "tso");
    request["tests"] = json!([{ "name": "sb.litmus", "text": text }]);
    let page = compared(&request);
    let told = folder.run(&["compare", "sc", "tso", "sb.litmus"]);
    assert_eq!(told.code, 2);
    let rendered = page["rendered"].as_str().unwrap_or_default();
    assert!(rendered.contains("there is no model `tos`"), "{page}");
    assert!(told.err.contains(rendered.trim_end()), "{}", told.err);
}

#[test]
fn a_flag_ends_a_comparison() {
    let mut request = two("ptx-6.0", "ptx-7.5");
    request["space"] = json!({ "events": 12 });
    let set = Arc::new(AtomicBool::new(true));
    let page = said(&embed::compare(&request.to_string(), set));
    assert!(page["found"]["ways"][0]["open"].is_string(), "{page}");
}
