//! `examples/cuda`: each classic is broken or mended as its name says, by every engine; and what is changed
//! in one of them gets one answer from all.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use rstest::rstest;
use serde_json::Value;

use crate::docs_cuda::verdicts;
use crate::folder::Folder;

/// The models that a test names, with what it expects.
fn expected(text: &str) -> BTreeMap<String, String> {
    text.lines()
        .filter_map(|line| line.strip_prefix("// expect ")?.split_once(": "))
        .map(|(model, verdict)| (model.to_owned(), verdict.to_owned()))
        .collect()
}

#[rstest]
fn a_classic_is_broken_or_mended_as_its_name_says(
    #[files("examples/cuda/*.litmus")] path: PathBuf,
) {
    let name = path.file_stem().unwrap().to_str().unwrap();
    let expected = expected(&fs::read_to_string(&path).unwrap());
    let broken = name.ends_with("-broken");
    for model in ["ptx-6.0", "ptx-7.5"] {
        let wanted = if broken { "reachable" } else { "unreachable" };
        assert_eq!(expected.get(model).map(String::as_str), Some(wanted));
    }
    assert!(expected.get("sc").is_none_or(|sc| sc == "unreachable"));
}

#[rstest]
fn both_solvers_give_what_a_classic_expects(#[files("examples/cuda/*.litmus")] path: PathBuf) {
    let expected = expected(&fs::read_to_string(&path).unwrap());
    let models: Vec<&str> = expected.keys().map(String::as_str).collect();
    let path = path.display().to_string();
    let found = verdicts(&[&path, "-m", &models.join(","), "--engine", "both"], "");
    assert_eq!(found, expected);
}

/// What the enumerator leaves open: barriers, loops under a model where each lap may borrow, and a test
/// that has too many executions.
fn enumerable(name: &str, text: &str, model: &str) -> bool {
    let ptx = model.starts_with("ptx");
    let loops = text.contains("L0:") || text.contains("LOCK:");
    !(text.contains("bar.sync")
        || ptx && name.starts_with("double-checked")
        || model == "ugpu-strong" && loops)
}

#[rstest]
fn the_enumerator_gives_what_a_classic_expects(#[files("examples/cuda/*.litmus")] path: PathBuf) {
    let text = fs::read_to_string(&path).unwrap();
    let name = path.file_stem().unwrap().to_str().unwrap();
    let mut expected = expected(&text);
    expected.retain(|model, _| enumerable(name, &text, model));
    if expected.is_empty() {
        assert!(text.contains("bar.sync"));
        return;
    }
    let models: Vec<&str> = expected.keys().map(String::as_str).collect();
    let path = path.display().to_string();
    let found = verdicts(
        &[&path, "-m", &models.join(","), "--engine", "explicit"],
        "",
    );
    assert_eq!(found, expected);
}

/// A mended test has no fence too many: what it shows is what is needed.
#[rstest]
fn no_fence_of_a_mended_classic_can_go(#[files("examples/cuda/*-mended.litmus")] path: PathBuf) {
    let output = Command::cargo_bin("gpu-litmus")
        .unwrap()
        .arg("prove")
        .arg(&path)
        .args(["-m", "ptx-7.5", "--format", "json"])
        .output()
        .unwrap();
    let proof: Value = serde_json::from_slice(&output.stdout).unwrap();
    let proof = proof.as_array().map_or(&proof, |all| &all[0]);
    assert_eq!(proof["verdict"], "proved", "{proof}");
    let fences = proof["fences"].as_array().unwrap();
    for fence in fences {
        assert_eq!(fence["needed"], true, "{fence}");
    }
}

/// A test with one cell, or one row of barriers, made weaker; and what was changed.
struct Weaker {
    name: String,
    text: String,
}

/// What a cell becomes when it is weaker by one: nothing, or as much as a block needs.
fn weaker_cells(cell: &str) -> Vec<String> {
    let code = cell.trim();
    if code.starts_with("membar.gl") || code.starts_with("fence.") {
        return vec![
            String::new(),
            code.replace("gl", "cta").replace(".gpu", ".cta"),
        ];
    }
    let relaxed = code
        .replace(".acquire.", ".relaxed.")
        .replace(".release.", ".relaxed.");
    if relaxed == code {
        vec![]
    } else {
        vec![relaxed]
    }
}

/// Every way to make a test weaker in one place.
fn weakened(name: &str, text: &str) -> Vec<Weaker> {
    let text = text.split("\n// expect").next().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: Option<String>| {
        let mut all: Vec<String> = lines.iter().map(ToString::to_string).collect();
        match line {
            Some(line) => all[at] = line,
            None => drop(all.remove(at)),
        }
        all.join("\n") + "\n"
    };
    let mut found = Vec::new();
    let mut add = |text: String| {
        let name = format!("{name}-{}", found.len());
        found.push(Weaker { name, text });
    };
    for (at, line) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.contains(';'))
    {
        let code = line.split(';').next().unwrap();
        if code.contains("bar.sync") {
            add(with(at, None));
        }
        let cells: Vec<&str> = code.split('|').collect();
        for (column, cell) in cells.iter().enumerate() {
            for weaker in weaker_cells(cell) {
                let mut cells = cells.clone();
                cells[column] = &weaker;
                add(with(at, Some(format!("{} ;", cells.join(" | ")))));
            }
        }
    }
    found
}

/// The answers of an engine about a folder, by file and model.
fn answers(folder: &Folder, models: &str, engine: &str) -> BTreeMap<(String, String), String> {
    let output = Command::cargo_bin("gpu-litmus")
        .unwrap()
        .current_dir(folder.root())
        .args(["batch", ".", "-m", models, "--engine", engine])
        .args(["--no-reason", "--no-quantity", "-q", "--format", "jsonl"])
        .output()
        .unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = String::from_utf8(output.stdout).unwrap();
    let rows = rows
        .lines()
        .map(|line| -> Value { serde_json::from_str(line).unwrap() });
    rows.map(|row| {
        assert_eq!(row["error"], Value::Null, "{row}");
        let key = (text(&row["file"]), text(&row["model"]));
        (key, text(&row["verdict"]))
    })
    .collect()
}

fn folder_of(tests: &[Weaker]) -> Folder {
    let folder = Folder::of(&[]);
    for test in tests {
        folder.add(&format!("{}.litmus", test.name), &test.text);
    }
    folder
}

/// Nothing in a mended test is there for nothing: with anything weaker it is broken again.
#[rstest]
fn a_mended_classic_is_broken_by_every_weakening(
    #[files("examples/cuda/*-mended.litmus")] path: PathBuf,
) {
    let name = path.file_stem().unwrap().to_str().unwrap();
    let tests = weakened(name, &fs::read_to_string(&path).unwrap());
    assert!(tests.len() > 1, "{name}");
    let found = answers(&folder_of(&tests), "ptx-7.5", "auto");
    assert_eq!(found.len(), tests.len());
    for ((file, _), verdict) in found {
        assert_eq!(verdict, "reachable", "{file}");
    }
}

/// Both solvers and the enumerator agree on what is left of a classic with something weaker.
#[rstest]
fn all_engines_agree_on_weakened_classics(#[files("examples/cuda/*.litmus")] path: PathBuf) {
    let name = path.file_stem().unwrap().to_str().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let tests = weakened(name, &text);
    let models = ["sc", "strict", "ugpu-strong", "ptx-7.5"];
    // A spin lock has thousands of executions under PTX; as it stands, the test above asks for them.
    let many = name.starts_with("spin-lock");
    let models: Vec<&str> = models
        .into_iter()
        .filter(|model| enumerable(name, &text, model) && !(many && model.starts_with("ptx")))
        .collect();
    if tests.is_empty() || models.is_empty() {
        return;
    }
    let folder = folder_of(&tests);
    let models = models.join(",");
    let both = answers(&folder, &models, "both");
    assert!(both.len() >= tests.len());
    assert_eq!(both, answers(&folder, &models, "explicit"));
}
