//! The generated parser's errors in the user's words.

use std::convert::Infallible;

use lalrpop_util::ParseError;

use super::diagnostic::Diagnostic;
use super::span::Span;
use super::token::Token;

/// Where the parser was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    /// In the init block.
    Declaration,
    /// In the table.
    Cell,
    /// From `exists`, `forall` or `filter` on.
    Condition,
}

/// What the generated parsers fail with.
pub(crate) type Error<'i> = ParseError<usize, Token<'i>, Infallible>;

/// What was found where something else was expected.
pub(crate) fn diagnostic(context: Context, error: &Error<'_>) -> Diagnostic {
    match error {
        ParseError::UnrecognizedToken {
            token: (start, token, end),
            expected,
        } => unexpected(
            context,
            *token,
            Span::new(*start, *end),
            &Expected(expected),
        ),
        ParseError::ExtraToken {
            token: (start, token, end),
        } => unexpected(context, *token, Span::new(*start, *end), &Expected(&[])),
        ParseError::UnrecognizedEof { location, expected } => Diagnostic::new(
            "unexpected end of the file",
            Span::new(*location, *location),
            Expected(expected).sentence(context),
        ),
        ParseError::InvalidToken { location } => Diagnostic::new(
            "unexpected text",
            Span::new(*location, *location),
            "not part of the language",
        ),
        ParseError::User { error } => match *error {},
    }
}

fn unexpected(context: Context, token: Token<'_>, at: Span, expected: &Expected<'_>) -> Diagnostic {
    let written = token.to_string();
    let shown = if written.len() > 40 {
        "unexpected text".to_owned()
    } else {
        format!("unexpected `{written}`")
    };
    let diagnostic = Diagnostic::new(shown, at, expected.sentence(context));
    match help(context, token, expected) {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}

fn help(context: Context, token: Token<'_>, expected: &Expected<'_>) -> Option<&'static str> {
    match (context, token) {
        (Context::Cell, Token::Word(_)) if !expected.has(",") && expected.has("|") => {
            Some("a label stands in a cell of its own")
        }
        (Context::Cell, Token::Word(word)) if expected.has(",") && word.contains('.') => {
            Some("cells are separated by `|`, and a row ends with `;`")
        }
        (Context::Cell, Token::RightBrace) => Some("the init block is closed already"),
        (Context::Cell, Token::Assign | Token::Equal) => {
            Some("initial values belong in the init block, between the braces")
        }
        (Context::Declaration, Token::Comma) => Some("declarations are separated by `;`"),
        (Context::Declaration, Token::LeftBracket) => {
            Some("arrays are not modelled: declare one location for each element")
        }
        (Context::Declaration, Token::Word(_)) if expected.has("=") => {
            Some("declare a location as `x = 0` or `.shared x = 0`")
        }
        (Context::Condition, Token::Exists | Token::Forall | Token::Filter)
            if !expected.has(")") =>
        {
            Some("a test has one condition, and `filter` comes before it")
        }
        (Context::Condition, Token::RightParen)
            if ![")", "word", "==", "]"].iter().any(|due| expected.has(due)) =>
        {
            Some("this parenthesis was never opened")
        }
        (Context::Condition, Token::Semicolon) => Some("no `;` follows a condition"),
        (
            _,
            Token::Exists
            | Token::Forall
            | Token::Filter
            | Token::Not
            | Token::True
            | Token::False
            | Token::Terminates,
        ) if expected.has("word") => {
            Some("this word is reserved and names neither a register nor a location")
        }
        _ => None,
    }
}

/// The terminals that the parser would have taken.
struct Expected<'a>(&'a [String]);

impl Expected<'_> {
    fn has(&self, terminal: &str) -> bool {
        self.0.iter().any(|name| {
            let bare = name.trim_matches('"').replace("\\\\", "\\");
            bare == terminal
        })
    }

    fn sentence(&self, context: Context) -> String {
        let phrases = self.phrases(context);
        match phrases.split_last() {
            None => "nothing more was expected here".to_owned(),
            Some((last, [])) => format!("expected {last}"),
            Some((last, others)) => format!("expected {} or {last}", others.join(", ")),
        }
    }

    fn phrases(&self, context: Context) -> Vec<&'static str> {
        let mut phrases = self.things(context);
        if self.has("directive") {
            // At the start of a declaration or cell, its end is no help.
            return phrases;
        }
        let ends: &[(&str, &str)] = match context {
            Context::Declaration => &[("=", "`=`"), (";", "the end of the declaration (`;`)")],
            Context::Cell => &[
                (",", "`,`"),
                ("]", "`]`"),
                (">", "`>`"),
                ("|", "the end of the cell (`|` or `;`)"),
            ],
            Context::Condition => &[
                ("==", "a comparison such as `==`"),
                (":", "`:` and a register"),
                ("]", "`]`"),
                ("/\\", "`/\\`"),
                ("\\/", "`\\/`"),
                (")", "`)`"),
            ],
        };
        let written = ends.iter().filter(|(terminal, _)| self.has(terminal));
        phrases.extend(written.map(|(_, phrase)| *phrase));
        phrases
    }

    /// Names, numbers and what is made of them.
    fn things(&self, context: Context) -> Vec<&'static str> {
        let (word, number, bracket) = (self.has("word"), self.has("number"), self.has("["));
        let phrase = match context {
            Context::Declaration if self.has("directive") => {
                return vec!["a declaration such as `x = 0`"];
            }
            Context::Cell if self.has("directive") && self.has("@") => {
                return vec!["an instruction", "a label"];
            }
            Context::Condition if self.has("(") => "a condition such as `P0:r0 == 1`",
            Context::Condition if word && bracket => "a register, a location or a number",
            Context::Cell if word && bracket => "an operand",
            Context::Declaration | Context::Condition | Context::Cell => match (word, number) {
                (true, true) => "a name or a number",
                (true, false) => "a name",
                (false, true) => "a number",
                (false, false) => return Vec::new(),
            },
        };
        vec![phrase]
    }
}
