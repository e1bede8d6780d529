//! `kernel --minimal`: the runs that are shown.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::cli::support::run;

const LAUNCH: &str = "tests/kernels/launch/waits-each.toml";

/// Of pairs whose reversal would do one without a fence between is named: the reader has its fence.
#[test]
fn no_pair_across_a_fence_is_named() {
    let said = run(&["kernel", LAUNCH, "--minimal"]);
    let named = "1 reordering: waits.cu:59 before waits.cu:58";
    assert!(said.out.contains(named), "{}", said.out);
}

/// What is said to be an interleaving is one in the order in which it is shown: each read finds what was written last.
#[test]
fn interleavings_are_shown_in_their_order() {
    let said = run(&["kernel", LAUNCH, "--minimal", "--format", "json"]);
    let json: Value = serde_json::from_str(&said.out).unwrap();
    let checks = json["checks"].as_array().unwrap();
    let races = checks.iter().find(|it| it["name"] == "races").unwrap();
    assert_eq!(races["smallest"]["relaxations"], 0);
    let mut memory: BTreeMap<String, String> = BTreeMap::new();
    let mut reads = 0;
    for step in races["witness"].as_array().unwrap() {
        let effect = step["effect"].as_str().unwrap();
        let value = |text: &str| text.split(',').next().unwrap().to_owned();
        if let Some((name, found)) = effect
            .strip_prefix("reads ")
            .and_then(|it| it.split_once(" = "))
        {
            let last = memory.get(name).map_or("0", String::as_str);
            assert_eq!(value(found), last, "{name}: {}", said.out);
            reads += 1;
        } else if let Some((name, written)) = effect.split_once(" = ") {
            memory.insert(name.to_owned(), value(written));
        }
    }
    assert!(reads > 2, "{}", said.out);
}
