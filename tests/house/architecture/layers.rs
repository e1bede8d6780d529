//! Imports point one way, and a solver is named in one layer only.

use super::paths::Named;
use super::source::{Source, sources};

/// The layers, lowest first: a module names itself and those before it only. A folder within a folder
/// can be a layer of its own.
pub const LAYERS: &[&str] = &[
    "stop",
    "save",
    "graph",
    "syntax",
    "ptx",
    "verdict/plain",
    "program",
    "sat",
    "ugpu/machine",
    "model",
    "execution",
    "explicit",
    "verdict",
    "axiomatic",
    "ugpu/encode",
    "engine",
    "view",
    "render",
    "kernel",
    "render/kernel",
    "tasks",
    "render/audit",
    "render/batch",
    "render/compare",
    "render/fences",
    "render/proof",
    "render/repair",
    "render/suite",
    "render/sweep",
    "render/synthesize",
    "trace",
    "drf",
    "device",
    "library",
    "embed",
    "testing",
    "lsp",
    "cli",
];

/// The layer that names solvers, and how they are called.
const SOLVERS: (&str, [&str; 3]) = ("sat", ["z3", "z3_sys", "batsat"]);

/// The layer of a module, by its path in the crate: the longest name that fits.
fn layer(path: &[String]) -> Option<usize> {
    (1..=path.len()).rev().find_map(|length| {
        let name = path[..length].join("/");
        LAYERS.iter().position(|layer| *layer == name)
    })
}

/// Whether a folder holds layers and is none itself.
fn joins(path: &[String]) -> bool {
    let folder = format!("{}/", path.join("/"));
    layer(path).is_none() && LAYERS.iter().any(|layer| layer.starts_with(&folder))
}

/// The imports of a file that point up, or at what has no layer.
pub fn upward(source: &Source) -> Vec<String> {
    if source.is_root() || joins(&source.module) {
        return Vec::new();
    }
    let Some(level) = layer(&source.module) else {
        return vec![format!("{} is in no layer", source.path)];
    };
    let ours = source.named.iter().filter_map(|name| match name {
        Named::Ours(path) if !path.is_empty() && !joins(path) => Some(path),
        Named::Ours(_) | Named::Other(_) => None,
    });
    ours.filter(|path| layer(path).is_none_or(|other| other > level))
        .map(|path| format!("{} names {}", source.path, path.join("::")))
        .collect()
}

/// The solvers that a file names though it may not.
pub fn solvers(source: &Source) -> Vec<String> {
    let (home, crates) = SOLVERS;
    if source.module.first().is_some_and(|first| first == home) {
        return Vec::new();
    }
    let names = source.named.iter().filter_map(|name| match name {
        Named::Other(path) if path.len() > 1 => Some(path),
        Named::Ours(_) | Named::Other(_) => None,
    });
    names
        .filter(|path| crates.contains(&path[0].as_str()))
        .map(|path| format!("{} names {}", source.path, path.join("::")))
        .collect()
}

/// The functions of a `mod.rs`.
pub fn logic(source: &Source) -> Vec<String> {
    if !source.path.ends_with("/mod.rs") {
        return Vec::new();
    }
    match source.words(&["fn"]) {
        0 => Vec::new(),
        count => vec![format!("{} has {count} functions", source.path)],
    }
}

fn none(check: fn(&Source) -> Vec<String>) {
    let wrong: Vec<String> = sources().iter().flat_map(check).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn imports_point_one_way() {
    none(upward);
    let ours = sources().iter().flat_map(|source| &source.named);
    let ours = ours.filter(|name| matches!(name, Named::Ours(_))).count();
    assert!(ours > 1_000, "only {ours} imports were seen");
}

#[test]
fn every_layer_is_there() {
    for (level, name) in LAYERS.iter().enumerate() {
        let there = sources()
            .iter()
            .any(|one| layer(&one.module) == Some(level));
        assert!(there, "{name} has no file");
    }
}

#[test]
fn only_sat_names_a_solver() {
    none(solvers);
    let home = sources()
        .iter()
        .filter(|source| source.module.first().is_some_and(|one| one == SOLVERS.0));
    let named = home.flat_map(|source| &source.named);
    let solvers =
        named.filter(|name| matches!(name, Named::Other(path) if SOLVERS.1.contains(&&*path[0])));
    assert!(solvers.count() > 0, "no solver was seen");
}

#[test]
fn mod_files_hold_no_logic() {
    none(logic);
}
