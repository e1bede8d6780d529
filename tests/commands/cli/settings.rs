//! `gpu-litmus.toml`: settings of a folder of tests.

use rstest::rstest;

use super::support::{ENDLESS, Folder, MP, run, run_with, same};

fn models(folder: &Folder, args: &[&str]) -> Vec<String> {
    let test = folder.path("deep/er/mp.litmus");
    let said = run(&[&["check", &test, "-q"], args].concat());
    assert!(said.code < 2, "{}", said.err);
    let lines = said.out.lines();
    let model = |line: &str| line.split_whitespace().nth(2).unwrap().replace(':', "");
    lines.map(model).collect()
}

#[test]
fn the_nearest_settings_above_a_test_hold_and_the_command_line_wins() {
    let folder = Folder::of(&[
        ("deep/er/mp.litmus", MP),
        ("gpu-litmus.toml", "models = [\"sc\", \"tso\"]\n"),
    ]);
    assert_eq!(models(&folder, &[]), ["sc", "tso"]);
    assert_eq!(models(&folder, &["-m", "plain"]), ["plain"]);
    folder.add("deep/gpu-litmus.toml", "models = \"strict\"");
    assert_eq!(models(&folder, &[]), ["strict"]);
    // The nearest file alone counts.
    folder.add("deep/er/gpu-litmus.toml", "bound = 3");
    assert!(models(&folder, &[]).len() > 5);
}

#[test]
fn models_are_found_from_where_the_settings_are() {
    let folder = Folder::of(&[
        ("deep/er/mp.litmus", MP),
        ("own/mine.cat", "\"Mine\"\nacyclic po | rf as mine\n"),
        ("gpu-litmus.toml", "models = [\"own/mine.cat\"]\n"),
    ]);
    assert_eq!(models(&folder, &[]), ["own/mine.cat"]);
}

/// A test expects something of a model by the name in the settings, or by the end of it.
#[rstest]
#[case("own/mine.cat")]
#[case("mine.cat")]
#[case("./mine.cat")]
fn expectations_of_models_of_settings_are_checked(#[case] name: &str) {
    let expects = |word: &str| format!("{MP}// expect {name}: {word}\n");
    let folder = Folder::of(&[
        ("deep/er/mp.litmus", &expects("unreachable")),
        ("own/mine.cat", "\"Mine\"\nacyclic po | rf as mine\n"),
        ("gpu-litmus.toml", "models = [\"own/mine.cat\"]\n"),
    ]);
    let test = folder.path("deep/er/mp.litmus");
    let batch = |code| {
        let said = run(&["batch", &test, "--format", "jsonl"]);
        assert_eq!(said.code, code, "{}{}", said.out, said.err);
        assert!(
            said.out.contains("\"model\":\"own/mine.cat\""),
            "{}",
            said.out
        );
    };
    let said = run(&["check", &test]);
    assert_eq!(said.code, 1, "{}", said.out);
    let told = "under own/mine.cat: reachable";
    assert!(
        said.out.contains(told) && said.out.contains("expects unreachable"),
        "{}",
        said.out
    );
    batch(1);
    folder.add("deep/er/mp.litmus", &expects("reachable"));
    assert_eq!(run(&["check", &test]).code, 0);
    batch(0);
    // Without its ending it is the name of none.
    let bare = expects("reachable").replace(".cat:", ":");
    folder.add("deep/er/mp.litmus", &bare);
    if !name.contains('/') {
        let said = run(&["check", &test]);
        assert!(said.err.contains("`mine.cat`\n"), "{}", said.err);
    }
}

/// Who names no models asks all, as who says nothing does.
#[test]
fn no_models_are_all() {
    let folder = Folder::of(&[
        ("mp.litmus", &format!("{MP}// expect sc: reachable\n")),
        ("gpu-litmus.toml", "models = []\n"),
    ]);
    let mp = folder.path("mp.litmus");
    for command in ["check", "batch"] {
        let said = run(&[command, &mp]);
        assert_eq!(said.code, 1, "{command}: {}", said.out);
    }
    assert!(run(&["check", &mp]).out.contains("hrf-rsp"));
    assert!(run(&["sweep", &mp, "-q"]).out.contains("tso"));
    for command in ["fences", "minimize"] {
        let said = run(&[command, &mp]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{command}");
    }
}

#[test]
fn every_setting_counts() {
    let folder = Folder::of(&[
        ("endless.litmus", ENDLESS),
        ("mp.litmus", MP),
        (
            "gpu-litmus.toml",
            "models = [\"sc\"]\nbound = 4\ntimeout = \"50s\"\nengine = \"explicit\"\n",
        ),
    ]);
    let (endless, mp) = (folder.path("endless.litmus"), folder.path("mp.litmus"));
    let json = run(&["check", &mp, "--format", "json"]).out;
    assert!(json.contains("\"explicit\""), "{json}");
    let json = run(&["check", &mp, "--format", "json", "--engine", "sat"]).out;
    assert!(!json.contains("\"explicit\""), "{json}");
    let said = run(&["check", &endless, "--engine", "auto"]).out;
    assert!(said.contains("after 4 laps"), "{said}");
    let said = run(&["check", &endless, "--engine", "auto", "--bound", "3"]).out;
    assert!(said.contains("after 3 laps"), "{said}");
    let said = run(&["check", &mp, "-v", "--bound", "2"]);
    let told = format!(
        "settings of {}: models sc; bound 4; timeout 50s; engine explicit\n",
        folder.path("gpu-litmus.toml")
    );
    assert!(said.err.contains(&told), "{}", said.err);
    // A pattern and a folder are looked at from where they are.
    let pattern = folder.path("m*.litmus");
    assert_eq!(run(&["check", &pattern, "-q"]).out.lines().count(), 1);
    let root = folder.root().display().to_string();
    let said = run(&[
        "batch", &root, "--format", "jsonl", "-q", "--engine", "auto",
    ]);
    assert_eq!(said.out.lines().count(), 2, "{}", said.err);
}

#[test]
fn commands_that_need_a_model_take_it_from_there() {
    let folder = Folder::of(&[
        ("mp.litmus", MP),
        ("gpu-litmus.toml", "models = [\"plain\"]"),
    ]);
    let mp = folder.path("mp.litmus");
    for command in ["prove", "minimize", "fences"] {
        let said = run(&[command, &mp]);
        assert!(said.code < 2, "{command}: {}", said.err);
    }
    folder.add("gpu-litmus.toml", "models = [\"sc\", \"tso\"]");
    let said = run(&["fences", &mp]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("one model, not for `sc,tso`"),
        "{}",
        said.err
    );
    folder.add("gpu-litmus.toml", "");
    for command in ["prove", "minimize", "fences"] {
        let said = run(&[command, &mp]);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.err.contains("--model"), "{}", said.err);
    }
}

#[rstest]
#[case("unknown", "modles = [\"sc\"]\nspeed = 3\n[sweep]\nbound = 2\n")]
#[case("values", "models = 3\nbound = 101\ntimeout = 10\nengine = \"z4\"\n")]
#[case(
    "more-values",
    "models = [\"sc\", 4]\nbound = \"3\"\ntimeout = \"10\"\nengine = true\n"
)]
#[case("syntax", "models = [\"sc\"\nbound = 3\n")]
#[case("no-model", "models = [\"sc\", \"tos\", \"own.cat\"]\n")]
#[case("no-model-but-all", "models = [\"All\"]\n")]
#[case("no-file-but-an-ending", "models = [\"own.ct\", \"./own.ct\"]\n")]
#[case("no-model-like-it", "models = \"everything\"\n")]
#[case("twice", "bound = 3\nbound = 4\n")]
fn mistakes_are_told(#[case] name: &str, #[case] text: &str) {
    let folder = Folder::of(&[("mp.litmus", MP), ("gpu-litmus.toml", text)]);
    let said = run(&["check", &folder.path("mp.litmus")]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    let shown = said
        .err
        .replace(&folder.path("gpu-litmus.toml"), "gpu-litmus.toml");
    same(&format!("settings-{name}.stderr"), &shown);
}

/// A file that is none is told where it is named, with the nearest one; a folder holds no settings.
#[test]
fn what_cannot_be_read_is_told() {
    let folder = Folder::of(&[
        ("mp.litmus", MP),
        ("own/mine.cat", "acyclic po as mine\n"),
        ("gpu-litmus.toml", "models = [\"sc\",\n \"own/mien.cat\"]\n"),
    ]);
    let test = folder.path("mp.litmus");
    let told = || {
        let said = run(&["check", &test]);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        said.err.replace(&folder.path(""), "")
    };
    same("settings-no-file.stderr", &told());
    let said = run(&["check", &test, "--diagnostics", "json"]);
    let json: serde_json::Value = serde_json::from_str(said.err.trim_end()).unwrap();
    assert_eq!(json["file"], folder.path("gpu-litmus.toml"));
    assert_eq!(
        (&json["span"]["line"], &json["span"]["column"]),
        (&2.into(), &2.into())
    );
    assert_eq!(json["suggestion"]["text"], "own/mine.cat");
    std::fs::remove_file(folder.path("gpu-litmus.toml")).unwrap();
    std::fs::create_dir(folder.path("gpu-litmus.toml")).unwrap();
    let told = told();
    assert_eq!(
        told,
        "error: gpu-litmus.toml: is a directory, expected settings\n"
    );
}

#[test]
fn a_model_that_is_not_there_is_told() {
    let folder = Folder::of(&[("mp.litmus", MP), ("gpu-litmus.toml", "models = [\"tos\"]")]);
    let said = run(&["check", &folder.path("mp.litmus")]);
    assert!(said.err.contains("did you mean `tso`?"), "{}", said.err);
    // Commands that read no test read no settings.
    assert_eq!(run_with(&["models", "sc"], "").code, 0);
}

/// An expectation of a model by its name without the ending names the file that lies there.
#[test]
fn an_expectation_without_the_ending_of_a_model() {
    let text = format!("{MP}// expect own: unreachable\n");
    let folder = Folder::of(&[
        ("deep/mp.litmus", &text),
        ("own.cat", "acyclic po as own\n"),
        ("gpu-litmus.toml", "models = [\"own.cat\"]\n"),
    ]);
    let said = run(&["check", &folder.path("deep/mp.litmus")]);
    assert_eq!(said.code, 2, "{}", said.out);
    assert!(said.err.contains("did you mean `own.cat`?"), "{}", said.err);
}

/// Names of models are written in small letters.
#[test]
fn a_model_in_capitals() {
    let said = run(&["check", "examples/mp.litmus", "-m", "SC"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("did you mean `sc`?"), "{}", said.err);
}
