//! A launch file as a whole.

use toml::de::DeValue;

use crate::syntax::span::{SourceFile, Span, Spanned};
use crate::syntax::toml::{Table, Value, document, keep, span, string, wrong};
use crate::syntax::{Diagnostic, Report};

use super::description::{Check, Description};
use super::expect;
use super::sections::{self, Read};

/// Reads a launch description.
///
/// # Errors
///
/// All the mistakes in the text.
pub fn read(source: &SourceFile) -> Result<Description, Report> {
    document(source, |table, mistakes| {
        whole(source, None, table, mistakes)
    })
}

/// The same of a description that stands beside its module: it may leave out which one that is, and it has that name then.
///
/// # Errors
///
/// All the mistakes in the text.
pub fn read_beside(source: &SourceFile, module: &str) -> Result<Description, Report> {
    document(source, |table, mistakes| {
        whole(source, Some(module), table, mistakes)
    })
}

fn whole(
    source: &SourceFile,
    module: Option<&str>,
    mut table: Table<'_, '_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Option<Description> {
    table.elsewhere(&sections::LAUNCH_KEYS, "below `[[launch]]`");
    table.elsewhere(&["forall", "exists"], "below `[[property]]`");
    let beside = |name: &str| Spanned::new(name.to_owned(), Span::new(0, 0));
    let ptx = keep(table.string("ptx"), mistakes).flatten();
    let ptx = ptx.or_else(|| module.map(beside));
    if ptx.is_none() && mistakes.is_empty() {
        mistakes.push(Diagnostic::new(
            "a launch file without `ptx`",
            table.span,
            "expected the path of a module",
        ));
    }
    let mut outputs = Vec::new();
    for value in keep(table.list("outputs"), mistakes).unwrap_or(&[]) {
        outputs.extend(keep(string(value), mistakes));
    }
    let mut checks = Vec::new();
    let mut of_property = None;
    for value in keep(table.list("checks"), mistakes).unwrap_or(&[]) {
        let found = keep(string(value).and_then(|word| check(&word)), mistakes);
        of_property = of_property.or((found == Some(Check::Property)).then(|| span(value)));
        checks.extend(found);
    }
    let clock = one_of(&mut table, "clock", ["any", "0"], mistakes);
    let vectors = one_of(&mut table, "vectors", ["elements", "whole"], mistakes);
    let mut launches = Vec::new();
    let listed = keep(table.list_of("launch", "`[[launch]]`"), mistakes).unwrap_or(&[]);
    for value in listed {
        let launch = sections::launch(value, mistakes);
        launches.extend(keep_all(launch, mistakes));
    }
    if listed.is_empty() && mistakes.is_empty() {
        mistakes.push(Diagnostic::new(
            "nothing is launched",
            table.span,
            "expected `[[launch]]`",
        ));
    }
    let mut buffers = Vec::new();
    for (name, value) in named(table.get("buffer"), mistakes) {
        let buffer = sections::buffer(name, value, mistakes);
        buffers.extend(keep_all(buffer, mistakes));
    }
    let mut symbols = Vec::new();
    for (name, value) in named(table.get("symbol"), mistakes) {
        let symbol = sections::symbol(name, value, mistakes);
        symbols.extend(keep_all(symbol, mistakes));
    }
    let mut properties = Vec::new();
    let below = "`[[property]]`, with `forall` or `exists` below it";
    for value in keep(table.list_of("property", below), mistakes).unwrap_or(&[]) {
        let property = sections::property(value, mistakes);
        properties.extend(keep_all(property, mistakes));
    }
    if let Some(place) = of_property.filter(|_| properties.is_empty() && mistakes.is_empty()) {
        mistakes.push(Diagnostic::new(
            "a check of properties without one",
            place,
            "expected a `[[property]]` below",
        ));
    }
    let expect = table
        .get("expect")
        .map(|value| expect::read(value, mistakes));
    table.finish(mistakes);
    Some(Description {
        source: source.clone(),
        ptx: ptx?,
        outputs,
        checks,
        clock_any: clock.is_some_and(|word| word == "any"),
        vectors_whole: vectors.is_some_and(|word| word == "whole"),
        launches,
        buffers,
        symbols,
        properties,
        expect: expect.unwrap_or_default(),
    })
}

/// A word that is one of two; nothing where the key is missing.
fn one_of(
    table: &mut Table<'_, '_>,
    key: &'static str,
    words: [&str; 2],
    mistakes: &mut Vec<Diagnostic>,
) -> Option<String> {
    let word = keep(table.string(key), mistakes).flatten()?;
    if words.contains(&word.node.as_str()) {
        return Some(word.node);
    }
    let [one, other] = words;
    let label = format!("expected `{one}` or `{other}`");
    let mistake = Diagnostic::new(format!("unknown kind of {key}"), word.span, label);
    mistakes.push(mistake.with_suggestion(&word.node, words));
    None
}

fn named<'a, 'i>(
    value: Option<&'a Value<'i>>,
    mistakes: &mut Vec<Diagnostic>,
) -> Vec<(Spanned<String>, &'a Value<'i>)> {
    let Some(value) = value else {
        return Vec::new();
    };
    if let DeValue::Table(_) = value.get_ref() {
        match Table::of(value, "a table") {
            Ok(table) => table.entries().collect(),
            Err(_) => Vec::new(),
        }
    } else {
        mistakes.push(wrong(value, "a table for each name"));
        Vec::new()
    }
}

fn check(word: &Spanned<String>) -> Result<Check, Diagnostic> {
    Check::named(&word.node).ok_or_else(|| {
        let names = Check::ALL.map(Check::name);
        let label = format!("expected one of {}", names.join(", "));
        let mistake = Diagnostic::new(format!("unknown check `{}`", word.node), word.span, label);
        mistake.with_suggestion(&word.node, names)
    })
}

fn keep_all<T>(result: Read<T>, mistakes: &mut Vec<Diagnostic>) -> Option<T> {
    result.map_err(|found| mistakes.extend(found)).ok()
}
