//! The engines without a solver are second opinions only as long as they share nothing with the
//! first.

use super::paths::Named;
use super::source::{Source, sources};

/// What their sources may name of this crate.
const ALLOWED: [&str; 3] = ["program", "stop", "syntax"];

/// The words of an answer, which mean nothing without who says them.
const WORDS: [&str; 2] = ["verdict", "plain"];

/// What of the program is the symbolic side's.
const FOREIGN: [&str; 3] = ["unroll", "symbolic", "flow"];

/// What a file of such an engine names of the solver's side.
fn shared(source: &Source, home: &[&str], foreign: &[&str]) -> Vec<String> {
    let ours = source.named.iter().filter_map(|name| match name {
        Named::Ours(path) => Some(path),
        Named::Other(_) => None,
    });
    let wrong = ours.filter(|path| {
        let own = path.len() >= home.len() && path.iter().zip(home).all(|(one, name)| one == name);
        let known = path
            .first()
            .is_some_and(|first| ALLOWED.contains(&&**first));
        let known = known || path.len() > 2 && path[..2] == WORDS;
        let theirs = path.iter().any(|name| foreign.contains(&&**name));
        !path.is_empty() && !own && (!known || theirs)
    });
    wrong
        .map(|path| format!("{} names {}", source.path, path.join("::")))
        .collect()
}

fn check(home: &[&str], foreign: &[&str]) {
    let folder = format!("src/{}/", home.join("/"));
    let files = sources().iter().filter(|one| one.path.starts_with(&folder));
    let files: Vec<&Source> = files.collect();
    assert!(files.len() > 10, "only {} files", files.len());
    let wrong = files.iter().flat_map(|one| shared(one, home, foreign));
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn the_enumerator_imports_nothing_of_the_solver_side() {
    check(&["explicit"], &FOREIGN);
}

#[test]
fn the_machine_imports_nothing_of_the_solver_side() {
    // What a loop is, both sides take from the control flow.
    check(&["ugpu", "machine"], &FOREIGN[..2]);
}

#[test]
fn what_is_shared_is_seen() {
    let count = |text: &str| {
        let source = Source::of("src/explicit/deep/file.rs", text);
        shared(&source, &["explicit"], &FOREIGN).len()
    };
    for text in [
        "use crate::{program::{Program, unroll::{self, unroll}}};",
        "use crate::model::Model;",
        "use super::super::super::sat::cnf;",
        "fn f() { crate::execution::judge() }",
        "fn f() { println!(\"{}\", crate::program::flow::of()); }",
    ] {
        assert!(count(text) > 0, "{text}");
    }
    let right =
        "use crate::{program::Program, syntax::{ast}}; use super::super::graph; use z::model;";
    assert_eq!(count(right), 0);
}
