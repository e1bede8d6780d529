//! Slips of conditions: joints and comparisons in the spelling of other languages, and what is compared with nothing.
//! The parser would tell of them where it stumbles, which is somewhere behind them.

use super::diagnostic::{Diagnostic, nearest_in_any_case};
use super::sink::Sink;
use super::span::Span;
use super::token::{Located, Token};

/// What stands for a condition without a comparison.
const ALONE: [&str; 3] = ["true", "false", "terminates"];

/// Comparisons that are two tokens, with what is meant.
const SPLIT: [(Token<'_>, Token<'_>, &str, Token<'_>); 6] = [
    (Token::Assign, Token::Greater, "=>", Token::GreaterEqual),
    (Token::Assign, Token::Less, "=<", Token::LessEqual),
    (Token::Less, Token::Greater, "<>", Token::NotEqual),
    (Token::NotEqual, Token::Assign, "!==", Token::NotEqual),
    (Token::Equal, Token::Assign, "===", Token::Equal),
    (Token::Colon, Token::Assign, ":=", Token::Equal),
];

/// Reports the slips of a claim, and puts what is meant in their place.
pub(crate) fn mend<'i>(claim: Vec<Located<'i>>, sink: &mut Sink) -> Vec<Located<'i>> {
    let mut claim = comparisons(claim, sink);
    words(&mut claim, sink);
    alone(&claim, sink)
}

/// `=>`, `<>` and their like.
fn comparisons<'i>(claim: Vec<Located<'i>>, sink: &mut Sink) -> Vec<Located<'i>> {
    let mut mended: Vec<Located<'i>> = Vec::with_capacity(claim.len());
    for (next, token, end) in claim {
        let split = mended.last().and_then(|(_, last, middle)| {
            let mut known = SPLIT.iter();
            known.find(|split| *middle == next && (split.0, split.1) == (*last, token))
        });
        let Some((_, _, written, meant)) = split else {
            mended.push((next, token, end));
            continue;
        };
        let start = mended.pop().map_or(next, |last| last.0);
        let place = Span::new(start, end);
        // Between comparisons it is an implication.
        if *written == "=>" && compared(&mended) {
            sink.push(implication(written, place));
            mended.push((start, Token::Or, end));
        } else {
            sink.push(unexpected(written, place).with_near(written, &meant.to_string()));
            mended.push((start, *meant, end));
        }
    }
    mended
}

/// Words where a joint, a comparison or a negation is due, a single bar, a comma.
fn words(claim: &mut [Located<'_>], sink: &mut Sink) {
    for at in 0..claim.len() {
        let (before, rest) = claim.split_at_mut(at);
        let [(start, token, end), behind @ ..] = rest else {
            continue;
        };
        let place = Span::new(*start, *end);
        let next = behind.first().map(|next| next.1);
        let meant = if *token == Token::Bar && ends_term(before) {
            Some(("|", Token::Or))
        } else if *token == Token::Comma && compared(before) {
            Some((",", Token::And))
        } else if let Token::Word(word) = *token
            && next.is_some_and(begins_term)
        {
            let joins = ends_term(before) && compared(before);
            if joins && word.eq_ignore_ascii_case("implies") {
                sink.push(implication(word, place));
                *token = Token::Or;
                continue;
            }
            instead(word, before).map(|meant| (word, meant))
        } else {
            None
        };
        if let Some((written, meant)) = meant {
            sink.push(unexpected(written, place).with_near(written, &meant.to_string()));
            *token = meant;
        }
    }
}

/// What is meant by a word that stands behind others.
fn instead(word: &str, before: &[Located<'_>]) -> Option<Token<'static>> {
    if begins_literal(before) {
        return nearest_in_any_case(word, &["not"]).map(|_| Token::Not);
    }
    if ends_term(before) {
        return between(word, compared(before));
    }
    None
}

/// What a word between two terms means, behind a comparison or within one.
fn between(word: &str, compared: bool) -> Option<Token<'static>> {
    let plain = ["and", "or"]
        .iter()
        .any(|joint| joint.eq_ignore_ascii_case(word));
    if compared || plain {
        let or = nearest_in_any_case(word, &["and", "or"])? == "or";
        return Some(if or { Token::Or } else { Token::And });
    }
    Some(match word.to_ascii_lowercase().as_str() {
        "eq" | "is" | "equals" => Token::Equal,
        "ne" | "neq" => Token::NotEqual,
        "lt" => Token::Less,
        "le" => Token::LessEqual,
        "gt" => Token::Greater,
        "ge" => Token::GreaterEqual,
        _ => return None,
    })
}

/// What is compared with nothing, all of its term.
fn alone<'i>(claim: &[Located<'i>], sink: &mut Sink) -> Vec<Located<'i>> {
    let mut mended: Vec<Located<'i>> = Vec::with_capacity(claim.len());
    let mut rest = claim;
    while let Some((first, behind)) = rest.split_first() {
        let term = begins_literal(&mended).then(|| term(rest)).flatten();
        let alone = term.and_then(|length| rest.split_at_checked(length));
        let ends = |rest: &[Located<'_>]| rest.first().is_none_or(|next| ends_literal(next.1));
        match alone {
            Some((term, others)) if ends(others) => {
                let place = Span::new(first.0, term.last().unwrap_or(first).2);
                sink.push(incomparable(term, place));
                mended.push((place.start, Token::True, place.end));
                rest = others;
            }
            Some(_) | None => {
                mended.push(*first);
                rest = behind;
            }
        }
    }
    mended
}

fn incomparable(term: &[Located<'_>], place: Span) -> Diagnostic {
    let written = term.iter().map(|token| token.1.to_string());
    let written: String = written.collect();
    let numbered = matches!(term, [(_, Token::Number(_), _)]);
    let shown = if written.len() > 40 { "x" } else { &written };
    match nearest_in_any_case(&written, &ALONE) {
        Some(near) => Diagnostic::new(
            format!("unknown condition `{written}`"),
            place,
            "compared with nothing",
        )
        .with_near(&written, near),
        None => Diagnostic::new(
            if shown == written {
                format!("`{shown}` is compared with nothing")
            } else {
                "this is compared with nothing".to_owned()
            },
            place,
            "expected a comparison behind this",
        )
        .with_help(if numbered {
            format!("a condition is written as `x == {shown}`")
        } else {
            format!("a condition is written as `{shown} == 1`")
        }),
    }
}

fn unexpected(written: &str, place: Span) -> Diagnostic {
    Diagnostic::new(
        format!("unexpected `{written}`"),
        place,
        "not part of the language",
    )
}

fn implication(written: &str, place: Span) -> Diagnostic {
    unexpected(written, place).with_help(r"that `a` implies `b` is written as `~a \/ b`")
}

/// How many tokens the term has that stands at the beginning, if one does.
fn term(tokens: &[Located<'_>]) -> Option<usize> {
    let at = |index: usize| tokens.get(index).map(|token| token.1);
    let word = |index| matches!(at(index), Some(Token::Word(_)));
    let name = word(0) || matches!(at(0), Some(Token::Number(_)));
    let register = name && at(1) == Some(Token::Colon) && word(2);
    let bracket =
        at(0) == Some(Token::LeftBracket) && word(1) && at(2) == Some(Token::RightBracket);
    match (register || bracket, name) {
        (true, _) => Some(3),
        (false, true) => Some(1),
        (false, false) => None,
    }
}

/// Whether a term or a condition ends here.
fn ends_term(before: &[Located<'_>]) -> bool {
    before.last().is_some_and(|last| {
        matches!(
            last.1,
            Token::Word(_)
                | Token::Number(_)
                | Token::RightParen
                | Token::RightBracket
                | Token::True
                | Token::False
                | Token::Terminates
        )
    })
}

/// Whether what a joint would join to another condition ends here.
fn compared(before: &[Located<'_>]) -> bool {
    let whole = |token: Token<'_>| {
        matches!(
            token,
            Token::RightParen | Token::True | Token::False | Token::Terminates
        )
    };
    let ended = before.last().is_some_and(|last| whole(last.1));
    // A term has three tokens at most.
    let near = before.iter().rev().take(4);
    let mut near = near.map(|token| token.1).skip_while(|token| {
        let bracket = matches!(token, Token::LeftBracket | Token::RightBracket);
        let name = matches!(token, Token::Word(_) | Token::Number(_));
        bracket || name || *token == Token::Colon
    });
    ended || near.next().is_some_and(is_comparison)
}

const fn is_comparison(token: Token<'_>) -> bool {
    matches!(
        token,
        Token::Assign
            | Token::Equal
            | Token::NotEqual
            | Token::Less
            | Token::LessEqual
            | Token::Greater
            | Token::GreaterEqual
    )
}

/// Whether a comparison, or another condition, would begin here.
fn begins_literal(before: &[Located<'_>]) -> bool {
    before.last().is_some_and(|last| {
        matches!(
            last.1,
            Token::Exists
                | Token::Forall
                | Token::Filter
                | Token::LeftParen
                | Token::And
                | Token::Or
                | Token::BarBar
                | Token::Tilde
                | Token::Bang
                | Token::Not
        )
    })
}

const fn begins_term(token: Token<'_>) -> bool {
    matches!(
        token,
        Token::Word(_)
            | Token::Number(_)
            | Token::LeftParen
            | Token::LeftBracket
            | Token::Tilde
            | Token::Bang
            | Token::Not
            | Token::True
            | Token::False
            | Token::Terminates
    )
}

/// Whether a condition ends before this.
const fn ends_literal(token: Token<'_>) -> bool {
    matches!(
        token,
        Token::RightParen
            | Token::And
            | Token::Or
            | Token::BarBar
            | Token::Exists
            | Token::Forall
            | Token::Filter
    )
}
