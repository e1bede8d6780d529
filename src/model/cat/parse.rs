//! From the text of one file to its statements.

use lalrpop_util::{ParseError, lalrpop_mod};

use super::ast::{Binding, Name, Statement};
use super::split;
use super::split::Title;
use super::token::{Placed, Token, lex};
use super::{ast, errors};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span, Spanned};
use crate::syntax::stray::old_line_ends;

lalrpop_mod!(
    #[allow(
        clippy::pedantic,
        clippy::all,
        clippy::panic,
        clippy::unwrap_used,
        unused,
        missing_docs,
        reason = "generated"
    )]
    grammar,
    "/cat.rs"
);

/// A statement, its place, and its text with single blanks and no comments.
#[derive(Debug)]
pub struct Parsed {
    pub statement: Statement,
    pub span: Span,
    pub text: String,
}

/// One file, as far as it could be read.
#[derive(Debug)]
pub struct File {
    pub title: Title,
    pub statements: Vec<Parsed>,
    pub problems: Vec<Diagnostic>,
    /// Whether some file was to be included and is not, so that names may be missing for that reason.
    pub incomplete: bool,
}

/// Reads a file. A statement with a mistake is left out, but the names it defines are kept, so that
/// their uses are not reported as well.
pub fn parse(source: &SourceFile) -> File {
    if let Some(problem) = old_line_ends(&source.text) {
        return File {
            title: Title::default(),
            statements: Vec::new(),
            problems: vec![problem],
            incomplete: true,
        };
    }
    let (tokens, strange) = lex(&source.text);
    let (before, chunks) = split::split(source, &tokens);
    let (title, problem) = split::title(source, before);
    let mut problems = Vec::from_iter(problem);
    // What makes no token, statement by statement: both are in the order of the text.
    let mut strange = strange.into_iter().peekable();
    let mut until = |end: usize| {
        let next = || strange.next_if(|problem| problem.labels[0].0.start < end);
        std::iter::from_fn(next).collect::<Vec<Diagnostic>>()
    };
    let first = chunks
        .first()
        .map_or(usize::MAX, |chunk| extent(chunk).start);
    problems.extend(until(first));
    let (mut statements, mut incomplete) = (Vec::new(), false);
    for (index, chunk) in chunks.iter().enumerate() {
        let span = extent(chunk);
        let end = chunks
            .get(index + 1)
            .map_or(usize::MAX, |next| extent(next).start);
        let read = chunk_statement(source, chunk, until(end), &mut problems);
        incomplete |= read.is_none() && includes(chunk);
        statements.extend(read.map(|statement| Parsed {
            statement,
            span,
            text: plain_text(source, chunk),
        }));
    }
    File {
        title,
        statements,
        problems,
        incomplete,
    }
}

/// The statement of a chunk with what makes no token in it, or what is left of it after a mistake.
fn chunk_statement(
    source: &SourceFile,
    chunk: &[Placed<'_>],
    strange: Vec<Diagnostic>,
    problems: &mut Vec<Diagnostic>,
) -> Option<Statement> {
    if let Some((Token::Reserved(word), span)) = chunk
        .iter()
        .find(|(token, _)| matches!(token, Token::Reserved(_)))
    {
        // The foreign construct explains any foreign characters.
        problems.push(errors::reserved(word, *span));
        return defined_names(chunk);
    }
    if !strange.is_empty() {
        problems.extend(strange);
        return defined_names(chunk);
    }
    statement(source, chunk).unwrap_or_else(|problem| {
        problems.push(problem);
        defined_names(chunk)
    })
}

/// Whether a statement is one that includes a file, or was likely meant so.
fn includes(chunk: &[Placed<'_>]) -> bool {
    matches!(chunk.first(), Some((Token::Include, _))) || begins_as(chunk, "include")
}

/// Whether a statement seems to begin with this word, misspelt.
fn begins_as(chunk: &[Placed<'_>], starter: &str) -> bool {
    matches!(chunk.first(), Some((Token::Name(word), _)) if errors::is_near(word, starter))
}

fn extent(chunk: &[Placed<'_>]) -> Span {
    match (chunk.first(), chunk.last()) {
        (Some(first), Some(last)) => first.1.join(last.1),
        _ => Span::default(),
    }
}

/// One statement; `None` for one that has no meaning here (`show`).
fn statement(source: &SourceFile, chunk: &[Placed<'_>]) -> Result<Option<Statement>, Diagnostic> {
    if let Some((Token::Show | Token::Unshow, _)) = chunk.first() {
        return Ok(None);
    }
    if let Some(place) = misspelt(source, chunk) {
        return Err(errors::no_statement(source, place));
    }
    balanced(source, chunk)?;
    let stream = chunk
        .iter()
        .map(|(token, span)| Ok((span.start, *token, span.end)));
    grammar::StatementParser::new()
        .parse(stream)
        .map(Some)
        .map_err(|error| explain(source, chunk, error))
}

/// The word at the beginning of a statement that is none of those that begin one, but near to one.
fn misspelt(source: &SourceFile, chunk: &[Placed<'_>]) -> Option<Span> {
    let words = chunk.iter().map(|(token, _)| *token);
    let before = words.take_while(|token| matches!(token, Token::Flag | Token::Tilde));
    let Some((Token::Name(_), place)) = chunk.get(before.count().min(2)) else {
        return None;
    };
    errors::is_near_statement(source, *place).then_some(*place)
}

/// Checks brackets, which the grammar's own errors would report far from the culprit.
fn balanced(source: &SourceFile, chunk: &[Placed<'_>]) -> Result<(), Diagnostic> {
    let mut open: Vec<Placed<'_>> = Vec::new();
    for &(token, span) in chunk {
        let opener = match token {
            Token::LeftParen | Token::LeftBracket | Token::LeftBrace => {
                open.push((token, span));
                if open.len() > ast::NESTING_LIMIT {
                    return Err(errors::too_deep(span));
                }
                continue;
            }
            Token::RightParen => Token::LeftParen,
            Token::RightBracket => Token::LeftBracket,
            Token::RightBrace => Token::LeftBrace,
            _ => continue,
        };
        match open.pop() {
            Some((found, _)) if found == opener => {}
            other => return Err(errors::bracket(source, span, other.map(|placed| placed.1))),
        }
    }
    match open.pop() {
        Some((_, span)) => Err(errors::unclosed(source, span, extent(chunk))),
        None => Ok(()),
    }
}

fn explain(
    source: &SourceFile,
    chunk: &[Placed<'_>],
    error: ParseError<usize, Token<'_>, ast::TooDeep>,
) -> Diagnostic {
    match error {
        ParseError::User { error } => errors::too_deep(error.0),
        ParseError::UnrecognizedToken { token, expected } => {
            let place = Span::new(token.0, token.2);
            let before = chunk.iter().take_while(|(_, span)| span.end <= place.start);
            // Before the name of an axiom or of a further definition, what was meant to be `as` or `and` is an argument.
            if let Some((Token::Name(word), span)) = before.last()
                && let Some(near) = errors::near_joint(word, &expected)
            {
                return errors::unexpected(source, *span, &expected).with_near(word, near);
            }
            errors::unexpected(source, place, &expected)
        }
        ParseError::ExtraToken { token } => {
            errors::unexpected(source, Span::new(token.0, token.2), &[])
        }
        ParseError::UnrecognizedEof { expected, .. } => errors::ends_early(
            chunk.last().map_or(Span::default(), |last| last.1),
            &expected,
        ),
        ParseError::InvalidToken { location } => {
            errors::unexpected(source, Span::new(location, location), &[])
        }
    }
}

/// The names that a `let` defines, without their definitions.
fn defined_names(chunk: &[Placed<'_>]) -> Option<Statement> {
    let mut bindings = Vec::new();
    // A statement that begins with a name is misspelt.
    let first = chunk.first().filter(|_| begins_as(chunk, "let"));
    let lets = first.map(|(_, span)| *span);
    for pair in chunk.windows(2) {
        let [(before, at), (Token::Name(name), span)] = pair else {
            continue;
        };
        let near = matches!(before, Token::Name(word) if errors::is_near_and(word));
        let joint = matches!(before, Token::Let | Token::Rec | Token::And);
        if lets == Some(*at) || near || joint {
            let name: Name = Spanned::new((*name).to_owned(), *span);
            bindings.push(Binding {
                name,
                params: Vec::new(),
                body: None,
            });
        }
    }
    (!bindings.is_empty()).then_some(Statement::Let {
        recursive: false,
        bindings,
    })
}

fn plain_text(source: &SourceFile, chunk: &[Placed<'_>]) -> String {
    let mut text = String::new();
    let mut end = None;
    for (_, span) in chunk {
        if end.is_some_and(|end| end < span.start) {
            text.push(' ');
        }
        text.push_str(source.slice(*span));
        end = Some(span.end);
    }
    text
}
