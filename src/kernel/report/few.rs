//! The steps of a run that are shown, where it has very many.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::answer::{Checked, Step};

/// Of runs with more steps than this not all threads are shown.
const MANY: usize = 160;

/// The same of runs of more than [`CROWD`] threads.
const FEWER: usize = 40;

/// So many threads nobody follows.
const CROWD: usize = 16;

/// Of these steps of a run those of the threads that are spoken of, with what these read from; of very many of them
/// the last, and what is spoken of.
#[must_use]
pub fn few(check: &Checked, steps: Vec<usize>) -> Vec<usize> {
    let step = |at: usize| check.witness.get(at);
    let all = steps.iter().filter_map(|&at| step(at)?.place.thread);
    let all: BTreeSet<_> = all.collect();
    let most = if all.len() > CROWD { FEWER } else { MANY };
    if steps.len() <= most {
        return steps;
    }
    // Of many races the first is told.
    let threads = check
        .places
        .iter()
        .take(if check.race.is_some() { 2 } else { usize::MAX });
    let mut threads: BTreeSet<_> = threads.filter_map(|place| place.thread).collect();
    if threads.is_empty() {
        // Of what is left at the end, who left it.
        let said = |text: &str| check.remarks.iter().any(|remark| remark.ends_with(text));
        let left = check.witness.iter().rev().find(|step| said(&step.effect));
        threads.extend(left.and_then(|step| step.place.thread));
    }
    let named = |step: &Step| step.place.thread.is_some_and(|it| threads.contains(&it));
    let of_threads: BTreeSet<usize> = steps
        .iter()
        .copied()
        .filter(|&at| step(at).is_some_and(named))
        .collect();
    let from = of_threads.iter().filter_map(|&at| step(at));
    let from: BTreeSet<usize> = from.flat_map(|step| step.reads_from.clone()).collect();
    let mut kept = steps.clone();
    if !of_threads.is_empty() {
        kept.retain(|at| of_threads.contains(at) || from.contains(at));
    }
    let beyond = kept.len().saturating_sub(MANY);
    let last: BTreeSet<usize> = kept.iter().copied().skip(beyond).collect();
    let told = |at: usize| step(at).is_some_and(|step| check.places.contains(&step.place));
    kept.retain(|&at| last.contains(&at) || told(at));
    kept
}

/// A check with a run of those steps, and how many are left out.
#[must_use]
pub fn briefly(check: &Checked) -> (Cow<'_, Checked>, usize) {
    let all: Vec<usize> = (0..check.witness.len()).collect();
    let kept = few(check, all);
    let left = check.witness.len() - kept.len();
    if left == 0 {
        return (Cow::Borrowed(check), 0);
    }
    let mut brief = check.clone();
    brief.witness = kept
        .iter()
        .map(|&at| {
            let mut step = check.witness[at].clone();
            let from = step.reads_from.iter();
            let from = from.filter_map(|one| kept.binary_search(one).ok());
            step.reads_from = from.collect();
            step
        })
        .collect();
    (Cow::Owned(brief), left)
}

/// That steps are left out.
#[must_use]
pub fn left_out(left: usize) -> String {
    format!("{left} steps of other threads, or long before, are not shown; --format json has them")
}
