//! Where the stages of the parser leave what they find wrong.

use super::diagnostic::Diagnostic;
use super::span::Span;

/// More errors than this help nobody, and rendering each costs time.
const SHOWN: usize = 50;

/// The mistakes found so far.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    diagnostics: Vec<Diagnostic>,
    hidden: usize,
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
