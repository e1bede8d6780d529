//! Where the stages of the parser leave what they find wrong.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::diagnostic::Diagnostic;
use super::span::Span;

/// More errors than this help nobody, and rendering each costs time.
const SHOWN: usize = 50;

/// The mistakes found so far.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    diagnostics: Vec<Diagnostic>,
    full: Rc<Cell<bool>>,
    after_stray: BTreeSet<usize>,
}

impl Sink {
    /// Records a mistake, unless the limit is reached.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < SHOWN {
            self.diagnostics.push(diagnostic);
        } else {
            self.full.set(true);
        }
    }

    /// Whether some mistake is in a part of the text.
    pub fn is_within(&self, span: Span) -> bool {
        let mut places = self.diagnostics.iter().filter_map(|one| one.labels.first());
        places.any(|(place, _)| span.start <= place.start && place.end <= span.end)
    }

    /// Becomes true once a mistake was not recorded: there is no point in looking for more.
    pub fn full(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.full)
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

    /// Everything recorded about a text.
    pub fn finish(mut self, text: &str) -> Vec<Diagnostic> {
        if self.full.get() {
            let message = format!("there are more than {SHOWN} errors");
            let end = Span::new(text.len(), text.len());
            self.diagnostics.push(Diagnostic::new(
                message,
                end,
                "those after the first are not shown",
            ));
        }
        for diagnostic in &mut self.diagnostics {
            for (span, _) in &mut diagnostic.labels {
                *span = visible(*span, text);
            }
        }
        self.diagnostics
    }
}

/// The end of a text lies on no line that could be shown: its last character stands for it.
fn visible(span: Span, text: &str) -> Span {
    let last = text.trim_end();
    match last.chars().next_back() {
        Some(c) if span.is_empty() && span.start >= text.len() => {
            Span::new(last.len() - c.len_utf8(), last.len())
        }
        _ => span,
    }
}
