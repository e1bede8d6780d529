//! Misspelt words before a condition. Left alone, they would be taken for instructions, and the test for one
//! without a condition.

use super::diagnostic::{Diagnostic, nearest_in_any_case};
use super::sink::Sink;
use super::span::Span;
use super::token::{Located, Token};

const KNOWN: [&str; 3] = ["exists", "forall", "filter"];

/// Reports words of the table and the claim that are meant to begin a condition, and puts those in their place
/// that could be meant.
pub(crate) fn mend(tokens: &mut [Located<'_>], sink: &mut Sink) {
    let asked = tokens
        .iter()
        .any(|token| matches!(token.1, Token::Exists | Token::Forall));
    for index in 0..tokens.len() {
        let (before, rest) = tokens.split_at_mut(index);
        let [(start, token, end), behind @ ..] = rest else {
            continue;
        };
        let Token::Word(word) = *token else { continue };
        let next = behind.first().map(|next| next.1);
        let opens = next == Some(Token::LeftParen);
        // No other word has a parenthesis behind it.
        if !(opens || next.is_some_and(begins_condition) && ends_part(before)) {
            continue;
        }
        let near = nearest_in_any_case(word, &KNOWN);
        let meant = match near {
            Some(_) => true,
            // What is like none of them is one all the same, where it stands like one and there is no other.
            None => opens && ends_part(before) && !asked,
        };
        if !meant {
            continue;
        }
        let problem = Diagnostic::new(
            format!("unknown quantifier `{word}`"),
            Span::new(*start, *end),
            "expected `exists`, `~exists`, `forall` or `filter`",
        );
        sink.push(match near {
            Some(near) => problem.with_near(word, near),
            None => problem,
        });
        *token = match near {
            Some("filter") => Token::Filter,
            Some("forall") if !before.last().is_some_and(|last| is_negation(last.1)) => {
                Token::Forall
            }
            // Also of `~forall`, which is told twice otherwise.
            Some(_) | None => Token::Exists,
        };
        if near.is_none() {
            return;
        }
    }
}

const fn is_negation(token: Token<'_>) -> bool {
    matches!(token, Token::Tilde | Token::Bang | Token::Not)
}

/// Whether a row, the init block or a filter ends here; a negation of the condition may follow.
fn ends_part(before: &[Located<'_>]) -> bool {
    let mut before = before.iter().rev().map(|token| token.1);
    let last = before.find(|token| !is_negation(*token));
    matches!(
        last,
        Some(Token::Semicolon | Token::RightBrace | Token::RightParen)
    )
}

const fn begins_condition(token: Token<'_>) -> bool {
    matches!(
        token,
        Token::LeftParen
            | Token::Tilde
            | Token::Bang
            | Token::Not
            | Token::Word(_)
            | Token::Number(_)
            | Token::True
            | Token::False
            | Token::Terminates
    )
}
