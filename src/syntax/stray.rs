//! Characters that begin no token.

use super::diagnostic::Diagnostic;
use super::sink::Sink;
use super::span::Span;

/// The complaint of a text with lines that nothing else takes for such: they end with a carriage return alone, as
/// on machines of long ago, and a comment would go on to the end of the text.
pub(crate) fn old_line_ends(text: &str) -> Option<Diagnostic> {
    let end = text.find('\r').filter(|_| !text.contains('\n'))?;
    let more = text.get(end..)?.chars().any(|c| !c.is_whitespace());
    let first = Span {
        start: end,
        end: end + 1,
    };
    more.then(|| {
        Diagnostic::new(
            "the lines of this text end with a carriage return alone",
            first,
            "the first of them ends here",
        )
        .with_help("end them with `\\n` or `\\r\\n`: `tr '\\r' '\\n'` does so")
    })
}

/// Reports a run of them, if there is one.
pub(crate) fn report(text: &str, span: Option<Span>, sink: &mut Sink) {
    let Some(span) = span else { return };
    let written = text.get(span.range()).unwrap_or("");
    let quoted = written.starts_with('"');
    let plain = quoted || written.chars().all(|c| c.is_ascii_graphic());
    let shown = match written.chars().next() {
        Some(first) if !plain => format!("character U+{:04X}", u32::from(first)),
        _ if written.starts_with('"') && written.len() > 1 => "quoted text".to_owned(),
        _ if written.len() > 16 => "text".to_owned(),
        _ => format!("`{written}`"),
    };
    let diagnostic = Diagnostic::new(
        format!("unexpected {shown}"),
        span,
        "not part of the language",
    );
    sink.push(match written {
        "&" => diagnostic.with_near("&", r"/\"),
        "\\" | "/" => diagnostic.with_help(r"conjunction is `/\`, disjunction is `\/`"),
        "-" => diagnostic.with_help("write a negative number without a space: `-1`"),
        _ if written.starts_with('"') => {
            diagnostic.with_help("a description goes before the opening brace")
        }
        "#" => diagnostic.with_help("comments are `// …` and `(* … *)`"),
        _ => diagnostic,
    });
}
