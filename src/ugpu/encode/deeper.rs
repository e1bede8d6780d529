//! As many laps as decide a question, where the loop bound leaves it open.

use web_time::Instant;

use crate::program::Program;
use crate::syntax::diagnostic::Report;
use crate::ugpu::machine::Model;
use crate::ugpu::machine::enough::laps_that_matter;
use crate::verdict::outcome::Verdict;
use crate::verdict::query::Options;

use super::answer::Outcome;
use super::check::within;

/// So many laps are followed without being asked for, where they are known to decide a question.
const MOST_LAPS: usize = 16;

/// Answers whether the condition of a test is reachable under a model of this family. Where the loop bound leaves
/// that open and a larger one is known to decide it, that many laps are followed.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn check(program: &Program, model: Model, options: &Options) -> Result<Outcome, Report> {
    let start = Instant::now();
    let found = within(program, model, options)?;
    if !found.may_go_on() {
        return Ok(found);
    }
    let Some(deeper) = enough_laps(program, model, options, start) else {
        return Ok(found);
    };
    match within(program, model, &deeper) {
        Ok(decided) if decided.verdict != Verdict::Unknown && !decided.may_go_on() => Ok(decided),
        Ok(_) | Err(_) => Ok(found),
    }
}

/// With so many laps that no more can matter, if these are more than were asked for and not too many; in the time that
/// is left since `start`.
pub(super) fn enough_laps(
    program: &Program,
    model: Model,
    options: &Options,
    start: Instant,
) -> Option<Options> {
    let enough = laps_that_matter(program, model, &options.limits().stop)?;
    (options.bound < enough && enough <= MOST_LAPS).then(|| Options {
        bound: enough,
        timeout: options
            .timeout
            .map(|time| time.saturating_sub(start.elapsed())),
        ..options.clone()
    })
}
