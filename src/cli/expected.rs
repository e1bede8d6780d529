//! What the rows of `batch` and `merge` are compared with.

use crate::model::registry;
use crate::syntax::Report;
use crate::syntax::read::printable;
use crate::tasks::batch::baseline::{Baseline, BaselineError};
use crate::tasks::batch::expect::{Expectations, TableError};
use crate::tasks::batch::judge::Judge;
use crate::tasks::batch::paths::Suite;
use crate::tasks::batch::summary::plural;
use crate::view::diagnostic::Note;

use super::batch_args;
use super::failure::Failure;

/// What rows are compared with, of models that are asked beside those that are built in.
pub fn judge(args: &batch_args::Compare, asked: &[&str], failures: &mut Vec<Failure>) -> Judge {
    let mut known = registry::names();
    known.extend(
        asked
            .iter()
            .filter(|name| !registry::names().contains(name)),
    );
    let mut expectations = Expectations::default();
    for path in &args.expect {
        match expectations.read(path, &known) {
            Ok(()) => {}
            Err(TableError::Read(error)) => failures.push(error.into()),
            Err(TableError::Report(report)) => failures.push(Failure::Report(report)),
        }
    }
    let baseline = args.baseline.as_deref().and_then(|path| {
        let read = Baseline::read(path);
        let failed = |error: BaselineError| {
            failures.push(Failure::from(error).of(&printable(path)));
        };
        read.map_err(failed).ok()
    });
    Judge {
        expectations,
        baseline,
        strict: args.strict,
    }
}

/// A table that speaks of other files would let every run pass. What it says of files that are nowhere is returned.
pub fn unmatched(
    judge: &Judge,
    suite: &Suite,
    remarks: &mut Vec<Note>,
    failures: &mut Vec<Failure>,
) -> Vec<Report> {
    let mut warnings = Vec::new();
    for (name, files, missing, gone) in judge.expectations.unmatched(suite) {
        if missing == files {
            let text = format!(
                "{name} expects something of {}, and nothing of what is in this suite; its paths are \
                 relative to its own folder",
                plural(files, "file")
            );
            failures.push(Failure::Usage(text).of(name));
            failures.extend(gone.map(Failure::Report));
            continue;
        }
        warnings.extend(gone);
        if missing > 0 {
            let text =
                format!("note: {missing} of the {files} files of {name} are not in this suite");
            remarks.push(Note::of(name, text));
        }
    }
    warnings
}
