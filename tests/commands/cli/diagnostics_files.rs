//! `--diagnostics json`: whatever is wrong with a file, its name is a field of its own, and in the message at most once.

use serde_json::Value;

use super::support::{Folder, MP, Said, run};

/// What is told of errors.
fn errors(args: &[&str]) -> Vec<Value> {
    let said = run(&[args, &["--diagnostics", "json"]].concat());
    assert_eq!(said.code, 2, "{args:?}: {}{}", said.out, said.err);
    lines(&said)
}

fn lines(said: &Said) -> Vec<Value> {
    let lines = said.err.lines().map(serde_json::from_str);
    let lines: Vec<Value> = lines.collect::<Result<_, _>>().unwrap();
    let errors = lines.into_iter().filter(|one| one["severity"] == "error");
    errors.collect()
}

/// That some error is told, and each names this file, once.
#[track_caller]
fn names(args: &[&str], path: &str) {
    let told = errors(args);
    assert!(!told.is_empty(), "{args:?}");
    for one in told {
        assert_eq!(one["file"], path, "{args:?}: {one}");
        let message = one["message"].as_str().unwrap();
        assert!(message.matches(path).count() <= 1, "{args:?}: {message}");
    }
}

fn bad_files() -> Folder {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    for ending in ["litmus", "toml", "cat", "log", "jsonl"] {
        std::fs::write(folder.path(&format!("bytes.{ending}")), [0xff, 0xfe, b'\n']).unwrap();
        std::fs::create_dir(folder.path(&format!("folder.{ending}"))).unwrap();
        let large = std::fs::File::create(folder.path(&format!("large.{ending}"))).unwrap();
        large.set_len(2 << 20).unwrap();
    }
    folder
}

#[test]
fn tests_that_cannot_be_read() {
    let folder = bad_files();
    for kind in ["gone", "bytes", "large"] {
        let file = folder.path(&format!("{kind}.litmus"));
        for line in [
            "check @ -m sc",
            "batch @ -m sc",
            "run @ --backend ugpu-weak --launches 1",
            "compare sc tso @",
            "prove @ -m sc",
            "minimize @ -m sc",
            "fences @ -m sc",
            "sweep @ -m sc",
            "show @",
            "run @ --emit none",
        ] {
            let line = line.replace("none", &folder.path("kernels"));
            let args: Vec<&str> = line.split(' ').collect();
            let args: Vec<&str> = args
                .into_iter()
                .map(|word| if word == "@" { &*file } else { word })
                .collect();
            names(&args, &file);
        }
        let file = folder.path(&format!("{kind}.toml"));
        names(&["kernel", &file], &file);
        names(&["batch", &file, "-m", "ptx-7.5"], &file);
        if kind != "large" {
            let file = folder.path(&format!("{kind}.log"));
            names(&["trace", &file, "-m", "sc"], &file);
            names(&["trace", &file, "-m", "plain", "--stream"], &file);
            names(&["trace", &file, "-m", "sc", "--window", "3"], &file);
        }
    }
    let empty = folder.path("folder.litmus");
    for command in ["check", "batch"] {
        names(&[command, &empty, "-m", "sc"], &empty);
    }
    let launch = folder.path("launch.toml");
    folder.add(
        "launch.toml",
        "ptx = \"gone.ptx\"\n[[launch]]\nentry = \"k\"\ngrid = 1\nblock = 1\n",
    );
    names(&["kernel", &launch], &launch);
}

#[test]
fn models_and_tables_that_cannot_be_read() {
    let folder = bad_files();
    let mp = folder.path("mp.litmus");
    for kind in ["gone", "bytes", "folder", "large"] {
        let model = folder.path(&format!("{kind}.cat"));
        names(&["check", &mp, "-m", &model], &model);
        names(&["batch", &mp, "-m", &model], &model);
        names(&["models", &model], &model);
        names(&["compare", "sc", &model, &mp], &model);
        let table = folder.path(&format!("{kind}.toml"));
        names(&["batch", &mp, "-m", "sc", "--expect", &table], &table);
        names(&["compare", "sc", "tso", "--map", &table], &table);
        names(&["run", &mp, "--profile", &table], &table);
        let rows = folder.path(&format!("{kind}.jsonl"));
        if kind != "large" {
            names(&["batch", &mp, "-m", "sc", "--baseline", &rows], &rows);
            names(&["run", &mp, "--baseline", &rows], &rows);
            names(&["batch", "--list", &rows, "-m", "sc"], &rows);
        }
    }
}

#[test]
fn journals_that_cannot_be_used() {
    let folder = bad_files();
    let mp = folder.path("mp.litmus");
    folder.add("other", "{\"some\":\"thing\"}\n");
    for name in ["gone.jsonl", "bytes.jsonl", "folder.jsonl", "other"] {
        let journal = folder.path(name);
        names(&["merge", &journal], &journal);
        if name != "gone.jsonl" {
            let resume = ["--journal", &journal, "--resume"];
            names(
                &[&["batch", &mp, "-m", "sc"], &resume[..]].concat(),
                &journal,
            );
            let search = ["compare", "sc", "tso", "--events", "2"];
            names(&[&search[..], &resume[..]].concat(), &journal);
        }
    }
    folder.add("empty", "");
    let empty = folder.path("empty");
    names(&["merge", &empty], &empty);
    let [one, two] = ["one", "two"].map(|name| folder.path(name));
    for (journal, model) in [(&one, "sc"), (&two, "tso")] {
        let said = run(&["batch", &mp, "-m", model, "-q", "--journal", journal]);
        assert_eq!(said.code, 0, "{}", said.err);
    }
    names(&["merge", &one, &two], &two);
    let other = folder.path("other");
    names(&["batch", &mp, "-m", "sc", "--journal", &other], &other);
}

#[test]
fn files_that_cannot_be_written() {
    let folder = bad_files();
    let mp = folder.path("mp.litmus");
    let below = folder.path("mp.litmus/out");
    names(&["batch", &mp, "-m", "sc", "-o", &below], &below);
    names(&["batch", &mp, "-m", "sc", "--journal", &below], &below);
    names(&["run", &mp, "--launches", "1", "-o", &below], &below);
    names(&["minimize", &mp, "-m", "sc", "-o", &below], &below);
    let told = errors(&["suite", "write", &below]);
    assert!(
        told[0]["file"].as_str().unwrap().starts_with(&below),
        "{told:?}"
    );
    names(&["run", &mp, "--launches", "1", "--keep", &mp], &mp);
    names(&["run", &mp, "--emit", &mp], &mp);
    names(&["drf", "--log", &below], &below);
    names(&["compare", "sc", "tso", &mp, "--export", &mp], &mp);
    names(&["synthesize", "sc", "--events", "2", "--output", &mp], &mp);
    names(
        &[
            "trace",
            "examples/traces/buffers.table",
            "-m",
            "sc",
            "--export",
            &mp,
        ],
        &mp,
    );
}

/// What is wrong with the question and one file is about this file.
#[test]
fn a_question_that_a_test_has_no_answer_to() {
    let folder = bad_files();
    let mp = folder.path("mp.litmus");
    names(
        &["check", &mp, "-m", "sc", "--states", "--observe", "z"],
        &mp,
    );
    names(&["compare", "sc", "tso", &mp, "--observe", "z"], &mp);
}

/// Also of a model that forbids nothing, by the name in settings, too.
#[test]
fn a_model_without_axioms_is_about_its_file() {
    let folder = bad_files();
    folder.add("none.cat", "let a = po");
    let (mp, none) = (folder.path("mp.litmus"), folder.path("none.cat"));
    for command in ["check", "batch", "prove", "fences"] {
        names(&[command, &mp, "-m", &none], &none);
    }
    names(&["lsp", "-m", &none], &none);
    folder.add("gpu-litmus.toml", "models = \"none.cat\"\n");
    names(&["check", &mp], &none);
}

/// What a suite has no answers of is told again where its journals are put together.
#[test]
fn a_merge_tells_of_rows_that_are_none() {
    let folder = bad_files();
    let bad = MP.replace("st.weak y", "st.waek y");
    folder.add("tests/bad.litmus", &bad);
    let (tests, journal) = (folder.path("tests"), folder.path("journal"));
    let bytes = folder.path("bytes.litmus");
    let words = [
        "batch",
        &tests,
        &bytes,
        "-m",
        "sc",
        "-q",
        "--journal",
        &journal,
    ];
    let (before, after) = (errors(&words), errors(&["merge", &journal, "-q"]));
    assert_eq!(before, after);
    assert_eq!(after.len(), 2, "{after:#?}");
    let mut spans = after.iter().map(|one| one["span"]["line"].as_u64());
    assert!(spans.all(|line| line.is_some()), "{after:#?}");
}

/// What may be meant otherwise is told as data by every command that reads the test.
#[test]
fn warnings_of_a_test() {
    let folder = bad_files();
    folder.add("other.litmus", &MP.replace("P1:r2 == 0", "P1:r3 == 0"));
    let (test, journal) = (folder.path("other.litmus"), folder.path("journal"));
    for args in [
        &["check", &test, "-m", "sc", "-q"][..],
        &["batch", &test, "-m", "sc,tso", "-q", "--journal", &journal],
        &["merge", &journal, "-q"],
        &["minimize", &test, "-m", "sc"],
    ] {
        let said = run(&[args, &["--diagnostics", "json"]].concat());
        let told = said
            .err
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let mut told: Vec<Value> = told.collect();
        told.retain(|one| one["severity"] == "warning");
        assert_eq!(told.len(), 1, "{args:?}: {}", said.err);
        assert_eq!(told[0]["file"], *test, "{args:?}");
        assert_eq!(told[0]["span"]["line"], 6, "{args:?}: {}", told[0]);
    }
}

/// What cannot be written is no trouble of reading.
#[test]
fn a_suite_that_cannot_be_written() {
    let folder = bad_files();
    let below = folder.path("mp.litmus/out");
    let told = errors(&["suite", "write", &below]);
    assert_eq!(told[0]["code"], "write", "{told:#?}");
    let there = folder.path("there");
    assert_eq!(run(&["suite", "write", &there]).code, 0);
    let first = std::fs::read_dir(&there).unwrap().next().unwrap().unwrap();
    let inner = std::fs::read_dir(first.path()).unwrap().next().unwrap();
    std::fs::write(inner.unwrap().path(), "other").unwrap();
    let told = errors(&["suite", "write", &there]);
    assert_eq!(told[0]["code"], "usage", "{told:#?}");
}

/// The nearest name is help, not a part of the message.
#[test]
fn the_nearest_name_is_help() {
    let folder = bad_files();
    let mp = folder.path("mp.litmus");
    for args in [
        &["check", &mp, "-m", "tos"][..],
        &["models", "tos"],
        &["batch", &mp, "-m", "tos"],
        &["compare", "tos", "sc", &mp],
        &["run", &mp, "-m", "tos"],
    ] {
        let told = errors(args);
        assert_eq!(told[0]["help"], "did you mean `tso`?", "{args:?}");
        let message = told[0]["message"].as_str().unwrap();
        assert!(
            message.starts_with("there is no model `tos`; the models are"),
            "{message}"
        );
        assert!(!message.contains("did you mean"), "{message}");
    }
    let told = errors(&["check", &mp, "-m", "sc", "--states", "--observe", "X"]);
    assert_eq!(told[0]["help"], "did you mean `x`?");
}

/// Where no test could be read, nothing was compared.
#[test]
fn a_comparison_of_nothing_is_no_answer() {
    for more in [&[][..], &["--format", "json"]] {
        let args = ["compare", "sc", "tso", "no/such.litmus"];
        let said = run(&[&args[..], more].concat());
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert_eq!(said.err, "error: no/such.litmus: no such file\n");
    }
}

/// What is wrong within a file has its place, also where it is no text with mistakes.
#[test]
fn places_in_what_is_no_text() {
    let folder = bad_files();
    std::fs::write(folder.path("late.litmus"), b"PTX T\n{ \xc3\xa4 \xff").unwrap();
    std::fs::write(folder.path("late.cat"), b"\xff").unwrap();
    folder.add("other", "{\"some\":\"th\u{ef}ng\"}\r\nmore\n");
    let (late, model) = (folder.path("late.litmus"), folder.path("late.cat"));
    let (mp, other) = (folder.path("mp.litmus"), folder.path("other"));
    folder.add("set/gpu-litmus.toml", "models = [\"sc\", \"tos\"]\n");
    folder.add("set/mp.litmus", "");
    let entry = "[[launch]]\nentry = \"k\"\ngrid = 1\nblock = 1\n";
    folder.add("launch.toml", &format!("ptx = \"gone.ptx\"\n{entry}"));
    std::fs::write(folder.path("late.log"), b"trace 1\nT1 S x \xff\n").unwrap();
    let (launch, log) = (folder.path("launch.toml"), folder.path("late.log"));
    let set = folder.path("set/mp.litmus");
    let settings = folder.path("set/gpu-litmus.toml");
    for (args, file, place) in [
        (
            vec!["check", "-m", "sc", &late],
            &late,
            [11, 12, 2, 5, 2, 6],
        ),
        (
            vec!["batch", "-m", "sc", &late],
            &late,
            [11, 12, 2, 5, 2, 6],
        ),
        (
            vec!["batch", "-m", "sc", &mp, "--baseline", &other],
            &other,
            [0, 17, 1, 1, 1, 17],
        ),
        (vec!["kernel", &launch], &launch, [6, 16, 1, 7, 1, 17]),
        (vec!["batch", &launch], &launch, [6, 16, 1, 7, 1, 17]),
        (vec!["trace", &log, "-m", "sc"], &log, [15, 15, 2, 8, 2, 8]),
        (vec!["check", "-m", &model, &mp], &model, [0, 1, 1, 1, 1, 2]),
        (vec!["merge", &other], &other, [0, 17, 1, 1, 1, 17]),
        (vec!["check", &set], &settings, [16, 21, 1, 17, 1, 22]),
    ] {
        let told = errors(&args);
        assert_eq!(told.len(), 1, "{told:#?}");
        assert_eq!(told[0]["file"], **file);
        let keys = ["start", "end", "line", "column", "end_line", "end_column"];
        let found = keys.map(|key| told[0]["span"][key].as_u64().unwrap());
        assert_eq!(found, place, "{told:#?}");
    }
}
