//! The table: the header row places the threads, each further row gives every thread a cell.

use std::collections::BTreeMap;

use super::ast::{Column, Statement};
use super::diagnostic::Diagnostic;
use super::mnemonic;
use super::placement;
use super::raw::{Content, RawCell, Separator};
use super::sink::Sink;
use super::span::{Span, Spanned};

/// How many threads a test may have.
pub(crate) const MAX_THREADS: usize = 64;

/// The threads with their instructions; `start` is where the table begins.
pub(crate) fn columns(cells: Vec<RawCell<'_>>, start: usize, sink: &mut Sink) -> Vec<Column> {
    let mut rows = rows(cells, sink).into_iter();
    let Some(header) = rows.next() else {
        sink.push(no_header(Span::new(start, start)));
        return Vec::new();
    };
    let placed = header
        .cells
        .iter()
        .any(|cell| matches!(cell.content, Content::Header { .. } | Content::Bad));
    if !placed {
        sink.push(no_header(header.span));
        return Vec::new();
    }
    let width = header.cells.len();
    if width > MAX_THREADS {
        let span = header.cells[MAX_THREADS].span;
        sink.push(Diagnostic::new(
            format!("this test has {width} threads"),
            span,
            format!("the limit is {MAX_THREADS}"),
        ));
        return Vec::new();
    }
    let mut columns: Vec<Column> = header
        .cells
        .into_iter()
        .map(|cell| placement::column(cell, sink))
        .collect();
    report_duplicates(&columns, sink);
    for row in rows {
        check_width(&row, width, sink);
        for (index, cell) in row.cells.into_iter().enumerate() {
            let statement = statement(cell, sink);
            if let (Some(column), Some(statement)) = (columns.get_mut(index), statement) {
                column.cells.push(statement);
            }
        }
    }
    columns
}

/// The diagnostic for a table that does not begin with a header row.
fn no_header(span: Span) -> Diagnostic {
    Diagnostic::new(
        "the table has no header row",
        span,
        "expected the threads here",
    )
    .with_help("place each thread, as in `P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;`")
}

/// The cells up to a `;`.
struct Row<'i> {
    cells: Vec<RawCell<'i>>,
    span: Span,
}

fn rows<'i>(cells: Vec<RawCell<'i>>, sink: &mut Sink) -> Vec<Row<'i>> {
    let mut rows = Vec::new();
    let mut current = Vec::new();
    for cell in cells {
        let end = cell.end;
        current.push(cell);
        match end {
            Some((Separator::Bar, _)) => {}
            Some((Separator::BarBar, span)) => current.push(RawCell {
                content: Content::Empty,
                span,
                end: Some((Separator::Bar, span)),
            }),
            Some((Separator::Row, _)) => rows.extend(row(std::mem::take(&mut current))),
            None => {
                let last = row(std::mem::take(&mut current));
                if let Some(row) = last {
                    report_unfinished(&row, sink);
                    rows.push(row);
                }
            }
        }
    }
    rows
}

/// A row; nothing if it has but one cell, and that is empty.
fn row(cells: Vec<RawCell<'_>>) -> Option<Row<'_>> {
    let empty = |cell: &RawCell<'_>| matches!(cell.content, Content::Empty);
    if cells.len() == 1 && cells.iter().all(empty) {
        return None;
    }
    let separators = cells.iter().filter_map(|cell| cell.end).map(|end| end.1);
    let contents = cells
        .iter()
        .filter(|cell| !empty(cell))
        .map(|cell| cell.span);
    let span = contents.chain(separators).reduce(Span::join)?;
    Some(Row { cells, span })
}

fn report_unfinished(row: &Row<'_>, sink: &mut Sink) {
    if row
        .cells
        .iter()
        .any(|cell| matches!(cell.content, Content::Bad))
    {
        return;
    }
    let end = Span::new(row.span.end, row.span.end);
    sink.push(Diagnostic::new(
        "this row is not finished",
        end,
        "expected `;`",
    ));
}

fn check_width(row: &Row<'_>, width: usize, sink: &mut Sink) {
    let count = row.cells.len();
    let reported = row
        .cells
        .iter()
        .any(|cell| matches!(cell.content, Content::Bad));
    if count == width || count < width && reported {
        return;
    }
    let excess = row.cells.get(width..).unwrap_or_default();
    let full = |cell: &&RawCell<'_>| !matches!(cell.content, Content::Empty);
    let at = match excess.iter().find(full) {
        Some(cell) => cell.span,
        None => row.span,
    };
    let label = if count > width {
        "one cell too many"
    } else {
        "cells are missing here"
    };
    let label = if count > width + 1 {
        "too many cells from here on"
    } else {
        label
    };
    sink.push(
        Diagnostic::new(
            format!("this row has {}, the header has {width}", counted(count)),
            at,
            label,
        )
        .with_help("leave a cell empty where a thread does nothing"),
    );
}

fn counted(cells: usize) -> String {
    match cells {
        1 => "1 cell".to_owned(),
        count => format!("{count} cells"),
    }
}

fn report_duplicates(columns: &[Column], sink: &mut Sink) {
    let mut seen: BTreeMap<u32, Span> = BTreeMap::new();
    for column in columns {
        // A column that was reported stands for no thread.
        if column.span.is_empty() {
            continue;
        }
        let place = column.number.span;
        if let Some(first) = seen.insert(column.number.node, place) {
            sink.push(
                Diagnostic::new(
                    format!("there are two threads P{}", column.number.node),
                    place,
                    "this number is taken",
                )
                .with_label(first, "the first one"),
            );
        }
    }
}

fn statement(cell: RawCell<'_>, sink: &mut Sink) -> Option<Spanned<Statement>> {
    let span = cell.span;
    let node = match cell.content {
        Content::Empty | Content::Bad => return None,
        Content::Label(name) => Statement::Label(super::names::name(&name, sink)?),
        Content::Header { .. } => {
            sink.push(Diagnostic::new(
                "a thread is placed below the header row",
                span,
                "expected an instruction",
            ));
            return None;
        }
        Content::Directive(words) => {
            mnemonic::directive(&words, sink);
            return None;
        }
        Content::Instruction {
            guard,
            mnemonic,
            operands,
        } => {
            let operation = mnemonic::decode(&mnemonic, &operands, sink);
            let guard = match guard {
                Some((name, positive)) => Some((super::names::name(&name, sink)?, positive)),
                None => None,
            };
            Statement::Instruction {
                guard,
                operation: operation?,
            }
        }
    };
    Some(Spanned::new(node, span))
}
