//! Histograms as litmus7 prints them.

use crate::syntax::Report;
use crate::syntax::diagnostic::{Diagnostic, nearest};
use crate::syntax::span::{SourceFile, Span};

use super::judge::Judging;
use super::line::{self, Line};
use super::read::{Histogram, Seen};

/// What is read of a log.
#[derive(Default)]
struct Reading<'s> {
    seen: Vec<Seen>,
    wrong: Vec<Diagnostic>,
    /// The tests whose outcomes the log has, as its headings name them.
    tests: Vec<(&'s str, Span)>,
    /// The histogram that the line stands in, if it said how many states follow.
    open: Option<Open>,
}

/// A histogram that has said how many states it has.
#[derive(Clone, Copy)]
struct Open {
    states: u64,
    read: u64,
    /// Where it said so.
    span: Span,
}

/// The outcomes of a test. Those under the heading of another test are not looked at.
///
/// # Errors
///
/// A line is half of an outcome or none of the test, a histogram has other lines than it says, or there is none of the test.
pub(super) fn read(source: &SourceFile, test: &Judging) -> Result<Histogram, Report> {
    let mut reading = Reading::default();
    let mut start = 0;
    for text in source.text.split_inclusive('\n') {
        let span = Span::new(start, start + text.trim_end().len());
        start += text.len();
        reading.line(text.trim(), span, test);
    }
    reading.close(Span::new(start, start));
    let Reading {
        seen,
        mut wrong,
        tests,
        ..
    } = reading;
    if let Some(stranger) = none_of(&tests, test.name()) {
        wrong = vec![stranger];
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

/// That a log with headings has none of the test.
fn none_of(tests: &[(&str, Span)], name: &str) -> Option<Diagnostic> {
    let (_, place) = tests.first()?;
    if tests.iter().any(|(test, _)| *test == name) {
        return None;
    }
    let message = format!("there is no histogram of the test {name} here");
    let one = Diagnostic::new(message, *place, "this one is of another test");
    let mut names: Vec<&str> = tests.iter().map(|(test, _)| *test).collect();
    names.dedup();
    let here = match nearest(name, names.iter().copied()) {
        Some(near) => format!("{near} is the nearest of what it has"),
        None => format!("it has {}", names.join(", ")),
    };
    Some(one.with_help(format!("{here}; `--outcomes` names the file of that test")))
}

impl<'s> Reading<'s> {
    fn line(&mut self, text: &'s str, span: Span, test: &Judging) {
        if let Some(name) = line::heading(text) {
            self.close(span);
            self.tests.push((name, span));
            return;
        }
        let others = self.tests.last().is_some_and(|(of, _)| *of != test.name());
        if others {
            return;
        }
        if let Some(states) = line::states(text) {
            self.close(span);
            let read = 0;
            self.open = Some(Open { states, read, span });
            return;
        }
        let inside = self.open.is_some_and(|open| open.read < open.states);
        match line::read(text, inside) {
            Line::Words if inside && !text.is_empty() => self.close(span),
            Line::Words => {}
            Line::Outcome(count, outcome) => {
                self.count(span);
                match outcome_of(test, (count, outcome), span) {
                    Ok(one) => self.seen.push(one),
                    Err(wrong) => self.wrong.push(wrong),
                }
            }
            Line::Wrong(message, label) => {
                self.count(span);
                let one = Diagnostic::new(message, span, label);
                let help = "outcomes are such as `10 *>0:r0=0; 1:r0=0;`, the count as digits";
                self.wrong.push(one.with_help(help));
            }
        }
    }

    /// One more line of the histogram that is read.
    fn count(&mut self, span: Span) {
        let Some(open) = self.open.as_mut() else {
            return;
        };
        if open.read == open.states {
            let message = format!("the histogram says {} states, and has more", open.states);
            let one = Diagnostic::new(message, open.span, "says so");
            self.wrong.push(one.with_label(span, "one more"));
        }
        open.read = open.read.saturating_add(1);
    }

    /// The histogram that was read is over.
    fn close(&mut self, span: Span) {
        let Some(open) = self.open.take().filter(|open| open.read < open.states) else {
            return;
        };
        let message = format!(
            "the histogram says {} states, and has {}",
            open.states, open.read
        );
        let one = Diagnostic::new(message, open.span, "says so");
        self.wrong
            .push(one.with_label(span, "expected another outcome before this"));
    }
}

fn outcome_of(test: &Judging, (count, text): (u64, &str), span: Span) -> Result<Seen, Diagnostic> {
    let condition = condition(text, span)?;
    Ok(Seen {
        count,
        text: text.to_owned(),
        values: test.written(&condition, span)?,
        span,
    })
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
