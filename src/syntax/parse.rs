//! From text to syntax tree.

use std::cell::Cell;
use std::convert::Infallible;

use lalrpop_util::lalrpop_mod;

use super::ast::Test;
use super::diagnostic::{Diagnostic, Report};
use super::raw::Claim;
use super::read::MAX_BYTES;
use super::recover;
use super::recover::{Context, Error};
use super::sink::Sink;
use super::span::{SourceFile, Span, Spanned};
use super::token::{Located, lex};
use super::{declarations, expectation, header, shape, stray, table};

lalrpop_mod!(
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::unwrap_used,
        clippy::panic,
        reason = "generated"
    )]
    grammar,
    "/litmus.rs"
);

/// Parses a litmus test; `name` is what its errors are reported under.
///
/// ```
/// let text = "PTX tiny { x = 0; } P0@cta 0,gpu 0 ; st.weak x, 1 ; exists (x == 1)";
/// let test = gpu_litmus::parse("tiny.litmus", text)?;
/// assert_eq!(test.name.node, "tiny");
/// assert_eq!(test.threads.len(), 1);
/// # Ok::<(), gpu_litmus::syntax::Report>(())
/// ```
///
/// # Errors
///
/// A report of everything that is wrong with the text.
pub fn parse(name: &str, text: &str) -> Result<Test, Report> {
    parse_source(&SourceFile::new(name, text))
}

/// Parses a litmus test that has been read already.
///
/// # Errors
///
/// A report of everything that is wrong with the text.
pub fn parse_source(source: &SourceFile) -> Result<Test, Report> {
    let mut sink = Sink::default();
    if let Some(message) = unreadable(&source.text) {
        let message = format!("{}: {message}", source.name);
        sink.push(Diagnostic {
            message,
            labels: Vec::new(),
            help: None,
            suggestion: None,
            declaration: None,
            warning: false,
        });
    }
    let test = whole(&source.text, &mut sink);
    let diagnostics = sink.finish(&source.text);
    match test {
        Some(test) if diagnostics.is_empty() => Ok(test),
        _ => Err(Report::new(source.clone(), diagnostics)),
    }
}

fn whole(text: &str, sink: &mut Sink) -> Option<Test> {
    if unreadable(text).is_some() {
        return None;
    }
    if let Some(problem) = stray::old_line_ends(text) {
        sink.push(problem);
        return None;
    }
    let header = header::scan(text, sink)?;
    let lexed = lex(text, header.body, sink);
    // Those in `(* *)` are none, which is told where one is meant.
    let blocks = lexed.blocks.iter();
    let blocks =
        blocks.filter_map(|span| Some(Spanned::new(text.get(span.start..span.end)?, *span)));
    let comments = [header.comments, lexed.comments, blocks.collect()].concat();
    let expectations = expectation::collect(&comments, sink);
    if !lexed.complete {
        return None;
    }
    let parts = shape::split(lexed.tokens, sink)?;
    let start = parts.init.last().map_or(0, |brace| brace.2);
    let full = sink.full();
    let init = grammar::InitParser::new().parse(sink, feed(parts.init, &full));
    let init = declarations::resolve(recovered(init, Context::Declaration, sink), sink);
    let cells = grammar::TableParser::new().parse(sink, feed(parts.table, &full));
    let threads = table::columns(recovered(cells, Context::Cell, sink), start, sink);
    let claim = grammar::ClaimParser::new().parse(sink, feed(parts.claim, &full));
    let claim: Claim = recovered(claim, Context::Condition, sink);
    let Some((quantifier, condition)) = claim.asked else {
        sink.push(unasked(text));
        return None;
    };
    Some(Test {
        name: Spanned::new(header.name.node.to_owned(), header.name.span),
        description: header.description,
        init,
        threads,
        filter: claim.filter,
        quantifier,
        condition,
        expectations,
    })
}

/// Why a text is not worth parsing, nor fit to be shown.
fn unreadable(text: &str) -> Option<String> {
    if u64::try_from(text.len()).unwrap_or(u64::MAX) > MAX_BYTES {
        return Some(format!("this test is larger than {} MiB", MAX_BYTES >> 20));
    }
    text.contains('\0')
        .then(|| "this is not a text file: it has a zero byte".to_owned())
}

/// The tokens, until there are too many errors to go on.
fn feed<'i>(
    tokens: Vec<Located<'i>>,
    full: &Cell<bool>,
) -> impl Iterator<Item = Result<Located<'i>, Infallible>> {
    tokens.into_iter().take_while(|_| !full.get()).map(Ok)
}

/// What was parsed; nothing where the parser could not go on, which is reported.
fn recovered<T: Default>(parsed: Result<T, Error<'_>>, context: Context, sink: &mut Sink) -> T {
    parsed.unwrap_or_else(|error| {
        sink.push(recover::diagnostic(context, &error));
        T::default()
    })
}

fn unasked(text: &str) -> Diagnostic {
    let end = text.trim_end().len();
    Diagnostic::new(
        "this test has no condition",
        Span::new(end, end),
        "expected `exists`, `~exists` or `forall`",
    )
    .with_help("end the test with a condition, as in `exists (P0:r0 == 1)`")
}
