//! What is wrong with JSON that runs are read from, in words that need no knowledge of who reads it.

use serde_json::error::Category;

use crate::syntax::span::Span;

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amiss {
    /// What is wrong.
    pub message: String,
    /// What should be there.
    pub expected: String,
    /// Where: a key, or the place from which on nothing makes sense.
    pub span: Span,
}

impl Amiss {
    /// Of a text that was not understood.
    #[must_use]
    pub fn of(text: &str, error: &serde_json::Error) -> Self {
        let at = offset(text, error.line(), error.column());
        let said = error.to_string();
        let said = said
            .rsplit_once(" at line ")
            .map_or(&*said, |(said, _)| said);
        match error.classify() {
            Category::Eof | Category::Io => Self::cut(text),
            Category::Syntax => Self::syntax(said, at),
            Category::Data => Self::data(text, said, at),
        }
    }

    /// The text ends before what it says does.
    fn cut(text: &str) -> Self {
        let text = text.trim_end();
        let last = text.char_indices().next_back();
        Self {
            message: "it ends too early, as if it had been cut off".to_owned(),
            expected: "expected more after this".to_owned(),
            span: Span::new(last.map_or(0, |(at, _)| at), text.len()),
        }
    }

    /// It is not JSON.
    fn syntax(said: &str, at: usize) -> Self {
        let expected = match said {
            "expected value" => "expected a value".to_owned(),
            "key must be a string" => "expected a key in double quotes".to_owned(),
            "trailing comma" => "expected no comma before this".to_owned(),
            "trailing characters" => "expected nothing more".to_owned(),
            said if said.starts_with("expected ") => said.to_owned(),
            said => format!("this has no meaning: {said}"),
        };
        Self {
            message: "it makes no sense from here on".to_owned(),
            expected,
            span: Span::new(at, at),
        }
    }

    /// It is JSON, and means something else.
    fn data(text: &str, said: &str, at: usize) -> Self {
        if let Some(key) = between(said, "missing field `", "`") {
            return Self {
                message: format!("`{key}` is missing"),
                expected: format!("expected `\"{key}\": …` before this"),
                span: Span::new(at, at),
            };
        }
        let before = text.get(..at).unwrap_or(text);
        let (name, span) = match last_key(before) {
            Some(span) => (text.get(span.clone()).unwrap_or_default(), span),
            None => ("", at..at),
        };
        let name = name.replace('"', "`");
        let span = Span::new(span.start, span.end);
        if let Some(key) = between(said, "duplicate field `", "`") {
            return Self {
                message: format!("`{key}` stands twice"),
                expected: "expected it once".to_owned(),
                span,
            };
        }
        let (found, wanted) = said.rsplit_once(", expected ").unwrap_or(("", said));
        let wanted = plain(wanted);
        let found = found.split_once(": ").map(|(_, found)| kind(found));
        let subject = match (name.as_str(), found) {
            ("", Some(found)) => format!("it is {found}"),
            ("", None) => "it is something else".to_owned(),
            (name, Some(found)) => format!("{name} is {found}"),
            (name, None) => format!("{name} is something else"),
        };
        Self {
            message: subject,
            expected: format!("expected {wanted}"),
            span,
        }
    }
}

/// Where a line and a column of bytes, both from 1 on, are in a text.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before = text.split_inclusive('\n');
    let before = before.take(line.saturating_sub(1)).map(str::len);
    let at = before.sum::<usize>() + column.saturating_sub(1);
    let at = at.min(text.len());
    (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

fn between<'s>(text: &'s str, start: &str, end: &str) -> Option<&'s str> {
    text.strip_prefix(start)?
        .split_once(end)
        .map(|(text, _)| text)
}

/// The last key of an object, with its quotes; none where the last thing that began is a list, or nothing.
fn last_key(before: &str) -> Option<std::ops::Range<usize>> {
    let ends = ["\":", "\" :"].map(|end| before.rfind(end));
    let colon = ends.into_iter().flatten().max()?;
    let start = before.get(..colon)?.rfind('"')?;
    Some(start..colon + 1)
}

/// A value that was found: `string "x"` is a text.
fn kind(found: &str) -> String {
    let shown = found.split_once(['"', '`']);
    let shown = shown.map(|(_, rest)| rest.trim_end_matches(['"', '`']));
    let word = match found.split([' ', '"', '`']).next().unwrap_or_default() {
        "string" => "the text",
        "integer" | "floating" => "the number",
        "boolean" => "the truth value",
        "sequence" => "a list",
        "map" => "an object",
        other => other,
    };
    match shown {
        Some(shown) if shown.chars().count() <= 40 => format!("{word} `{shown}`"),
        Some(_) => format!("{word} here"),
        None => word.to_owned(),
    }
}

/// What was wanted: `u64` is a number.
fn plain(wanted: &str) -> &str {
    match wanted {
        "u64" | "usize" | "u32" => "a whole number, 0 or more",
        "i64" => "a whole number",
        "a string" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        wanted => wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::Amiss;
    use crate::device::run::earlier::Earlier;

    fn amiss(text: &str) -> (String, String, String) {
        match serde_json::from_str::<Vec<Earlier>>(text) {
            Ok(_) => (String::new(), String::new(), String::new()),
            Err(error) => {
                let said = Amiss::of(text, &error);
                let at = text.get(said.span.start..said.span.end).unwrap_or("?");
                (said.message, said.expected, at.to_owned())
            }
        }
    }

    fn said(text: &str) -> String {
        let (message, expected, at) = amiss(text);
        format!("{message} | {expected} | {at}")
    }

    #[test]
    fn each_mistake_has_its_words() {
        for (text, told) in [
            (
                "[{\"test\": \"a\"",
                "it ends too early, as if it had been cut off | expected more after this | \"",
            ),
            (
                "[{\"test\" \"a\"}]",
                "it makes no sense from here on | expected `:` | ",
            ),
            (
                "[{test: 1}]",
                "it makes no sense from here on | expected a key in double quotes | ",
            ),
            (
                "[{}]",
                "`test` is missing | expected `\"test\": …` before this | ",
            ),
            (
                "[] 1",
                "it makes no sense from here on | expected nothing more | ",
            ),
            (
                "[{\"test\": 5}]",
                "`test` is the number `5` | expected a text | \"test\"",
            ),
            (
                "[{\"test\": \"a\", \"instances\": \"é\"}]",
                "`instances` is the text `é` | expected a whole number, 0 or more | \"instances\"",
            ),
            (
                "[{\"instances\" : -1}]",
                "`instances` is the number `-1` | expected a whole number, 0 or more | \"instances\"",
            ),
            (
                "[{\"states\": {}}]",
                "`states` is an object | expected a list | \"states\"",
            ),
            (
                "[{\"states\": [{\"values\": {\"P0:r0\": null}}]}]",
                "`P0:r0` is null | expected a whole number | \"P0:r0\"",
            ),
            (
                "[{\"test\": \"a\", \"test\": \"b\"}]",
                "`test` stands twice | expected it once | \"test\"",
            ),
            (
                "[3]",
                "it is the number `3` | expected an object for each run | ",
            ),
        ] {
            assert_eq!(said(text), told, "{text}");
        }
    }
}
