//! What should not be there and is: the places are listed beside this file, and may only become
//! fewer. After files were moved or mended, `UPDATE=1 cargo test --test house architecture` writes
//! the lists anew, unless one would grow.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::arms::wild;
use super::names::{HASHES, RANDOM};
use super::source::{Source, sources};
use crate::golden;

/// No file is longer than this.
const LONGEST: usize = 600;

/// Files longer than this are listed.
const LONG: usize = 300;

type Counts = BTreeMap<String, usize>;

/// The files of a list that have more than it says.
fn more(known: &Counts, found: &Counts) -> Vec<String> {
    let grown = found.iter().filter_map(|(path, count)| {
        let was = known.get(path).copied().unwrap_or(0);
        (*count > was).then(|| format!("{path}: {count}, {was} before"))
    });
    grown.collect()
}

fn parse(list: &str) -> Counts {
    let pairs = list.lines().map(|line| {
        let (path, count) = line.split_once(' ').unwrap();
        (path.to_owned(), count.parse().unwrap())
    });
    pairs.collect()
}

/// Compares the places in the sources with a list.
fn only_fewer(list: &str, count: impl Fn(&Source) -> usize) {
    let path = format!("tests/house/architecture/{list}.txt");
    let known = parse(&std::fs::read_to_string(&path).unwrap_or_default());
    let counts = sources().iter().map(|one| (one.path.clone(), count(one)));
    let found: Counts = counts.filter(|(_, count)| *count > 0).collect();
    let all: usize = found.values().sum();
    if std::env::var_os("UPDATE").is_some() && all <= known.values().sum() {
        let mut text = String::new();
        for (path, count) in &found {
            writeln!(text, "{path} {count}").unwrap();
        }
        golden::same(path, &text);
        return;
    }
    let more = more(&known, &found);
    assert!(more.is_empty(), "more than {path} lists: {more:#?}");
}

#[test]
fn new_variants_break_the_build() {
    let enums = sources().iter().flat_map(|source| &source.enums);
    let enums: BTreeSet<&str> = enums.map(String::as_str).collect();
    assert!(enums.len() > 50, "only {} enums were seen", enums.len());
    only_fewer("wild-arms", |source| wild(source, &enums));
}

#[test]
fn nothing_that_does_not_fit_becomes_something_else() {
    only_fewer("saturating", |source| source.saturating);
}

/// The hashes of the standard library that are listed are asked and never walked through.
#[test]
fn no_hash_order_and_no_chance_without_a_seed() {
    only_fewer("hashes", |source| source.words(HASHES));
    let chance = sources().iter().filter(|source| source.words(RANDOM) > 0);
    assert_eq!(
        chance.map(|source| &source.path).collect::<Vec<_>>(),
        [""; 0]
    );
}

#[test]
fn files_are_short() {
    let too_long = sources().iter().filter(|source| source.lines > LONGEST);
    let too_long: Vec<&str> = too_long.map(|source| source.path.as_str()).collect();
    assert_eq!(too_long, [""; 0]);
    only_fewer("long-files", |source| usize::from(source.lines > LONG));
}

#[test]
fn what_was_not_listed_is_seen() {
    let known = parse("src/a.rs 2\nsrc/b.rs 1\n");
    let more = |found| more(&known, &parse(found)).len();
    assert_eq!(more("src/a.rs 2\nsrc/b.rs 1\n"), 0);
    assert_eq!(more("src/a.rs 1\n"), 0);
    assert_eq!(more("src/a.rs 3\n"), 1);
    assert_eq!(more("src/a.rs 1\nsrc/c.rs 1\n"), 1);
}
