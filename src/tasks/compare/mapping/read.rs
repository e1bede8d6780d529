//! A mapping from TOML.

use toml::de::DeValue;

use crate::syntax::span::{SourceFile, Spanned};
use crate::syntax::toml::{Table, Value, document, keep, span, string, wrong};
use crate::syntax::{Diagnostic, Report};

use super::table::{Mapping, Row};
use super::word::{What, Word};

/// Reads a mapping.
///
/// # Errors
///
/// All the mistakes in the text.
pub fn read(name: &str, source: &SourceFile) -> Result<Mapping, Report> {
    document(source, |table, mistakes| {
        whole(name, source, table, mistakes)
    })
}

fn whole(
    name: &str,
    source: &SourceFile,
    mut table: Table<'_, '_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Option<Mapping> {
    let about = keep(table.string("about"), mistakes).flatten();
    let Some(value) = table.get("instructions") else {
        let place = table.span;
        table.finish(mistakes);
        mistakes.push(Diagnostic::new(
            "a mapping without `[instructions]`",
            place,
            "expected a row for each instruction, such as `\"ld.acquire\" = \"ld.acquire\"`",
        ));
        return None;
    };
    let rows = keep(Table::of(value, "a table of instructions"), mistakes);
    table.finish(mistakes);
    let rows = rows?;
    let mut found = Vec::new();
    for (key, value) in rows.entries() {
        found.extend(row(&key, value, mistakes));
    }
    Some(Mapping {
        name: name.to_owned(),
        about: about.map(|about| about.node).unwrap_or_default(),
        source: source.clone(),
        place: rows.span,
        rows: found,
    })
}

fn row(key: &Spanned<String>, value: &Value<'_>, mistakes: &mut Vec<Diagnostic>) -> Option<Row> {
    if let DeValue::Table(_) = value.get_ref() {
        let mistake = Diagnostic::new(
            format!("`{}` is a table", key.node),
            key.span,
            "expected an instruction in quotes, such as `\"ld.acquire\"`",
        );
        mistakes.push(mistake.with_help("without quotes a dot begins a table in a table"));
        return None;
    }
    let from = keep(word(key), mistakes);
    let to = list(value, mistakes);
    let row = Row {
        from: from?,
        to: to?,
    };
    let wrong = complaint(&row, key, value);
    if wrong.is_empty() {
        return Some(row);
    }
    mistakes.extend(wrong);
    None
}

/// The instructions of a value; none where one is wrong.
fn list(value: &Value<'_>, mistakes: &mut Vec<Diagnostic>) -> Option<Vec<Spanned<Word>>> {
    let expected = "an instruction in quotes, or an array of them";
    let one = |value: &Value<'_>| match value.get_ref() {
        DeValue::String(_) => string(value).and_then(|name| word(&name)),
        DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_)
        | DeValue::Array(_)
        | DeValue::Table(_) => Err(wrong(value, expected)),
    };
    let values = match value.get_ref() {
        DeValue::Array(values) => values.iter().collect(),
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_)
        | DeValue::Table(_) => vec![value],
    };
    let words: Vec<Option<Spanned<Word>>> = values
        .into_iter()
        .map(|value| keep(one(value), mistakes))
        .collect();
    words.into_iter().collect()
}

fn word(name: &Spanned<String>) -> Result<Spanned<Word>, Diagnostic> {
    let words: Vec<(String, Word)> = Word::all().collect();
    match words.iter().find(|(own, _)| *own == name.node) {
        Some(&(_, word)) => Ok(Spanned::new(word, name.span)),
        None => Err(Diagnostic::new(
            format!("unknown instruction `{}`", name.node),
            name.span,
            "expected ld, st, atom or fence with an order, and perhaps a scope: `ld.acquire.gpu`",
        )
        .with_suggestion(&name.node, words.iter().map(|(own, _)| own.as_str()))),
    }
}

/// What is wrong with a row whose instructions are known.
fn complaint(row: &Row, key: &Spanned<String>, value: &Value<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let from = row.from.node;
    for to in &row.to {
        if to.node.scope.is_none() && to.node.what.scoped() && !from.what.scoped() {
            found.push(Diagnostic::new(
                "an instruction without its scope",
                to.span,
                format!("`{}` has no scope that it could have: say which", key.node),
            ));
        }
        if !from.what.may_become(to.node.what) {
            let mistake = Diagnostic::new(
                format!("`{}` cannot become this", key.node),
                to.span,
                "an instruction of another kind",
            );
            found.push(mistake.with_help(
                "a load becomes a load, a store a store or an exchange, an exchange an exchange, a \
                 fence fences; fences may stand around each",
            ));
        }
    }
    let accesses = row.to.iter().map(|to| to.node.what);
    let accesses = accesses.filter(|what| matches!(what, What::Access(..)));
    let (accesses, wanted) = (accesses.count(), from.what);
    match wanted {
        What::Access(..) if found.is_empty() && accesses != 1 => found.push(Diagnostic::new(
            format!("`{}` becomes {accesses} accesses", key.node),
            span(value),
            "expected one access, with fences around it",
        )),
        What::Access(..) | What::Fence(_) => {}
    }
    found
}
