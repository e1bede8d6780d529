//! The invariants of `docs/architecture.md` that can be read off the sources.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The layers, lowest first: a module names itself and those before it only. A folder within a folder
/// can be a layer of its own.
const LAYERS: &[&str] = &[
    "stop",
    "syntax",
    "verdict/plain",
    "program",
    "sat",
    "ugpu/machine",
    "model",
    "execution",
    "verdict",
    "axiomatic",
    "ugpu/encode",
    "explicit",
    "engine",
    "view",
    "render",
    "tasks",
    "render/batch",
    "render/fences",
    "render/proof",
    "render/suite",
    "render/sweep",
    "library",
    "testing",
    "cli",
];

/// The layer of a module, by its path in the crate: the longest name that fits.
fn layer(path: &[&str]) -> Option<usize> {
    let find = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    let two = path.get(..2).and_then(|path| find(&path.join("/")));
    two.or_else(|| path.first().and_then(|first| find(first)))
}

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

/// The modules that a file names, two names deep.
fn named(text: &str) -> BTreeSet<Vec<&str>> {
    text.split("crate::")
        .skip(1)
        .map(|rest| {
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
                .unwrap_or(rest.len());
            rest[..end]
                .split("::")
                .filter(|name| !name.is_empty())
                .take(2)
                .collect()
        })
        .collect()
}

/// A file's path in the crate.
fn module(path: &Path) -> Vec<String> {
    let inner = path
        .strip_prefix(source_folder())
        .unwrap()
        .with_extension("");
    let names = inner.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod").collect()
}

#[test]
fn imports_point_one_way() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for path in sources(&source_folder()) {
        let names = module(&path);
        let own: Vec<&str> = names.iter().map(String::as_str).collect();
        let Some(level) = layer(&own) else { continue };
        let text = code(&path);
        for name in named(&text) {
            seen += 1;
            let other = layer(&name);
            if other.is_none_or(|other| other > level) {
                wrong.push(format!("{} names {}", path.display(), name.join("::")));
            }
        }
    }
    assert!(seen > 500, "only {seen} imports were seen");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_module_has_a_layer() {
    for path in sources(&source_folder()) {
        let names = module(&path);
        let own: Vec<&str> = names.iter().map(String::as_str).collect();
        let whole = matches!(own[..], ["lib" | "main" | "ugpu"]);
        assert!(
            whole || layer(&own).is_some(),
            "{} is in no layer",
            path.display()
        );
    }
}

#[test]
fn only_sat_names_a_solver() {
    for path in sources(&source_folder()) {
        let names_it = code(&path).contains("z3::");
        let may = path.starts_with(source_folder().join("sat"));
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
