//! What is printed as JSON fits `docs/schema/gpu-litmus.schema.json`, and no field is missing there.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::process::Command;

use serde_json::{Value, json};

/// Commands, with the definition that their output fits.
const COMMANDS: &[(&str, &str)] = &[
    ("check", "check examples"),
    ("check", "check suite/hrf -m hrf-direct,hrf-rsp"),
    ("check", "check suite/ptx -m ptx-7.5 --race"),
    ("check", "check suite/ugpu -m ugpu-weak,ugpu-strong"),
    ("check", "check suite/hrf -m hrf-rsp --engine explicit"),
    ("check", "check suite/ptx -m sc"),
    ("sweep", "sweep examples/mp-sweep.litmus -m ugpu-weak,tso"),
    (
        "audit",
        "audit ugpu-weak -p fences-monotone,drf-sc --with ld,st,fence --locations 1 --scopes cta --threads 3 --timeout 10min",
    ),
    ("synthesize", "synthesize sc --events 2"),
    ("synthesize", "synthesize tso --events 6 --timeout 1ms"),
    ("compare", "compare hrf-direct ptx-7.5 suite/hrf"),
    ("compare-all", "compare sc tso --events 4"),
    (
        "compare-all",
        "compare plain strict --events 3 --within 1ns",
    ),
    (
        "compare-walk",
        "compare strict ugpu-weak --map mappings/strict-to-ugpu-stores.toml --with ld,st --orders weak",
    ),
    (
        "compare-walk",
        "compare sc ugpu-weak --events 2 --within 1ns",
    ),
    (
        "compare-models",
        "compare --all-models --events 2 --orders acquire,release",
    ),
    ("compare-models", "compare --all-models --within 1ns"),
    ("suite-list", "suite list"),
    // All of it: what only one table has must fit too.
    ("suite-run", "suite run"),
    ("models", "models"),
    ("model", "models ptx-6.0"),
    ("model", "models ugpu-weak"),
    ("show", "show suite/ptx/mp-barrier.litmus"),
    ("show", "show examples/spinlock.litmus"),
    (
        "row",
        "batch suite/coherence tests/ui/litmus -m sc,tso --format jsonl",
    ),
    (
        "prove",
        "prove examples/mp-fenced.litmus -m ptx-7.5,ugpu-weak,tso",
    ),
    (
        "prove",
        "prove examples/hrf-chain.litmus -m hrf-direct,hrf-rsp",
    ),
    ("fences", "fences examples/mp.litmus -m ptx-7.5 --all"),
    ("fences", "fences examples/iriw.litmus -m ugpu-weak"),
    ("kernel", "kernel tests/kernels/launch/checked.toml"),
    ("kernel", "kernel tests/kernels/launch/last.toml"),
    ("kernel", "kernel tests/kernels/launch/tree.toml -m sc"),
    ("kernel", "kernel examples/kernels/two-gpus/wrong.toml"),
    (
        "kernel-show",
        "kernel tests/kernels/launch/last.toml --show",
    ),
    // Between them they have every field, and every word of a set, that a row of any launch has.
    (
        "row",
        "batch tests/kernels/launch/waits-each.toml tests/kernels/launch/refused-races.toml tests/kernels/launch/carried-called.toml \
         tests/kernels/launch/sizes-beside.toml tests/kernels/launch/carried-each.toml \
         tests/kernels/launch/copies-second.toml examples/kernels/double-buffer --format jsonl",
    ),
    (
        "row",
        "batch suite/coherence/sb.litmus -m sc,tso --states --format jsonl",
    ),
    ("minimize", "minimize examples/mp-fenced.litmus -m sc"),
    (
        "trace",
        "trace examples/traces/buffers.table examples/traces/stale.log -m plain,strict,tso,ptx-7.5,ugpu-weak",
    ),
    // One answer of each engine, and each verdict.
    (
        "trace",
        "trace examples/traces/race.log examples/traces/stale.log examples/traces/lock.log -m hrf-direct,hrf-indirect,plain,ugpu-weak",
    ),
    ("trace", "trace examples/traces/race.log -m plain --stream"),
    ("trace", "trace examples/traces/race.log -m sc --window 4"),
    (
        "trace-outcomes",
        "trace examples/traces/store-buffers.histogram --outcomes suite/coherence/sb.litmus -m sc,tso",
    ),
    (
        "check",
        "check examples/mp.litmus -m plain,ugpu-weak,hrf-direct --states --observe P1:r1 --witnesses",
    ),
    (
        "check",
        "check examples/mp.litmus -m tso,ptx-7.5 --states --engine explicit --limit 3",
    ),
    ("drf", "drf --bug l2-whole-line --shrink"),
    ("drf", "drf --bug l1-drops-atomic"),
    (
        "run",
        "run suite/coherence/sb.litmus suite/ugpu/cas-lock-none-inter-global.litmus --backend ugpu-weak --launches 1 -m sc,ugpu-weak",
    ),
    (
        "run",
        "run suite/ptx/mp-barrier.litmus suite/ptx/sb-relaxed.litmus --launches 1 --set instances=50",
    ),
    (
        "run-test",
        "run examples/sb.litmus --backend ugpu-strong --launches 2 --format jsonl",
    ),
    (
        "run-tune",
        "run suite/coherence/sb.litmus suite/coherence/iriw.litmus --backend host --tune 2 --launches 1",
    ),
    ("run-list", "run --list"),
    ("drf", "drf --episodes 1"),
    ("drf", "drf --exec false"),
    ("drf-sweep", "drf sweep --bug atomic-in-two-steps"),
    ("drf", "drf --device ugpu-strong --episodes 1"),
    (
        "drf-compare",
        "drf compare --bug atomic-in-two-steps --budget 2400",
    ),
    ("drf-bugs", "drf bugs"),
    (
        "trace",
        "trace examples/traces/store-buffers-barrier.table -m sc,tso",
    ),
];

/// The schema, and every object in it may have no fields but those that it names.
fn strict(value: &mut Value) {
    if let Value::Array(items) = value {
        items.iter_mut().for_each(strict);
    }
    if let Value::Object(map) = value {
        map.values_mut().for_each(strict);
        if map.get("properties").is_some_and(Value::is_object)
            && map.get("type").is_some_and(|kind| kind == "object")
        {
            map.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
    }
}

fn documents(line: &str) -> Vec<Value> {
    let mut arguments: Vec<&str> = line.split(' ').collect();
    let lines = arguments.contains(&"--format");
    if !lines {
        arguments.extend(["--format", "json"]);
    }
    let output = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"))
        .args(&arguments)
        .env("GPU_LITMUS_CUDA", "")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let parse = |text: &str| {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{line}: {error}\n{text}"))
    };
    if lines {
        text.lines().map(parse).collect()
    } else {
        vec![parse(&text)]
    }
}

#[test]
fn everything_printed_fits_the_schema() {
    let text = std::fs::read_to_string("docs/schema/gpu-litmus.schema.json").unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let mut definitions = schema["$defs"].clone();
    strict(&mut definitions);
    let mut wrong = Vec::new();
    for (name, line) in COMMANDS {
        assert!(definitions.get(name).is_some(), "no definition `{name}`");
        let schema = json!({
            "$schema": schema["$schema"],
            "$defs": definitions,
            "$ref": format!("#/$defs/{name}"),
        });
        let validator = jsonschema::validator_for(&schema).unwrap();
        let documents = documents(line);
        assert!(!documents.is_empty(), "{line} prints nothing");
        for document in documents {
            let first = validator.iter_errors(&document).next();
            wrong.extend(first.map(|error| {
                let place = error.instance_path().to_string();
                let mut text = error.to_string();
                text.truncate(text.floor_char_boundary(300));
                format!("{line} at {place}: {text}")
            }));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_page_names_every_definition() {
    let page = std::fs::read_to_string("docs/json.md").unwrap();
    let text = std::fs::read_to_string("docs/schema/gpu-litmus.schema.json").unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    for name in schema["$defs"].as_object().unwrap().keys() {
        assert!(
            page.contains(&format!("`{name}`")),
            "{name} is not on the page"
        );
    }
}

/// What a field of a fixed set of words may say, some command above says: a word that is new, or of an engine that no command asks, would
/// not be seen otherwise.
#[test]
fn every_engine_of_logs_is_asked() {
    let text = std::fs::read_to_string("docs/schema/gpu-litmus.schema.json").unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let engine = "/$defs/trace/items/properties/stats/properties/engine/enum";
    let mut known: Vec<&str> = schema
        .pointer(engine)
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let mut seen = Vec::new();
    for (_, line) in COMMANDS.iter().filter(|(name, _)| *name == "trace") {
        for document in documents(line) {
            let answers = document.as_array().unwrap().iter();
            seen.extend(answers.map(|one| one["stats"]["engine"].as_str().unwrap().to_owned()));
        }
    }
    seen.sort();
    seen.dedup();
    known.sort_unstable();
    assert_eq!(seen, known);
}
