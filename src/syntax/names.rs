//! Names of registers, locations and threads.

use super::ast::Ident;
use super::diagnostic::Diagnostic;
use super::raw::Text;
use super::sink::Sink;
use super::span::Spanned;

/// A register or location; the `%` of a register is dropped.
pub(crate) fn name(text: &Text<'_>, sink: &mut Sink) -> Option<Ident> {
    let plain = text.node.strip_prefix('%').unwrap_or(text.node);
    let valid = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    if plain.chars().all(valid) {
        return Some(Spanned::new(plain.to_owned(), text.span));
    }
    let diagnostic = if text.node.starts_with('%') {
        Diagnostic::new(
            format!("unsupported register `{}`", text.node),
            text.span,
            "special registers and vector elements are not modelled",
        )
        .with_help("give the thread a register with the value it would have, in the init block")
    } else {
        Diagnostic::new(
            format!("`{}` is not a name", text.node),
            text.span,
            "expected ASCII letters, digits, `_` or `$` only",
        )
    };
    sink.push(diagnostic);
    None
}

/// The number in `P0`, `T0` or `0`.
pub(crate) fn thread(text: &Text<'_>, sink: &mut Sink) -> Option<Spanned<u32>> {
    let digits = text.node.strip_prefix(['P', 'T']).unwrap_or(text.node);
    let numeric = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let diagnostic = match digits.parse() {
        Ok(number) if numeric => return Some(Spanned::new(number, text.span)),
        _ if numeric => Diagnostic::new(
            "this thread number is too large",
            text.span,
            format!("at most {}", u32::MAX),
        ),
        _ => Diagnostic::new(
            format!("`{}` is not a thread", text.node),
            text.span,
            "expected `P` and a number, as in `P0`",
        ),
    };
    sink.push(diagnostic);
    None
}
