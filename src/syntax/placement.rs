//! The cells of the header row: `P0@warp 0,cta 0,gpu 0`.

use super::ast::Column;
use super::diagnostic::Diagnostic;
use super::raw::{Content, RawCell, Text};
use super::sink::Sink;
use super::span::{Span, Spanned};
use super::{names, number};

pub(crate) const ATTRIBUTES: [&str; 3] = ["warp", "cta", "gpu"];

/// The column of a header cell. A cell that is wrong is reported and gives a column with an empty
/// span, so that the cells below keep their columns.
pub(crate) fn column(cell: RawCell<'_>, sink: &mut Sink) -> Column {
    let at = cell.span;
    let written = match cell.content {
        Content::Header { thread, attributes } => place(&thread, &attributes, at, sink),
        Content::Bad => None,
        Content::Empty => {
            let end = cell.end.map_or(at, |end| end.1);
            sink.push(unplaced(
                "this thread is not placed",
                end,
                "expected a thread before this",
            ));
            None
        }
        Content::Instruction { mnemonic, .. } => {
            sink.push(unplaced(
                "this thread is not placed",
                mnemonic.span,
                "where does it run?",
            ));
            None
        }
        Content::Label(_) | Content::Directive(_) => {
            sink.push(unplaced("this is not a thread", at, "expected a thread"));
            None
        }
    };
    written.unwrap_or_else(|| Column {
        number: Spanned::new(0, at),
        warp: None,
        cta: 0,
        gpu: 0,
        span: Span::new(at.start, at.start),
        cells: Vec::new(),
    })
}

fn unplaced(message: &str, at: Span, label: &str) -> Diagnostic {
    Diagnostic::new(message, at, label)
        .with_help("write the block and the device, as in `P0@cta 0,gpu 0`")
}

fn place(
    thread: &Text<'_>,
    attributes: &[(Text<'_>, Text<'_>)],
    span: Span,
    sink: &mut Sink,
) -> Option<Column> {
    let number = names::thread(thread, sink);
    let mut found: [Option<(u32, Span)>; 3] = [None; 3];
    let mut complete = true;
    for (name, value) in attributes {
        let Some(slot) = ATTRIBUTES
            .iter()
            .position(|attribute| *attribute == name.node)
        else {
            sink.push(unknown(name));
            complete = false;
            continue;
        };
        if let Some((_, first)) = found[slot] {
            sink.push(
                Diagnostic::new(
                    format!("a second `{}`", name.node),
                    name.span,
                    "written again here",
                )
                .with_label(first, "first written here"),
            );
            continue;
        }
        let index = number::index(value, sink);
        complete &= index.is_some();
        found[slot] = Some((index.unwrap_or(0), name.span));
    }
    let [warp, cta, gpu] = found;
    let missing = match (cta, gpu) {
        (None, None) => Some("cta` and `gpu"),
        (None, _) => Some("cta"),
        (_, None) => Some("gpu"),
        _ => None,
    };
    // An unknown attribute is the missing one, misspelt.
    if let Some(missing) = missing.filter(|_| complete) {
        let message = format!("the placement of `{}` lacks its `{missing}`", thread.node);
        sink.push(unplaced(&message, span, "incomplete"));
    }
    Some(Column {
        number: number?,
        warp: warp.map(|warp| warp.0),
        cta: cta.map_or(0, |cta| cta.0),
        gpu: gpu.map_or(0, |gpu| gpu.0),
        span,
        cells: Vec::new(),
    })
}

fn unknown(name: &Text<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        format!("unknown attribute `{}`", name.node),
        name.span,
        "expected `warp`, `cta` or `gpu`",
    );
    diagnostic.with_suggestion(name.node, ATTRIBUTES)
}
