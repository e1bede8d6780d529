//! Where the parts of a test lie in its text, for those who change the text or keep its words.

use super::header;
use super::shape;
use super::sink::Sink;
use super::span::{SourceFile, Span};
use super::token::{Located, Token, lex};

/// A cell of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// What lies between the separators, blanks and comments included.
    pub span: Span,
    /// From its first word to its last; empty in an empty cell.
    pub content: Span,
    /// The mnemonic with its modifiers, past a predicate; empty where there is none.
    pub mnemonic: Span,
}

/// A row of the table: the header row is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// One for each column.
    pub cells: Vec<Cell>,
    /// After its `;`.
    pub end: usize,
}

/// The parts of a test's text.
///
/// ```
/// use gpu_litmus::SourceFile;
/// use gpu_litmus::syntax::layout::Layout;
///
/// let text = "PTX T\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nst x, 1 | ;\nexists (x == 1)";
/// let source = SourceFile::new("t", text);
/// let layout = Layout::of(&source).unwrap();
/// let row = &layout.rows[1];
/// assert_eq!(source.slice(row.cells[0].content), "st x, 1");
/// assert_eq!(source.slice(row.cells[0].mnemonic), "st");
/// assert!(row.cells[1].content.is_empty());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Where `PTX` begins.
    pub start: usize,
    /// What stands between the test's name and the init block.
    pub description: Span,
    /// The init block with its braces.
    pub init: Span,
    /// What lies between the semicolons and braces of the init block, blanks and comments included.
    pub declarations: Vec<Span>,
    /// The rows of the table.
    pub rows: Vec<Row>,
    /// The filter, if there is one.
    pub filter: Option<Span>,
    /// The quantifier and the condition.
    pub asked: Span,
    /// The joints and parentheses of the filter and the condition.
    pub joints: Vec<Span>,
    /// All comments from the init block on.
    pub comments: Vec<Span>,
}

impl Layout {
    /// The parts of a test that has no mistakes; nothing where it has one that hides them.
    #[must_use]
    pub fn of(source: &SourceFile) -> Option<Self> {
        // What is wrong with the text has been reported when it was parsed.
        let mut sink = Sink::default();
        let header = header::scan(&source.text, &mut sink)?;
        let lexed = lex(&source.text, header.body, &mut sink);
        let mut comments: Vec<Span> = lexed.comments.iter().map(|one| one.span).collect();
        comments.extend(&lexed.blocks);
        comments.sort_unstable();
        let parts = shape::split(lexed.tokens, &mut sink)?;
        let open = parts.init.first()?;
        let close = parts.init.last()?;
        let asked = asked(&parts.claim)?;
        let name = header.name.span;
        let keyword = source.text.get(..name.start)?.rfind("PTX")?;
        Some(Self {
            start: keyword,
            description: Span::new(name.end, header.body),
            init: Span::new(open.0, close.2),
            declarations: declarations(&parts.init),
            rows: rows(&parts.table, close.2),
            filter: hull(&parts.claim[..asked]),
            asked: hull(&parts.claim[asked..])?,
            joints: parts
                .claim
                .iter()
                .filter(|one| is_joint(one))
                .map(place)
                .collect(),
            comments,
        })
    }

    /// The row and column of the cell whose content begins at a place.
    #[must_use]
    pub fn cell_at(&self, start: usize) -> Option<(usize, usize)> {
        let row = self.rows.partition_point(|row| row.end <= start);
        let cells = &self.rows.get(row)?.cells;
        let here = |cell: &Cell| cell.content.start == start && !cell.content.is_empty();
        Some((row, cells.iter().position(here)?))
    }
}

/// Where the mnemonic stands in the text of a cell, past a predicate; empty where there is none.
#[must_use]
pub fn mnemonic(cell: &str) -> Span {
    let lexed = lex(cell, 0, &mut Sink::default());
    self::cell(Span::new(0, cell.len()), &lexed.tokens).mnemonic
}

const fn place(token: &Located<'_>) -> Span {
    Span::new(token.0, token.2)
}

fn hull(tokens: &[Located<'_>]) -> Option<Span> {
    Some(Span::new(tokens.first()?.0, tokens.last()?.2))
}

const fn is_joint(token: &Located<'_>) -> bool {
    matches!(
        token.1,
        Token::And | Token::Or | Token::BarBar | Token::LeftParen | Token::RightParen
    )
}

/// Where the quantifier begins, among the tokens of the claim.
fn asked(claim: &[Located<'_>]) -> Option<usize> {
    let is_negation =
        |token: &&Located<'_>| matches!(token.1, Token::Tilde | Token::Bang | Token::Not);
    let at = claim
        .iter()
        .position(|token| matches!(token.1, Token::Exists | Token::Forall))?;
    Some(at - claim[..at].iter().rev().take_while(is_negation).count())
}

fn declarations(init: &[Located<'_>]) -> Vec<Span> {
    let mut ends = init
        .iter()
        .filter(|token| {
            matches!(
                token.1,
                Token::LeftBrace | Token::Semicolon | Token::RightBrace
            )
        })
        .map(place);
    let mut found = Vec::new();
    let Some(mut from) = ends.next() else {
        return found;
    };
    for to in ends {
        found.push(Span::new(from.end, to.start));
        from = to;
    }
    found
}

fn rows(table: &[Located<'_>], mut start: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut cells = Vec::new();
    let mut words: Vec<Located<'_>> = Vec::new();
    for &token in table {
        let (from, kind, to) = token;
        match kind {
            Token::Bar | Token::Semicolon => {
                cells.push(cell(Span::new(start, from), &std::mem::take(&mut words)));
            }
            Token::BarBar => {
                cells.push(cell(Span::new(start, from), &std::mem::take(&mut words)));
                cells.push(cell(Span::new(from + 1, from + 1), &[]));
            }
            _ => {
                words.push(token);
                continue;
            }
        }
        start = to;
        if kind == Token::Semicolon {
            let cells = std::mem::take(&mut cells);
            // As in the parser: an empty cell alone is no row.
            if cells.len() > 1 || cells.iter().any(|cell: &Cell| !cell.content.is_empty()) {
                rows.push(Row { cells, end: to });
            }
        }
    }
    rows
}

fn cell(span: Span, words: &[Located<'_>]) -> Cell {
    let past_guard = match words {
        [(_, Token::At, _), (_, Token::Bang, _), _, rest @ ..]
        | [(_, Token::At, _), _, rest @ ..]
        | rest => rest,
    };
    let nothing = Span::new(span.end, span.end);
    let mnemonic = past_guard.first().map_or(nothing, place);
    Cell {
        span,
        content: hull(words).unwrap_or(nothing),
        mnemonic,
    }
}
