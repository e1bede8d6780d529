//! The rows of a table of expectations, with their places.

use csv::{ReaderBuilder, StringRecord};

use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;
use crate::tasks::batch::summary::plural;

use super::no_such;

/// One expectation as it is written.
pub struct Record {
    /// The file.
    pub file: String,
    /// The model.
    pub model: String,
    /// The verdict or the truth.
    pub cell: Cell,
    /// The quantity.
    pub quantity: Option<Field>,
    /// The line, from 1.
    pub line: usize,
    /// The row.
    pub span: Span,
    /// The file's name.
    pub named: Span,
}

/// What a cell says.
pub enum Cell {
    /// Whether the test's own statement holds.
    Holds(bool),
    /// A verdict by its name.
    Verdict(String, Span),
}

/// What a cell holds, and its place.
pub type Field = (String, Span);

/// How the columns are to be read.
enum Form {
    Wide(Vec<Option<String>>),
    Long,
}

/// All rows of a table, and what is wrong with the others.
pub fn records(text: &str, models: &[&str]) -> (Vec<Record>, Vec<Diagnostic>) {
    let mut mistakes = Vec::new();
    let mut records = Vec::new();
    let mut form = None;
    for (line, fields, span) in rows(text, &mut mistakes) {
        let Some(known) = &form else {
            let (found, heading) = heading(&fields, models, &mut mistakes);
            if !heading {
                long(fields, line, span, models, &mut records, &mut mistakes);
            }
            form = Some(found);
            continue;
        };
        match known {
            Form::Wide(columns) => {
                wide(columns, fields, line, span, &mut records, &mut mistakes);
            }
            Form::Long => long(fields, line, span, models, &mut records, &mut mistakes),
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
fn rows(text: &str, mistakes: &mut Vec<Diagnostic>) -> Vec<(usize, Vec<Field>, Span)> {
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

fn fields(text: &str, record: &StringRecord, span: Span) -> Vec<Field> {
    let mut from = span.start;
    let field = |value: &str| {
        let rest = text.get(from..span.end).unwrap_or("");
        // In a quoted cell a quote is written twice.
        let quoted = value.replace('"', "\"\"");
        let mut written = [quoted.as_str(), value].into_iter();
        let Some((at, written)) = written.find_map(|one| Some((rest.find(one)?, one))) else {
            return (value.trim().to_owned(), span);
        };
        let start = from + at;
        from = start + written.len();
        let place = start + (written.len() - written.trim_start().len());
        let place = Span::new(place, place + written.trim().len());
        (value.trim().to_owned(), place)
    };
    record.iter().map(field).collect()
}

/// The form of the table, and whether its first row is a heading.
fn heading(fields: &[Field], models: &[&str], mistakes: &mut Vec<Diagnostic>) -> (Form, bool) {
    let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    match names.as_slice() {
        ["file", "model", "verdict"] | ["file", "model", "verdict", "quantity"] => {
            (Form::Long, true)
        }
        // No model is called so: what is meant has a row for each of them.
        ["file", "model", rest @ ..] => {
            let all = Span::new(fields[0].1.start, fields[fields.len() - 1].1.end);
            let text = match rest {
                [] => "this heading has no column for verdicts",
                [_, ..] => "this heading has other columns than there are",
            };
            let one = Diagnostic::new(text, all, "the heading");
            mistakes.push(one.with_help(
                "it is `file,model,verdict`, with `,quantity` or without, or `file,MODEL,MODEL…`",
            ));
            (Form::Long, true)
        }
        ["file", columns @ ..] if !columns.is_empty() => {
            let columns = fields.iter().skip(1);
            let columns = columns.map(|(name, span)| {
                if models.contains(&name.as_str()) {
                    return Some(name.clone());
                }
                mistakes.push(no_such("model", name, *span, models));
                None
            });
            (Form::Wide(columns.collect()), true)
        }
        _ => (Form::Long, false),
    }
}

fn wide(
    columns: &[Option<String>],
    fields: Vec<Field>,
    line: usize,
    span: Span,
    records: &mut Vec<Record>,
    mistakes: &mut Vec<Diagnostic>,
) {
    let count = fields.len();
    let mut cells = fields.into_iter();
    let Some((file, named)) = cells.next() else {
        return;
    };
    if cells.len() != columns.len() {
        let expected = format!("expected {}, as in the heading", columns.len() + 1);
        let message = format!("this row has {}", plural(count, "cell"));
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
    for (model, (cell, place)) in columns.iter().zip(cells) {
        let cell = match cell.as_str() {
            "" => continue,
            "1" => Cell::Holds(true),
            "0" => Cell::Holds(false),
            name if name.chars().all(char::is_alphabetic) => Cell::Verdict(name.to_owned(), place),
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
                file: file.clone(),
                model: model.clone(),
                cell,
                quantity: None,
                line,
                span,
                named,
            });
        }
    }
}

fn long(
    fields: Vec<Field>,
    line: usize,
    span: Span,
    models: &[&str],
    records: &mut Vec<Record>,
    mistakes: &mut Vec<Diagnostic>,
) {
    let count = fields.len();
    let mut cells = fields.into_iter();
    let first = (cells.next(), cells.next(), cells.next(), cells.next());
    let (file, model, verdict, quantity) = match first {
        (Some(file), Some(model), Some(verdict), quantity) if count <= 4 => {
            (file, model, verdict, quantity)
        }
        _ => {
            let message = format!("this row has {}", plural(count, "cell"));
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
    if !models.contains(&model.0.as_str()) {
        mistakes.push(no_such("model", &model.0, model.1, models));
        return;
    }
    records.push(Record {
        named: file.1,
        file: file.0,
        model: model.0,
        cell: Cell::Verdict(verdict.0, verdict.1),
        quantity: quantity.filter(|(name, _)| !name.is_empty()),
        line,
        span,
    });
}
