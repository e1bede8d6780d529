//! `docs/cat-language.md` lists the whole vocabulary, and its examples load.
//! `UPDATE=1 cargo test --test house docs_cat` writes the tables anew.
#![expect(clippy::unwrap_used, reason = "a test")]

use std::fmt::Write as _;
use std::fs;

use gpu_litmus::model::cat;
use gpu_litmus::model::relation::base::{BaseRelation, BaseSet};

use crate::golden;

const PATH: &str = "docs/cat-language.md";

fn table<'a>(rows: impl Iterator<Item = (&'a [&'a str], &'a str)>) -> String {
    let mut out = String::from("| name | what it holds |\n| --- | --- |\n");
    for (names, meaning) in rows {
        let names = names.join("`, `");
        writeln!(out, "| `{names}` | {} |", meaning.replace('|', "\\|")).unwrap();
    }
    out
}

/// The text with a table between a marker and the next end marker.
fn with_table(text: &str, marker: &str, table: &str) -> String {
    let (before, rest) = text.split_once(marker).unwrap();
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    format!("{before}{marker}\n{table}<!-- end -->{after}")
}

#[test]
fn the_vocabulary_is_listed() {
    let text = fs::read_to_string(PATH).unwrap();
    let sets = table(BaseSet::ALL.iter().map(|one| (one.names(), one.meaning())));
    let relations = table(
        BaseRelation::ALL
            .iter()
            .map(|one| (one.names(), one.meaning())),
    );
    let wanted = with_table(&text, "<!-- sets -->", &sets);
    let wanted = with_table(&wanted, "<!-- relations -->", &relations);
    golden::same(PATH, &wanted);
}

#[test]
fn the_examples_load() {
    let text = fs::read_to_string(PATH).unwrap();
    let examples: Vec<&str> = text
        .split("```cat\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(examples.len() >= 3);
    for example in examples {
        let loaded = cat::load(PATH, example).map_err(|report| report.render(false));
        assert_eq!(loaded.err(), None, "{example}");
    }
}
