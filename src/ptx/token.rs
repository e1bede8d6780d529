//! The tokens of a module.

use std::fmt;

use logos::{Lexer, Logos};

use crate::syntax::Diagnostic;
use crate::syntax::span::{Span, Spanned};

/// A token. An opcode with its modifiers is one word: `decode` takes it apart.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x0b\x0c\u{feff}]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub enum Token<'i> {
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("@")]
    At,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("|")]
    Bar,
    #[token("!")]
    Bang,
    #[token("~")]
    Tilde,
    #[token("=")]
    Assign,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("<=")]
    AtMost,
    #[token(">=")]
    AtLeast,
    #[token("==")]
    Equal,
    #[token("!=")]
    Unequal,
    #[token("<<")]
    Left,
    #[token(">>")]
    Right,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    /// Not before a letter or a digit: that is a register.
    #[token("%", priority = 10)]
    Percent,
    #[token("&")]
    Ampersand,
    #[token("&&")]
    And,
    #[token("||")]
    Or,
    #[token("^")]
    Caret,
    #[token("?")]
    Question,
    /// A name, a register with its `%`, or an opcode with its modifiers.
    #[regex(r"[A-Za-z_$%][A-Za-z0-9_$]*(\.[A-Za-z0-9_]+(::[A-Za-z0-9_]+)*)*")]
    Word(&'i str),
    /// `.reg`, `.u32`.
    #[regex(r"\.[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z0-9_]+)*")]
    Directive(&'i str),
    /// Whatever begins like a number; `number` decides whether it is one.
    #[regex(r"[0-9]+(\.[0-9]*)?[eE][+-][0-9]+|\.[0-9]+([eE][+-]?[0-9]+)?|[0-9][0-9A-Za-z_.]*")]
    Number(&'i str),
    #[regex(r#""([^"\\\n]|\\.)*""#)]
    Quoted(&'i str),
    /// A block of debugging data, skipped; whether its end is there.
    #[token(".section", section)]
    Section(bool),
    /// Whether its end is there.
    #[token("/*", comment)]
    Comment(bool),
}

/// Debugging data are large, and hold no brace but the two around them.
fn section<'i>(lexer: &mut Lexer<'i, Token<'i>>) -> bool {
    skip_past(lexer, "}")
}

fn comment<'i>(lexer: &mut Lexer<'i, Token<'i>>) -> bool {
    skip_past(lexer, "*/")
}

fn skip_past<'i>(lexer: &mut Lexer<'i, Token<'i>>, end: &str) -> bool {
    let rest = lexer.remainder();
    let found = rest.find(end);
    lexer.bump(found.map_or(rest.len(), |at| at + end.len()));
    found.is_some()
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LeftBrace => "{",
            Self::RightBrace => "}",
            Self::LeftParen => "(",
            Self::RightParen => ")",
            Self::LeftBracket => "[",
            Self::RightBracket => "]",
            Self::Semicolon => ";",
            Self::Comma => ",",
            Self::Colon => ":",
            Self::At => "@",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Bar => "|",
            Self::Bang => "!",
            Self::Tilde => "~",
            Self::Assign => "=",
            Self::Less => "<",
            Self::Greater => ">",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Left => "<<",
            Self::Right => ">>",
            Self::Star => "*",
            Self::Slash => "/",
            Self::Percent => "%",
            Self::Ampersand => "&",
            Self::And => "&&",
            Self::Or => "||",
            Self::Caret => "^",
            Self::Question => "?",
            Self::Section(_) => ".section",
            Self::Comment(_) => "/*",
            Self::Word(text) | Self::Directive(text) | Self::Number(text) | Self::Quoted(text) => {
                text
            }
        })
    }
}

/// All tokens of a text; what is none is reported.
pub fn tokens<'i>(text: &'i str, mistakes: &mut Vec<Diagnostic>) -> Vec<Spanned<Token<'i>>> {
    let mut found = Vec::with_capacity(text.len() / 5);
    let mut stray: Option<Span> = None;
    for (token, range) in Token::lexer(text).spanned() {
        let span = Span::from(range);
        match token {
            Ok(Token::Comment(true)) => {}
            Ok(Token::Comment(false)) => mistakes.push(Diagnostic::new(
                "a comment is not closed",
                Span::new(span.start, span.start + 2),
                "opened here",
            )),
            Ok(token) => found.push(Spanned::new(token, span)),
            // One remark for text that hangs together.
            Err(()) => match &mut stray {
                Some(before) if before.end == span.start => before.end = span.end,
                _ => {
                    mistakes.extend(stray.replace(span).map(not_a_token));
                }
            },
        }
    }
    mistakes.extend(stray.map(not_a_token));
    found
}

fn not_a_token(span: Span) -> Diagnostic {
    Diagnostic::new("unexpected text", span, "not part of PTX")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_that_editors_put_before_a_text_is_no_token() {
        let mut mistakes = Vec::new();
        let found = tokens("\u{feff}.version 8.0\n", &mut mistakes);
        let words: Vec<String> = found.iter().map(|token| token.node.to_string()).collect();
        assert_eq!(words, [".version", "8.0"]);
        assert_eq!(mistakes, []);
    }
}
