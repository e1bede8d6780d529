//! Whole models of the model language.

use std::fs;
use std::path::Path;

use gpu_litmus::model::cat;
use gpu_litmus::model::cat::LoadError;
use gpu_litmus::model::relation::expr::{Assertion, Expr, Kind};

#[test]
fn the_gpu_dialect_loads() {
    let model = cat::load_file(Path::new("tests/models/ptx-dialect.cat"))
        .map_err(|error| error.to_string())
        .unwrap();
    assert_eq!(model.title.as_deref(), Some("PTX"));
    assert!(model.options.co_partial && !model.options.rmw_one_event);
    assert_eq!(model.axioms.len(), 8);
    assert_eq!(model.axioms[5].name, "axiom-Causality");
    assert!(model.axioms[6].negated && !model.axioms[6].flag);
    assert!(model.axioms[7].negated && model.axioms[7].flag);
    assert_eq!(model.axioms[3].assertion, Assertion::Acyclic);
    let observation = model.named("observation").unwrap();
    assert!(matches!(model.arena.get(observation), Expr::Recursive(_)));
    assert_eq!(model.arena.kind(observation), Kind::Relation);
    let co = model.named("co").unwrap();
    assert!(matches!(model.arena.get(co), Expr::Plus(_)));
}

#[test]
fn included_files_lie_next_to_the_including_one() {
    let dir = tempfile::tempdir().unwrap();
    let sub = dir.path().join("lib");
    fs::create_dir(&sub).unwrap();
    fs::write(sub.join("a.cat"), "include \"b.cat\"\nlet a = b;b").unwrap();
    fs::write(sub.join("b.cat"), "let b = po acyclic b as from-b").unwrap();
    let main = dir.path().join("main.cat");
    fs::write(&main, "include \"lib/a.cat\"\nempty a as from-main").unwrap();
    let model = cat::load_file(&main).unwrap();
    let places: Vec<&str> = model
        .axioms
        .iter()
        .map(|axiom| axiom.source.slice(axiom.span))
        .collect();
    assert_eq!(places, ["acyclic b as from-b", "empty a as from-main"]);
}

#[test]
fn mistakes_in_an_included_file_are_reported_there() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("bad.cat"), "let a = pp").unwrap();
    let main = dir.path().join("main.cat");
    fs::write(&main, "include \"bad.cat\" let b = a let c = nothing").unwrap();
    let Err(LoadError::Report(report)) = cat::load_file(&main) else {
        unreachable!("the model is bad")
    };
    assert!(report.source.name.ends_with("bad.cat"));
    assert_eq!(report.diagnostics.len(), 1);
}

#[test]
fn unreadable_files_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let binary = dir.path().join("binary");
    fs::write(&binary, [0xff, 0xfe]).unwrap();
    let large = dir.path().join("large");
    fs::write(&large, " ".repeat((1 << 20) + 1)).unwrap();
    let missing = dir.path().join("missing");
    for (path, problem) in [
        (dir.path(), "it is a directory"),
        (&binary, "it is not UTF-8 text (at byte 0)"),
        (&large, "it is larger than 1 MiB"),
        (&missing, "there is no such file"),
    ] {
        let error = cat::load_file(path).unwrap_err().to_string();
        assert!(error.ends_with(problem), "{error}");
    }
}
