//! The rows of a table of expectations, with their places.

use csv::{ReaderBuilder, StringRecord};

use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

use super::no_such;

/// One expectation as it is written.
pub struct Record<'a> {
    /// The file.
    pub file: String,
    /// The model.
    pub model: &'a str,
    /// The verdict or the truth.
    pub cell: Cell<'a>,
    /// The quantity.
    pub quantity: Option<(&'a str, Span)>,
    /// The line, from 1.
    pub line: usize,
    /// The row.
    pub span: Span,
}

/// What a cell says.
pub enum Cell<'a> {
    /// Whether the test's own statement holds.
    Holds(bool),
    /// A verdict by its name.
    Verdict(&'a str, Span),
}

/// A cell and its place.
type Field<'a> = (&'a str, Span);

/// How the columns are to be read.
enum Form<'a> {
    Wide(Vec<Option<&'a str>>),
    Long,
}

/// All rows of a table, and what is wrong with the others.
pub fn records<'a>(text: &'a str, models: &[&str]) -> (Vec<Record<'a>>, Vec<Diagnostic>) {
    let mut mistakes = Vec::new();
    let mut records = Vec::new();
    let mut form = None;
    for (line, fields, span) in rows(text, &mut mistakes) {
        let Some(known) = &form else {
            let (found, heading) = heading(&fields, models, &mut mistakes);
            if !heading {
                long(&fields, line, span, models, &mut records, &mut mistakes);
            }
            form = Some(found);
            continue;
        };
        match known {
            Form::Wide(columns) => {
                wide(columns, &fields, line, span, &mut records, &mut mistakes);
            }
            Form::Long => long(&fields, line, span, models, &mut records, &mut mistakes),
        }
    }
    if records.is_empty() && mistakes.is_empty() {
        mistakes.push(
            Diagnostic::new(
                "this table expects nothing",
                Span::new(0, 0),
                "no row with an expectation",
            )
            .with_help("write a heading `file,MODEL,MODEL…`, or rows of file, model, verdict"),
        );
    }
    (records, mistakes)
}

/// The rows with the places of their cells.
fn rows<'a>(text: &'a str, mistakes: &mut Vec<Diagnostic>) -> Vec<(usize, Vec<Field<'a>>, Span)> {
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let tabs = first.is_some_and(|line| line.contains('\t'));
    let mut reader = ReaderBuilder::new()
        .delimiter(if tabs { b'\t' } else { b',' })
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut record = StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return rows,
            Err(error) => {
                let message = format!("this is no table ({error})");
                mistakes.push(Diagnostic::new(
                    message,
                    Span::new(0, 0),
                    "while reading it",
                ));
                return rows;
            }
        }
        let position = record.position();
        let start = position.map_or(0, |at| usize::try_from(at.byte()).unwrap_or(0));
        let line = position.map_or(0, |at| usize::try_from(at.line()).unwrap_or(0));
        let end = usize::try_from(reader.position().byte()).unwrap_or(text.len());
        let written = text.get(start..end).unwrap_or("");
        let skipped = written.len() - written.trim_start_matches(['\r', '\n']).len();
        let (start, written) = (start + skipped, written.trim());
        let span = Span::new(start, start + written.len());
        rows.push((line, fields(text, &record, span), span));
    }
}

fn fields<'a>(text: &'a str, record: &StringRecord, span: Span) -> Vec<Field<'a>> {
    let mut from = span.start;
    let field = |value: &str| {
        // A quoted cell with quotes in it is not written as it reads: the row is its place.
        let rest = text.get(from..span.end).unwrap_or("");
        let Some(at) = rest.find(value) else {
            return ("", span);
        };
        let start = from + at;
        from = start + value.len();
        let trimmed = value.trim();
        let start = start + (value.len() - value.trim_start().len());
        let place = Span::new(start, start + trimmed.len());
        (text.get(place.range()).unwrap_or(""), place)
    };
    record.iter().map(field).collect()
}

/// The form of the table, and whether its first row is a heading.
fn heading<'a>(
    fields: &[Field<'a>],
    models: &[&str],
    mistakes: &mut Vec<Diagnostic>,
) -> (Form<'a>, bool) {
    let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    match names.as_slice() {
        ["file", "model", "verdict"] | ["file", "model", "verdict", "quantity"] => {
            (Form::Long, true)
        }
        ["file", columns @ ..] if !columns.is_empty() => {
            let columns = fields.iter().skip(1);
            let columns = columns.map(|&(name, span)| {
                if models.contains(&name) {
                    return Some(name);
                }
                mistakes.push(no_such("model", name, span, models));
                None
            });
            (Form::Wide(columns.collect()), true)
        }
        _ => (Form::Long, false),
    }
}

fn wide<'a>(
    columns: &[Option<&'a str>],
    fields: &[Field<'a>],
    line: usize,
    span: Span,
    records: &mut Vec<Record<'a>>,
    mistakes: &mut Vec<Diagnostic>,
) {
    let Some((&(file, _), cells)) = fields.split_first() else {
        return;
    };
    if cells.len() != columns.len() {
        let expected = format!("expected {}, as in the heading", columns.len() + 1);
        let message = format!("this row has {} cells", fields.len());
        mistakes.push(Diagnostic::new(message, span, expected));
        return;
    }
    if file.is_empty() {
        mistakes.push(Diagnostic::new(
            "this row names no file",
            span,
            "its first cell is empty",
        ));
        return;
    }
    for (model, &(cell, place)) in columns.iter().zip(cells) {
        let cell = match cell {
            "" => continue,
            "1" => Cell::Holds(true),
            "0" => Cell::Holds(false),
            name if name.chars().all(char::is_alphabetic) => Cell::Verdict(name, place),
            other => {
                mistakes.push(Diagnostic::new(
                    format!("`{other}` is no expectation"),
                    place,
                    "expected 1 (the statement holds), 0, a verdict, or nothing",
                ));
                continue;
            }
        };
        if let Some(model) = model {
            records.push(Record {
                file: file.to_owned(),
                model,
                cell,
                quantity: None,
                line,
                span,
            });
        }
    }
}

fn long<'a>(
    fields: &[Field<'a>],
    line: usize,
    span: Span,
    models: &[&str],
    records: &mut Vec<Record<'a>>,
    mistakes: &mut Vec<Diagnostic>,
) {
    let (file, model, verdict, quantity) = match *fields {
        [file, model, verdict] => (file, model, verdict, None),
        [file, model, verdict, quantity] => (file, model, verdict, Some(quantity)),
        _ => {
            let message = match fields.len() {
                1 => "this row has 1 cell".to_owned(),
                count => format!("this row has {count} cells"),
            };
            let expected = "expected file, model, verdict and perhaps quantity";
            let help = "a table with a column for each model starts with a heading `file,MODEL,…`";
            mistakes.push(Diagnostic::new(message, span, expected).with_help(help));
            return;
        }
    };
    if file.0.is_empty() {
        mistakes.push(Diagnostic::new(
            "this row names no file",
            span,
            "its first cell is empty",
        ));
        return;
    }
    if !models.contains(&model.0) {
        mistakes.push(no_such("model", model.0, model.1, models));
        return;
    }
    records.push(Record {
        file: file.0.to_owned(),
        model: model.0,
        cell: Cell::Verdict(verdict.0, verdict.1),
        quantity: quantity.filter(|(name, _)| !name.is_empty()),
        line,
        span,
    });
}
