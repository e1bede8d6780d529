//! Histograms of litmus tests that ran on hardware, as litmus7 prints them or `run` does: each outcome is judged.

mod ran;

use crate::engine::check;
use crate::model::Model;
use crate::program::resolve;
use crate::syntax::ast::Test;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};
use crate::syntax::{Report, parse_source};
use crate::verdict::outcome;
use crate::verdict::query::Options;

use super::answer::Verdict;

/// An outcome and how often it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// How often.
    pub count: u64,
    /// As it was written, such as `0:r0=1; 1:r0=0;`.
    pub text: String,
    /// The same as a condition.
    pub condition: String,
    /// Where it stands.
    pub span: Span,
}

/// What a model says of an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The word.
    pub verdict: Verdict,
    /// Why there is no verdict, or the model refuses the test.
    pub open: Option<String>,
}

/// The outcomes of a histogram of a test: lines such as `10 *>0:r0=0; 1:r0=0;`, all other lines being words about it; or the JSON of
/// `run`.
///
/// # Errors
///
/// A line is half of an outcome, there is none, or the JSON is none of `run` and this test.
pub fn read(source: &SourceFile, test: &str) -> Result<Vec<Seen>, Report> {
    if ran::is_json(source) {
        return ran::read(source, test);
    }
    let mut found = Vec::new();
    let mut wrong = Vec::new();
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let span = Span::new(start, start + line.trim_end().len());
        start += line.len();
        match outcome_of(line.trim(), span) {
            None => {}
            Some(Ok(seen)) => found.push(seen),
            Some(Err(diagnostic)) => wrong.push(diagnostic),
        }
    }
    if found.is_empty() && wrong.is_empty() {
        let one = Diagnostic::new(
            "there is no outcome here",
            Span::new(0, 0),
            "expected a histogram",
        );
        let help =
            "lines of outcomes are such as `10 *>0:r0=0; 1:r0=0;`; the JSON of `run` is read too";
        wrong.push(one.with_help(help));
    }
    if wrong.is_empty() {
        Ok(found)
    } else {
        Err(Report::new(source.clone(), wrong))
    }
}

/// The outcome of a line, if it starts with a count and `>`.
fn outcome_of(line: &str, span: Span) -> Option<Result<Seen, Diagnostic>> {
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
    let mut conjuncts = Vec::new();
    for part in text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let Some((name, value)) = part
            .split_once('=')
            .filter(|(name, value)| !name.trim().is_empty() && !value.trim().is_empty())
        else {
            let text = format!("`{part}` is half of an outcome");
            let one = Diagnostic::new(text, span, "expected NAME=VALUE;");
            return Some(Err(one.with_help("such as 0:r0=1; or x=2;")));
        };
        conjuncts.push(format!("{} == {}", name.trim(), value.trim()));
    }
    let condition = if conjuncts.is_empty() {
        "true".to_owned()
    } else {
        conjuncts.join(" /\\ ")
    };
    Some(Ok(Seen {
        count,
        text: text.trim().to_owned(),
        condition,
        span,
    }))
}

/// A test whose outcomes are judged.
#[derive(Debug)]
pub struct Judging {
    source: SourceFile,
    test: Test,
    /// What its own text is warned of.
    warned: Vec<String>,
}

impl Judging {
    /// Of a test.
    ///
    /// # Errors
    ///
    /// It has mistakes.
    pub fn new(source: SourceFile) -> Result<Self, Report> {
        let test = parse_source(&source)?;
        let program = resolve(&source, &test)?;
        let warned = program
            .warnings
            .into_iter()
            .map(|one| one.message)
            .collect();
        Ok(Self {
            source,
            test,
            warned,
        })
    }

    /// The test's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.test.name.node
    }

    /// What a model says of an outcome of a histogram.
    ///
    /// # Errors
    ///
    /// The outcome names what the test does not have.
    pub fn judge(
        &self,
        histogram: &SourceFile,
        seen: &Seen,
        model: &Model,
        options: &Options,
    ) -> Result<Said, Report> {
        let before = Span::new(0, self.test.quantifier.span.start);
        let text = format!("{}exists ({})\n", self.source.slice(before), seen.condition);
        let source = SourceFile::new(&*self.source.name, text);
        let program = parse_source(&source)
            .and_then(|test| resolve(&source, &test))
            .map_err(|report| {
                let what = report
                    .diagnostics
                    .first()
                    .map_or("", |one| one.message.as_str());
                let message = format!("the outcome is none of the test {}: {what}", self.name());
                Report::new(
                    histogram.clone(),
                    vec![Diagnostic::new(message, seen.span, "this one")],
                )
            })?;
        // A register that the test does not have counts as 0: that is no outcome of the test.
        if let Some(stranger) = program
            .warnings
            .iter()
            .find(|one| !self.warned.contains(&one.message))
        {
            let message = format!(
                "the outcome is none of the test {}: {}",
                self.name(),
                stranger.message
            );
            let one = Diagnostic::new(message, seen.span, "this one");
            return Err(Report::new(histogram.clone(), vec![one]));
        }
        let outcome = check(&program, model, options)?;
        let open = match outcome.verdict() {
            outcome::Verdict::Unknown => outcome.notes().into_iter().next(),
            outcome::Verdict::Unsupported => outcome
                .unsupported()
                .map(|refused| format!("{} gives no meaning to {}", model.name, refused.what)),
            outcome::Verdict::Reachable
            | outcome::Verdict::Unreachable
            | outcome::Verdict::Racy => None,
        };
        let verdict = match outcome.verdict() {
            outcome::Verdict::Reachable => Verdict::Explained,
            outcome::Verdict::Unreachable => Verdict::Impossible,
            outcome::Verdict::Racy => Verdict::Racy,
            outcome::Verdict::Unknown => Verdict::Unknown,
            outcome::Verdict::Unsupported => Verdict::Unsupported,
        };
        Ok(Said { verdict, open })
    }
}
