//! Checks of the token sequence before it is parsed: mistakes whose consequences would hide them.

use super::diagnostic::Diagnostic;
use super::sink::Sink;
use super::span::Span;
use super::token::{Located, Token};

/// How deep parentheses and negations of a condition may nest.
pub(crate) const MAX_NESTING: usize = 200;

/// Mends what would mislead the parser, after having reported it.
pub(crate) fn mend<'i>(mut tokens: Vec<Located<'i>>, sink: &mut Sink) -> Vec<Located<'i>> {
    close_init(&mut tokens, sink);
    drop_locations(&mut tokens, sink);
    cut_nesting(&mut tokens, sink);
    tokens
}

/// An init block that is not closed before the header row is closed there.
fn close_init(tokens: &mut Vec<Located<'_>>, sink: &mut Sink) {
    let header = tokens.windows(3).position(|window| match window {
        [(_, Token::Word(name), _), (_, Token::At, _), (_, next, _)] => {
            is_thread(name)
                && !matches!(
                    next,
                    Token::Word("surface" | "texture" | "constant" | "generic")
                )
        }
        _ => false,
    });
    let close = tokens.iter().position(|token| token.1 == Token::RightBrace);
    let (Some(&(open, _, end)), true) = (
        tokens.first(),
        close.is_none() || close > header && header.is_some(),
    ) else {
        return;
    };
    let diagnostic = Diagnostic::new(
        "the init block is never closed",
        Span::new(open, end),
        "this brace has no partner",
    );
    let at = match header.and_then(|header| tokens.get(header)) {
        Some(&(start, _, end)) => {
            sink.push(diagnostic.with_label(Span::new(start, end), "expected a `}` before this"));
            start
        }
        None => {
            sink.push(diagnostic);
            end
        }
    };
    match header {
        Some(header) => tokens.insert(header, (at, Token::RightBrace, at)),
        // Nothing tells where the block was meant to end: parse none of it.
        None => tokens
            .splice(1.., [(at, Token::RightBrace, at)])
            .for_each(drop),
    }
}

fn is_thread(name: &str) -> bool {
    let digits = name.strip_prefix(['P', 'T']);
    digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|byte| byte.is_ascii_digit()))
}

/// herd's `locations [x; y;]` asks for output that is always given.
fn drop_locations(tokens: &mut Vec<Located<'_>>, sink: &mut Sink) {
    let found = tokens.windows(2).position(|window| {
        matches!(
            window,
            [(_, Token::Word("locations"), _), (_, Token::LeftBracket, _)]
        )
    });
    let Some(first) = found else { return };
    let length = tokens[first..]
        .iter()
        .position(|token| token.1 == Token::RightBracket)
        .map_or(2, |last| last + 1);
    let span = Span::new(tokens[first].0, tokens[first + length - 1].2);
    sink.push(
        Diagnostic::new("`locations` is not needed", span, "remove this")
            .with_help("a witness shows the final value of every location"),
    );
    tokens.drain(first..first + length);
}

/// Whether a test may end with a condition that begins here.
fn starts_claim(token: Token<'_>) -> bool {
    matches!(token, Token::Exists | Token::Forall | Token::Filter)
}

/// A condition nested too deep is replaced by `true`, so that nothing recursive meets it.
fn cut_nesting(tokens: &mut Vec<Located<'_>>, sink: &mut Sink) {
    let Some(start) = tokens.iter().position(|token| starts_claim(token.1)) else {
        return;
    };
    let Some(deep) = too_deep(&tokens[start..]) else {
        return;
    };
    let (from, _, to) = tokens[start + deep];
    sink.push(
        Diagnostic::new(
            "this condition is nested too deep",
            Span::new(from, to),
            format!("the limit is {MAX_NESTING} levels of parentheses and negations"),
        )
        .with_help("chains of `/\\` and `\\/` need no parentheses"),
    );
    // The quantifier, or what follows the filter that it would be lost with, stands in.
    tokens.truncate(start);
    tokens.push((from, Token::Exists, from));
    tokens.push((from, Token::True, from));
}

/// The index of the first token that lies deeper than allowed.
fn too_deep(tokens: &[Located<'_>]) -> Option<usize> {
    let mut negations: usize = 0;
    let mut open: Vec<usize> = Vec::new();
    let mut depth = 0;
    for (index, (_, token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Tilde | Token::Bang | Token::Not => {
                negations += 1;
                depth += 1;
            }
            Token::LeftParen => {
                open.push(negations);
                negations = 0;
                depth += 1;
            }
            Token::RightParen => {
                depth -= negations;
                negations = 0;
                if let Some(outer) = open.pop() {
                    depth -= 1 + outer;
                }
            }
            _ => {
                depth -= negations;
                negations = 0;
            }
        }
        if depth > MAX_NESTING {
            return Some(index);
        }
    }
    None
}
