//! Where the cells of a test's table lie in its text, for changes to the text.

use super::header;
use super::shape;
use super::sink::Sink;
use super::span::{SourceFile, Span};
use super::token::{Token, lex};

/// A row of the table: the header row is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What lies between the separators, blanks and comments included; one for each column.
    pub cells: Vec<Span>,
    /// After its `;`.
    pub end: usize,
}

/// The rows of the table of a test that has no mistakes.
///
/// ```
/// use gpu_litmus::SourceFile;
/// use gpu_litmus::syntax::layout::rows;
///
/// let text = "PTX T\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nst x, 1 | ;\nexists (x == 1)";
/// let source = SourceFile::new("t", text);
/// let rows = rows(&source);
/// assert_eq!(source.slice(rows[1].cells[0]).trim(), "st x, 1");
/// assert_eq!(source.slice(rows[1].cells[1]).trim(), "");
/// ```
#[must_use]
pub fn rows(source: &SourceFile) -> Vec<Row> {
    // What is wrong with the text has been reported when it was parsed.
    let mut sink = Sink::default();
    let Some(header) = header::scan(&source.text, &mut sink) else {
        return Vec::new();
    };
    let lexed = lex(&source.text, header.body, &mut sink);
    let Some(parts) = shape::split(lexed.tokens, &mut sink) else {
        return Vec::new();
    };
    let mut start = parts.init.last().map_or(header.body, |brace| brace.2);
    let mut rows = Vec::new();
    let mut cells = Vec::new();
    for (from, token, to) in parts.table {
        match token {
            Token::Bar => cells.push(Span::new(start, from)),
            Token::BarBar => cells.extend([Span::new(start, from), Span::new(from + 1, from + 1)]),
            Token::Semicolon => {
                cells.push(Span::new(start, from));
                let row = Row {
                    cells: std::mem::take(&mut cells),
                    end: to,
                };
                rows.push(row);
            }
            _ => continue,
        }
        start = to;
    }
    rows
}
