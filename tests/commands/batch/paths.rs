//! Which files a suite consists of.

use serde_json::Value;

use super::support::{Folder, MP, SB, Said, run_with};

fn files(said: &Said) -> Vec<String> {
    let rows = said.rows();
    let names = rows
        .iter()
        .map(|row| row["file"].as_str().unwrap().to_owned());
    names.collect()
}

fn suite() -> Folder {
    Folder::of(&[
        ("suite/b/mp.litmus", MP),
        ("suite/b.litmus", MP),
        ("suite/a/sb.litmus", SB),
        ("suite/a/notes.txt", "no test"),
        (
            "list.txt",
            "# two, and one of them twice\nsuite/b.litmus\n\n  suite/a\nsuite/b.litmus\n",
        ),
    ])
}

#[test]
fn folders_patterns_and_files_in_one_order() {
    let folder = suite();
    let all = ["suite/a/sb.litmus", "suite/b/mp.litmus", "suite/b.litmus"];
    for paths in [
        &["suite"][..],
        &["suite/b.litmus", "suite"],
        &["suite/**/*.litmus"],
        &["suite/b.litmus", "suite/*/*.litmus", "suite/a/sb.litmus"],
    ] {
        let mut args = vec!["batch", "-m", "sc", "--format", "jsonl"];
        args.extend(paths);
        let said = folder.run(&args);
        assert_eq!(files(&said), all, "{paths:?}: {}", said.err);
        assert_eq!(said.code, 0);
    }
    let said = folder.run(&["batch", "-m", "sc", "--format", "jsonl", "suite/*.litmus"]);
    assert_eq!(files(&said), ["suite/b.litmus"]);
}

#[test]
fn lists() {
    let folder = suite();
    let listed = ["suite/a/sb.litmus", "suite/b.litmus"];
    let said = folder.run(&[
        "batch", "-m", "sc", "--format", "jsonl", "--list", "list.txt",
    ]);
    assert_eq!(files(&said), listed);
    for dash in [&["-"][..], &["--list", "-"]] {
        let mut args = vec!["batch", "-m", "sc", "--format", "jsonl"];
        args.extend(dash);
        let said = run_with(folder.root(), &args, &folder.read("list.txt"));
        assert_eq!(files(&said), listed);
    }
}

#[test]
fn shards_are_disjoint_and_whole() {
    let folder = Folder::generated(7);
    let mut all = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        let args = [
            "batch",
            "suite",
            "-m",
            "sc",
            "--no-quantity",
            "--format",
            "jsonl",
            "--shard",
            part,
        ];
        all.extend(files(&folder.run(&args)));
    }
    all.sort();
    let expected: Vec<String> = (0..7)
        .map(|seed| format!("suite/t{seed:05}.litmus"))
        .collect();
    assert_eq!(all, expected);
}

#[test]
fn every_model_that_accepts_the_test() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let said = folder.run(&["batch", "mp.litmus", "--format", "jsonl"]);
    let rows = said.rows();
    let models: Vec<&str> = rows
        .iter()
        .filter_map(|row| row["model"].as_str())
        .collect();
    assert!(
        models.starts_with(&["sc", "plain", "strict", "tso"]),
        "{models:?}"
    );
    assert!(rows.iter().all(|row| row["verdict"] != "unsupported"));
}

#[test]
fn the_same_object_as_check() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let check = folder.run(&[
        "check",
        "mp.litmus",
        "-m",
        "sc,tso,plain",
        "--format",
        "json",
    ]);
    let check: Vec<Value> = serde_json::from_str(&check.out).unwrap();
    let batch = folder
        .run(&[
            "batch",
            "mp.litmus",
            "-m",
            "sc,tso,plain",
            "--format",
            "jsonl",
        ])
        .rows();
    assert_eq!(check.len(), batch.len());
    for (one, other) in check.iter().zip(&batch) {
        for (name, value) in one.as_object().unwrap() {
            assert!(name == "millis" || other[name] == *value, "{name}");
        }
    }
}

#[test]
fn names_with_quotes_have_their_expectations() {
    let table = "file,sc\nit's.litmus,1\na \\c.litmus,1\n";
    let names = ["it's.litmus", "a \\c.litmus"];
    let folder = Folder::of(&[(names[0], MP), (names[1], MP), ("expected.csv", table)]);
    let args = [
        "batch",
        ".",
        "-m",
        "sc",
        "--expect",
        "expected.csv",
        "--format",
        "jsonl",
    ];
    let said = folder.run(&args);
    assert_eq!(said.code, 1, "{}", said.err);
    for row in said.rows() {
        assert_eq!(row["agrees"], Value::Bool(false), "{row}");
    }
}

#[cfg(unix)]
#[test]
fn links_to_nowhere() {
    let folder = Folder::of(&[("a.litmus", MP)]);
    let link = |name: &str| {
        std::os::unix::fs::symlink("nowhere", folder.root().join(name)).unwrap();
    };
    link("notes.txt");
    let args = ["batch", ".", "-m", "sc", "--format", "jsonl"];
    assert_eq!(files(&folder.run(&args)), ["./a.litmus"]);
    link("b.litmus");
    let said = folder.run(&args);
    assert_eq!((said.code, said.rows().len()), (2, 2), "{}", said.err);
    assert_eq!(said.rows()[1]["error"], "./b.litmus: no such file");
}

/// A file counts once, by whatever paths it is named; a link is another file.
#[test]
fn a_file_of_several_paths() {
    let folder = Folder::of(&[("a.litmus", MP), ("suite/b.litmus", MP)]);
    let whole = folder.root().canonicalize().unwrap().join("a.litmus");
    let whole = whole.display().to_string();
    let args = [".", "a.litmus", "./a.litmus", "suite/../a.litmus", &whole];
    let said = folder.run(&[&["batch"], &args[..], &["-m", "sc", "--format", "jsonl"]].concat());
    assert_eq!((said.code, said.rows().len()), (0, 2), "{}", said.out);
}

/// What may never end is not read from a folder; who names it gets it.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file() {
    let folder = Folder::of(&[("suite/mp.litmus", MP)]);
    let pipes = ["suite/a.litmus", "suite/b.toml", "suite/notes"];
    for pipe in pipes {
        let mut make = std::process::Command::new("mkfifo");
        let made = make.arg(folder.root().join(pipe)).status().unwrap();
        assert!(made.success());
    }
    std::os::unix::net::UnixListener::bind(folder.root().join("suite/c.litmus")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.root().join("suite/d.litmus")).unwrap();
    let why = |name: &str| {
        format!("suite/{name}: no regular file, and only those are read from a folder")
    };
    for (path, names) in [
        (
            "suite",
            &["a.litmus", "b.toml", "c.litmus", "d.litmus", "mp.litmus"][..],
        ),
        (
            "suite/*.litmus",
            &["a.litmus", "c.litmus", "d.litmus", "mp.litmus"],
        ),
    ] {
        // Those that show the text of a test read its file again.
        for form in ["html", "sarif"] {
            let said = folder.run(&["batch", path, "-m", "sc", "--format", form]);
            assert_eq!(said.code, 2, "{}", said.err);
        }
        let said = folder.run(&["batch", path, "-m", "sc", "--format", "jsonl"]);
        assert_eq!(said.code, 2, "{}", said.err);
        let wanted: Vec<String> = names.iter().map(|name| format!("suite/{name}")).collect();
        assert_eq!(files(&said), wanted);
        for row in said.rows() {
            let name = row["file"]
                .as_str()
                .unwrap()
                .strip_prefix("suite/")
                .unwrap();
            if name == "mp.litmus" {
                assert_eq!(row["verdict"], "unreachable");
            } else {
                assert_eq!(row["error"], why(name).as_str());
            }
        }
    }
    let said = folder.run(&["check", "suite", "-m", "sc", "-q"]);
    assert_eq!(said.code, 2);
    assert!(said.out.starts_with("MP under sc: "), "{}", said.out);
    for name in ["a.litmus", "c.litmus", "d.litmus"] {
        assert!(said.err.contains(&why(name)), "{}", said.err);
    }
    let said = run_with(
        folder.root(),
        &["check", "/dev/stdin", "-m", "sc", "-q"],
        MP,
    );
    assert_eq!(said.code, 0, "{}", said.err);
}

/// A pattern speaks of so many folders: what is deeper is not looked at, nor is a link into its own folder.
#[cfg(unix)]
#[test]
fn patterns_go_no_deeper_than_they_say() {
    let folder = suite();
    std::os::unix::fs::symlink(".", folder.root().join("suite/loop")).unwrap();
    for (pattern, found) in [
        ("suite/*.litmus", &["suite/b.litmus"][..]),
        (
            "suite/[ab]/*.litmus",
            &["suite/a/sb.litmus", "suite/b/mp.litmus"],
        ),
        ("suite/**/sb.litmus", &["suite/a/sb.litmus"]),
        (
            "suite/{a/sb,b}.litmus",
            &["suite/a/sb.litmus", "suite/b.litmus"],
        ),
    ] {
        let said = folder.run(&["batch", "-m", "sc", "--format", "jsonl", pattern]);
        assert_eq!(files(&said), found, "{pattern}: {}", said.err);
        assert_eq!(said.code, 0, "{pattern}: {}", said.err);
    }
    let none = folder.run(&["batch", "-m", "sc", "suite/c*.litmus"]);
    assert_eq!(none.code, 2);
    assert!(none.out.contains("no file matches"), "{}", none.out);
}

/// One would be taken for the other in reports and journals.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_shown_alike_are_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    let folder = Folder::of(&[("odd/y\n.litmus", MP), ("odd/y\\n.litmus", SB)]);
    for byte in [0xfe_u8, 0xff] {
        let name = [b"odd/x", &[byte][..], b".litmus"].concat();
        let path = folder.root().join(std::ffi::OsStr::from_bytes(&name));
        std::fs::write(path, MP).unwrap();
    }
    let said = folder.run(&["batch", "-m", "sc", "--format", "csv", "odd"]);
    assert_eq!(said.code, 2, "{}", said.out);
    assert_eq!(
        said.out
            .matches("has a name that is shown as this one is")
            .count(),
        1,
        "{}",
        said.out
    );
    for name in ["x\\xfe.litmus,MP", "x\\xff.litmus,MP"] {
        assert!(said.out.contains(name), "{name}: {}", said.out);
    }
}

/// A change that touches no test is no mistake; nor is what editors put before a text.
#[test]
fn lists_may_be_empty_or_marked() {
    let folder = suite();
    let said = run_with(folder.root(), &["batch", "-m", "sc", "-"], "\n# none\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let said = run_with(
        folder.root(),
        &["batch", "-m", "sc", "--format", "jsonl", "-"],
        "\u{feff}suite/b.litmus\n",
    );
    assert_eq!(files(&said), ["suite/b.litmus"]);
}
