//! The words of a test by what they are, also of a text with mistakes: for who colours or completes it.

use super::header;
use super::mnemonic;
use super::sink::Sink;
use super::span::{Span, Spanned};
use super::token::{Located, Token, lex};

/// What a word is, as far as its place says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    /// `PTX`, `exists`, `filter` and their like.
    Keyword,
    /// The first part of an instruction: `ld`.
    Mnemonic,
    /// What follows a dot of it: `acquire`, `gpu`, `u32`.
    Modifier,
    /// `P0`.
    Thread,
    /// A label where it is defined.
    Label,
    /// Any other name.
    Name,
    /// A number.
    Number,
    /// The test's name and its description.
    Title,
    /// A comment.
    Comment,
    /// An operator of a condition.
    Operator,
}

/// All instructions without their modifiers.
#[must_use]
pub const fn mnemonics() -> &'static [&'static str] {
    &mnemonic::MNEMONICS
}

/// The orders that an access can have.
#[must_use]
pub const fn orders() -> &'static [&'static str] {
    &mnemonic::ORDERS
}

/// The scopes, with their synonyms.
#[must_use]
pub const fn scopes() -> &'static [&'static str] {
    &mnemonic::SCOPES
}

pub use mnemonic::following;

/// What a thread is placed by, in the header row.
#[must_use]
pub const fn placements() -> &'static [&'static str] {
    &super::placement::ATTRIBUTES
}

/// The proxies that a declaration can name.
pub fn proxies() -> impl Iterator<Item = &'static str> {
    super::declarations::PROXIES.iter().map(|(name, _)| *name)
}

/// What may be expected of a model.
#[must_use]
pub const fn verdicts() -> &'static [&'static str] {
    &super::expectation::VERDICTS
}

/// Where a comment names a model and what is expected of it, if it is written so.
#[must_use]
pub fn expected(text: &str, comment: Span) -> Option<(Span, Span)> {
    let written = text.get(comment.range())?;
    super::expectation::named(&Spanned::new(written, comment))
}

/// Where in the text a token stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Init,
    Table,
    Claim,
}

/// Which part of a test is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// What comes before the init block.
    Opening,
    /// The init block.
    Init,
    /// The header row.
    Header,
    /// The rows below it.
    Rows,
    /// The filter and the condition.
    Claim,
}

/// Which part of a test a text ends in.
#[must_use]
pub fn writing(before: &str) -> Writing {
    let mut sink = Sink::default();
    let Some(header) = header::scan(before, &mut sink) else {
        return Writing::Opening;
    };
    let mut part = Writing::Init;
    for (_, token, _) in lex(before, header.body, &mut sink).tokens {
        part = match (part, token) {
            (Writing::Init, Token::RightBrace) => Writing::Header,
            (Writing::Header, Token::Semicolon) => Writing::Rows,
            (_, Token::Exists | Token::Forall | Token::Filter) => return Writing::Claim,
            (part, _) => part,
        };
    }
    part
}

/// The words of a test, in the order of the text.
///
/// ```
/// use gpu_litmus::syntax::words::{Word, words};
///
/// let text = "PTX T {} P0@cta 0,gpu 0 ; ld.weak r0, x ; exists (x == 1)";
/// let found = words(text);
/// let of = |kind| {
///     let all = found.iter().filter(move |word| word.0 == kind);
///     all.map(|word| &text[word.1.range()]).collect::<Vec<_>>()
/// };
/// assert_eq!(of(Word::Mnemonic), ["ld"]);
/// assert_eq!(of(Word::Modifier), ["weak"]);
/// assert_eq!(of(Word::Thread), ["P0"]);
/// ```
#[must_use]
pub fn words(text: &str) -> Vec<(Word, Span)> {
    // What is wrong with the text is told by the parser.
    let mut sink = Sink::default();
    let mut found = Vec::new();
    let body = match header::scan(text, &mut sink) {
        Some(header) => {
            let name = header.name.span;
            let before = text.get(..name.start).unwrap_or_default();
            if let Some(at) = before.rfind("PTX") {
                found.push((Word::Keyword, Span::new(at, at + 3)));
            }
            found.push((Word::Title, name));
            let comments = header.comments.iter();
            found.extend(comments.map(|comment| (Word::Comment, comment.span)));
            header.body
        }
        None => return found,
    };
    let lexed = lex(text, body, &mut sink);
    found.extend(lexed.comments.iter().map(|one| (Word::Comment, one.span)));
    found.extend(lexed.blocks.iter().map(|one| (Word::Comment, *one)));
    body_words(&lexed.tokens, &mut found);
    found.retain(|(_, span)| !span.is_empty());
    found.sort_by_key(|(_, span)| *span);
    found
}

fn body_words(tokens: &[Located<'_>], found: &mut Vec<(Word, Span)>) {
    let mut part = Part::Init;
    let mut begins = false;
    for (index, &(start, token, end)) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1).map(|next| next.1);
        let after_at = index > 0
            && tokens
                .get(index - 1)
                .is_some_and(|(_, last, _)| matches!(last, Token::At | Token::Bang));
        let span = Span::new(start, end);
        let begun = std::mem::take(&mut begins);
        match token {
            Token::Word(word) => match (part, next) {
                (Part::Table, Some(Token::At)) | (Part::Init | Part::Claim, Some(Token::Colon)) => {
                    found.push((Word::Thread, span));
                }
                (Part::Table, Some(Token::Colon)) if begun => found.push((Word::Label, span)),
                (Part::Table, _) if begun => instruction(word, start, found),
                (Part::Table, _) if after_at => {
                    found.push((Word::Name, span));
                    // What a predicate guards comes next.
                    begins = !matches!(word, "cta" | "gpu" | "warp");
                }
                (Part::Init | Part::Table | Part::Claim, _) => found.push((Word::Name, span)),
            },
            Token::Directive(_) => found.push((Word::Modifier, span)),
            Token::Number(_) => found.push((Word::Number, span)),
            Token::Quoted(_) => found.push((Word::Title, span)),
            Token::RightBrace => (part, begins) = (Part::Table, true),
            Token::Bar | Token::BarBar if part == Part::Table => begins = true,
            Token::Semicolon => begins = part == Part::Table,
            Token::Exists | Token::Forall | Token::Filter => {
                part = Part::Claim;
                found.push((Word::Keyword, span));
            }
            Token::Not | Token::True | Token::False | Token::Terminates => {
                found.push((Word::Keyword, span));
            }
            Token::And
            | Token::Or
            | Token::Tilde
            | Token::Equal
            | Token::NotEqual
            | Token::Less
            | Token::LessEqual
            | Token::Greater
            | Token::GreaterEqual => found.push((Word::Operator, span)),
            Token::LineComment(_) | Token::BlockComment => found.push((Word::Comment, span)),
            Token::At | Token::Bang => begins = false,
            Token::LeftBrace
            | Token::LeftParen
            | Token::RightParen
            | Token::LeftBracket
            | Token::RightBracket
            | Token::Comma
            | Token::Colon
            | Token::Plus
            | Token::Bar
            | Token::BarBar
            | Token::Assign => {}
        }
    }
}

fn instruction(word: &str, start: usize, found: &mut Vec<(Word, Span)>) {
    let mut at = start;
    for (index, part) in word.split('.').enumerate() {
        let kind = if index == 0 {
            Word::Mnemonic
        } else {
            Word::Modifier
        };
        found.push((kind, Span::new(at, at + part.len())));
        at += part.len() + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, kind: Word) -> Vec<&str> {
        let found = words(text).into_iter();
        found
            .filter(|word| word.0 == kind)
            .filter_map(|word| text.get(word.1.range()))
            .collect()
    }

    #[test]
    fn guards_labels_and_columns() {
        let text = "// expect sc: never\nPTX T {x=0; P0:r0=1;} P0@cta 0,gpu 0 | P1@cta 0,gpu 0; \
                    L: | ; @!p bra L | fence.sc.gpu ; exists (P0:r0 == 1 /\\ ~ x == 2)";
        assert_eq!(of(text, Word::Mnemonic), ["bra", "fence"]);
        assert_eq!(of(text, Word::Modifier), ["sc", "gpu"]);
        assert_eq!(of(text, Word::Label), ["L"]);
        assert_eq!(of(text, Word::Thread), ["P0", "P0", "P1", "P0"]);
        assert_eq!(of(text, Word::Comment), ["// expect sc: never"]);
        assert_eq!(of(text, Word::Keyword), ["PTX", "exists"]);
    }

    #[test]
    fn every_text_has_words() {
        for text in [
            "",
            "PTX",
            "PTX T {",
            "PTX T {} P0@cta 0 | ld.",
            "PTX T {} \u{b5}\u{1d6fc}",
            "{",
        ] {
            for (_, span) in words(text) {
                assert!(text.get(span.range()).is_some(), "{text}");
            }
        }
    }

    #[test]
    fn all_orders_are_known() {
        for order in orders() {
            let text =
                format!("PTX T {{}} P0@cta 0,gpu 0 ; ld.{order}.gpu r0, x ; exists (x == 0)");
            let said = crate::syntax::parse("t", &text).err();
            let unknown = said.is_some_and(|said| said.to_string().contains("unknown modifier"));
            assert!(!unknown, "{order}");
        }
    }
}
