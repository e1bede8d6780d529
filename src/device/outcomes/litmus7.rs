//! Histograms as litmus7 prints them.

use crate::syntax::Report;
use crate::syntax::diagnostic::{Diagnostic, nearest};
use crate::syntax::span::{SourceFile, Span};

use super::judge::Judging;
use super::line::{self, Line, Where};
use super::read::{Histogram, Seen};

/// What is read of a log.
#[derive(Default)]
struct Reading<'s> {
    /// Bytes of the log.
    length: usize,
    seen: Vec<Seen>,
    wrong: Vec<Diagnostic>,
    /// The name of the test, as the headings have it; none where there is no heading.
    mine: Option<&'s str>,
    /// The test of the last heading.
    of: Option<&'s str>,
    /// Whether some line says that a histogram begins: then there are outcomes in histograms only.
    headed: bool,
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
    let tests = headings(source);
    let mine = mine(&tests, test.name()).map_err(|one| Report::new(source.clone(), vec![one]))?;
    let mut reading = Reading {
        length: source.text.len(),
        mine,
        headed: lines(source).any(|(text, _)| line::states(text).is_some()),
        ..Reading::default()
    };
    for (text, span) in lines(source) {
        reading.line(text, span, test);
    }
    let end = source.text.len();
    reading.close(Span::new(end, end));
    let Reading {
        seen, mut wrong, ..
    } = reading;
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

/// The lines of a log with their places, the line's own blanks aside.
fn lines(source: &SourceFile) -> impl Iterator<Item = (&str, Span)> {
    let mut start = 0;
    source.text.split_inclusive('\n').map(move |text| {
        let span = Span::new(start, start + text.trim_end().len());
        start += text.len();
        (text.trim(), span)
    })
}

/// The tests whose outcomes the log has, as its headings name them.
fn headings(source: &SourceFile) -> Vec<(&str, Span)> {
    let headings = lines(source).map(|(text, span)| Some((line::heading(text)?, span)));
    headings.flatten().collect()
}

/// How the headings of a log write the name of a test, large or small letters being one where no heading has the very name.
///
/// # Errors
///
/// A log with headings has none of the test, or two that could be.
fn mine<'s>(tests: &[(&'s str, Span)], name: &str) -> Result<Option<&'s str>, Diagnostic> {
    let Some((_, place)) = tests.first() else {
        return Ok(None);
    };
    let mut names: Vec<&str> = tests.iter().map(|(test, _)| *test).collect();
    names.sort_unstable();
    names.dedup();
    if let Some(same) = names.iter().find(|test| **test == name) {
        return Ok(Some(same));
    }
    let alike: Vec<&str> = names
        .iter()
        .copied()
        .filter(|test| test.eq_ignore_ascii_case(name))
        .collect();
    if let [one] = *alike {
        return Ok(Some(one));
    }
    let message = format!("there is no histogram of the test {name} here");
    let one = Diagnostic::new(message, *place, "this one is of another test");
    let here = match nearest(name, names.iter().copied()) {
        Some(near) if alike.is_empty() => format!("{near} is the nearest of what it has"),
        Some(_) | None => format!("it has {}", names.join(", ")),
    };
    Err(one.with_help(format!("{here}; `--outcomes` names the file of that test")))
}

impl<'s> Reading<'s> {
    fn line(&mut self, text: &'s str, span: Span, test: &Judging) {
        if let Some(name) = line::heading(text) {
            self.close(span);
            self.of = Some(name);
            return;
        }
        if self.of.is_some() && self.of != self.mine {
            return;
        }
        if let Some(states) = line::states(text) {
            self.close(span);
            let Ok(states) = states else {
                let message = "a histogram that does not say how many states it has";
                let one = Diagnostic::new(message, span, "expected `Histogram (N states)`");
                self.wrong.push(one);
                return;
            };
            let read = 0;
            self.open = Some(Open { states, read, span });
            return;
        }
        let inside = self.open.is_some_and(|open| open.read < open.states);
        let place = match (inside, self.headed) {
            (true, _) => Where::Inside,
            (false, true) => Where::Beside,
            (false, false) => Where::Anywhere,
        };
        match line::read(text, place) {
            Line::Words if inside && !text.is_empty() => self.close(span),
            Line::Words => {}
            Line::Outcome(count, outcome) => {
                self.count(span);
                if self.headed && self.open.is_none() {
                    let message = "an outcome outside of the histograms";
                    let one =
                        Diagnostic::new(message, span, "expected below `Histogram (N states)`");
                    self.wrong.push(one);
                    return;
                }
                if self.is_cut(outcome, span) {
                    let message = "the last outcome may be cut: neither `;` nor a line end follows";
                    let one = Diagnostic::new(message, span, "expected `;` after the last value");
                    self.wrong.push(one);
                    return;
                }
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

    /// Whether the log may have been cut within an outcome: half a number is a number.
    fn is_cut(&self, outcome: &str, span: Span) -> bool {
        span.end == self.length && !outcome.ends_with(';')
    }

    /// One more line of the histogram that is read.
    fn count(&mut self, span: Span) {
        let Some(open) = self.open.as_mut() else {
            return;
        };
        if open.read == open.states {
            let message = format!("the histogram says {}, and has more", said(open.states));
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
        let states = said(open.states);
        let message = format!("the histogram says {states}, and has {}", open.read);
        let one = Diagnostic::new(message, open.span, "says so");
        self.wrong
            .push(one.with_label(span, "expected another outcome before this"));
    }
}

/// So many states, in words.
fn said(states: u64) -> String {
    match states {
        1 => "1 state".to_owned(),
        more => format!("{more} states"),
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
