//! Mistakes in a text as data.

use serde::Serialize;

use crate::syntax::Report;
use crate::syntax::span::Span;

/// A mistake or a warning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// The text that it is in.
    pub file: String,
    /// Whether what it is about has a meaning all the same.
    pub warning: bool,
    /// What is wrong.
    pub message: String,
    /// Places with a remark each; the first is the main one.
    pub labels: Vec<Label>,
    /// What was expected, or the nearest thing that exists.
    pub help: Option<String>,
}

/// A place with a remark. Lines and columns count from 1, columns in characters; `from` and `to` count
/// UTF-16 units from the beginning of the text, as editors in browsers do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Label {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The remark.
    pub text: String,
}

/// The mistakes of a report, in the order of their places.
pub(super) fn mistakes(report: &Report) -> Vec<Mistake> {
    let text = &*report.source.text;
    let units = |offset: usize| -> usize {
        let before = text.char_indices().take_while(|(at, _)| *at < offset);
        before.map(|(_, character)| character.len_utf16()).sum()
    };
    let labels = |labels: &[(Span, String)]| -> Vec<Label> {
        let labels = labels.iter().map(|(span, remark)| {
            let place = report.source.position(span.start);
            Label {
                from: units(span.start),
                to: units(span.end),
                line: place.line,
                column: place.column,
                text: remark.clone(),
            }
        });
        labels.collect()
    };
    let all = report.diagnostics.iter().map(|diagnostic| Mistake {
        file: report.source.name.to_string(),
        warning: diagnostic.warning,
        message: diagnostic.message.clone(),
        labels: labels(&diagnostic.labels),
        help: diagnostic.help.clone(),
    });
    all.collect()
}
