//! Comparisons that are made elsewhere: their rows and their journals.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gpu_litmus::embed::{self, Pairs};
use serde_json::{Value, json};

use super::said;
use crate::cli::support::run;

const FILES: [&str; 3] = [
    "examples/sb.litmus",
    "examples/mp.litmus",
    "examples/iriw.litmus",
];

fn question(second: &str) -> Value {
    json!({ "first": { "model": "sc" }, "second": { "model": second } })
}

fn pairs() -> Pairs {
    Pairs::new(&question("tso").to_string()).unwrap()
}

fn text(file: &str) -> String {
    fs::read_to_string(file).unwrap()
}

/// A journal with the rows of all files, and the rows.
fn written(path: &Path) -> Vec<String> {
    let mut pairs = pairs();
    assert_eq!(pairs.journal(path, false).unwrap(), [""; 0]);
    let rows = FILES.map(|file| {
        let text = text(file);
        let row = pairs.ask(file, &text, &Arc::default()).unwrap();
        pairs.take(file, Ok(&text), &row).unwrap();
        row
    });
    pairs.finish(rows.len(), rows.len()).unwrap();
    rows.to_vec()
}

#[test]
fn rows_are_kept_as_they_were_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.journal");
    let rows = written(&path);
    let mut again = pairs();
    assert_eq!(again.journal(&path, true).unwrap(), [""; 0]);
    for (file, row) in FILES.iter().zip(&rows) {
        let kept = again.kept(file, Ok(&text(file))).unwrap();
        assert_eq!(kept.as_ref(), Some(row));
        assert_eq!(again.kept(file, Ok("another text")).unwrap(), None);
        assert_eq!(again.kept(file, Err(&text(file))).unwrap(), None);
        assert_eq!(again.kept("another name", Ok(&text(file))).unwrap(), None);
    }
    let broken = Pairs::broken("gone.litmus", "no such file");
    again
        .take("gone.litmus", Err("no such file"), &broken)
        .unwrap();
    let mut third = pairs();
    third.journal(&path, true).unwrap();
    let kept = third.kept("gone.litmus", Err("no such file")).unwrap();
    assert_eq!(kept, Some(broken));
    assert_eq!(third.kept("gone.litmus", Ok("no such file")).unwrap(), None);
}

#[test]
fn a_line_that_was_cut_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.journal");
    written(&path);
    let whole = fs::read_to_string(&path).unwrap();
    // In the last row, whose end the journal then lacks.
    let last = whole
        .lines()
        .take(3)
        .map(|line| line.len() + 1)
        .sum::<usize>();
    fs::write(&path, &whole[..last + 20]).unwrap();
    let mut again = pairs();
    let remarks = again.journal(&path, true).unwrap();
    assert!(
        remarks[0].contains("pairs.journal:4: the last line was cut"),
        "{remarks:?}"
    );
    assert!(again.kept(FILES[1], Ok(&text(FILES[1]))).unwrap().is_some());
    assert_eq!(again.kept(FILES[2], Ok(&text(FILES[2]))).unwrap(), None);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole[..last]);
}

fn refused(path: &Path, question: &Value) -> String {
    let before = fs::read_to_string(path).unwrap();
    let mut pairs = Pairs::new(&question.to_string()).unwrap();
    let why = pairs.journal(path, true).unwrap_err();
    assert_eq!(
        fs::read_to_string(path).unwrap(),
        before,
        "nothing is written"
    );
    why
}

#[test]
fn a_run_goes_on_only_as_it_began() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.journal");
    written(&path);
    let exists = pairs().journal(&path, false).unwrap_err();
    assert!(exists.contains("is there already"), "{exists}");
    for (name, value, difference) in [
        (
            "second",
            json!({ "model": "strict" }),
            "with second tso, this run has strict",
        ),
        ("observe", json!(["x"]), "with observe all, this run has x"),
        ("bound", json!(3), "with bound 2, this run has 3"),
        ("timeout", json!(7), "ms, this run has 7 ms"),
        ("reason_time", json!(7), "ms, this run has 7 ms"),
        ("engine", json!("sat"), "with engine auto, this run has sat"),
    ] {
        let mut other = question("tso");
        other[name] = value;
        let why = refused(&path, &other);
        assert!(why.contains(difference), "{why}");
    }
}

#[test]
fn lines_that_are_no_rows_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.journal");
    written(&path);
    let whole = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    for damaged in [
        "[]",
        "{\"key\":\"0\"}",
        "{\"row\":{\"file\":\"x\",\"error\":\"y\"}}",
        "{\"key\":\"0\",\"row\":{\"file\":\"x\"}}",
        "{\"key\":\"0\",\"row\":{\"file\":\"x\",\"error\":\"y\"}",
        "{\"key\":\"0\",\"row\":{\"file\":\"x\",\"difference\":\"more\"}}",
    ] {
        fs::write(&path, format!("{}\n{damaged}\n{}\n", lines[0], lines[1])).unwrap();
        let why = refused(&path, &question("tso"));
        assert!(why.contains("pairs.journal:2: no row ("), "{why}");
        assert!(why.contains("the journal is damaged here"), "{why}");
    }
    let older = whole.replacen(
        &format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION")),
        "\"version\":\"0.0.1\"",
        1,
    );
    fs::write(&path, older).unwrap();
    assert!(refused(&path, &question("tso")).contains("written by gpu-litmus 0.0.1"));
    fs::write(&path, "{\"journal\":1}\n").unwrap();
    assert!(refused(&path, &question("tso")).contains("no journal of a comparison of tests"));
}

#[test]
fn journals_of_other_commands_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let [ours, batch] = ["pairs.journal", "batch.journal"].map(|name| folder.path().join(name));
    written(&ours);
    let (ours, batch) = (ours.to_str().unwrap(), batch.to_str().unwrap());
    run(&["batch", FILES[0], "-m", "sc", "--journal", batch]);
    let why = refused(Path::new(batch), &question("tso"));
    assert!(
        why.contains("of `batch`, not of a comparison of tests"),
        "{why}"
    );
    for words in [
        &["batch", FILES[0], "-m", "sc", "--journal", ours, "--resume"][..],
        &["merge", ours],
        &["compare", "sc", "tso", "--events", "2", "--known", ours],
    ] {
        let found = run(words);
        assert_eq!(found.code, 2, "{}", found.err);
        assert!(
            found
                .err
                .contains("it is a journal of a comparison of tests"),
            "{}",
            found.err
        );
    }
}

#[test]
fn what_is_no_question_or_no_row_is_refused() {
    for (name, value, why) in [
        ("second", json!({ "model": "sc" }), "both are `sc`"),
        ("second", json!({ "model": "tsoo" }), "did you mean `tso`"),
        ("tests", json!([]), "one by one"),
        ("space", json!({}), "one by one"),
        ("engine", json!("fast"), "unknown variant `fast`"),
    ] {
        let mut other = question("ptx-6.0");
        other[name] = value;
        let refused = Pairs::new(&other.to_string()).unwrap_err();
        assert!(
            said(&refused)["error"].as_str().unwrap().contains(why),
            "{refused}"
        );
    }
    for row in ["", "{}", "{\"file\":\"x\",\n\"error\":\"y\"}"] {
        let why = pairs().take("x", Ok("y"), row).unwrap_err();
        assert!(why.starts_with("no row of this program"), "{why}");
    }
    let mistake = pairs()
        .ask("bad.litmus", "PTX X\n{", &Arc::default())
        .unwrap();
    let mistake = said(&mistake);
    assert!(
        mistake["error"].as_str().unwrap().contains("bad.litmus:"),
        "{mistake}"
    );
}

#[test]
fn paths_mean_what_they_mean_to_the_command() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["right.toml", "spin_lock-sm_90.ptx", "right.litmus"] {
        fs::copy(
            Path::new("examples/kernels/spin-lock").join(name),
            folder.path().join(name),
        )
        .unwrap();
    }
    let paths = [
        FILES[0].into(),
        folder.path().to_owned(),
        PathBuf::from(FILES[0]),
    ];
    let names = |items: Vec<embed::Item>| {
        let items = items.into_iter();
        items
            .map(|item| item.path.file_name().unwrap().to_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names(embed::tests(&paths)),
        ["sb.litmus", "right.litmus", "sb.litmus"]
    );
    assert_eq!(
        names(embed::files(&paths)).len(),
        3,
        "each once, and the launch"
    );
}
