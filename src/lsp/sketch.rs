//! What a test with mistakes consists of, as far as its words tell.

use crate::syntax::read::MAX_BYTES;
use crate::syntax::span::Span;
use crate::syntax::words::{Word, words};

/// What a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A declared location.
    Location,
    /// A declared register.
    Register,
    /// A thread of the header row.
    Thread,
}

/// A declaration, or a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: Span,
    /// All of it.
    pub whole: Span,
}

/// The parts of a test, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    /// Its name.
    pub name: Span,
    /// The declarations and the threads.
    pub parts: Vec<Part>,
    /// The condition.
    pub asked: Option<Span>,
}

impl Sketch {
    /// The parts of a text that may break off anywhere.
    pub fn of(text: &str) -> Option<Self> {
        if text.len() as u64 > MAX_BYTES {
            return None;
        }
        let words = words(text);
        let name = words.iter().find(|(word, _)| *word == Word::Title);
        let name = name.map(|(_, span)| *span).or_else(|| title(text))?;
        let close = text.get(name.end..)?.find('}');
        let table = close.map_or(text.len(), |close| name.end + close);
        let part = |(word, span): &(Word, Span)| {
            if span.start < table {
                declared(text, *word, *span)
            } else {
                placed(text, *word, *span)
            }
        };
        Some(Self {
            name,
            parts: words.iter().filter_map(part).collect(),
            asked: asked(text, &words),
        })
    }
}

/// The name of a test that has no init block yet.
fn title(text: &str) -> Option<Span> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(rest) = line.strip_prefix("PTX ") {
            let name = rest.split_whitespace().next()?;
            let at = start + "PTX ".len() + rest.find(name)?;
            return Some(Span::new(at, at + name.len()));
        }
        start += line.len();
    }
    None
}

fn after(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// From a place up to one of some letters, without the blanks before that.
fn until(text: &str, from: usize, ends: &[char]) -> Span {
    let rest = after(text, from);
    let rest = rest.split(ends).next().unwrap_or_default();
    Span::new(from, from + rest.trim_end().len())
}

fn declared(text: &str, word: Word, name: Span) -> Option<Part> {
    let follows = after(text, name.end).trim_start();
    if word != Word::Name || !follows.starts_with(['=', ';', '}']) {
        return None;
    }
    let before = text.get(..name.start)?.trim_end();
    // An alias is no location of its own.
    if before.rsplit([';', '{']).next()?.contains('@') {
        return None;
    }
    // What comes behind `=` is the address of another one.
    let kind = match before.chars().next_back()? {
        '=' | '&' => return None,
        ':' => Kind::Register,
        _ => Kind::Location,
    };
    let whole = until(text, name.start, &[';', '}']);
    Some(Part { kind, name, whole })
}

fn placed(text: &str, word: Word, name: Span) -> Option<Part> {
    let at = after(text, name.end).trim_start().starts_with('@');
    (word == Word::Thread && at).then(|| Part {
        kind: Kind::Thread,
        name,
        whole: until(text, name.start, &['|', ';', '\n']),
    })
}

/// From the quantifier to the last word, and the parentheses behind it.
fn asked(text: &str, words: &[(Word, Span)]) -> Option<Span> {
    let quantifier = |(word, span): &&(Word, Span)| {
        let own = text.get(span.range());
        *word == Word::Keyword && matches!(own, Some("exists" | "forall"))
    };
    let (_, first) = words.iter().find(quantifier)?;
    let last = words.iter().rev().find(|(word, _)| *word != Word::Comment);
    let end = last.map_or(first.end, |(_, span)| span.end);
    let rest = after(text, end);
    let closed = rest.len() - rest.trim_start_matches([')', ']', ' ']).len();
    let whole = text.get(first.start..end + closed)?.trim_end();
    Some(Span::new(first.start, first.start + whole.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (Vec<&str>, Option<&str>) {
        let Some(sketch) = Sketch::of(text) else {
            return (Vec::new(), None);
        };
        let slice = |span: Span| text.get(span.range()).unwrap_or_default();
        let mut all = vec![slice(sketch.name)];
        all.extend(sketch.parts.iter().map(|part| slice(part.whole)));
        (all, sketch.asked.map(slice))
    }

    #[test]
    fn texts_that_break_off_have_parts() {
        for (text, parts, asked) in [
            ("", vec![], None),
            ("PTX", vec![], None),
            ("// c\nPTX MP\n", vec!["MP"], None),
            (
                "PTX MP { x = 0; P0:r1 = x",
                vec!["MP", "x = 0", "r1 = x"],
                None,
            ),
            (
                "PTX MP { .shared x; y = &x; } P0@cta 0 | P1@\n ld. | $ ;\nexists (P0:r1 == 1 /\\ (x == ) // c",
                vec!["MP", "x", "y = &x", "P0@cta 0", "P1@"],
                Some("exists (P0:r1 == 1 /\\ (x == )"),
            ),
        ] {
            assert_eq!(of(text), (parts, asked), "{text}");
        }
    }
}
