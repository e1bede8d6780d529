//! The tokens of a test's body: everything from the opening brace on.

use std::fmt;

use logos::{Lexer, Logos};

use super::raw::Text;
use super::sink::Sink;
use super::span::{Span, Spanned};
use super::stray;

use super::closed::unclosed_quote;
pub(crate) use super::closed::{comment_length, unclosed_comment};

/// Why no token could be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum LexError {
    /// A character that begins no token.
    #[default]
    Stray,
    /// `(*` without its `*)`.
    UnclosedComment,
    /// `"` without another on its line.
    UnclosedQuote,
}

/// A token of the body. A mnemonic with its modifiers is one word: `mnemonic` takes it apart.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(error = LexError, skip r"[ \t\r\n\x0b\x0c]+")]
pub(crate) enum Token<'i> {
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
    #[token("|")]
    Bar,
    /// A disjunction in a condition, two separators around an empty cell in the table.
    #[token("||")]
    BarBar,
    #[token(r"/\")]
    #[token("&&")]
    And,
    #[token(r"\/")]
    Or,
    #[token("~")]
    Tilde,
    #[token("!")]
    Bang,
    #[token("=")]
    Assign,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("exists")]
    Exists,
    #[token("forall")]
    Forall,
    #[token("filter")]
    Filter,
    #[token("not")]
    Not,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("terminates")]
    Terminates,
    /// A name, a register with its `%`, or a mnemonic with its modifiers.
    /// Letters beyond ASCII are let in here, to be refused as a part of the word they are in.
    #[regex(r"%?[A-Za-z_$\u{C0}-\u{1FFF}]([A-Za-z0-9_$.?\u{C0}-\u{1FFF}]|::[A-Za-z0-9_])*")]
    Word(&'i str),
    /// `.shared`, `.reg`, `.u32`.
    #[regex(r"\.[A-Za-z_]([A-Za-z0-9_.]|::[A-Za-z0-9_])*")]
    Directive(&'i str),
    /// Whatever begins like a number; `number` decides whether it is one.
    #[regex(r"-?[0-9][0-9A-Za-z_.]*")]
    Number(&'i str),
    #[regex(r"//[^\n]*", allow_greedy = true)]
    LineComment(&'i str),
    /// A description out of its place.
    #[token("\"", quoted)]
    Quoted(&'i str),
    #[token("(*", block_comment)]
    BlockComment,
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
            Self::Bar => "|",
            Self::BarBar => "||",
            Self::And => r"/\",
            Self::Or => r"\/",
            Self::Tilde => "~",
            Self::Bang => "!",
            Self::Assign => "=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Exists => "exists",
            Self::Forall => "forall",
            Self::Filter => "filter",
            Self::Not => "not",
            Self::True => "true",
            Self::False => "false",
            Self::Terminates => "terminates",
            Self::BlockComment => "(*",
            Self::Word(text)
            | Self::Directive(text)
            | Self::Number(text)
            | Self::Quoted(text)
            | Self::LineComment(text) => text,
        })
    }
}

fn quoted<'i>(lexer: &mut Lexer<'i, Token<'i>>) -> Result<&'i str, LexError> {
    let rest = lexer.remainder();
    let end = rest.find(['"', '\n']).unwrap_or(rest.len());
    if rest[end..].starts_with('"') {
        lexer.bump(end + 1);
        return Ok(lexer.slice());
    }
    let before = &lexer.source()[..lexer.span().start];
    let line = before.rsplit('\n').next().unwrap_or_default();
    // A whole line of it is hardly meant as code.
    if line.trim().is_empty() {
        lexer.bump(rest[..end].trim_end().len());
    }
    Err(LexError::UnclosedQuote)
}

fn block_comment<'i>(lexer: &mut Lexer<'i, Token<'i>>) -> Result<(), LexError> {
    let rest = lexer.remainder();
    let (length, result) = match comment_length(rest) {
        Some(length) => (length, Ok(())),
        None => (rest.len(), Err(LexError::UnclosedComment)),
    };
    lexer.bump(length);
    result
}

/// A token with the offsets of its two ends, as the parser wants it.
pub(crate) type Located<'i> = (usize, Token<'i>, usize);

/// The tokens of a body.
#[derive(Debug, Default)]
pub(crate) struct Lexed<'i> {
    /// All but the comments.
    pub tokens: Vec<Located<'i>>,
    /// The `//` comments.
    pub comments: Vec<Text<'i>>,
    /// The places of the `(* *)` comments.
    pub blocks: Vec<Span>,
    /// Whether the end was reached outside a comment.
    pub complete: bool,
}

/// The tokens of `text` from the offset `start` on.
pub(crate) fn lex<'i>(text: &'i str, start: usize, sink: &mut Sink) -> Lexed<'i> {
    let body = text.get(start..).unwrap_or("");
    let mut lexed = Lexed {
        complete: true,
        ..Lexed::default()
    };
    let mut dropped: Option<Span> = None;
    for (token, range) in Token::lexer(body).spanned() {
        let span = Span::new(range.start + start, range.end + start);
        match token {
            Ok(Token::BlockComment) => lexed.blocks.push(span),
            Ok(Token::LineComment(comment)) => {
                // A line may end with `\r\n`.
                let comment = comment.trim_end_matches('\r');
                let span = Span::new(span.start, span.start + comment.len());
                lexed.comments.push(Spanned::new(comment, span));
            }
            Ok(Token::Quoted(_)) => stray::report(text, dropped.replace(span), sink),
            Ok(token) => {
                if dropped.is_some() {
                    stray::report(text, dropped.take(), sink);
                    sink.mark_after_stray(span.start);
                }
                lexed.tokens.push((span.start, token, span.end));
            }
            Err(LexError::UnclosedComment) => {
                sink.push(unclosed_comment(span.start));
                lexed.complete = false;
            }
            Err(LexError::UnclosedQuote) => {
                stray::report(text, dropped.take(), sink);
                sink.push(unclosed_quote(span));
            }
            Err(LexError::Stray) => match &mut dropped {
                Some(run) if run.end == span.start => run.end = span.end,
                run => {
                    stray::report(text, run.replace(span), sink);
                }
            },
        }
    }
    stray::report(text, dropped, sink);
    lexed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut sink = Sink::default();
        let lexed = lex(text, 0, &mut sink);
        assert_eq!(sink.finish(""), vec![]);
        lexed.tokens.iter().map(|t| t.1.to_string()).collect()
    }

    #[test]
    fn a_mnemonic_is_one_word() {
        assert_eq!(
            words("ld.relaxed.gpu.u32 %r1, [x] fence.? atom.shared::cta.add"),
            [
                "ld.relaxed.gpu.u32",
                "%r1",
                ",",
                "[",
                "x",
                "]",
                "fence.?",
                "atom.shared::cta.add"
            ]
        );
    }

    #[test]
    fn a_label_keeps_its_colon_apart() {
        assert_eq!(
            words("LC00: P0:%r1==-1"),
            ["LC00", ":", "P0", ":", "%r1", "==", "-1"]
        );
    }

    #[test]
    fn comments_nest_and_vanish() {
        assert_eq!(words("a (* b (* c *) d *) e // f"), ["a", "e"]);
    }
}
