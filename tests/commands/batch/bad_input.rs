//! Bad input: a clear word each, exit code 2.

use rstest::rstest;

use serde_json::{Value, json};

use super::support::{Folder, MP, fits_sarif, pair, same};

#[test]
fn a_list_that_names_missing_files() {
    let folder = pair();
    folder.add(
        "list.txt",
        "suite/mp.litmus\nsuite/pm.litmus\nnone/*.litmus\nempty\n",
    );
    std::fs::create_dir(folder.root().join("empty")).unwrap();
    let said = folder.run(&["batch", "--list", "list.txt", "-m", "sc", "--format", "csv"]);
    assert_eq!(said.code, 2);
    let lines = said.out.lines().map(|line| {
        // The time it took is no matter.
        let cells: Vec<&str> = line.split(',').collect();
        [&cells[..9], &cells[10..]].concat().join(",") + "\n"
    });
    same("missing-files.csv", &lines.collect::<String>());
    let said = folder.run(&["batch", "--list", "no.txt", "-m", "sc"]);
    assert_eq!(said.code, 2);
    same("no-list.stderr", &said.err);
}

#[rstest]
#[case("model", "file,sc,ptx-60\nmp.litmus,0,1\n")]
#[case(
    "model-long",
    "mp.litmus\tsc\tunreachable\nmp.litmus\ttos\treachable\n"
)]
#[case(
    "cells",
    "file,sc,tso\nmp.litmus,0\nmp.litmus,0,1,1\nmp.litmus,yes!,0\n"
)]
#[case(
    "verdict",
    "mp.litmus,sc,unreachabel\nmp.litmus,tso,unreachable,nevr\nmp.litmus\n"
)]
#[case("twice", "mp.litmus,sc,unreachable\nmp.litmus,sc,reachable\n")]
#[case("empty", "\n# nothing\n")]
#[case("heading", "file,sc\n")]
#[case("heading-narrow", "file,model\nmp.litmus,sc\n")]
#[case("heading-other", "file,model,answer\nmp.litmus,sc,reachable\n")]
#[case("no-file", "file,sc\n,1\n")]
fn tables_with_mistakes(#[case] name: &str, #[case] table: &str) {
    let folder = pair();
    folder.add("suite/table", table);
    let said = folder.run(&["batch", "suite", "-m", "sc", "--expect", "suite/table"]);
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert_eq!(said.out, "");
    same(&format!("table-{name}.stderr"), &said.err);
}

#[test]
fn a_table_of_another_suite() {
    let folder = pair();
    folder.add("table", "mp.litmus,sc,reachable\n");
    let said = folder.run(&["batch", "suite", "-m", "sc", "--expect", "table"]);
    assert_eq!(said.code, 2);
    same("table-other.stderr", &said.err);
    let said = folder.run(&["batch", "suite", "-m", "sc", "--expect", "none.csv"]);
    assert_eq!(said.code, 2);
    same("table-missing.stderr", &said.err);
}

#[test]
fn a_baseline_that_is_none() {
    let folder = pair();
    folder.add(
        "old.jsonl",
        "{\"file\": \"suite/mp.litmus\", \"verdict\": \"maybe\"}\n",
    );
    let said = folder.run(&["batch", "suite", "-m", "sc", "--baseline", "old.jsonl"]);
    assert_eq!(said.code, 2);
    same("baseline.stderr", &said.err);
}

#[test]
fn a_baseline_without_anything() {
    for text in ["", "\n\n"] {
        let folder = pair();
        folder.add("old.jsonl", text);
        let said = folder.run(&["batch", "suite", "-m", "sc", "--baseline", "old.jsonl"]);
        assert_eq!(said.code, 2);
        assert_eq!(said.err.trim(), "error: the baseline old.jsonl is empty");
        assert_eq!(said.out, "");
    }
}

#[test]
fn a_file_that_is_no_test_is_a_row() {
    let folder = Folder::of(&[("a.litmus", "PTX T {"), ("b.litmus", MP)]);
    let said = folder.run(&["batch", "a.litmus", "b.litmus", "c.litmus", "-m", "sc,tso"]);
    assert_eq!(said.code, 2);
    let (start, _) = said
        .out
        .rsplit_once('\n')
        .unwrap()
        .0
        .rsplit_once('\n')
        .unwrap();
    same("broken.stdout", start);
}

#[rstest]
#[case(&["batch"], "<PATH>")]
#[case(&["batch", "suite", "--shard", "3/2"], "there is no shard 3 of 2")]
#[case(&["batch", "suite", "--memory", "1M"], "less than 64M")]
#[case(&["batch", "suite", "--memory", "lots"], "such as 500M")]
#[case(&["batch", "suite", "--resume"], "--journal")]
#[case(&["batch", "suite", "--jobs", "0"], "0 is not in")]
#[case(&["batch", "suite", "--format", "herd"], "`batch` has no format `herd`")]
#[case(&["check", "suite", "--format", "sarif"], "`check` has no format `sarif`")]
#[case(&["batch", "-", "--list", "-"], "only once")]
#[case(&["batch", "suite", "-m", "tos"], "did you mean `tso`?")]
#[case(&["merge"], "<JOURNAL>")]
#[case(&["merge", "none.jsonl"], "No such file")]
fn bad_usage(#[case] args: &[&str], #[case] words: &str) {
    let said = pair().run(args);
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert!(said.err.contains(words), "no `{words}` in\n{}", said.err);
}

/// Whoever reads a report gets one, also where nothing could be asked.
#[test]
fn sarif_of_a_suite_that_is_not_asked() {
    let folder = pair();
    let report = |args: &[&str]| -> Value {
        let said = folder.run(&[&["batch", "suite", "--format", "sarif"], args].concat());
        assert_eq!(said.code, 2, "{}", said.out);
        assert!(!said.err.is_empty());
        serde_json::from_str(&said.out).unwrap()
    };
    let log = report(&["-m", "tos"]);
    let run = &log["runs"][0];
    assert_eq!(run["results"], json!([]));
    let said = &run["invocations"][0];
    assert_eq!(said["executionSuccessful"], false);
    let note = said["toolConfigurationNotifications"][0]["message"]["text"].as_str();
    assert!(note.unwrap().contains("did you mean `tso`"), "{note:?}");
    folder.add("table", "mp.litmus,scc,reachable\n");
    let log = report(&["-m", "sc", "--expect", "table"]);
    fits_sarif(&log);
    folder.add("suite/gpu-litmus.toml", "models = [\"scc\"]\n");
    let log = report(&[]);
    fits_sarif(&log);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "input");
    let place = &result["locations"][0]["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.ends_with("gpu-litmus.toml"), "{uri}");
    assert_eq!(place["region"]["startColumn"], 11);
    // It is written where the answers would be.
    let said = folder.run(&["batch", "suite", "--format", "sarif", "-o", "out.sarif"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    let text = std::fs::read_to_string(folder.root().join("out.sarif")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), log);
}

#[test]
fn lists_with_old_line_ends_and_baselines_that_are_no_text() {
    let folder = pair();
    folder.add("list.txt", "suite/mp.litmus\rsuite/sb.litmus\r");
    let said = folder.run(&["batch", "--list", "list.txt", "-m", "sc"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("carriage return alone"), "{}", said.err);
    let path = folder.root().join("base.jsonl");
    std::fs::write(path, b"\n{\"a\":\"\xff\"}\n").unwrap();
    let args = ["batch", "suite", "-m", "sc", "--baseline", "base.jsonl"];
    let said = folder.run(&[&args[..], &["--diagnostics", "json"]].concat());
    let told: Value = serde_json::from_str(said.err.lines().next().unwrap()).unwrap();
    let span = &told["span"];
    assert_eq!(
        (said.code, &span["start"], &span["end"]),
        (2, &json!(7), &json!(8))
    );
    assert_eq!((&span["line"], &span["column"]), (&json!(2), &json!(7)));
}
