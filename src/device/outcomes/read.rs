//! Histograms as data.

use rustc_hash::FxHashMap;

use crate::program::Term;
use crate::syntax::Report;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};

use super::judge::Judging;
use super::{litmus7, ran};

/// An outcome and how often it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// How often.
    pub count: u64,
    /// As it was written, such as `0:r0=1; 1:r0=0;`.
    pub text: String,
    /// What has which value at the end, each once, in the order of the names.
    pub values: Vec<(Term, i64)>,
    /// Where it stands.
    pub span: Span,
}

/// What was seen of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram {
    /// The outcomes, each once.
    pub seen: Vec<Seen>,
    /// Whether it has outcomes that the test's filter leaves out, too: litmus7 counts none of these, `run` does.
    pub unfiltered: bool,
    /// Instances in which a thread did not come to its end: no model speaks of them.
    pub unfinished: u128,
    /// Why what was seen says too little: runs that ended too early, or were of another test.
    pub failures: Vec<String>,
}

/// The outcomes of a histogram of a test: lines such as `10 *>0:r0=0; 1:r0=0;`, all other lines being words about it; or the JSON of
/// `run`. What is there several times is counted together.
///
/// # Errors
///
/// A line is half of an outcome or none of the test, nothing was seen, or the JSON is none of `run` and this test.
pub fn read(source: &SourceFile, test: &Judging) -> Result<Histogram, Report> {
    let mut histogram = if ran::is_json(source) {
        ran::read(source, test)?
    } else {
        litmus7::read(source, test)?
    };
    // What is listed and was seen no time was not seen.
    let first = histogram.seen.first().map(|one| one.span);
    histogram.seen.retain(|one| one.count > 0);
    if histogram.seen.is_empty() {
        let place = first.unwrap_or(Span::new(0, 0));
        let text = "no outcome was seen: all counts are 0";
        let wrong = Diagnostic::new(text, place, "seen 0 times")
            .with_help("a count says in how many runs the outcome was seen");
        return Err(Report::new(source.clone(), vec![wrong]));
    }
    let mut places = FxHashMap::default();
    let mut merged: Vec<Seen> = Vec::new();
    for one in histogram.seen {
        let place = *places.entry(one.values.clone()).or_insert(merged.len());
        match merged.get_mut(place) {
            None => merged.push(one),
            Some(same) => {
                same.count = same.count.checked_add(one.count).ok_or_else(|| {
                    let text = "the counts of an outcome do not fit in 64 bits together";
                    let wrong = Diagnostic::new(text, one.span, "too large");
                    Report::new(source.clone(), vec![wrong])
                })?;
            }
        }
    }
    histogram.seen = merged;
    Ok(histogram)
}
