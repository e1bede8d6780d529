//! The wording of mistakes in the form of a model.

use super::ast::NESTING_LIMIT;
use super::split::STARTERS;
use super::token::LexError;
use super::words::is_name;
use crate::syntax::diagnostic::{Diagnostic, nearest};
use crate::syntax::span::{SourceFile, Span};

/// Characters that make no token.
pub fn no_token(text: &str, error: LexError, span: Span) -> Diagnostic {
    match error {
        LexError::Character if quoted(text, span).is_some() => {
            let whole = quoted(text, span).unwrap_or(span);
            let written = text.get(whole.range()).unwrap_or_default();
            if is_expression(text, whole) {
                return unquoted(written, whole);
            }
            let right = written.replace('\'', "\"");
            Diagnostic::new(
                format!("{written} is not quoted text"),
                whole,
                "text stands between double quotes",
            )
            .with_near(written, &right)
        }
        LexError::Character => {
            let shown: String = text
                .get(span.range())
                .unwrap_or("")
                .chars()
                .take(20)
                .map(|one| if one.is_control() { '\u{fffd}' } else { one })
                .collect();
            let told = Diagnostic::new(
                format!("`{shown}` means nothing in a model"),
                span,
                "not part of the language",
            );
            let mut signs = SIGNS.iter();
            match signs.find(|(sign, _)| *sign == shown) {
                Some((sign, near)) => told.with_near(sign, near),
                None => told,
            }
        }
        LexError::Comment => Diagnostic::new(
            "a comment is not closed",
            Span::new(span.start, span.start + 2),
            "no `*)` for this one",
        )
        .with_help("comments nest: each `(*` needs its own `*)`"),
        LexError::Text => Diagnostic::new(
            "a quoted text is not closed",
            // A line may end with `\r\n`.
            Span::new(
                span.start,
                span.start + text.get(span.range()).map_or(0, |it| it.trim_end().len()),
            ),
            "no second `\"` on this line",
        ),
    }
}

/// Signs of mathematics, with what stands for them.
const SIGNS: [(&str, &str); 6] = [
    ("\u{222a}", "|"),
    ("\u{2229}", "&"),
    ("\u{2216}", "\\"),
    ("\u{d7}", "*"),
    ("\u{ac}", "~"),
    ("\u{2205}", "{}"),
];

/// Whether an expression stands where some quoted text does: not in the title, nor behind what takes the name of a file.
fn is_expression(text: &str, span: Span) -> bool {
    let before = text.get(..span.start).unwrap_or_default();
    let mut words = before.split_whitespace();
    let last = before.split_whitespace().next_back();
    words.any(|word| STARTERS.contains(&word)) && last != Some("include")
}

/// A name in quotes.
fn unquoted(written: &str, span: Span) -> Diagnostic {
    let name = written.trim_matches(['\'', '"']);
    let told = Diagnostic::new(
        format!("{written} is in quotes"),
        span,
        "names of sets and relations stand without quotes",
    );
    if is_name(name) {
        told.with_near(written, name)
    } else {
        told
    }
}

/// What stands between single quotes on a line, if these begin at a place.
fn quoted(text: &str, span: Span) -> Option<Span> {
    let rest = text.get(span.start..)?.strip_prefix('\'')?;
    let line = rest.lines().next()?;
    let end = line.find('\'').filter(|end| *end > 0)?;
    Some(Span::new(span.start, span.start + end + 2))
}

/// Whether a word is near to one that a statement begins with.
pub fn is_near_statement(source: &SourceFile, span: Span) -> bool {
    nearest(source.slice(span), STARTERS).is_some()
}

/// Whether a word is likely this one of those that begin a statement, misspelt.
pub fn is_near(word: &str, starter: &str) -> bool {
    nearest(word, STARTERS) == Some(starter)
}

/// Whether a word is likely a misspelt `and`.
pub fn is_near_and(word: &str) -> bool {
    nearest(word, ["and"]).is_some()
}

/// The keyword that a word is likely meant as, of those between expressions, where it could stand.
pub fn near_joint(word: &str, expected: &[String]) -> Option<&'static str> {
    let fits = |joint: &str| expected.iter().any(|one| one.trim_matches('"') == joint);
    nearest(word, ["as", "and"].into_iter().filter(|joint| fits(joint)))
}

/// Text that no statement begins with.
pub fn no_statement(source: &SourceFile, span: Span) -> Diagnostic {
    let written = source.slice(span);
    let diagnostic = Diagnostic::new(
        "expected a statement",
        span,
        format!("`{written}` begins none"),
    );
    if let Some(word) = nearest(written, STARTERS) {
        return diagnostic.with_near(written, word);
    }
    let starters = STARTERS.join(", ");
    diagnostic.with_help(format!("a statement begins with one of: {starters}"))
}

/// A keyword that herd's language has and this one lacks.
pub fn reserved(word: &str, span: Span) -> Diagnostic {
    Diagnostic::new(
        format!("`{word}` is not supported"),
        span,
        "a keyword of herd's language that this one does not have",
    )
    .with_help("models are written with `let`, `let rec`, functions and axioms only")
}

/// Nested beyond the limit.
pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(
        "the expression is nested too deeply",
        Span::new(span.start, span.start),
        format!("more than {NESTING_LIMIT} levels here"),
    )
    .with_help("name parts of it with `let`")
}

/// A closing bracket that closes nothing, or the wrong one.
pub fn bracket(source: &SourceFile, span: Span, open: Option<Span>) -> Diagnostic {
    let close = source.slice(span);
    let diagnostic = Diagnostic::new("the brackets do not match", span, "");
    match open {
        Some(open) => Diagnostic {
            labels: vec![(span, format!("`{close}` does not close it"))],
            ..diagnostic
        }
        .with_label(open, "opened here"),
        None => Diagnostic {
            labels: vec![(span, format!("nothing is open for this `{close}`"))],
            ..diagnostic
        },
    }
}

/// A bracket still open at the end of the statement.
pub fn unclosed(source: &SourceFile, span: Span, statement: Span) -> Diagnostic {
    let end = Span::new(statement.end, statement.end);
    Diagnostic::new(
        format!("`{}` is never closed", source.slice(span)),
        span,
        "opened here",
    )
    .with_label(end, "the statement ends here")
}

/// A token where the grammar has no place for it.
pub fn unexpected(source: &SourceFile, span: Span, expected: &[String]) -> Diagnostic {
    let found = source.slice(span);
    let has = |token: &str| expected.iter().any(|one| one.trim_matches('"') == token);
    if found.starts_with('"') && has("_") {
        return unquoted(found, span);
    }
    let diagnostic = Diagnostic::new(
        format!("`{found}` is unexpected here"),
        span,
        format!("expected {}", summary(expected)),
    );
    if has("text") && is_name(found) {
        return diagnostic.with_near(found, &format!("\"{found}\""));
    }
    let before = source.text.get(..span.start).unwrap_or_default();
    if before.trim_end().ends_with("++") {
        return diagnostic.with_help("there is no `++`: the union of two relations is `|`");
    }
    if found == "=" {
        return diagnostic.with_help("one definition is `let name = expression`");
    }
    diagnostic
}

/// A statement that breaks off.
pub fn ends_early(last: Span, expected: &[String]) -> Diagnostic {
    Diagnostic::new(
        "the statement is not complete",
        last,
        format!("expected {} after this", summary(expected)),
    )
}

/// What the grammar would accept, in few words: the list of all tokens helps nobody.
fn summary(expected: &[String]) -> String {
    let has = |token: &str| expected.iter().any(|one| one.trim_matches('"') == token);
    let mut parts = Vec::new();
    if has("_") {
        parts.push("an expression");
    } else if has("name") {
        parts.push("a name");
    }
    if has("text") {
        parts.push("a file name in quotes");
    }
    if has("|") {
        parts.push("an operator");
    }
    for token in ["=", ",", ")", "]", "}", "as", "and"] {
        if has(token) {
            parts.push(match token {
                "=" => "`=`",
                "," => "`,`",
                ")" => "`)`",
                "]" => "`]`",
                "}" => "`}`",
                "as" => "`as`",
                _ => "`and`",
            });
        }
    }
    if has("acyclic") {
        parts.push("`~`, `acyclic`, `irreflexive` or `empty`");
    }
    if parts.is_empty() || has("|") && !has(")") && !has("]") {
        parts.push("the next statement");
    }
    match parts.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
