//! Cuts the tokens of a model into title and statements, so that a mistake spoils one statement.

use super::errors;
use super::token::{Placed, Token};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::SourceFile;

/// The words a statement begins with.
pub const STARTERS: [&str; 8] = [
    "let",
    "acyclic",
    "irreflexive",
    "empty",
    "flag",
    "include",
    "option",
    "show",
];

/// What precedes the first statement.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Title {
    /// The first bare word, which names an architecture.
    pub architecture: Option<String>,
    /// The title: the last word, or the quoted text.
    pub title: Option<String>,
}

const fn starts(token: Token<'_>) -> bool {
    matches!(
        token,
        Token::Let
            | Token::Flag
            | Token::Negated
            | Token::Include
            | Token::Option
            | Token::Show
            | Token::Unshow
    ) || token.is_assertion()
}

/// The tokens before the first statement, and those of each statement.
pub fn split<'t, 's>(tokens: &'t [Placed<'s>]) -> (&'t [Placed<'s>], Vec<&'t [Placed<'s>]>) {
    let mut cuts = Vec::new();
    for (index, (token, _)) in tokens.iter().enumerate() {
        let continues = index > 0 && matches!(tokens[index - 1].0, Token::Flag | Token::Negated);
        if starts(*token) && (!continues || matches!(token, Token::Let | Token::Flag)) {
            cuts.push(index);
        }
    }
    let title = &tokens[..cuts.first().copied().unwrap_or(tokens.len())];
    cuts.push(tokens.len());
    let statements = cuts.windows(2).map(|cut| &tokens[cut[0]..cut[1]]).collect();
    (title, statements)
}

/// Reads the title: a name, a quoted text, or one after the other, on one line.
pub fn title(source: &SourceFile, tokens: &[Placed<'_>]) -> (Title, Option<Diagnostic>) {
    let mut title = Title::default();
    let Some(&(first, place)) = tokens.first() else {
        return (title, None);
    };
    let line = |placed: &Placed<'_>| source.position(placed.1.start).line;
    let mut used = 1;
    match first {
        Token::Name(name) => {
            title.architecture = Some(name.to_owned());
            title.title = Some(name.to_owned());
        }
        Token::Text(text) => title.title = Some(text.to_owned()),
        _ => return (title, Some(errors::no_statement(source, place))),
    }
    if let (Token::Name(_), Some(second)) = (first, tokens.get(1))
        && let Token::Name(text) | Token::Text(text) = second.0
        && line(second) == line(&tokens[0])
    {
        // A title of two bare words that seems to begin a statement is one that is misspelt.
        if matches!(second.0, Token::Name(_)) && errors::is_near_statement(source, place) {
            return (title, Some(errors::no_statement(source, place)));
        }
        title.title = Some(text.to_owned());
        used = 2;
    }
    let problem = tokens.get(used).map(|rest| {
        // On the title's line, the title itself is likely the misspelt beginning of a statement.
        let same = line(rest) == line(&tokens[0]);
        errors::no_statement(source, if same { place } else { rest.1 })
    });
    (title, problem)
}
