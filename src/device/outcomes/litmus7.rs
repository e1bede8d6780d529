//! Histograms as litmus7 prints them.

use crate::syntax::Report;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};

use super::judge::Judging;
use super::read::{Histogram, Seen};

/// The outcomes of a test.
///
/// # Errors
///
/// A line is half of an outcome or none of the test, or there is none.
pub(super) fn read(source: &SourceFile, test: &Judging) -> Result<Histogram, Report> {
    let mut seen = Vec::new();
    let mut wrong = Vec::new();
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let span = Span::new(start, start + line.trim_end().len());
        start += line.len();
        match outcome(line.trim(), span, test) {
            None => {}
            Some(Ok(one)) => seen.push(one),
            Some(Err(diagnostic)) => wrong.push(diagnostic),
        }
    }
    if seen.is_empty() && wrong.is_empty() {
        let one = Diagnostic::new(
            "there is no outcome here",
            Span::new(0, 0),
            "expected a histogram",
        );
        let help =
            "lines of outcomes are such as `10 *>0:r0=0; 1:r0=0;`; the JSON of `run` is read too";
        wrong.push(one.with_help(help));
    }
    if !wrong.is_empty() {
        return Err(Report::new(source.clone(), wrong));
    }
    Ok(Histogram {
        seen,
        unfiltered: false,
        unfinished: 0,
        failures: Vec::new(),
    })
}

/// The outcome of a line, if it starts with a count and `>`.
fn outcome(line: &str, span: Span, test: &Judging) -> Option<Result<Seen, Diagnostic>> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (count, rest) = line.split_at_checked(digits).filter(|_| digits > 0)?;
    let text = rest
        .trim_start()
        .trim_start_matches(['*', ':'])
        .strip_prefix('>')?;
    let Ok(count) = count.parse() else {
        return Some(Err(Diagnostic::new(
            "the count does not fit in 64 bits",
            span,
            "too large",
        )));
    };
    let condition = match condition(text, span) {
        Ok(condition) => condition,
        Err(wrong) => return Some(Err(wrong)),
    };
    Some(test.written(&condition, span).map(|values| Seen {
        count,
        text: text.trim().to_owned(),
        values,
        span,
    }))
}

/// The same as a condition.
fn condition(text: &str, span: Span) -> Result<String, Diagnostic> {
    let mut conjuncts = Vec::new();
    let parts = text.split(';').map(str::trim);
    for part in parts.filter(|part| !part.is_empty()) {
        let Some((name, value)) = part
            .split_once('=')
            .filter(|(name, value)| !name.trim().is_empty() && !value.trim().is_empty())
        else {
            let text = format!("`{part}` is half of an outcome");
            let one = Diagnostic::new(text, span, "expected NAME=VALUE;");
            return Err(one.with_help("such as 0:r0=1; or x=2;"));
        };
        conjuncts.push(format!("{} == {}", name.trim(), value.trim()));
    }
    Ok(if conjuncts.is_empty() {
        "true".to_owned()
    } else {
        conjuncts.join(" /\\ ")
    })
}
