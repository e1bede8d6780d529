//! Executions that the enumerator and the explorer of the Utah machines find, as logs: their model explains them, and
//! so do weaker ones.
#![expect(clippy::match_same_arms, reason = "a line a case")]
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot run should fail"
)]

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::cli::support::{Folder, run};

/// What an instruction's text says of its order and scope; nothing where no log says it.
fn mode(text: &str) -> Option<(Option<String>, Option<String>)> {
    let mnemonic = text.split(' ').find(|word| word.contains('.'))?;
    let mut words = mnemonic.split('.');
    let kind = words.next()?;
    let (mut order, mut scope) = (None, None);
    for word in words {
        match word {
            "weak" | "add" | "exch" | "cas" | "inc" | "dec" | "and" | "or" | "xor" | "min"
            | "max" | "sub" => {}
            "relaxed" | "acquire" | "release" | "acq_rel" | "sc" | "rm_acquire" | "rm_release"
            | "rm_acq_rel" => order = Some(word.to_owned()),
            "cta" | "gpu" | "sys" | "wg" | "cmp" | "gl" => scope = Some(word.replace("gl", "gpu")),
            "u32" | "s32" | "b32" => {}
            _ => return None,
        }
    }
    match kind {
        "membar" => order = Some("sc".to_owned()),
        "ld" | "st" | "atom" | "fence" => {}
        _ => return None,
    }
    Some((order, scope))
}

/// The log of a witness, in JSON lines.
fn log(witness: &Value, threads: &Value) -> Option<String> {
    let mut init = BTreeMap::new();
    let mut lines = Vec::new();
    for event in witness["events"].as_array()? {
        let location = &event["location"];
        if event["kind"] == "IW" {
            init.insert(location.as_str()?, event["written"].clone());
            continue;
        }
        let (order, scope) = mode(event["text"].as_str()?)?;
        let (read, written) = (&event["read"], &event["written"]);
        let op = match (location.is_null(), read.is_null(), written.is_null()) {
            (true, _, _) => "fence",
            (_, false, _) if event["text"].as_str()?.contains("atom") => "rmw",
            (_, false, true) => "load",
            (_, true, false) => "store",
            _ => return None,
        };
        let mut one = json!({"thread": event["thread"], "op": op});
        if op != "fence" {
            one["addr"] = location.clone();
        }
        if op == "load" || op == "rmw" {
            one["read"] = read.clone();
        }
        if op == "store" || op == "rmw" {
            one["wrote"] = written.clone();
        }
        if let Some(order) = order {
            one["order"] = json!(order);
        }
        if let Some(scope) = scope {
            one["scope"] = json!(scope);
        }
        lines.push(one.to_string());
    }
    let placed: Vec<Value> = threads.as_array()?.iter().map(|one| {
        json!({"name": one["thread"], "cta": one["cta"], "gpu": one["gpu"], "warp": one["warp"]})
    }).collect();
    let header = json!({"trace": 1, "init": init, "threads": placed}).to_string();
    Some(format!("{header}\n{}\n", lines.join("\n")))
}

fn parsed(args: &[&str]) -> Value {
    let said = run(&[args, &["--format", "json"]].concat());
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{args:?} {error} {}", said.err))
}

fn explained(model: &str, suite: &str, weaker: &str) -> usize {
    let folder = Folder::of(&[]);
    let answers = parsed(&[
        "check",
        suite,
        "-m",
        model,
        "--engine",
        "explicit",
        "--no-reason",
    ]);
    let mut files = Vec::new();
    for answer in answers.as_array().unwrap() {
        let file = answer["file"].as_str().unwrap();
        if answer["verdict"] != "reachable" || answer["witness"].is_null() {
            continue;
        }
        let shown = parsed(&["show", file]);
        let plain = shown["locations"].as_array().unwrap().iter().all(|one| {
            one["space"] == "global" && one["alias_of"].is_null() && one["proxy"].is_null()
        });
        if let Some(log) = log(&answer["witness"], &shown["threads"]).filter(|_| plain) {
            let name = format!("{}.jsonl", files.len());
            folder.add(&name, &log);
            files.push((folder.path(&name), file.to_owned(), log));
        }
    }
    let mut args = vec!["trace"];
    args.extend(files.iter().map(|(path, _, _)| path.as_str()));
    args.extend(["-m", weaker]);
    if files.is_empty() {
        return 0;
    }
    for judged in parsed(&args).as_array().unwrap() {
        let from = files
            .iter()
            .find(|(path, _, _)| *path == judged["file"].as_str().unwrap());
        let (_, test, log) = from.unwrap();
        assert_eq!(
            judged["verdict"], "explained",
            "{test} of {model}, under {}\n{log}",
            judged["model"]
        );
    }
    files.len()
}

#[test]
fn of_the_enumerator() {
    let mut count = 0;
    for (model, weaker) in [
        ("sc", "sc,tso,strict,plain,ptx-7.5"),
        ("tso", "tso,plain"),
        ("strict", "strict,plain"),
        ("plain", "plain"),
    ] {
        count += explained(model, "suite/coherence", weaker);
    }
    for model in ["ptx-6.0", "ptx-7.5"] {
        count += explained(model, "suite/ptx", model);
    }
    for model in ["hrf-direct", "hrf-indirect", "hrf-rsp"] {
        count += explained(model, "suite/hrf", model);
    }
    assert!(count > 20, "{count}");
}

#[test]
fn of_the_explorer() {
    let count = explained("ugpu-strong", "suite/ugpu", "ugpu-strong")
        + explained("ugpu-coherent", "suite/ugpu", "ugpu-coherent")
        + explained("ugpu-weak", "suite/ugpu", "ugpu-weak");
    assert!(count > 20, "{count}");
}

/// A schedule has room for 128 operations of a thread: with more, what is possible stays open, and what is not is found all the same.
#[test]
fn threads_that_are_too_long_for_a_schedule() {
    let stores: Vec<String> = (1..=129).map(|value| format!("T1 S x {value}\n")).collect();
    let log = format!("trace 1\ninit * = 0\n{}T2 L x 3\n", stores.concat());
    let folder = Folder::of(&[
        ("long.log", &log),
        ("wrong.log", &format!("{log}T2 L x 2\n")),
    ]);
    let long = folder.path("long.log");
    for model in ["ugpu-weak", "ugpu-strong"] {
        let said = run(&["trace", &long, "-m", model]);
        assert_eq!(said.code, 3, "{}{}", said.out, said.err);
        let why = "a thread has more than 128 memory operations";
        assert!(said.out.contains(why), "{}", said.out);
        assert!(!said.out.contains("internal error"), "{}", said.out);
    }
    let said = run(&["trace", &folder.path("wrong.log"), "-m", "ugpu-coherent"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(said.out.contains("impossible"), "{}", said.out);
}
