//! The invariants of `docs/architecture.md` that can be read off the sources.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The layers, lowest first: a module names itself and those before it only.
const LAYERS: &[&str] = &[
    "stop",
    "syntax",
    "logic",
    "sat",
    "program",
    "execution",
    "relation",
    "cat",
    "ugpu",
    "models",
    "solve",
    "explicit",
    "proof",
    "minimize",
    "fences",
    "generate",
    "explain",
    "sweep",
    "suite",
    "batch",
    "cli",
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The code of a file, without comments: what is said about a module is no import.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The top-level modules that a file names.
fn named(text: &str) -> BTreeSet<&str> {
    text.split("crate::")
        .skip(1)
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(group) => group
                .split('}')
                .next()
                .unwrap_or_default()
                .split(',')
                .map(|name| name.trim().split("::").next().unwrap_or_default())
                .collect(),
            None => vec![rest.split([':', ';', ' ', '(']).next().unwrap_or_default()],
        })
        .collect()
}

#[test]
fn imports_point_one_way() {
    let mut wrong = Vec::new();
    for (level, layer) in LAYERS.iter().enumerate() {
        let folder = source_folder().join(layer);
        if !folder.is_dir() {
            continue;
        }
        for path in sources(&folder) {
            let text = code(&path);
            for name in named(&text) {
                if LAYERS[level + 1..].contains(&name) {
                    wrong.push(format!("{} names {name}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_module_has_a_layer() {
    for entry in std::fs::read_dir(source_folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let known = LAYERS.contains(&name.as_str()) || name == "lib" || name == "main";
        assert!(known, "{} is in no layer", path.display());
    }
}

#[test]
fn only_solve_names_the_solver() {
    for path in sources(&source_folder()) {
        let names_it = code(&path).contains("z3::");
        let may = path.starts_with(source_folder().join("solve"));
        assert!(!names_it || may, "{} names z3", path.display());
    }
}

#[test]
fn mod_files_hold_no_logic() {
    for path in sources(&source_folder()) {
        if path.file_name().is_some_and(|name| name == "mod.rs") {
            let text = code(&path);
            assert!(!text.contains("fn "), "{} has functions", path.display());
        }
    }
}
