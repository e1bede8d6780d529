//! What pages ask, beside what the command line says.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

mod compare;
mod page;
mod pairs;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gpu_litmus::Verdict;
use gpu_litmus::embed::{self, Asker, Task};
use serde_json::{Value, json};

use crate::cli::support::run;

fn said(answer: &str) -> Value {
    serde_json::from_str(answer).unwrap()
}

fn request(file: &str, model: &str) -> Value {
    let text = std::fs::read_to_string(file).unwrap();
    json!({ "text": text, "name": file, "model": model })
}

/// Without what differs from run to run.
fn bare(mut answer: Value) -> Value {
    let object = answer.as_object_mut().unwrap();
    object.remove("millis");
    object.remove("solver");
    answer
}

#[test]
fn a_page_hears_what_the_command_prints() {
    for (file, model) in [
        ("examples/mp.litmus", "ptx-7.5"),
        ("examples/mp.litmus", "sc"),
        ("examples/mp.litmus", "ugpu-weak"),
        ("examples/hrf-stolen-lock.litmus", "hrf-indirect"),
        ("examples/cuda/producer-consumer-mended.litmus", "tso"),
        ("examples/spinlock.litmus", "ptx-7.5"),
    ] {
        let mut asked = request(file, model);
        asked["reason"] = json!(true);
        asked["picture"] = json!(true);
        let page = said(&embed::check(&asked.to_string()));
        let printed = said(&run(&["check", file, "-m", model, "--race", "--format", "json"]).out);
        assert_eq!(
            bare(page["answer"].clone()),
            bare(printed[0].clone()),
            "{file} {model}"
        );
        let picture = run(&["check", file, "-m", model, "--race", "--format", "svg"]).out;
        assert_eq!(page["picture"], json!(picture), "{file} {model}");
    }
}

#[test]
fn fences_and_smaller_tests_are_those_of_the_commands() {
    let file = "examples/mp.litmus";
    let asked = request(file, "ptx-7.5").to_string();
    let page = said(&embed::fences(&asked));
    let printed = said(&run(&["fences", file, "-m", "ptx-7.5", "--format", "json"]).out);
    for field in ["answer", "cost", "solutions"] {
        let mut both = [page["fences"][field].clone(), printed[field].clone()];
        for one in &mut both {
            for solution in one.as_array_mut().into_iter().flatten() {
                let proof = solution["proof"].as_object_mut().unwrap();
                proof.remove("millis");
                proof.remove("solver");
            }
        }
        assert_eq!(both[0], both[1], "{field}");
    }
    let file = "examples/mp-too-many-fences.litmus";
    let page = said(&embed::minimize(&request(file, "ptx-7.5").to_string()));
    let printed = said(&run(&["minimize", file, "-m", "ptx-7.5", "--format", "json"]).out);
    assert_eq!(page["minimized"], printed["minimized"]);
    assert!(page["diff"].as_str().unwrap().contains("\n-"), "{page}");
}

#[test]
fn proofs_and_final_states_are_those_of_the_commands() {
    let file = "examples/mp-fenced.litmus";
    let page = said(&embed::prove(&request(file, "ptx-7.5").to_string()));
    let printed = run(&["prove", file, "-m", "ptx-7.5", "--format", "json"]).out;
    assert_eq!(page["proof"], said(&printed)[0]);
    let refused = json!({ "engine": "explicit", "text": "", "model": "sc" });
    assert!(embed::prove(&refused.to_string()).contains("needs a solver"));

    let mut asked = request("examples/mp.litmus", "tso");
    asked["states"] = json!({ "observe": ["all"], "witnesses": true });
    let page = said(&embed::check(&asked.to_string()));
    let words = [
        "check",
        "examples/mp.litmus",
        "-m",
        "tso",
        "--format",
        "json",
    ];
    let states = ["--states", "--observe", "all", "--witnesses"];
    let printed = said(&run(&[words.as_slice(), &states].concat()).out);
    assert_eq!(page["answer"]["states"], printed[0]["states"]);
    asked["states"]["observe"] = json!(["y"]);
    let page = said(&embed::check(&asked.to_string()));
    let error = page["error"].as_str().unwrap();
    assert!(error.contains("no register or location `y`"), "{error}");
    asked["smallest"] = json!(true);
    assert!(embed::check(&asked.to_string()).contains("ask apart"));
}

#[test]
fn a_flag_ends_what_is_asked() {
    let set = || Arc::new(AtomicBool::new(true));
    let asked = request("examples/mp.litmus", "ptx-7.5").to_string();
    let answer = embed::answer(&asked, set()).unwrap();
    assert_eq!(answer.verdict, Verdict::Unknown);
    assert!(embed::json(&answer).unwrap().contains("\"interrupted\""));
    let free = embed::answer(&asked, Arc::default()).unwrap();
    assert_eq!(free.verdict, Verdict::Reachable);
    for task in [Task::Prove, Task::Fences, Task::Minimize] {
        let told = said(&task.until(&asked, set())).to_string();
        assert!(told.contains("interrupted"), "{task:?}: {told}");
    }
}

#[test]
fn a_suite_that_is_answered_elsewhere_has_the_rows_of_batch() {
    let asked = json!({ "models": [{ "model": "all" }] }).to_string();
    let asker = Asker::new(&asked).unwrap();
    let files = ["examples/mp.litmus", "examples/hrf-stolen-lock.litmus"];
    let mut found = String::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        let rows = asker.ask(file, &text, &Arc::default()).unwrap();
        found += &asker.take(&rows).unwrap();
    }
    found += &asker
        .take(&Asker::broken(
            "none.litmus",
            None,
            "none.litmus: no such file",
        ))
        .unwrap();
    let rows = |text: &str| -> Vec<Value> {
        let lines = text.lines().map(said);
        lines
            .map(|mut row| {
                row.as_object_mut().unwrap().remove("millis");
                row.as_object_mut().unwrap().remove("solver");
                row
            })
            .collect()
    };
    let mut ours = rows(&found);
    let words = [
        "batch",
        files[0],
        files[1],
        "none.litmus",
        "--format",
        "jsonl",
    ];
    let mut theirs = rows(&run(&words).out);
    for all in [&mut ours, &mut theirs] {
        all.sort_by_key(Value::to_string);
    }
    assert_eq!(ours, theirs);
    assert!(
        asker
            .take("{}")
            .unwrap_err()
            .contains("no row of this program")
    );
    let none = Asker::new("{\"models\":[]}").unwrap_err();
    assert!(none.contains("no model is named"), "{none}");
}

#[test]
fn mistakes_stand_where_editors_of_browsers_count_them() {
    // The description has a character of two UTF-16 units and four bytes.
    let text = "PTX T\n\"\u{1f600}\"\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.weka r0, x ;\nexists (P0:r0 == 0)\n";
    let page = said(&embed::diagnose(
        &json!({ "text": text, "model": "sc" }).to_string(),
    ));
    let mistake = &page["diagnostics"][0];
    let (from, to) = (&mistake["labels"][0]["from"], &mistake["labels"][0]["to"]);
    let units: Vec<u16> = text.encode_utf16().collect();
    let range = usize::try_from(from.as_u64().unwrap()).unwrap()
        ..usize::try_from(to.as_u64().unwrap()).unwrap();
    assert_eq!(String::from_utf16_lossy(&units[range]), "weka");
    assert_eq!(mistake["labels"][0]["line"], 5);
    assert_eq!(mistake["help"], "did you mean `.weak`?");
    assert_eq!(page["statement"], Value::Null);
}

#[test]
fn a_model_of_ones_own_is_asked_and_its_mistakes_are_its_own() {
    let mut asked = request("examples/mp.litmus", "sc");
    asked["model"] = Value::Null;
    asked["own"] = json!({ "name": "mine", "text": "acyclic po-loc | rf | co | fr as coherence" });
    let page = said(&embed::check(&asked.to_string()));
    assert_eq!(page["answer"]["verdict"], "reachable");
    assert_eq!(page["answer"]["model"], "mine");
    asked["own"]["text"] = json!("acyclic po-lock as coherence");
    let page = said(&embed::check(&asked.to_string()));
    assert_eq!(page["diagnostics"][0]["file"], "mine");
    assert_eq!(page["diagnostics"][0]["help"], "did you mean `po-loc`?");
}

#[test]
fn a_bad_request_is_an_error_and_no_answer() {
    for (asked, why) in [
        ("{", "EOF"),
        (r#"{"text":"","modle":"sc"}"#, "unknown field `modle`"),
        (r#"{"text":""}"#, "a request has a `model`"),
    ] {
        let page = said(&embed::check(asked));
        let error = page["error"].as_str().unwrap_or_default();
        let parsed = page["diagnostics"].is_array();
        assert!(error.contains(why) || parsed, "{asked}: {page}");
        assert!(page["answer"].is_null(), "{page}");
    }
    for (model, why) in [
        ("scc", "did you mean `sc`?"),
        ("mine.cat", "cannot be read here"),
    ] {
        let page = said(&embed::check(
            &request("examples/mp.litmus", model).to_string(),
        ));
        assert!(page["error"].as_str().unwrap().contains(why), "{page}");
    }
}
