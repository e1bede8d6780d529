//! Launches of kernels among the tests of a suite.

use std::collections::BTreeSet;

use serde_json::Value;

use super::support::{Folder, MP, Said, timeless};

/// A folder with a launch that holds, one that is violated, and settings, which are TOML too.
fn folder(expect: &str) -> Folder {
    let read = |name: &str| std::fs::read_to_string(format!("tests/kernels/{name}")).unwrap();
    let tree = read("launch/tree.toml").replace("../small.ptx", "small.ptx");
    let beyond = read("launch/beyond.toml").replace("../small.ptx", "small.ptx");
    Folder::of(&[
        ("suite/small.ptx", &read("small.ptx")),
        ("suite/tree.toml", &tree),
        ("suite/beyond.toml", &format!("{beyond}{expect}")),
        ("suite/settings.toml", "[package]\nname = \"x\"\n"),
    ])
}

fn batch(folder: &Folder, more: &[&str]) -> Said {
    folder.run(&[&["batch", "suite"], more].concat())
}

/// The rows of a launch: model, check, verdict.
fn said(rows: &[Value], file: &str) -> Vec<[String; 3]> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = rows.iter().filter(|row| text(&row["file"]).ends_with(file));
    rows.map(|row| {
        [
            text(&row["model"]),
            text(&row["check"]),
            text(&row["verdict"]),
        ]
    })
    .collect()
}

#[test]
fn a_row_for_each_launch_model_and_check() {
    let folder = folder("[expect]\nmemory = \"out-of-bounds\"\n");
    let found = batch(&folder, &["--format", "jsonl"]);
    assert_eq!(found.code, 0, "{}{}", found.out, found.err);
    let rows = found.rows();
    assert_eq!(rows.len(), 10);
    let checks = ["races", "robust", "asserts", "barriers", "memory"];
    let holds = checks.map(|check| ["ptx-7.5", check, "holds"].map(str::to_owned));
    assert_eq!(said(&rows, "tree.toml"), holds);
    let memory = rows.iter().find(|row| {
        row["check"] == "memory" && row["file"].as_str().unwrap().ends_with("beyond.toml")
    });
    let memory = memory.unwrap();
    assert_eq!(memory["expected"]["verdict"], "out-of-bounds");
    assert_eq!(memory["agrees"], true);
    assert!(memory["answer"]["places"][0]["thread"]["block"].is_array());

    let found = batch(&folder, &["-m", "sc,ptx-6.0", "--format", "jsonl"]);
    let models: BTreeSet<String> = said(&found.rows(), "tree.toml")
        .into_iter()
        .map(|[model, _, _]| model)
        .collect();
    assert_eq!(models.into_iter().collect::<Vec<_>>(), ["ptx-6.0", "sc"]);
}

/// What a file states counts; where it states nothing, a check should hold.
#[test]
fn what_counts() {
    for (expect, code) in [
        ("[expect]\nmemory = \"out-of-bounds\"\n", 0),
        ("[expect]\nmemory = \"none\"\n", 1),
        ("[expect]\nraces = \"none\"\n", 3),
        ("[expect]\nverdict = \"violated\"\n", 0),
        ("[expect]\nverdict = \"holds\"\n", 1),
        ("", 1),
        ("[expect]\nmemry = \"none\"\n", 2),
    ] {
        let found = batch(&folder(expect), &[]);
        assert_eq!(found.code, code, "{expect}{}{}", found.out, found.err);
    }
}

#[test]
fn the_table() {
    let found = batch(&folder("[expect]\nmemory = \"none\"\n"), &[]);
    let (table, _) = found.out.rsplit_once("\n\n2 files").unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("tree.toml") && line.ends_with("tree<<<1,4>>>"))
    );
    assert!(
        lines
            .iter()
            .any(|line| line.split_whitespace().eq(["memory", "violated", "✗"]))
    );
    assert!(table.contains("under ptx-7.5, memory: violated\n"));
    assert!(
        table.contains("suite/beyond.toml:9 expects none"),
        "{table}"
    );
    assert!(!table.contains("settings.toml"));
}

/// Other models refuse a launch where they are named, and leave it out where they are not.
#[test]
fn models_of_tests_refuse_launches() {
    let folder = folder("");
    folder.add("suite/mp.litmus", MP);
    let found = batch(&folder, &["-m", "tso", "--format", "jsonl"]);
    let tree = said(&found.rows(), "tree.toml");
    assert!(tree.iter().all(|[_, _, verdict]| verdict == "unsupported"));
    let found = batch(&folder, &["--format", "jsonl"]);
    let models: Vec<String> = said(&found.rows(), "tree.toml")
        .into_iter()
        .map(|[model, _, _]| model)
        .collect();
    assert!(models.iter().all(|model| model == "ptx-7.5"));
}

#[test]
fn other_forms_have_every_check() {
    let folder = folder("[expect]\nmemory = \"none\"\n");
    for (format, pieces) in [
        (
            "csv",
            vec![
                "\"tree<<<1,4>>>: races\",ptx-7.5,holds",
                ": memory\",ptx-7.5,violated",
            ],
        ),
        (
            "markdown",
            vec!["| tree.toml races | holds |", "memory | violated **✗** |"],
        ),
        (
            "junit",
            vec![
                "tree&lt;&lt;&lt;1,4&gt;&gt;&gt;: races under ptx-7.5",
                "failures=\"1\"",
            ],
        ),
        (
            "sarif",
            vec!["Under ptx-7.5, memory: violated, but suite/beyond.toml:9 expects none"],
        ),
        ("html", vec!["class=\"chips checks\"", "chip violated"]),
    ] {
        let found = batch(&folder, &["--format", format]);
        for piece in pieces {
            assert!(
                found.out.contains(piece),
                "{format} has no {piece}\n{}",
                found.out
            );
        }
    }
}

/// A journal has the rows of launches; a changed module is asked again.
#[test]
fn a_journal_is_gone_on_with() {
    let folder = folder("");
    let first = batch(&folder, &["--journal", "j", "--format", "jsonl"]);
    let again = batch(
        &folder,
        &["--journal", "j", "--resume", "--format", "jsonl"],
    );
    assert_eq!(timeless(&first.out), timeless(&again.out));
    assert!(
        again
            .err
            .contains("10 rows came from the journal, 0 were asked"),
        "{}",
        again.err
    );
    folder.add(
        "suite/small.ptx",
        &(folder.read("suite/small.ptx") + "\n// changed\n"),
    );
    let changed = batch(
        &folder,
        &["--journal", "j", "--resume", "--format", "jsonl"],
    );
    assert_eq!(changed.rows().len(), 10);
    assert!(
        !changed.err.contains("came from the journal"),
        "{}",
        changed.err
    );
}

/// The models of a check stand side by side, in a run and where its journals are put together.
#[test]
fn put_together_in_the_same_order() {
    let folder = folder("");
    folder.add("suite/mp.litmus", MP);
    let models = ["-m", "sc,ptx-7.5,ptx-6.0", "--format", "jsonl"];
    let whole = batch(&folder, &[&models[..], &["--journal", "j"]].concat());
    let merged = folder.run(&["merge", "j", "--format", "jsonl"]);
    assert_eq!(timeless(&merged.out), timeless(&whole.out));
    let rows = said(&whole.rows(), "tree.toml");
    assert!(rows.len() > 3 && rows[0][1] == rows[2][1] && rows[0][0] != rows[2][0]);
}

#[test]
fn processes_say_the_same() {
    if !std::path::Path::new("/proc/self/status").exists() {
        return;
    }
    let folder = folder("");
    let within = batch(&folder, &["--format", "jsonl"]);
    let apart = batch(&folder, &["--memory", "1G", "--format", "jsonl"]);
    assert_eq!(timeless(&within.out), timeless(&apart.out));
}

/// Of TOML that is no text nobody knows whether it is a launch: it is a row, and no file that is passed over.
#[test]
fn a_launch_that_is_no_text_is_told() {
    let folder = folder("");
    std::fs::write(
        folder.path("suite/bytes.toml"),
        b"[[launch]]\nentry = \"\xff\"\n",
    )
    .unwrap();
    let found = batch(&folder, &["--format", "jsonl"]);
    assert_eq!(found.code, 2, "{}", found.err);
    let rows = found.rows();
    let row = rows
        .iter()
        .find(|row| row["file"].as_str().unwrap().ends_with("bytes.toml"));
    let row = row.unwrap();
    assert!(
        row["error"].as_str().unwrap().contains("not UTF-8 text"),
        "{row}"
    );
    assert_eq!(row["mistakes"][0]["span"]["line"], 2, "{row}");
}
