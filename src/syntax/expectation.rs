//! `// expect MODEL: VERDICT` comments.

use std::collections::BTreeMap;

use super::ast::Expectation;
use super::diagnostic::{Diagnostic, nearest, nearest_in_any_case};
use super::raw::{Text, place};
use super::sink::Sink;
use super::span::{Span, Spanned};

/// The words that may follow the colon: verdicts, and in how many executions the condition holds.
pub(crate) const VERDICTS: [&str; 7] = [
    "reachable",
    "unreachable",
    "racy",
    "unknown",
    "always",
    "sometimes",
    "never",
];

/// Those of them that say in how many executions.
const QUANTITIES: [&str; 3] = ["always", "sometimes", "never"];

impl Expectation {
    /// Whether it is about the quantity: in how many executions the condition holds.
    #[must_use]
    pub fn asks_quantity(&self) -> bool {
        QUANTITIES.contains(&self.verdict.as_str())
    }

    /// Whether an answer is as expected; both by their names in output.
    #[must_use]
    pub fn is_met(&self, verdict: &str, quantity: Option<&str>) -> bool {
        if self.asks_quantity() {
            quantity == Some(self.verdict.as_str())
        } else {
            verdict == self.verdict
        }
    }
}

/// The expectations among the comments, in their order.
pub(crate) fn collect(comments: &[Text<'_>], sink: &mut Sink) -> Vec<Spanned<Expectation>> {
    let mut found: Vec<Spanned<Expectation>> = Vec::new();
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    for comment in comments {
        let Some(expectation) = read(comment, sink) else {
            continue;
        };
        let model = &expectation.node.model;
        let earlier = *first.entry(model.clone()).or_insert(found.len());
        let earlier = found.get(earlier);
        if let Some(earlier) = earlier.filter(|e| e.node.verdict != expectation.node.verdict) {
            sink.push(
                Diagnostic::new(
                    format!("two different expectations for `{model}`"),
                    expectation.span,
                    "this contradicts the first one",
                )
                .with_label(earlier.span, "the first one"),
            );
        }
        found.push(expectation);
    }
    found
}

/// The parts of a comment that looks like an expectation.
struct Parts<'a> {
    keyword: &'a str,
    model: &'a str,
    colon: bool,
    verdict: &'a str,
    rest: &'a str,
}

/// What a comment says.
fn said(comment: &str) -> &str {
    let block = comment
        .strip_prefix("(*")
        .and_then(|it| it.strip_suffix("*)"));
    block.map_or_else(|| comment.trim_start_matches('/').trim(), str::trim)
}

/// Whether a comment is so much like an expectation that it is hardly a remark.
fn is_meant(comment: &str) -> bool {
    let words: Vec<&str> = said(comment).split_whitespace().collect();
    let [first, .., last] = words[..] else {
        return false;
    };
    matches!(first, "expect" | "expect:")
        && words.len() <= 4
        && VERDICTS.contains(&last)
        && words.iter().any(|word| word.contains([':', '=', ',']))
}

/// Splits `// KEYWORD MODEL: VERDICT rest`.
fn split(comment: &str) -> Option<Parts<'_>> {
    let text = said(comment);
    let (keyword, after) = text.split_once(char::is_whitespace)?;
    let after = after.trim_start();
    let end = after
        .find(|c: char| c == ':' || c.is_whitespace())
        .unwrap_or(after.len());
    let (model, tail) = after.split_at(end);
    let tail = tail.trim_start();
    let (colon, tail) = match tail.strip_prefix(':') {
        Some(tail) => (true, tail.trim_start()),
        None => (false, tail),
    };
    let end = tail.find(char::is_whitespace).unwrap_or(tail.len());
    let (verdict, rest) = tail.split_at(end);
    let rest = rest.trim_start();
    // A remark may follow, but no second expectation, which would count for nothing.
    let is_remark = rest.starts_with("//") && !said(rest).starts_with("expect ");
    let rest = if is_remark { "" } else { rest };
    Some(Parts {
        keyword,
        model,
        colon,
        verdict,
        rest,
    })
}

/// The places of the model and the verdict in a comment that is written as an expectation.
pub(crate) fn named(comment: &Text<'_>) -> Option<(Span, Span)> {
    let parts = split(comment.node).filter(|parts| parts.keyword == "expect" && parts.colon)?;
    Some((place(comment, parts.model), place(comment, parts.verdict)))
}

fn read(comment: &Text<'_>, sink: &mut Sink) -> Option<Spanned<Expectation>> {
    let parts = split(comment.node)?;
    let at = |part: &str| place(comment, part);
    let complete = VERDICTS.contains(&parts.verdict) && parts.rest.is_empty();
    let none = |part: &str, expected: &str| {
        Diagnostic::new("this is not an expectation", at(part), expected)
            .with_help("write it as `// expect MODEL: VERDICT`")
    };
    let diagnostic = if parts.keyword != "expect" {
        // A misspelt keyword would silently drop an expectation; other comments are none.
        let meant = parts.keyword.to_lowercase().starts_with("expect")
            || nearest(parts.keyword, ["expect"]).is_some();
        if !(meant && parts.colon && complete || is_meant(comment.node)) {
            return None;
        }
        let told = none(parts.keyword, "expected `expect`");
        if parts.colon && complete {
            told.with_near(parts.keyword, "expect")
        } else {
            told
        }
    } else if comment.node.starts_with("(*") {
        if !is_meant(comment.node) {
            return None;
        }
        none(parts.keyword, "expected in a comment that begins with `//`")
    } else if !parts.colon && !complete {
        if !is_meant(comment.node) {
            return None;
        }
        none(parts.model, "expected one model, and `:` behind it")
    } else if !parts.colon {
        let end = at(parts.model).end;
        Diagnostic::new(
            "this expectation lacks its `:`",
            Span::new(end, end),
            "expected `:`",
        )
        .with_help("write it as `// expect MODEL: VERDICT`")
    } else if parts.model.is_empty() {
        Diagnostic::new(
            "this expectation names no model",
            at(parts.keyword),
            "expected a model after this",
        )
        .with_help("write it as `// expect MODEL: VERDICT`")
    } else if parts.verdict.is_empty() {
        Diagnostic::new(
            "this expectation has no verdict",
            at(parts.model),
            "expected a verdict after this",
        )
        .with_help(choices())
    } else if !VERDICTS.contains(&parts.verdict) {
        unknown(parts.verdict, at(parts.verdict))
    } else if !parts.rest.is_empty() {
        Diagnostic::new(
            "unexpected text after the expectation",
            at(parts.rest),
            "expected the end of the line",
        )
        .with_help("write one expectation a line")
    } else {
        return Some(Spanned::new(
            Expectation {
                model: parts.model.to_owned(),
                verdict: parts.verdict.to_owned(),
            },
            comment.span,
        ));
    };
    sink.push(diagnostic);
    None
}

fn unknown(verdict: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        format!("unknown verdict `{verdict}`"),
        span,
        "not a verdict",
    );
    match nearest_in_any_case(verdict, &VERDICTS) {
        Some(near) => diagnostic.with_near(verdict, near),
        None => diagnostic.with_help(choices()),
    }
}

fn choices() -> String {
    format!("the verdicts are `{}`", VERDICTS.join("`, `"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(comment: &str) -> (Option<(String, String)>, Vec<String>) {
        let text = Spanned::new(comment, Span::new(0, comment.len()));
        let mut sink = Sink::default();
        let found = collect(&[text], &mut sink).pop();
        let found = found.map(|found| (found.node.model, found.node.verdict));
        let messages = sink.finish("").into_iter().map(|d| d.message).collect();
        (found, messages)
    }

    #[test]
    fn what_counts_as_an_expectation() {
        let good = Some(("ptx-6.0".to_owned(), "racy".to_owned()));
        for comment in [
            "// expect ptx-6.0: racy",
            "//expect ptx-6.0 :racy // why",
            "/// expect ptx-6.0: racy\r",
        ] {
            assert_eq!(outcome(comment), (good.clone(), vec![]), "{comment}");
        }
        for comment in [
            "// expect the outcome to hold",
            "// as we expect: racy",
            "//",
            "// x y: racy",
            "// expect that, in the end, it is racy",
            "(* expect it to be racy *)",
            "// expect it racy or not",
        ] {
            assert_eq!(outcome(comment), (None, vec![]), "{comment}");
        }
    }

    #[test]
    fn an_expectation_is_about_the_verdict_or_the_quantity() {
        let expect = |word: &str| Expectation {
            model: "sc".to_owned(),
            verdict: word.to_owned(),
        };
        let met = |word, verdict, quantity| expect(word).is_met(verdict, quantity);
        assert!(met("reachable", "reachable", None));
        assert!(!met("reachable", "unreachable", Some("never")));
        assert!(met("always", "reachable", Some("always")));
        assert!(!met("always", "reachable", Some("sometimes")));
        assert!(!met("never", "racy", None));
        assert!(expect("sometimes").asks_quantity() && !expect("racy").asks_quantity());
    }

    #[test]
    fn near_misses_are_reported() {
        for (comment, message) in [
            ("// expect a: raci", "unknown verdict `raci`"),
            ("// expect a racy", "this expectation lacks its `:`"),
            ("// expect a:", "this expectation has no verdict"),
            ("// expect a: racy, b: racy", "unknown verdict `racy,`"),
            (
                "// expect a: racy b: racy",
                "unexpected text after the expectation",
            ),
            ("// expects a: racy", "this is not an expectation"),
            ("// expect a, b: racy", "this is not an expectation"),
            ("// expect a = racy", "this is not an expectation"),
            ("// expect: a racy", "this is not an expectation"),
            ("(* expect a: racy *)", "this is not an expectation"),
        ] {
            assert_eq!(
                outcome(comment),
                (None, vec![message.to_owned()]),
                "{comment}"
            );
        }
    }
}
