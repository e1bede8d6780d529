//! Lines and columns as a client counts them, and bytes.

use lsp_types::{Position, Range};

use crate::syntax::span::Span;

use super::encoding::{Encoding, floor};

/// So many bytes lie between two places at which the units of UTF-16 are counted.
const STEP: usize = 256;

/// Where the lines of a text begin. They end with `\n`, `\r\n` or `\r`, as in the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    starts: Vec<usize>,
    /// How many units of UTF-16 stand before each [`STEP`] bytes: a line may be as long as the text, and have
    /// a place in every word.
    units: Vec<usize>,
}

/// Where lines begin in the part of a text from a place, which begins one, up to another.
fn starts(text: &str, from: usize, to: usize) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let part = bytes.get(from..to).unwrap_or_default();
    part.iter().enumerate().filter_map(move |(index, byte)| {
        let at = from + index;
        let ends = match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        ends.then_some(at + 1)
    })
}

impl Lines {
    /// Those of a text.
    pub fn of(text: &str) -> Self {
        let mut lines = Self {
            starts: vec![0],
            units: Vec::new(),
        };
        lines.starts.extend(starts(text, 0, text.len()));
        lines.count(text);
        lines
    }

    fn count(&mut self, text: &str) {
        let (mut last, mut seen) = (0, 0);
        self.units = (0..=text.len() / STEP)
            .map(|step| {
                let at = floor(text, step * STEP);
                let part = text.get(last..at).unwrap_or_default();
                seen += Encoding::Utf16.length(part);
                last = at;
                seen
            })
            .collect();
    }

    /// The same of the text after some changes of it, each of which is about the text that the last one left.
    pub fn changed(
        &self,
        text: &mut String,
        changes: &[(Option<Range>, &str)],
        by: Encoding,
    ) -> Self {
        // Counts of units hold no more from the first change on.
        let mut lines = Self {
            starts: self.starts.clone(),
            units: Vec::new(),
        };
        for (range, new) in changes {
            if let Some(range) = range {
                lines.change(text, *range, new, by);
            } else {
                (*new).clone_into(text);
                lines.starts.truncate(1);
                lines.starts.extend(starts(text, 0, text.len()));
            }
        }
        lines.count(text);
        lines
    }

    /// One change: only the lines at it are looked at.
    fn change(&mut self, text: &mut String, range: Range, new: &str, by: Encoding) {
        let (a, b) = (
            self.offset(text, range.start, by),
            self.offset(text, range.end, by),
        );
        let (a, b) = (a.min(b), a.max(b));
        // A `\r` before it may have become a part of `\r\n`, and the other way round.
        let first = self.line(a).saturating_sub(1);
        let last = (self.line(b) + 1).min(self.starts.len() - 1);
        let end = self.starts.get(last + 1).copied();
        let moved = |at: usize| at - (b - a) + new.len();
        let from = self.starts.get(first).copied().unwrap_or(0);
        text.replace_range(a..b, new);
        let to = end.map_or(text.len(), moved);
        let within: Vec<usize> = starts(text, from, to).collect();
        for start in self.starts.iter_mut().skip(last + 1) {
            *start = moved(*start);
        }
        // That of the line after the last one is found once more.
        let until = (last + 2).min(self.starts.len());
        self.starts.splice(first + 1..until, within);
    }

    /// How many units of UTF-16 stand before a byte, which begins a character.
    fn before(&self, text: &str, offset: usize) -> usize {
        let step = (offset / STEP).min(self.units.len().saturating_sub(1));
        let known = self.units.get(step).copied().unwrap_or(0);
        let from = floor(text, step * STEP);
        let rest = text.get(from..offset).unwrap_or_default();
        known + Encoding::Utf16.length(rest)
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
        let column = match encoding {
            Encoding::Utf8 => offset - start,
            Encoding::Utf16 => self.before(text, offset) - self.before(text, start),
        };
        #[expect(
            clippy::cast_possible_truncation,
            reason = "texts come in messages, which are far smaller"
        )]
        let number = |count: usize| count as u32;
        Position::new(number(line), number(column))
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

    /// Every change that a client may make gives the lines of the text that it makes.
    #[test]
    fn lines_follow_changes() {
        let mut random = oorandom::Rand32::new(3);
        let letters = ["a", "\u{1d6fc}", "\n", "\r", "\r\n", ""];
        let mut pick = |most: u32| random.rand_range(0..most);
        let mut text = TEXT.to_owned();
        let mut lines = Lines::of(&text);
        for _ in 0..2000 {
            let mut place = || Position::new(pick(6), pick(4));
            let range = Range::new(place(), place());
            let new: String = (0..pick(3)).map(|_| letters[pick(6) as usize]).collect();
            lines = lines.changed(&mut text, &[(Some(range), &new)], Encoding::Utf16);
            assert_eq!(lines, Lines::of(&text), "{text:?}");
        }
        lines = lines.changed(&mut text, &[(None, "x\ny")], Encoding::Utf16);
        assert_eq!((text.as_str(), lines), ("x\ny", Lines::of("x\ny")));
    }

    /// A line of a megabyte with a place in every word is no more than that many places.
    #[test]
    fn long_lines_are_not_counted_from_their_start() {
        let text = "\u{1d6fc}b ".repeat(1 << 17);
        let lines = Lines::of(&text);
        for word in 0..1 << 17 {
            let at = lines.position(&text, word * 6 + 5, Encoding::Utf16);
            assert_eq!(
                at,
                Position::new(0, u32::try_from(word * 4 + 3).unwrap_or(0))
            );
        }
    }
}
