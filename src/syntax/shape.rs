//! Checks of the token sequence before it is parsed: mistakes whose consequences would hide them.

use super::diagnostic::Diagnostic;
use super::quantifier;
use super::sink::Sink;
use super::slips;
use super::span::Span;
use super::token::{Located, Token};

/// How deep parentheses and negations of a condition may nest.
pub(crate) const MAX_NESTING: usize = 200;

/// The tokens of the three parts of a body.
#[derive(Debug)]
pub(crate) struct Parts<'i> {
    /// From `{` to `}`.
    pub init: Vec<Located<'i>>,
    /// The header row and the rows of instructions.
    pub table: Vec<Located<'i>>,
    /// From `filter` or the quantifier on.
    pub claim: Vec<Located<'i>>,
}

/// Takes a body apart, and mends what would mislead the parser, after having reported it. Nothing
/// if it cannot be told where the init block ends.
pub(crate) fn split<'i>(mut init: Vec<Located<'i>>, sink: &mut Sink) -> Option<Parts<'i>> {
    close_init(&mut init, sink)?;
    drop_locations(&mut init, sink);
    let close = init.iter().position(|token| token.1 == Token::RightBrace);
    let mut table = init.split_off(close.map_or(init.len(), |close| close + 1));
    quantifier::mend(&mut table, sink);
    let start = claim_start(&table).unwrap_or(table.len());
    let mut claim = table.split_off(start);
    cut_nesting(&mut claim, sink);
    let mut claim = slips::mend(claim, sink);
    cut_runs(&mut claim);
    Some(Parts { init, table, claim })
}

/// An init block that is not closed before the header row is closed there.
fn close_init(tokens: &mut Vec<Located<'_>>, sink: &mut Sink) -> Option<()> {
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
        close.is_none() || header.is_some() && close > header,
    ) else {
        return Some(());
    };
    let diagnostic = Diagnostic::new(
        "the init block is never closed",
        Span::new(open, end),
        "this brace has no partner",
    );
    let Some(header) = header else {
        sink.push(diagnostic);
        return None;
    };
    let (start, _, end) = tokens[header];
    sink.push(diagnostic.with_label(Span::new(start, end), "expected a `}` before this"));
    tokens.insert(header, (start, Token::RightBrace, start));
    Some(())
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

/// Where the claim begins, with the `~` of a `~exists`.
fn claim_start(tokens: &[Located<'_>]) -> Option<usize> {
    let is_negation = |token: Token<'_>| matches!(token, Token::Tilde | Token::Bang | Token::Not);
    let first = tokens
        .iter()
        .position(|token| matches!(token.1, Token::Exists | Token::Forall | Token::Filter))?;
    let negations = tokens[..first]
        .iter()
        .rev()
        .take_while(|token| is_negation(token.1));
    Some(first - negations.count())
}

/// A condition nested too deep is replaced by `true`, so that nothing recursive meets it.
fn cut_nesting(tokens: &mut Vec<Located<'_>>, sink: &mut Sink) {
    let Some(deep) = too_deep(tokens) else {
        return;
    };
    let (from, _, to) = tokens[deep];
    sink.push(
        Diagnostic::new(
            "this condition is nested too deep",
            Span::new(from, to),
            format!("the limit is {MAX_NESTING} levels of parentheses and negations"),
        )
        .with_help("chains of `/\\` and `\\/` need no parentheses"),
    );
    tokens.clear();
    tokens.push((from, Token::Exists, from));
    tokens.push((from, Token::True, from));
}

/// The longest run that is right has 16 tokens: `filter P0:r0 == P1:r1 exists P0:r0 == P1:r1`.
const MAX_RUN: usize = 16;

/// Drops what the parser would drop, one token after the other and each time trying every open
/// parenthesis: the rest of a run without parenthesis or joint, too long to be right.
fn cut_runs(tokens: &mut Vec<Located<'_>>) {
    let mut length = 0;
    tokens.retain(|(_, token, _)| {
        match token {
            Token::LeftParen | Token::RightParen | Token::And | Token::Or | Token::BarBar => {
                length = 0;
            }
            // Not counted, since many may be right, and no more than that are left by now.
            Token::Tilde | Token::Bang | Token::Not => {}
            _ => length += 1,
        }
        length <= MAX_RUN
    });
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
