//! The test of the tests: breaches hidden in small sources are found, and what is right is not.

use super::arms::wild;
use super::layers::{logic, solvers, upward};
use super::names::HASHES;
use super::source::Source;

/// What a file of the layer `execution` imports.
fn imports(text: &str) -> Vec<String> {
    upward(&Source::of("src/execution/judge.rs", text))
}

#[test]
fn imports_that_point_up() {
    for text in [
        "use crate::axiomatic;",
        "use crate::{stop::Stop, axiomatic::{check, race::{Race}}};",
        "use crate::{syntax, cli};",
        "use crate::axiomatic::*;",
        "use crate::axiomatic as other;",
        "use super::super::view::answer::Answer;",
        "use {super::super::{cli::exit}};",
        "pub use crate::render::text;",
        "fn f() { crate::axiomatic::check::go() }",
        "fn f(x: crate::view::Answer) {}",
        "fn f() { let x: Vec<crate::view::Answer> = vec![]; }",
        "pub(in crate::axiomatic) fn f() {}",
        "struct S { pub(in crate::tasks::prove) x: u8 }",
        "fn f() { println!(\"{}\", crate::tasks::count()); }",
        "fn f() { assert!(vec![super::super::cli::exit::CODE].is_empty()); }",
        "impl crate::view::Shown for u8 {}",
        "#[derive(Debug)] struct S<T: crate::view::Shown>(T);",
        "mod inner { use super::super::super::axiomatic::check; }",
        "mod inner { fn f() { crate::axiomatic::check() } }",
        "macro_rules! m { () => { $crate::cli::exit() } }",
        "use crate::nowhere::thing;",
        "use crate::ugpu::encode::layout;",
    ] {
        assert!(!imports(text).is_empty(), "{text}");
    }
}

#[test]
fn imports_that_point_down() {
    for text in [
        "use crate::stop::Stop;",
        "use crate::{stop::Stop, model::{cat, relation::{bounds}}};",
        "use super::super::program::Program;",
        "use super::axioms;",
        "use self::inner::Thing; mod inner {}",
        "use crate::ugpu::machine::schedule;",
        "pub(crate) fn f() {} pub(super) fn g() {} pub(in crate::execution) fn h() {}",
        "// crate::axiomatic\n/// As `crate::axiomatic` says.\nfn f() {}",
        "fn f() -> &'static str { \"crate::axiomatic\" }",
        "use axiomatic::check; use std::fmt;",
        "mod inner { use super::*; use super::super::costs; }",
    ] {
        assert_eq!(imports(text), [""; 0], "{text}");
    }
}

#[test]
fn files_without_a_layer() {
    let grouped = "use crate::{stop::Stop, axiomatic::{check, race::{Race}}, cli::exit};";
    let wrong = ["axiomatic::check", "axiomatic::race::Race", "cli::exit"];
    let wrong = wrong.map(|name| format!("src/execution/judge.rs names {name}"));
    assert_eq!(imports(grouped), wrong);
    let found = |path| upward(&Source::of(path, "fn f() {}"));
    assert_eq!(found("src/other.rs").len(), 1);
    assert_eq!(found("src/other/deep/file.rs").len(), 1);
    assert_eq!(found("src/ugpu/other.rs").len(), 1);
    assert_eq!(found("src/ugpu/mod.rs").len(), 0);
    assert_eq!(found("src/ugpu/machine/a/b/c.rs").len(), 0);
    assert_eq!(found("src/lib.rs").len(), 0);
}

/// A folder within a folder may lie higher than the folder.
#[test]
fn layers_within_layers() {
    let up = |path| upward(&Source::of(path, "use crate::tasks::sweep;")).len();
    assert_eq!(
        (up("src/render/text.rs"), up("src/render/sweep/csv.rs")),
        (1, 0)
    );
    let across = Source::of("src/render/text.rs", "use super::sweep::csv;");
    assert_eq!(upward(&across).len(), 1);
}

#[test]
fn solvers_that_are_named() {
    let named = |text| solvers(&Source::of("src/axiomatic/check.rs", text)).len();
    for text in [
        "use z3::Solver;",
        "use {std::fmt, z3::{ast::{Bool}}};",
        "fn f(solver: &z3::Solver) {}",
        "fn f() { drop(::batsat::Solver::default()) }",
        "fn f() { println!(\"{}\", z3::version()); }",
        "extern crate z3;",
        "use z3;",
        "use z3 as other;",
    ] {
        assert!(named(text) > 0, "{text}");
    }
    for text in [
        "fn f() { let z3 = 1; drop(z3) }",
        "fn f() { a.z3::<u8>() }",
        "// z3::x",
    ] {
        assert_eq!(named(text), 0, "{text}");
    }
    assert!(solvers(&Source::of("src/sat/session.rs", "use z3::Solver;")).is_empty());
}

#[test]
fn functions_of_mod_files() {
    let found = |path, text| logic(&Source::of(path, text)).len();
    assert_eq!(found("src/a/mod.rs", "mod b; pub use b::f;"), 0);
    assert_eq!(found("src/a/mod.rs", "struct S; impl S { fn f() {} }"), 1);
    assert_eq!(found("src/a/mod.rs", "/// no fn here\nmod b;"), 0);
    assert_eq!(found("src/a/b.rs", "fn f() {}"), 0);
}

#[test]
fn arms_that_take_the_rest() {
    let ours = Source::of("src/a.rs", "mod deep { pub enum Color { Red, Blue } }");
    let enums = ours.enums.iter().map(String::as_str).collect();
    let count = |text: &str| wild(&Source::of("src/b.rs", text), &enums);
    for text in [
        "fn f() { match x { Color::Red => 1, _ => 2 } }",
        "fn f() { match x { a::Color::Red(y) => 1, _ => 2 } }",
        "fn f() { match x { Some((Color::Red, 2)) => 1, _ => 2 } }",
        "fn f() { match x { &Color::Red { .. } => 1, Color::Blue | _ => 2 } }",
        "fn f() { match y { 1 => match x { Color::Red => 1, _ => 2 }, _ => 3 } }",
        "fn f() { let g = |x| match x { (_, Color::Red) => 1, _ => 2 }; }",
        "impl Color { fn f(self) { match self { Self::Red => 1, _ => 2 } } }",
        "use a::Color::{Red, Blue}; fn f() { match x { Red => 1, _ => 2 } }",
        "use a::Color::Red; fn f() { match x { Red(y) => 1, _ => 2 } }",
    ] {
        assert_eq!(count(text), 1, "{text}");
    }
    for text in [
        "fn f() { match x { Color::Red => 1, Color::Blue => 2 } }",
        "fn f() { match x { Color::Red => 1, _ if y => 2, Color::Blue => 3 } }",
        "fn f() { match x { Other::Red => 1, _ => 2 } }",
        "fn f() { match x { Color::Red(_) => 1, Color::Blue => 2 } }",
        "fn f() { match x { 1 => 1, _ => 2 } }",
        "impl Other { fn f(self) { match self { Self::Red => 1, _ => 2 } } }",
    ] {
        assert_eq!(count(text), 0, "{text}");
    }
}

#[test]
fn numbers_that_become_the_largest() {
    let count = |text: &str| Source::of("src/a.rs", text).saturating;
    assert_eq!(count("fn f() { x.try_into().unwrap_or(usize::MAX) }"), 1);
    assert_eq!(
        count("fn f() { println!(\"{}\", x.unwrap_or(u64::MAX)) }"),
        1
    );
    assert_eq!(count("fn f() { x.unwrap_or(0).max(u64::MAX) }"), 0);
    assert_eq!(count("/// unwrap_or(u8::MAX)\nfn f() {}"), 0);
}

#[test]
fn hashes_without_an_order() {
    let count = |text: &str| Source::of("src/a.rs", text).words(HASHES);
    assert_eq!(count("use std::collections::{BTreeMap, HashMap};"), 1);
    assert_eq!(count("fn f() { vec![HashSet::new()] }"), 1);
    assert_eq!(count("use rustc_hash::FxHashMap; // HashMap"), 0);
}
