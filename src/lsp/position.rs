//! Lines and columns as a client counts them, and bytes.

use lsp_types::{Position, Range};

use crate::syntax::span::Span;

/// In what a client counts columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// The units of UTF-16: the protocol's default.
    #[default]
    Utf16,
}

impl Encoding {
    /// Its name in the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
        }
    }

    /// How long a text is.
    pub fn length(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    /// The byte before which so many units lie; the end of the text where it has fewer, and the start of a
    /// character where they end within one.
    fn bytes(self, text: &str, units: usize) -> usize {
        match self {
            Self::Utf8 => floor(text, units),
            Self::Utf16 => {
                let mut seen = 0;
                let ends = |(_, letter): &(usize, char)| {
                    seen += letter.len_utf16();
                    seen > units
                };
                text.char_indices()
                    .find(ends)
                    .map_or(text.len(), |(at, _)| at)
            }
        }
    }
}

/// The last byte up to a place at which a character begins or the text ends.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Where the lines of a text begin. They end with `\n`, `\r\n` or `\r`, as in the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// Those of a text.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                starts.push(at + 1);
            }
        }
        Self { starts }
    }

    /// The number of the line of a byte, from 0.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// A line without its end; nothing beyond the last one.
    pub fn span(&self, text: &str, line: usize) -> Option<Span> {
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let own = text.get(start..end)?.trim_end_matches(['\n', '\r']);
        Some(Span::new(start, start + own.len()))
    }

    /// The byte of a position. Beyond the end of a line is its end, beyond the last line the end of the text.
    pub fn offset(&self, text: &str, at: Position, encoding: Encoding) -> usize {
        let line = at.line as usize;
        let units = at.character as usize;
        match self.span(text, line) {
            Some(span) => {
                let line = text.get(span.range()).unwrap_or_default();
                span.start + encoding.bytes(line, units)
            }
            None => text.len(),
        }
    }

    /// The position of a byte.
    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let offset = floor(text, offset);
        let line = self.line(offset);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = text.get(start..offset).unwrap_or_default();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "texts come in messages, which are far smaller"
        )]
        let number = |count: usize| count as u32;
        Position::new(number(line), number(encoding.length(before)))
    }

    /// The range of a part of the text.
    pub fn range(&self, text: &str, span: Span, encoding: Encoding) -> Range {
        let place = |offset| self.position(text, offset, encoding);
        Range::new(place(span.start), place(span.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\u{b5}\u{1d6fc}b\r\n\rc\n";

    #[test]
    fn columns_are_counted_as_the_client_does() {
        let lines = Lines::of(TEXT);
        let at = |character, encoding| lines.offset(TEXT, Position::new(0, character), encoding);
        // a, then two bytes, then four: one unit, one, two.
        assert_eq!(
            [0, 1, 2, 4, 5].map(|units| at(units, Encoding::Utf16)),
            [0, 1, 3, 7, 8]
        );
        assert_eq!(
            [0, 1, 3, 7, 8].map(|units| at(units, Encoding::Utf8)),
            [0, 1, 3, 7, 8]
        );
        // Within a character is its start.
        assert_eq!((at(3, Encoding::Utf16), at(2, Encoding::Utf8)), (3, 1));
        assert_eq!(
            lines.position(TEXT, 7, Encoding::Utf16),
            Position::new(0, 4)
        );
        assert_eq!(lines.position(TEXT, 7, Encoding::Utf8), Position::new(0, 7));
    }

    #[test]
    fn places_beyond_the_end_are_the_end() {
        let lines = Lines::of(TEXT);
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            assert_eq!(lines.offset(TEXT, Position::new(0, u32::MAX), encoding), 8);
            assert_eq!(lines.offset(TEXT, Position::new(1, 7), encoding), 10);
            assert_eq!(lines.offset(TEXT, Position::new(2, 1), encoding), 12);
            let end = Position::new(u32::MAX, u32::MAX);
            assert_eq!(lines.offset(TEXT, end, encoding), TEXT.len());
            assert_eq!(
                lines.position(TEXT, usize::MAX, encoding),
                Position::new(3, 0)
            );
        }
        assert_eq!(
            Lines::of("").position("", 3, Encoding::Utf16),
            Position::new(0, 0)
        );
    }
}
