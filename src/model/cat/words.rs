//! The words of a model text by what they are, for who colours, explains or completes them.

use logos::Logos as _;

use super::token::{LexError, Token, lex};
use crate::syntax::span::Span;

/// What a word of a model text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// `let`, `acyclic` and their like.
    Keyword,
    /// A name.
    Name,
    /// Quoted text.
    Text,
    /// An operator.
    Operator,
    /// A comment.
    Comment,
}

/// The words of a model text, in its order.
#[must_use]
pub fn words(text: &str) -> Vec<(Word, Span)> {
    let (tokens, _) = lex(text);
    let placed = tokens.into_iter();
    let comments = comments(text).into_iter();
    let mut words: Vec<(Word, Span)> = placed
        .filter_map(|(token, span)| Some((word(token)?, span)))
        .chain(comments.map(|span| (Word::Comment, span)))
        .collect();
    words.sort_by_key(|(_, span)| *span);
    words
}

/// The comments of a text; one that is not closed goes to the end.
fn comments(text: &str) -> Vec<Span> {
    let all = Token::lexer(text).spanned();
    let comments =
        all.filter(|(result, _)| matches!(result, Ok(Token::Comment) | Err(LexError::Comment)));
    comments.map(|(_, range)| Span::from(range)).collect()
}

const fn word(token: Token<'_>) -> Option<Word> {
    Some(match token {
        Token::Name(_) => Word::Name,
        Token::Text(_) => Word::Text,
        Token::Let
        | Token::Rec
        | Token::And
        | Token::As
        | Token::Acyclic
        | Token::Irreflexive
        | Token::Empty
        | Token::Flag
        | Token::Include
        | Token::Option
        | Token::Show
        | Token::Unshow
        | Token::Reserved(_) => Word::Keyword,
        Token::Universe
        | Token::Zero
        | Token::Bar
        | Token::Semicolon
        | Token::Backslash
        | Token::Ampersand
        | Token::Times
        | Token::Star
        | Token::Plus
        | Token::Question
        | Token::Inverse
        | Token::Tilde
        | Token::Negated
        | Token::Equals => Word::Operator,
        Token::LeftParen
        | Token::RightParen
        | Token::LeftBracket
        | Token::RightBracket
        | Token::LeftBrace
        | Token::RightBrace
        | Token::Comma => return None,
        Token::Comment => Word::Comment,
    })
}

/// The words that statements are made of.
pub const KEYWORDS: &[&str] = &[
    "let",
    "rec",
    "and",
    "as",
    "acyclic",
    "irreflexive",
    "empty",
    "flag",
    "include",
    "option",
    "show",
    "unshow",
];

/// The options that a model can have.
pub const OPTIONS: &[(&str, &str)] = &[
    (
        "rmw-one-event",
        "A read-modify-write is one event that is both a read and a write; otherwise it is two, joined by `rmw`.",
    ),
    (
        "co-partial",
        "`co` is any strict partial order of the writes of each location, the initial write first; otherwise it is total.",
    ),
];

/// The relations that are made from those of every execution, and need no definition either.
pub const DERIVED: &[(&str, &str)] = &[
    (
        "rfe",
        "The part of `rf` between different threads: `rf & ext`.",
    ),
    ("rfi", "The part of `rf` inside a thread: `rf \\ ext`."),
    (
        "coe",
        "The part of `co` between different threads: `co & ext`.",
    ),
    ("coi", "The part of `co` inside a thread: `co \\ ext`."),
    (
        "fre",
        "The part of `fr` between different threads: `fr & ext`.",
    ),
    ("fri", "The part of `fr` inside a thread: `fr \\ ext`."),
];

/// The functions that need no definition.
pub const FUNCTIONS: &[(&str, &str)] = &[
    ("domain", "The events that a relation starts from."),
    ("range", "The events that a relation leads to."),
    (
        "fencerel",
        "The pairs in program order with an event of a set between them.",
    ),
    ("toid", "The identity on a set: `[S]`."),
];

/// Whether a word can be a name of a model.
#[must_use]
pub fn is_name(word: &str) -> bool {
    matches!(lex(word).0.as_slice(), [(Token::Name(name), _)] if *name == word)
}
