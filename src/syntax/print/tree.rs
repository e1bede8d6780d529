//! The page of a tree.

use std::collections::BTreeMap;

use super::claim::claim;
use super::comments::{Beside, Comments, Reader, RowComments, tidy};
use super::names::quantifier;
use super::opening::opening;
use super::sheet::{Line, Row, Sheet};
use super::style::Style;
use super::words;
use super::written::Written;
use crate::syntax::ast::{Column, Condition, Expectation, Statement, Test};
use crate::syntax::layout::Layout;
use crate::syntax::parse_source;
use crate::syntax::span::{SourceFile, Spanned};

/// A test as text. What the parser makes of it is the same tree, but for places.
#[must_use]
pub fn print(test: &Test, style: &Style<'_>) -> String {
    sheet(test, style).render()
}

/// A test as a page, for those who put something beside it.
#[must_use]
pub fn sheet(test: &Test, style: &Style<'_>) -> Sheet {
    let text = style
        .source
        .and_then(|source| Known::of(source, test, style));
    let (head, description) = match &text {
        Some(known) => known.opening(test),
        None => opening(test),
    };
    let written = text.as_ref().map(Known::written);
    let mut sheet = Sheet {
        head,
        name: test.name.node.clone(),
        description,
        layout: style.init,
        ..Sheet::default()
    };
    for declaration in &test.init {
        let kept = written
            .as_ref()
            .and_then(|written| written.declaration(declaration));
        let mut line = Line::from(kept.unwrap_or_else(|| words::declaration(&declaration.node)));
        let start = declaration.span.start;
        let beside = text
            .as_ref()
            .and_then(|known| known.comments.declarations.get(&start));
        put_beside(&mut line.lead, &mut line.tail, beside.cloned());
        sheet.init.push(line);
    }
    if let Some(known) = &text {
        sheet.init_end.clone_from(&known.comments.init_end);
        sheet.init_tail.clone_from(&known.comments.init_tail);
        sheet.foot.clone_from(&known.comments.foot);
    }
    sheet.rows = match &text {
        Some(known) => known.rows(test, style),
        None => compact(test, style),
    };
    sheet.claim = claims(test, style, text.as_ref());
    sheet
}

/// The rows of threads whose instructions follow one another without a gap.
fn compact(test: &Test, style: &Style<'_>) -> Vec<Row> {
    let header: Vec<String> = test.threads.iter().map(words::header).collect();
    let height = test.threads.iter().map(|column| column.cells.len()).max();
    let row = |row: usize| {
        let cell = |column: &Column| {
            let cell = column.cells.get(row);
            cell.map_or_else(String::new, |cell| words::statement(&cell.node, style))
        };
        Row::from(test.threads.iter().map(cell).collect::<Vec<_>>())
    };
    let rows = (0..height.unwrap_or_default()).map(row);
    std::iter::once(Row::from(header)).chain(rows).collect()
}

fn claims(test: &Test, style: &Style<'_>, known: Option<&Known<'_>>) -> Vec<Line> {
    let written = known.map(Known::written);
    let atom = |condition: &Condition| written.as_ref()?.atom(condition);
    // Parentheses stay only where the rows do.
    let whole = known.filter(|_| style.rows);
    let mut lines = Vec::new();
    if let Some(filter) = &test.filter {
        let kept = whole.and_then(|known| {
            let span = known.layout.filter?;
            written.as_ref()?.filter(span, filter)
        });
        let text = kept.unwrap_or_else(|| format!("filter {}", claim(filter, &atom)));
        let mut line = Line::from(text);
        let beside = known.map(|known| known.comments.filter.clone());
        put_beside(&mut line.lead, &mut line.tail, beside);
        lines.push(line);
    }
    let own = test.quantifier.node;
    let kept = whole.and_then(|known| {
        written
            .as_ref()?
            .asked(known.layout.asked, own, &test.condition)
    });
    let text =
        kept.unwrap_or_else(|| format!("{} {}", quantifier(own), claim(&test.condition, &atom)));
    let mut line = Line::from(text);
    let beside = known.map(|known| known.comments.asked.clone());
    put_beside(&mut line.lead, &mut line.tail, beside);
    lines.push(line);
    lines
}

fn put_beside(lead: &mut Vec<String>, tail: &mut Vec<String>, beside: Option<Beside>) {
    if let Some(mut beside) = beside {
        tidy(&mut beside);
        lead.extend(beside.lead);
        tail.extend(beside.tail);
    }
}

/// What is known of the text that a tree was read from.
struct Known<'a> {
    source: &'a SourceFile,
    /// What it says.
    original: Test,
    layout: Layout,
    comments: Comments,
    /// Whether the comments still say what is expected of the test.
    expected: bool,
}

impl<'a> Known<'a> {
    fn of(source: &'a SourceFile, test: &Test, style: &Style<'_>) -> Option<Self> {
        let original = parse_source(source).ok()?;
        let layout = Layout::of(source)?;
        let nodes = |test: &Test| -> Vec<Expectation> {
            test.expectations
                .iter()
                .map(|one| one.node.clone())
                .collect()
        };
        let expected = nodes(&original) == nodes(test);
        let comments = Reader {
            source,
            layout: &layout,
            blanks: style.rows,
            expectations: expected,
        }
        .read();
        Some(Self {
            source,
            original,
            layout,
            comments,
            expected,
        })
    }

    fn written(&self) -> Written<'_> {
        Written::of(self.source, &self.original)
    }

    /// The lines before the test and the description, with their comments.
    fn opening(&self, test: &Test) -> (Vec<String>, String) {
        if !self.expected || self.original.description != test.description {
            let (head, description) = opening(test);
            let head = self.comments.head.iter().cloned().chain(head).collect();
            return (head, description);
        }
        let description = self.source.slice(self.layout.description).trim();
        (self.comments.head.clone(), description.to_owned())
    }

    /// The rows, with their comments.
    fn rows(&self, test: &Test, style: &Style<'_>) -> Vec<Row> {
        let written = self.written();
        let header = test.threads.iter().map(|column| {
            let kept = written.header(column);
            kept.unwrap_or_else(|| words::header(column))
        });
        let mut first = Row::from(header.collect::<Vec<_>>());
        let beside = self.comments.rows.first().map(|row| row.beside.clone());
        put_beside(&mut first.lead, &mut first.tail, beside);
        let places = self.places(test, style);
        let last = places.iter().flatten().max().copied().unwrap_or_default();
        let firsts = self.firsts(test);
        // What each thread has left, from the top.
        let columns = test.threads.iter().zip(&places);
        let mut left: Vec<_> = columns
            .map(|(column, places)| column.cells.iter().zip(places).peekable())
            .collect();
        let mut rows = vec![first];
        for at in 1..=last {
            let next = left
                .iter_mut()
                .map(|column| Some(column.next_if(|(_, place)| **place == at)?.0));
            let cells: Vec<Option<&Spanned<Statement>>> = next.collect();
            if cells.iter().any(Option::is_some) {
                rows.push(self.row(&written, &cells, &firsts, style));
            }
        }
        rows
    }

    /// A row of instructions, with its comments.
    fn row(
        &self,
        written: &Written<'_>,
        cells: &[Option<&Spanned<Statement>>],
        firsts: &BTreeMap<usize, usize>,
        style: &Style<'_>,
    ) -> Row {
        let mut row = Row::default();
        let mut beside = Beside::default();
        for cell in cells {
            let Some(cell) = cell else {
                row.cells.push(String::new());
                continue;
            };
            let kept = written.statement(cell.span, &cell.node);
            let mut text = kept.unwrap_or_else(|| words::statement(&cell.node, style));
            if let Some((comments, column, first)) = self.beside(firsts, cell) {
                let inner = comments.inner.get(column).into_iter().flatten();
                for comment in inner {
                    if comment.contains('\n') {
                        beside.lead.push(comment.clone());
                    } else {
                        text.push(' ');
                        text.push_str(comment);
                    }
                }
                if first {
                    beside.lead.extend(comments.beside.lead.iter().cloned());
                    beside.tail.extend(comments.beside.tail.iter().cloned());
                }
            }
            row.cells.push(text);
        }
        put_beside(&mut row.lead, &mut row.tail, Some(beside));
        row
    }

    /// In which row each instruction of each thread goes: that of the text, or the next free one.
    fn places(&self, test: &Test, style: &Style<'_>) -> Vec<Vec<usize>> {
        let column = |column: &Column| {
            let mut next = 1;
            let mut places = Vec::new();
            for cell in &column.cells {
                let own = self.layout.cell_at(cell.span.start).filter(|_| style.rows);
                let place = own.map_or(next, |(row, _)| row.max(next));
                places.push(place);
                next = place + 1;
            }
            places
        };
        test.threads.iter().map(column).collect()
    }

    /// Where the first instruction that is left of each row of the text begins.
    fn firsts(&self, test: &Test) -> BTreeMap<usize, usize> {
        let mut firsts = BTreeMap::new();
        for cell in test.threads.iter().flat_map(|column| &column.cells) {
            let start = cell.span.start;
            if let Some((row, _)) = self.layout.cell_at(start) {
                let first = firsts.entry(row).or_insert(start);
                *first = start.min(*first);
            }
        }
        firsts
    }

    /// The comments of an instruction's row, its column there, and whether it is the first of the row
    /// that is left, which the comments beside the row then go with.
    fn beside(
        &self,
        firsts: &BTreeMap<usize, usize>,
        cell: &Spanned<Statement>,
    ) -> Option<(&RowComments, usize, bool)> {
        let start = cell.span.start;
        let (row, column) = self.layout.cell_at(start)?;
        let comments = self.comments.rows.get(row)?;
        Some((comments, column, firsts.get(&row) == Some(&start)))
    }
}
