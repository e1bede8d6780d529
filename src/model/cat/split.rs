//! Cuts the tokens of a model into title and statements, so that a mistake spoils one statement.

use std::collections::BTreeSet;

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

/// Whether a statement begins with a token.
pub const fn starts(token: Token<'_>) -> bool {
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

/// Whether a statement can end with a token.
const fn ends(token: Token<'_>) -> bool {
    matches!(
        token,
        Token::Name(_)
            | Token::Text(_)
            | Token::Universe
            | Token::Zero
            | Token::Star
            | Token::Plus
            | Token::Question
            | Token::Inverse
            | Token::RightParen
            | Token::RightBracket
            | Token::RightBrace
    )
}

/// The tokens before the first statement, and those of each statement. One that begins with a misspelt word is one, too.
pub fn split<'t, 's>(
    source: &SourceFile,
    tokens: &'t [Placed<'s>],
) -> (&'t [Placed<'s>], Vec<&'t [Placed<'s>]>) {
    let misspelt = misspelt(source, tokens);
    let mut cuts = Vec::new();
    for (index, (token, _)) in tokens.iter().enumerate() {
        let continues = index > 0 && matches!(tokens[index - 1].0, Token::Flag | Token::Negated);
        if misspelt.contains(&index)
            || starts(*token) && (!continues || matches!(token, Token::Let | Token::Flag))
        {
            cuts.push(index);
        }
    }
    let title = &tokens[..cuts.first().copied().unwrap_or(tokens.len())];
    cuts.push(tokens.len());
    let statements = cuts.windows(2).map(|cut| &tokens[cut[0]..cut[1]]).collect();
    (title, statements)
}

/// Where words stand that seem to begin a statement, misspelt: on a line of their own, behind what can be the end of one.
fn misspelt(source: &SourceFile, tokens: &[Placed<'_>]) -> Vec<usize> {
    let pairs = tokens.windows(2).enumerate();
    let defined: BTreeSet<&str> = pairs
        .clone()
        .filter_map(|(_, pair)| {
            let [(before, _), (Token::Name(name), _)] = pair else {
                return None;
            };
            matches!(before, Token::Let | Token::Rec | Token::And).then_some(*name)
        })
        .collect();
    let begins = |at: usize| {
        let Some((Token::Name(name), span)) = tokens.get(at) else {
            return false;
        };
        !defined.contains(name) && errors::is_near_statement(source, *span)
    };
    pairs
        .filter(|(at, pair)| {
            let [(before, end), (token, start)] = pair else {
                return false;
            };
            let between = source.text.get(end.end..start.start).unwrap_or_default();
            let word = if *token == Token::Tilde {
                at + 2
            } else {
                at + 1
            };
            between.contains('\n') && ends(*before) && begins(word)
        })
        .map(|(at, _)| at + 1)
        .collect()
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
        Token::Reserved(word) => return (title, Some(errors::reserved(word, place))),
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
