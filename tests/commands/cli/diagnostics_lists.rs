//! `--diagnostics json`: lists of files, tables of expectations, journals and settings, each with the file and the place.

use serde_json::Value;

use super::support::{Folder, MP, Said, run, same};

fn lines(said: &Said) -> Vec<Value> {
    let lines = said.err.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
}

fn told(args: &[&str]) -> Vec<Value> {
    lines(&run(&[args, &["--diagnostics", "json"]].concat()))
}

/// What is told of this file.
fn of(told: &[Value], file: &str) -> Vec<Value> {
    let of = told.iter().filter(|one| one["file"] == file);
    of.cloned().collect()
}

/// Bytes that are no text have their place, whatever the file is for.
#[test]
fn bytes_that_are_no_text() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let (test, bytes) = (folder.path("mp.litmus"), folder.path("bytes"));
    std::fs::write(&bytes, b"# one\n\xfftwo\n").unwrap();
    let toml = folder.path("gpu-litmus.toml");
    for args in [
        &["batch", &test, "-m", "sc", "--expect", &bytes][..],
        &["batch", "--list", &bytes, "-m", "sc"],
        &["batch", &test, "-m", "sc", "--baseline", &bytes],
        &["check", &test],
    ] {
        let file = if args[0] == "check" {
            std::fs::copy(&bytes, &toml).unwrap();
            &toml
        } else {
            &bytes
        };
        let told = of(&told(args), file);
        assert_eq!(told.len(), 1, "{args:?}");
        let span = &told[0]["span"];
        // The first line of a baseline is no row of one.
        let line = if args.contains(&"--baseline") { 1 } else { 2 };
        assert_eq!(span["line"], line, "{args:?}: {}", told[0]);
        if line == 2 {
            assert_eq!((&span["start"], &span["end"]), (&6.into(), &7.into()));
        }
    }
}

/// A path of a list that names nothing is told at its line, and shown so in SARIF.
#[test]
fn paths_of_lists() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let (test, list) = (folder.path("mp.litmus"), folder.path("list"));
    folder.add("list", &format!("# tests\n{test}\n  nowhere.litmus\n"));
    let args = ["batch", "--list", &list, "-m", "sc"];
    let told = of(&told(&args), &list);
    assert_eq!(told.len(), 1);
    let span = &told[0]["span"];
    assert_eq!(
        (&span["line"], &span["end_column"]),
        (&3.into(), &17.into())
    );
    let log: Value =
        serde_json::from_str(&run(&[&args[..], &["--format", "sarif"]].concat()).out).unwrap();
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.ends_with("/list"), "{uri}");
    assert_eq!(place["region"]["startLine"], 3);
}

/// A misspelt path of a table would never be looked at; what is only left out of a run is no mistake.
#[test]
fn paths_of_tables() {
    let folder = Folder::of(&[
        ("mp.litmus", MP),
        ("sub/other.litmus", MP),
        (
            "table.csv",
            "mp.litmus,sc,unreachable\nmpp.litmus,sc,unreachable\n\"other.litmus\",sc,unreachable\nsub/other.litmus,sc,unreachable\n",
        ),
    ]);
    let (root, table) = (
        folder.root().display().to_string(),
        folder.path("table.csv"),
    );
    let asked = |path: &str| {
        let args = ["batch", path, "-m", "sc", "-q", "--expect", &table];
        let said = run(&args);
        assert_eq!(said.code, 0, "{}", said.err);
        (
            said.err.replace(&folder.path(""), ""),
            of(&told(&args), &table),
        )
    };
    let (text, all) = asked(&root);
    same("expect-paths.stderr", &text);
    let helps: Vec<&str> = all.iter().filter_map(|one| one["help"].as_str()).collect();
    assert_eq!(
        helps,
        [
            "did you mean `mp.litmus`?",
            "did you mean `sub/other.litmus`?"
        ]
    );
    assert_eq!(all.last().unwrap()["severity"], "warning");
    let (_, all) = asked(&folder.path("mp.litmus"));
    assert!(!all.iter().any(|one| {
        let text = one["message"].as_str().unwrap();
        text.contains("`sub/")
    }));
    // Where nothing of the table is there, that is a mistake, with the same places.
    folder.add("table.csv", "mpp.litmus,sc,unreachable\n");
    let said = run(&["batch", &root, "-m", "sc", "--expect", &table]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("did you mean `mp.litmus`?"),
        "{}",
        said.err
    );
}

/// What is only said of a journal or a table names it.
#[test]
fn notes_have_their_file() {
    let folder = Folder::of(&[
        ("mp.litmus", MP),
        ("sub/other.litmus", MP),
        (
            "table.csv",
            "mp.litmus,sc,unreachable\nsub/other.litmus,sc,unreachable\n",
        ),
    ]);
    let (test, journal) = (folder.path("mp.litmus"), folder.path("journal"));
    let table = folder.path("table.csv");
    let args = ["batch", &test, "-m", "sc", "--journal", &journal];
    assert_eq!(run(&args).code, 0);
    let text = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(&journal, text.get(..text.len() - 5).unwrap()).unwrap();
    let cut = of(&told(&["merge", &journal]), &journal);
    assert!(!cut.is_empty());
    assert!(cut.iter().all(|one| one["severity"] == "note"), "{cut:?}");
    let resumed = told(&[&args[..], &["--resume"]].concat());
    assert_eq!(of(&resumed, &journal).len(), 1, "{resumed:?}");
    let expects = told(&["batch", &test, "-m", "sc", "--expect", &table]);
    assert_eq!(of(&expects, &table).len(), 1, "{expects:?}");
}

/// The remark at a place is told where nobody sees the place.
#[test]
fn sarif_has_labels() {
    let folder = Folder::of(&[(
        "open.litmus",
        "PTX T\n{ x = 0;\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (P0:r0 == 1)\n",
    )]);
    let said = run(&["batch", &folder.path("open.litmus"), "--format", "sarif"]);
    let log: Value = serde_json::from_str(&said.out).unwrap();
    let text = log["runs"][0]["results"][0]["message"]["text"]
        .as_str()
        .unwrap();
    assert!(
        text.starts_with("the init block is never closed (this brace has no partner)"),
        "{text}"
    );
}

/// A table with the line ends of long ago says so.
#[test]
fn tables_with_carriage_returns() {
    let folder = Folder::of(&[
        ("mp.litmus", MP),
        (
            "table.csv",
            "mp.litmus,sc,unreachable\rmp.litmus,tso,unreachable\r",
        ),
    ]);
    let (test, table) = (folder.path("mp.litmus"), folder.path("table.csv"));
    let said = run(&["batch", &test, "-m", "sc", "--expect", &table]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("carriage return alone"), "{}", said.err);
}
