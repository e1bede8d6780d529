//! What is wrong with a log, and where.

use std::ops::Range;

use crate::syntax::Report;
use crate::syntax::diagnostic::{Diagnostic, Suggestion};
use crate::syntax::span::{SourceFile, Span};

/// A mistake in a line of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The bytes of the line that it is about.
    pub place: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// The remark under the place.
    pub label: String,
    /// What would be right.
    pub help: Option<String>,
    /// What was written within the place, and what could be meant.
    pub near: Option<Box<Suggestion>>,
    /// The line, from 1, where it is another than the one being read.
    pub line: Option<u64>,
}

impl Mistake {
    /// A mistake at a place.
    pub fn new(place: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            place,
            message: message.into(),
            label: label.into(),
            help: None,
            near: None,
            line: None,
        }
    }

    /// What is wrong with a line that was looked at as a text.
    #[must_use]
    pub fn of(one: &Diagnostic) -> Self {
        let label = one.labels.first().cloned().unwrap_or_default();
        Self {
            help: one.help.clone(),
            ..Self::new(label.0.range(), one.message.clone(), label.1)
        }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds what could be meant.
    #[must_use]
    pub fn with_near(self, written: &str, near: &str) -> Self {
        Self {
            near: Some(Box::new(Suggestion {
                written: written.to_owned(),
                instead: near.to_owned(),
            })),
            ..self
        }
    }

    /// Adds the nearest of some names, or all of them.
    #[must_use]
    pub fn with_names(self, written: &str, names: &[&str]) -> Self {
        match crate::syntax::diagnostic::nearest(written, names.iter().copied()) {
            Some(near) => self.with_near(written, near),
            None => self.with_help(format!("there are {}", names.join(", "))),
        }
    }

    /// As a report: the text is what was kept of the file, whose line this is.
    #[must_use]
    pub fn report(&self, file: &str, kept: Kept<'_>, line: u64) -> Report {
        let line = self.line.unwrap_or(line);
        let (text, start) = kept.around(line);
        let length = text
            .get(start..)
            .map_or(0, |rest| rest.find('\n').unwrap_or(rest.len()));
        let end = start + self.place.end.min(length);
        let from = (start + self.place.start).min(end);
        let mut one = Diagnostic::new(self.message.clone(), Span::new(from, end), &*self.label);
        one.help.clone_from(&self.help);
        if let Some(near) = &self.near {
            one = one.with_near(&near.written, &near.instead);
        }
        Report::new(SourceFile::new(file, text), vec![one])
    }
}

/// What a reader still has of its file.
#[derive(Debug, Clone, Copy)]
pub enum Kept<'a> {
    /// All that was read.
    Whole(&'a str),
    /// The line alone.
    Line(&'a str),
}

impl Kept<'_> {
    /// A text in which the line has its number, and where it starts.
    fn around(self, line: u64) -> (String, usize) {
        let before = usize::try_from(line.saturating_sub(1)).unwrap_or(0);
        match self {
            Self::Whole(text) => {
                let mut ends = text.match_indices('\n').map(|(at, _)| at + 1);
                let start = match before.checked_sub(1) {
                    None => 0,
                    Some(skipped) => ends.nth(skipped).unwrap_or(text.len()),
                };
                (text.to_owned(), start)
            }
            Self::Line(text) => ("\n".repeat(before) + text, before),
        }
    }
}
