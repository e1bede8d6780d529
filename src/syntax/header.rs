//! The header of a test: `PTX NAME` and the description, free text up to the opening brace.

use super::diagnostic::Diagnostic;
use super::other::Kind;
use super::raw::Text;
use super::sink::Sink;
use super::span::{Span, Spanned};
use super::token::{comment_length, unclosed_comment};

/// Languages of other litmus tests, which deserve more than "unexpected text".
const OTHERS: [&str; 14] = [
    "AArch64", "ARM", "ASL", "C", "CPP", "JAVA", "LISA", "LLVM", "MIPS", "OPENCL", "PPC", "RISCV",
    "VULKAN", "X86",
];

/// Everything before the body.
#[derive(Debug)]
pub(crate) struct Header<'i> {
    /// The name; empty if it is missing, which has been reported.
    pub name: Text<'i>,
    /// The description without its comments, trimmed.
    pub description: String,
    /// Offset of the opening brace.
    pub body: usize,
    /// Comments that may be expectations.
    pub comments: Vec<Text<'i>>,
}

/// Reads the header; nothing if no body was found.
pub(crate) fn scan<'i>(text: &'i str, sink: &mut Sink) -> Option<Header<'i>> {
    let mut comments = Vec::new();
    let start = preamble(text, &mut comments, sink)?;
    let keyword = keyword(text, start, sink)?;
    let name = name(text, keyword, sink);
    let rest = piece(text, name.span.end, text.len());
    let Some(brace) = opening_brace(rest.node) else {
        let end = text.trim_end().len();
        sink.push(
            Diagnostic::new(
                "this test has no init block",
                Span::new(end, end),
                "expected a `{`",
            )
            .with_help("write `{ }` if nothing is to be declared"),
        );
        return None;
    };
    let description = piece(text, rest.span.start, rest.span.start + brace);
    comments.extend(self::comments(description.node).map(|comment| {
        let span = super::raw::place(&description, comment);
        piece(text, span.start, span.end)
    }));
    // Only whole lines: a `//` further on may be a part of the sentence.
    let prose = |line: &&str| !line.trim_start().starts_with("//");
    let prose: Vec<&str> = description.node.lines().filter(prose).collect();
    let body = description.span.end;
    let prose = prose.join("\n").trim().to_owned();
    // A comment can hold the quote that keeps a brace from opening the init block.
    let description = if is_whole(&prose) {
        prose
    } else {
        description.node.trim().to_owned()
    };
    Some(Header {
        name,
        description,
        body,
        comments,
    })
}

/// The `//` comments of a description.
pub(crate) fn comments(description: &str) -> impl Iterator<Item = &str> {
    let lines = description.lines();
    lines.filter_map(|line| line.get(comment_start(line)?..))
}

fn piece(text: &str, start: usize, end: usize) -> Text<'_> {
    Spanned::new(text.get(start..end).unwrap_or(""), Span::new(start, end))
}

/// Skips what may come before `PTX`: blanks and comments.
fn preamble<'i>(text: &'i str, comments: &mut Vec<Text<'i>>, sink: &mut Sink) -> Option<usize> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    loop {
        rest = rest.trim_start();
        let at = text.len() - rest.len();
        let length = if rest.starts_with("//") {
            let line = rest.lines().next().unwrap_or("");
            comments.push(piece(text, at, at + line.len()));
            line.len()
        } else if let Some(inner) = rest.strip_prefix("(*") {
            let Some(length) = comment_length(inner) else {
                sink.push(unclosed_comment(at));
                return None;
            };
            length + 2
        } else {
            return Some(at);
        };
        rest = &rest[length..];
    }
}

/// Where `PTX` stands, or what was meant to be it.
fn keyword(text: &str, start: usize, sink: &mut Sink) -> Option<Span> {
    let rest = &text[start..];
    let length = rest
        .find(|c: char| c.is_whitespace() || c == '{' || c == '"')
        .unwrap_or(rest.len());
    let word = &rest[..length];
    let span = Span::new(start, start + length);
    if word == "PTX" {
        return Some(span);
    }
    wrong_keyword(text, &Spanned::new(word, span), sink).then_some(span)
}

/// Reports what stands in the place of `PTX`; whether that was meant.
fn wrong_keyword(text: &str, word: &Text<'_>, sink: &mut Sink) -> bool {
    let (start, span, length) = (word.span.start, word.span, word.span.len());
    let (rest, word) = (&text[start..], word.node);
    if rest.is_empty() {
        let message = if text.trim().is_empty() {
            "the file is empty"
        } else {
            "the file holds nothing but comments"
        };
        sink.push(
            Diagnostic::new(message, Span::new(start, start), "expected a test")
                .with_help("a test begins with `PTX NAME`"),
        );
        return false;
    }
    if OTHERS.contains(&word) {
        sink.push(
            Diagnostic::new(
                format!("this is a litmus test for {word}"),
                span,
                "only `PTX` is supported",
            )
            .with_help("translate its instructions to PTX, and start the file with `PTX NAME`"),
        );
        return false;
    }
    if let Some(kind @ (Kind::Module | Kind::Launch | Kind::Log)) = Kind::of(text) {
        let message = format!("this is {}, not a litmus test", kind.words());
        let mistake = Diagnostic::new(message, span, "expected `PTX NAME` here");
        sink.push(mistake.with_help(kind.help()));
        return false;
    }
    let close = strsim::damerau_levenshtein(&word.to_uppercase(), "PTX") <= 1;
    let first = Span::new(start, start + rest.chars().next().map_or(0, char::len_utf8));
    let (at, label) = if length > 40 || length == 0 {
        (first, "expected `PTX NAME` here")
    } else {
        (span, "expected `PTX`")
    };
    let diagnostic = Diagnostic::new("a test begins with `PTX NAME`", at, label);
    sink.push(if close {
        diagnostic.with_near(word, "PTX")
    } else {
        diagnostic
    });
    close
}

/// The first word after `PTX`, which must stand on the same line.
fn name<'i>(text: &'i str, keyword: Span, sink: &mut Sink) -> Text<'i> {
    let start = keyword.end;
    let line = text[start..].split('\n').next().unwrap_or("");
    let at = start + line.len() - line.trim_start().len();
    let line = line.trim_start();
    let length = line
        .find(|c: char| c.is_whitespace() || c == '{')
        .unwrap_or(line.len());
    let word = &line[..length];
    if word.is_empty() || word.starts_with("//") || word.starts_with('"') {
        sink.push(Diagnostic::new(
            "this test has no name",
            keyword,
            "expected a name after `PTX`, on the same line",
        ));
        return piece(text, start, start);
    }
    piece(text, at, at + length)
}

/// Where a `//` that begins a comment is: at the start of the line or after a blank, which the one
/// in a URL never is.
fn comment_start(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    line.match_indices("//")
        .map(|(at, _)| at)
        .find(|&at| at == 0 || bytes[at - 1].is_ascii_whitespace())
}

/// The brace that ends the description: the first that is in neither a closed string nor a comment,
/// and if there is none, the first that is not in a comment, and if there is none, the first.
fn opening_brace(text: &str) -> Option<usize> {
    find_brace(text, true)
        .or_else(|| find_brace(text, false))
        .or_else(|| text.find('{'))
}

/// Whether a description that stands so before an init block is read whole.
fn is_whole(description: &str) -> bool {
    opening_brace(&format!("{description}\n{{")) == Some(description.len() + 1)
}

fn find_brace(text: &str, skip_strings: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => return Some(at),
            b'"' if skip_strings => {
                at += text[at + 1..].find('"').map_or(1, |close| close + 2);
            }
            b'/' if text[at..].starts_with("//")
                && (at == 0 || bytes[at - 1].is_ascii_whitespace()) =>
            {
                at = text[at..].find('\n').map_or(bytes.len(), |end| at + end);
            }
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(text: &str) -> (String, String) {
        let mut sink = Sink::default();
        let header = scan(text, &mut sink);
        assert_eq!(sink.finish(""), vec![], "{text}");
        header.map_or_else(Default::default, |header| {
            (header.description, text[header.body..].to_owned())
        })
    }

    #[test]
    fn descriptions_hold_anything() {
        let cases = [
            (
                "PTX a\n\"see https://x.org/{y}\"\n{ }",
                "\"see https://x.org/{y}\"",
            ),
            ("PTX a it's 5\" (* wide\n{ }", "it's 5\" (* wide"),
            ("PTX a // {not} this\n \"b\"\n{ }", "\"b\""),
            ("PTX a{ }", ""),
            (
                "\u{feff}\r\n// c\n(* d (* e *) { *)\r\nPTX a\r\n\"f\"\r\n{ }",
                "\"f\"",
            ),
        ];
        for (text, description) in cases {
            assert_eq!(described(text), (description.to_owned(), "{ }".to_owned()));
        }
    }

    #[test]
    fn a_brace_in_a_string_serves_when_there_is_no_other() {
        let (description, body) = described("PTX a \"lost quote\n{ x = 0; } // \"b\"");
        assert_eq!(description, "\"lost quote");
        assert!(body.starts_with("{ x"));
    }
}
