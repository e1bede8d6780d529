//! The words that stand in a text for what has not changed since.

use std::collections::BTreeMap;

use super::style::Style;
use super::{claim, names, words};
use crate::syntax::ast::{Column, Condition, Declaration, Quantifier, Statement, Test};
use crate::syntax::expectation;
use crate::syntax::parse;
use crate::syntax::sink::Sink;
use crate::syntax::span::{SourceFile, Span, Spanned};

/// A piece of text on one line, without comments.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut depth = 0_usize;
    while let Some(letter) = rest.chars().next() {
        let pair = rest.get(..2).unwrap_or_default();
        match pair {
            "(*" => depth += 1,
            "*)" if depth > 0 => {
                depth -= 1;
                out.push(' ');
            }
            "//" if depth == 0 => {
                rest = rest.find('\n').map_or("", |end| &rest[end..]);
                continue;
            }
            _ => {
                if depth == 0 {
                    out.push(letter);
                }
                rest = &rest[letter.len_utf8()..];
                continue;
            }
        }
        rest = &rest[2..];
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a comment is an expectation.
pub(super) fn is_expectation(comment: &str) -> bool {
    let text = Spanned::new(comment, Span::new(0, comment.len()));
    comment.starts_with("//") && !expectation::collect(&[text], &mut Sink::default()).is_empty()
}

/// A text whose words are kept where they still say what the tree says.
pub(super) struct Written<'a> {
    source: &'a SourceFile,
    /// What the text says, by where it begins: reading each piece once more takes most of the time.
    statements: BTreeMap<usize, &'a Spanned<Statement>>,
    declarations: BTreeMap<usize, &'a Spanned<Declaration>>,
}

impl<'a> Written<'a> {
    /// A text with the tree that was read from it.
    pub fn of(source: &'a SourceFile, original: &'a Test) -> Self {
        let cells = original.threads.iter().flat_map(|column| &column.cells);
        let init = original.init.iter();
        Self {
            source,
            statements: cells.map(|cell| (cell.span.start, cell)).collect(),
            declarations: init.map(|one| (one.span.start, one)).collect(),
        }
    }
}

impl Written<'_> {
    fn slice(&self, span: Span) -> String {
        plain(self.source.slice(span))
    }

    /// A test with nothing but a cell, a declaration or a condition, to see what it says.
    fn alone(init: &str, header: &str, cell: &str, claim: &str) -> Option<Test> {
        let cell = if cell.is_empty() {
            String::new()
        } else {
            format!("{cell} ;")
        };
        let text = format!("PTX t {{ {init} }} {header} ; {cell} {claim}");
        parse("", &text).ok()
    }

    pub fn statement(&self, span: Span, statement: &Statement) -> Option<String> {
        let text = self.slice(span);
        let style = Style::default();
        let known = self.statements.get(&span.start);
        if let Some(known) =
            known.filter(|known| known.span == span && text == self.source.slice(span))
        {
            let same = words::statement(&known.node, &style) == words::statement(statement, &style);
            return same.then_some(text);
        }
        let alone = Self::alone("", HEADER, &text, CLAIM)?;
        let [cell] = alone.threads.first()?.cells.as_slice() else {
            return None;
        };
        let same = words::statement(&cell.node, &style) == words::statement(statement, &style);
        same.then_some(text)
    }

    pub fn header(&self, column: &Column) -> Option<String> {
        let text = self.slice(column.span);
        let alone = Self::alone("", &text, "", CLAIM)?;
        let same = words::header(alone.threads.first()?) == words::header(column);
        same.then_some(text)
    }

    pub fn declaration(&self, declaration: &Spanned<Declaration>) -> Option<String> {
        let span = declaration.span;
        let text = self.slice(span);
        let known = self.declarations.get(&span.start);
        if let Some(known) =
            known.filter(|known| known.span == span && text == self.source.slice(span))
        {
            let same = words::declaration(&known.node) == words::declaration(&declaration.node);
            return same.then_some(text);
        }
        let alone = Self::alone(&text, HEADER, "", CLAIM)?;
        let [own] = alone.init.as_slice() else {
            return None;
        };
        let same = words::declaration(&own.node) == words::declaration(&declaration.node);
        same.then_some(text)
    }

    /// A comparison.
    pub fn atom(&self, condition: &Condition) -> Option<String> {
        let text = self.slice(condition.span());
        let alone = Self::alone("", HEADER, "", &format!("exists ({text})"))?;
        (canonical(&alone.condition) == canonical(condition)).then_some(text)
    }

    /// A filter with its keyword.
    pub fn filter(&self, span: Span, condition: &Condition) -> Option<String> {
        let text = self.slice(span);
        let alone = Self::alone("", HEADER, "", &format!("{text} {CLAIM}"))?;
        (canonical(&alone.filter?) == canonical(condition)).then_some(text)
    }

    /// A condition with its quantifier.
    pub fn asked(
        &self,
        span: Span,
        quantifier: Quantifier,
        condition: &Condition,
    ) -> Option<String> {
        let text = self.slice(span);
        let alone = Self::alone("", HEADER, "", &text)?;
        let same = names::quantifier(alone.quantifier.node) == names::quantifier(quantifier)
            && canonical(&alone.condition) == canonical(condition);
        same.then_some(text)
    }
}

const HEADER: &str = "P0@cta 0,gpu 0";
const CLAIM: &str = "exists (true)";

fn canonical(condition: &Condition) -> String {
    claim::claim(condition, &|_| None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_line_ends_go() {
        let text = "ld.weak // the flag\n  r0, (* not (* yet *) *) x";
        assert_eq!(plain(text), "ld.weak r0, x");
    }
}
