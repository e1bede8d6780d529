//! The tokens of the model language.

use logos::{Lexer, Logos};

use super::errors;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

/// What the lexer can trip over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LexError {
    /// A character that begins no token.
    #[default]
    Character,
    /// `(*` without its `*)`.
    Comment,
    /// `"` without another one on the line.
    Text,
}

/// A token. [`lex`] tells the two stars and the two tildes apart by what follows them.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(error = LexError)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
pub enum Token<'s> {
    #[regex(r"_?[A-Za-z][A-Za-z0-9_.'\-]*")]
    Name(&'s str),
    #[regex(r#""[^"\n]*""#, quoted)]
    #[regex(r#""[^"\n]*"#, unclosed_text)]
    Text(&'s str),
    #[token("let")]
    Let,
    #[token("rec")]
    Rec,
    #[token("and")]
    And,
    #[token("as")]
    As,
    #[token("acyclic")]
    Acyclic,
    #[token("irreflexive")]
    Irreflexive,
    #[token("empty")]
    Empty,
    #[token("flag")]
    Flag,
    #[token("include")]
    Include,
    #[token("option")]
    Option,
    #[token("show")]
    Show,
    #[token("unshow")]
    Unshow,
    /// A keyword of herd's language that this one does not have.
    #[token("begin")]
    #[token("call")]
    #[token("do")]
    #[token("else")]
    #[token("end")]
    #[token("enum")]
    #[token("forall")]
    #[token("from")]
    #[token("fun")]
    #[token("if")]
    #[token("in")]
    #[token("instructions")]
    #[token("match")]
    #[token("procedure")]
    #[token("then")]
    #[token("try")]
    #[token("undefined_unless")]
    #[token("with")]
    Reserved(&'s str),
    #[token("_", priority = 3)]
    Universe,
    #[token("0")]
    Zero,
    #[token("|")]
    Bar,
    #[token(";")]
    Semicolon,
    #[token("\\")]
    Backslash,
    #[token("&")]
    Ampersand,
    /// `*` between two operands.
    #[token("*")]
    Times,
    /// `*` after an operand.
    #[token("^*")]
    Star,
    #[token("+")]
    #[token("^+")]
    Plus,
    #[token("?")]
    #[token("^?")]
    Question,
    #[regex(r"\^[ \t]*-1")]
    Inverse,
    #[token("~")]
    Tilde,
    /// `~` before `acyclic`, `irreflexive` or `empty`.
    Negated,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token(",")]
    Comma,
    #[token("=")]
    Equals,
    /// No part of any statement.
    #[regex(r"(//|#)[^\n]*", allow_greedy = true)]
    #[token("(*", comment)]
    Comment,
}

fn quoted<'s>(lexer: &Lexer<'s, Token<'s>>) -> &'s str {
    let text = lexer.slice();
    text.get(1..text.len() - 1).unwrap_or("")
}

fn unclosed_text<'s>(_: &Lexer<'s, Token<'s>>) -> Result<&'s str, LexError> {
    Err(LexError::Text)
}

/// Reads to the end of a comment, past the comments inside it.
fn comment<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Result<(), LexError> {
    let rest = lexer.remainder().as_bytes();
    let (mut depth, mut at) = (1_usize, 0);
    while depth > 0 {
        match rest.get(at..at + 2) {
            Some(b"(*") => (depth, at) = (depth + 1, at + 2),
            Some(b"*)") => (depth, at) = (depth - 1, at + 2),
            Some(_) => at += 1,
            None => {
                lexer.bump(rest.len());
                return Err(LexError::Comment);
            }
        }
    }
    lexer.bump(at);
    Ok(())
}

impl Token<'_> {
    /// Whether an operand of an expression can begin with it.
    const fn begins_operand(self) -> bool {
        matches!(
            self,
            Self::Name(_)
                | Self::Universe
                | Self::Zero
                | Self::Tilde
                | Self::LeftParen
                | Self::LeftBracket
                | Self::LeftBrace
        )
    }

    /// Whether it says what an axiom asserts.
    pub const fn is_assertion(self) -> bool {
        matches!(self, Self::Acyclic | Self::Irreflexive | Self::Empty)
    }
}

/// A token and the bytes it was read from.
pub type Placed<'s> = (Token<'s>, Span);

/// All tokens of a text but its comments, and what is no token.
pub fn lex(text: &str) -> (Vec<Placed<'_>>, Vec<Diagnostic>) {
    let mut tokens = Vec::new();
    let mut errors: Vec<(LexError, Span)> = Vec::new();
    for (result, range) in Token::lexer(text).spanned() {
        let span = Span::from(range);
        match (result, errors.last_mut()) {
            (Ok(Token::Comment), _) => {}
            (Ok(token), _) => tokens.push((token, span)),
            (Err(LexError::Character), Some((LexError::Character, last)))
                if last.end == span.start =>
            {
                last.end = span.end;
            }
            (Err(error), _) => errors.push((error, span)),
        }
    }
    tell_apart(&mut tokens);
    let problems = errors
        .into_iter()
        .map(|(error, span)| errors::no_token(text, error, span));
    (tokens, problems.collect())
}

/// Decides for each `*` and `~` which of its two meanings it has: both are known from the next
/// token, which spares the grammar its only conflicts.
fn tell_apart(tokens: &mut [Placed<'_>]) {
    for index in 0..tokens.len() {
        let next = tokens.get(index + 1).map(|placed| placed.0);
        match tokens[index].0 {
            Token::Tilde if next.is_some_and(Token::is_assertion) => {
                tokens[index].0 = Token::Negated;
            }
            Token::Times if !followed_by_operand(&tokens[index + 1..]) => {
                tokens[index].0 = Token::Star;
            }
            _ => {}
        }
    }
}

fn followed_by_operand(rest: &[Placed<'_>]) -> bool {
    match rest {
        [(Token::Tilde, _), (next, _), ..] => !next.is_assertion(),
        [(next, _), ..] => next.begins_operand(),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let (tokens, problems) = lex(text);
        assert_eq!(problems, []);
        tokens.into_iter().map(|placed| placed.0).collect()
    }

    #[test]
    fn names_may_have_dashes_dots_and_primes() {
        for name in [
            "po-loc",
            "fence.sc",
            "axiom-Coherence",
            "x'",
            "_a",
            "r2d2",
            "lets",
        ] {
            assert_eq!(tokens(name), [Token::Name(name)]);
        }
        assert_eq!(tokens("_"), [Token::Universe]);
    }

    #[test]
    fn inverse_is_one_token() {
        use Token::{Inverse, Name, Semicolon};
        assert_eq!(
            tokens("rf^-1;co"),
            [Name("rf"), Inverse, Semicolon, Name("co")]
        );
        assert_eq!(tokens("rf ^ -1"), [Name("rf"), Inverse]);
    }

    #[test]
    fn a_star_before_an_operand_is_a_product() {
        use Token::{Empty, Name, Negated, Star, Tilde, Times};
        assert_eq!(tokens("W*R"), [Name("W"), Times, Name("R")]);
        assert_eq!(tokens("W * ~R"), [Name("W"), Times, Tilde, Name("R")]);
        assert_eq!(tokens("r* let")[1], Star);
        assert_eq!(tokens("r^* s")[1], Star);
        assert_eq!(
            tokens("r* ~empty s"),
            [Name("r"), Star, Negated, Empty, Name("s")]
        );
    }

    #[test]
    fn comments_nest_and_end_lines() {
        assert_eq!(
            tokens("a (* b (* c *) (* *) *) // d\n e # f"),
            [Token::Name("a"), Token::Name("e")]
        );
    }

    #[test]
    fn what_is_no_token_is_reported_once_with_its_place() {
        let (tokens, problems) = lex("a € b (* (* *)");
        assert_eq!(tokens.len(), 2);
        assert_eq!(problems.len(), 2);
        assert_eq!(problems[1].labels[0].0, Span::new(8, 10));
    }
}
