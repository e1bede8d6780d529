//! What of a source text is shown around a place.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::span::{SourceFile, Span};

/// A source text of which only a window is shown where a line is too long for any screen.
#[derive(Debug)]
pub(super) struct Excerpt<'a>(pub(super) &'a SourceFile);

/// The longest line shown whole, in bytes.
const LINE: usize = 400;

/// How much of a longer line is shown on each side of a place, in bytes.
const WINDOW: usize = 60;

impl Excerpt<'_> {
    /// The bounds of the line around a place.
    fn line(&self, offset: usize) -> Span {
        let text = &self.0.text;
        let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[offset..]
            .find('\n')
            .map_or(text.len(), |newline| offset + newline);
        Span::new(start, end)
    }

    /// A span cut to what the window shows.
    pub(super) fn cut(&self, span: Span) -> Span {
        if self.line(span.start).len() <= LINE {
            return span;
        }
        let mut end = span.end.min(span.start + WINDOW);
        while !self.0.text.is_char_boundary(end) {
            end -= 1;
        }
        Span::new(span.start, end)
    }
}

impl SourceCode for Excerpt<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text: &str = &self.0.text;
        let (start, end) = (span.offset(), span.offset() + span.len());
        if end > text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let name = self.0.name.to_string();
        if self.line(start).len() <= LINE && self.line(end).len() <= LINE {
            let inner = text.read_span(span, before, after)?;
            return Ok(Box::new(MietteSpanContents::new_named(
                name,
                inner.data(),
                *inner.span(),
                inner.line(),
                inner.column(),
                inner.line_count(),
            )));
        }
        let line = self.line(start);
        let mut from = start.saturating_sub(WINDOW).max(line.start);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let mut to = (end + WINDOW).min(text.len());
        while !text.is_char_boundary(to) {
            to -= 1;
        }
        // With nothing around it, the place itself is asked for: it stands in the heading.
        let heading = before == 0 && after == 0;
        let position = self.0.position(if heading { start } else { from });
        Ok(Box::new(MietteSpanContents::new_named(
            name,
            &text.as_bytes()[from..to],
            SourceSpan::from(from..to),
            position.line - 1,
            position.column - 1,
            1,
        )))
    }
}
