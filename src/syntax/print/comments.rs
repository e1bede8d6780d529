//! The comments of a text, each with what it stands beside.

use std::collections::BTreeMap;

use super::written::is_expectation;
use crate::syntax::layout::{Layout, Row};
use crate::syntax::span::{SourceFile, Span};

/// Comments before something and behind it.
#[derive(Debug, Clone, Default)]
pub(super) struct Beside {
    /// Lines before it; empty where the text has a blank line.
    pub lead: Vec<String>,
    /// Behind it on its line.
    pub tail: Vec<String>,
}

/// The comments of a row.
#[derive(Debug, Clone, Default)]
pub(super) struct RowComments {
    /// Those before and behind the row.
    pub beside: Beside,
    /// Those within each cell.
    pub inner: Vec<Vec<String>>,
}

/// The comments of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Comments {
    /// Lines before `PTX`.
    pub head: Vec<String>,
    /// By where the declaration begins.
    pub declarations: BTreeMap<usize, Beside>,
    /// Before the closing brace.
    pub init_end: Vec<String>,
    /// Behind the closing brace.
    pub init_tail: Vec<String>,
    /// Of each row.
    pub rows: Vec<RowComments>,
    /// Of the filter.
    pub filter: Beside,
    /// Of the condition.
    pub asked: Beside,
    /// After the test.
    pub foot: Vec<String>,
}

/// Reads the comments of a text.
pub(super) struct Reader<'a> {
    pub source: &'a SourceFile,
    pub layout: &'a Layout,
    /// Whether blank lines are kept.
    pub blanks: bool,
    /// Whether expectations are kept.
    pub expectations: bool,
}

/// What lies between two things: behind the first, on lines of its own, right before the second.
#[derive(Default)]
struct Between {
    tail: Vec<String>,
    lines: Vec<String>,
    before: Vec<String>,
}

impl Reader<'_> {
    pub fn read(&self) -> Comments {
        let mut found = Comments {
            head: self.head(),
            ..Comments::default()
        };
        self.read_init(&mut found);
        self.read_rows(&mut found);
        self.read_claim(&mut found);
        found
    }

    fn head(&self) -> Vec<String> {
        let text = self.source.slice(Span::new(0, self.layout.start));
        let lines = text.trim_start_matches('\u{feff}').trim().lines();
        lines
            .filter(|line| self.expectations || !is_expectation(line.trim()))
            .filter(|line| self.blanks || !line.trim().is_empty())
            .map(|line| line.trim_end().to_owned())
            .collect()
    }

    fn read_init(&self, found: &mut Comments) {
        let declarations = &self.layout.declarations;
        let mut last: Option<usize> = None;
        for span in declarations {
            let content = self.without_comments(*span);
            let between = self.between(span.start, content.start);
            let behind = last.and_then(|last| found.declarations.get_mut(&last));
            let mut lead = Vec::new();
            match behind {
                Some(behind) => behind.tail.extend(between.tail),
                None => lead.extend(between.tail),
            }
            lead.extend(between.lines);
            lead.extend(between.before);
            lead.retain(|line| !line.is_empty());
            if content.is_empty() {
                found.init_end.extend(lead);
                continue;
            }
            let tail = self.all(Span::new(content.start, span.end));
            found
                .declarations
                .insert(content.start, Beside { lead, tail });
            last = Some(content.start);
        }
    }

    fn read_rows(&self, found: &mut Comments) {
        let mut from = self.layout.init.end;
        for row in &self.layout.rows {
            let (between, own) = self.row(row, from);
            match found.rows.last_mut() {
                Some(last) => last.beside.tail.extend(between.tail),
                None => found.init_tail.extend(between.tail),
            }
            found.rows.push(own);
            from = row.end;
        }
    }

    fn row(&self, row: &Row, from: usize) -> (Between, RowComments) {
        let mut own = RowComments::default();
        let mut behind = Between::default();
        for (column, cell) in row.cells.iter().enumerate() {
            let mut inner = if column == 0 {
                let between = self.between(from, cell.content.start);
                own.beside.lead.extend(between.lines.iter().cloned());
                let before = between.before.clone();
                behind = between;
                before
                    .into_iter()
                    .chain(self.all(Span::new(cell.content.start, cell.span.end)))
                    .collect()
            } else {
                self.all(cell.span)
            };
            // What ends with its line goes to the end of the row's.
            let (lines, blocks): (Vec<_>, Vec<_>) = inner
                .drain(..)
                .partition(|one: &String| one.starts_with("//"));
            own.beside.tail.extend(lines);
            own.inner.push(blocks);
        }
        (behind, own)
    }

    fn read_claim(&self, found: &mut Comments) {
        let from = self
            .layout
            .rows
            .last()
            .map_or(self.layout.init.end, |row| row.end);
        let asked = self.layout.asked;
        let mut last = from;
        if let Some(filter) = self.layout.filter {
            let between = self.between(last, filter.start);
            found.after_table(between.tail);
            found
                .filter
                .lead
                .extend(between.lines.into_iter().chain(between.before));
            found.filter.tail = self.all(filter);
            last = filter.end;
        }
        let between = self.between(last, asked.start);
        if self.layout.filter.is_some() {
            found.filter.tail.extend(between.tail);
        } else {
            found.after_table(between.tail);
        }
        found
            .asked
            .lead
            .extend(between.lines.into_iter().chain(between.before));
        found.asked.tail = self.all(asked);
        // Where lines end with two characters, the first is the last comment's.
        let comments = self.layout.comments.last().map_or(0, |one| one.end);
        let end = self.source.text.trim_end().len().max(comments);
        let between = self.between(asked.end, end.max(asked.end));
        found.asked.tail.extend(between.tail);
        found.foot = between.lines.into_iter().chain(between.before).collect();
    }

    /// A place without the comments at its two ends.
    fn without_comments(&self, span: Span) -> Span {
        let mut start = span.start;
        let mut content = Span::new(span.end, span.end);
        let inside = self.inside(span.start, span.end).iter();
        let ends = inside.copied().chain([Span::new(span.end, span.end)]);
        for comment in ends {
            let piece = Span::new(start, comment.start);
            let text = self.source.slice(piece);
            let trimmed = text.trim();
            if !trimmed.is_empty() {
                let from = piece.start + (text.len() - text.trim_start().len());
                let to = from + trimmed.len();
                let first = if content.is_empty() {
                    from
                } else {
                    content.start
                };
                content = Span::new(first, to);
            }
            start = comment.end;
        }
        content
    }

    /// The comments between two places. They stand one after the other, and a test may have thousands.
    fn inside(&self, from: usize, to: usize) -> &[Span] {
        let all = &self.layout.comments;
        let first = all.partition_point(|one| one.start < from);
        let last = all.partition_point(|one| one.end <= to);
        all.get(first..last).unwrap_or_default()
    }

    /// All comments of a place.
    fn all(&self, span: Span) -> Vec<String> {
        let inside = self.inside(span.start, span.end).iter();
        inside.filter_map(|&one| self.kept(one)).collect()
    }

    fn kept(&self, comment: Span) -> Option<String> {
        let text = self.source.slice(comment).trim_end();
        let keep = self.expectations || !is_expectation(text);
        keep.then(|| text.to_owned())
    }

    fn between(&self, from: usize, to: usize) -> Between {
        let mut found = Between::default();
        let mut at = from;
        let breaks = |from: usize, to: usize| {
            let text = self.source.slice(Span::new(from, to));
            text.matches('\n').count()
        };
        let mut on_first_line = true;
        for &comment in self.inside(from, to) {
            let newlines = breaks(at, comment.start);
            on_first_line &= newlines == 0;
            let ends_line = comment.end == to || breaks(comment.end, to) > 0;
            if self.blanks && newlines > 1 {
                found.lines.push(String::new());
            }
            if let Some(text) = self.kept(comment) {
                if on_first_line && ends_line {
                    found.tail.push(text);
                } else if ends_line {
                    found.lines.push(text);
                } else {
                    found.before.push(text);
                }
            }
            at = comment.end;
        }
        if self.blanks && breaks(at, to) > 1 {
            found.lines.push(String::new());
        }
        found
    }
}

impl Comments {
    /// Comments behind the table's last row.
    fn after_table(&mut self, tail: Vec<String>) {
        match self.rows.last_mut() {
            Some(last) => last.beside.tail.extend(tail),
            None => self.init_tail.extend(tail),
        }
    }
}

/// Leaves behind a thing only what can stand on one line; the rest goes before it.
pub(super) fn tidy(beside: &mut Beside) {
    let last = beside.tail.len();
    let mut kept = Vec::new();
    for (index, comment) in std::mem::take(&mut beside.tail).into_iter().enumerate() {
        let alone = comment.starts_with("//") && index + 1 < last;
        if alone || comment.contains('\n') {
            beside.lead.push(comment);
        } else {
            kept.push(comment);
        }
    }
    beside.tail = kept;
}
