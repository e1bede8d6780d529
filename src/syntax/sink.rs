//! Where the stages of the parser leave what they find wrong.

use std::collections::BTreeSet;

use super::diagnostic::Diagnostic;
use super::span::Span;

/// More errors than this help nobody, and rendering each costs time.
const SHOWN: usize = 50;

/// The mistakes found so far.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    diagnostics: Vec<Diagnostic>,
    hidden: usize,
    after_stray: BTreeSet<usize>,
}

impl Sink {
    /// Records a mistake; past the limit it is only counted.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < SHOWN {
            self.diagnostics.push(diagnostic);
        } else {
            self.hidden += 1;
        }
    }

    /// Notes that the token at an offset follows text that was dropped, and reported.
    pub fn mark_after_stray(&mut self, offset: usize) {
        self.after_stray.insert(offset);
    }

    /// Records an error of the parser, unless it is but the consequence of dropped text.
    pub fn push_syntax(&mut self, diagnostic: Diagnostic) {
        let place = diagnostic.labels.first().map(|label| label.0.start);
        if !place.is_some_and(|place| self.after_stray.contains(&place)) {
            self.push(diagnostic);
        }
    }

    /// Everything recorded, for a text of the given length.
    pub fn finish(mut self, length: usize) -> Vec<Diagnostic> {
        if self.hidden > 0 {
            let message = match self.hidden {
                1 => "1 more error is not shown".to_owned(),
                count => format!("{count} more errors are not shown"),
            };
            let end = Span::new(length, length);
            self.diagnostics.push(Diagnostic::new(message, end, ""));
        }
        self.diagnostics
    }
}
