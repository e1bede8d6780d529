//! What a model text ends in while it is being written: for who completes it.

use logos::Logos as _;

use super::split::starts;
use super::token::{LexError, Token, lex};
use crate::syntax::span::Span;

/// What stands before a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// Statements.
    Code,
    /// A comment that is not closed before it.
    Comment,
    /// Quoted text that is not closed before it: where it begins, and whether it names a file to include.
    Text(Span, bool),
    /// The name of an option.
    Option,
    /// Behind `include`, where a file in quotes belongs.
    Included,
    /// Where a new name is written; behind `let`, where that may be `rec` too.
    Defined(bool),
}

/// What a text ends in.
///
/// ```
/// use gpu_litmus::model::cat::written::{Inside, inside};
///
/// assert_eq!(inside("let a = po // and"), Inside::Comment);
/// assert_eq!(inside("(* a *) let a = p"), Inside::Code);
/// assert_eq!(inside("include ba"), Inside::Included);
/// assert_eq!(inside("acyclic po as "), Inside::Defined(false));
/// ```
#[must_use]
pub fn inside(before: &str) -> Inside {
    let mut last = None;
    let mut earlier = None;
    for (token, range) in Token::lexer(before).spanned() {
        if token == Ok(Token::Comment) && range.end < before.len() {
            continue;
        }
        earlier = last.replace((token, Span::from(range)));
    }
    let Some((token, span)) = last else {
        return Inside::Code;
    };
    let ends = span.end == before.len();
    let closed = |span: Span| {
        let comment = before.get(span.range());
        comment.is_some_and(|comment| comment.starts_with("(*"))
    };
    match token {
        Err(LexError::Comment) => Inside::Comment,
        // One in parentheses is closed; the other ends with its line.
        Ok(Token::Comment) if ends && !closed(span) => Inside::Comment,
        Err(LexError::Text) if ends => {
            let included = matches!(earlier, Some((Ok(Token::Include), _)));
            Inside::Text(span, included)
        }
        Ok(Token::Option) if !ends => Inside::Option,
        Ok(Token::Include) if !ends => Inside::Included,
        Ok(Token::Let) if !ends => Inside::Defined(true),
        Ok(Token::Rec | Token::And | Token::As) if !ends => Inside::Defined(false),
        Ok(Token::Name(_)) if ends && matches!(earlier, Some((Ok(Token::Include), _))) => {
            Inside::Included
        }
        Ok(Token::Name(_)) if ends && matches!(earlier, Some((Ok(Token::Let), _))) => {
            Inside::Defined(true)
        }
        Ok(Token::Name(_))
            if ends && matches!(earlier, Some((Ok(Token::Rec | Token::And | Token::As), _))) =>
        {
            Inside::Defined(false)
        }
        Ok(Token::Name(_)) if ends && matches!(earlier, Some((Ok(Token::Option), _))) => {
            Inside::Option
        }
        Ok(_) | Err(LexError::Text | LexError::Character) => Inside::Code,
    }
}

/// The parameters of the function whose definition a text ends in.
///
/// ```
/// use gpu_litmus::model::cat::written::parameters;
///
/// assert_eq!(parameters("let a = po let f(r, S) = r; ["), ["r", "S"]);
/// assert!(parameters("let f(r, S) = r; [S] acyclic ").is_empty());
/// ```
#[must_use]
pub fn parameters(before: &str) -> Vec<&str> {
    let (tokens, _) = lex(before);
    let begins =
        |(token, _): &(Token<'_>, Span)| starts(*token) || matches!(token, Token::Rec | Token::And);
    let start = tokens.iter().rposition(begins).unwrap_or(tokens.len());
    let last = tokens.get(start..).unwrap_or_default();
    if !matches!(last, [(Token::Let | Token::Rec | Token::And, _), ..]) {
        return Vec::new();
    }
    let equals = last.iter().position(|(token, _)| *token == Token::Equals);
    let heading = equals.and_then(|end| last.get(2..end)).unwrap_or_default();
    let names = heading.iter();
    let names = names.filter(|(token, _)| matches!(token, Token::Name(_)));
    names
        .filter_map(|(_, span)| before.get(span.range()))
        .collect()
}
