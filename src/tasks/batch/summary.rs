//! Rows counted.

use std::fmt::Write as _;
use std::time::Duration;

use super::judge::Grade;
use super::row::{Row, VERDICTS};
use super::verdict::Verdict;
use crate::view::answer::Quantity;

/// What a run found, in numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    /// Files of the suite, or of the shard of it that was asked.
    pub files: usize,
    /// Files that were done: all, unless the run was stopped.
    pub done: usize,
    /// Rows.
    pub rows: usize,
    /// Rows by verdict, in the order of `VERDICTS`.
    pub verdicts: [usize; VERDICTS.len()],
    /// Rows whose condition is reachable, and holds in every execution.
    pub always: usize,
    /// Files without a test, or answers that failed.
    pub errors: usize,
    /// Rows of which something was expected, and that agree.
    pub agreed: usize,
    /// Rows of which something else was expected.
    pub disagreed: usize,
    /// Checks of launches that are violated, or not as stated.
    pub violated: usize,
    /// Rows that say something else than an earlier run, disagreements or not.
    pub changed: usize,
    /// Rows from the journal.
    pub kept: usize,
    /// Files that the journal knew with another text.
    pub edited: usize,
    /// Time that the questions took, added up over all threads.
    pub asked: Duration,
    /// The question that took longest.
    pub slowest: Option<(f64, String)>,
    /// Time from start to end.
    pub took: Duration,
    /// The gravest of all rows.
    pub grade: Option<Grade>,
}

impl Summary {
    /// Counts a row.
    pub fn count(&mut self, row: &Row) {
        self.rows += 1;
        match row.verdict {
            None => self.errors += 1,
            Some(verdict) => {
                let place = VERDICTS.iter().position(|known| *known == verdict);
                if let Some(count) = place.and_then(|place| self.verdicts.get_mut(place)) {
                    *count += 1;
                }
            }
        }
        let always = row.quantity == Some(Quantity::Always);
        self.always += usize::from(always && row.verdict == Some(Verdict::Reachable));
        match row.judgement.agrees {
            Some(true) => self.agreed += 1,
            Some(false) => self.disagreed += 1,
            None => {}
        }
        let grade = row.grade();
        self.violated += usize::from(row.launch.is_some() && grade == Grade::Disagrees);
        self.changed += usize::from(row.judgement.change.is_some());
        self.kept += usize::from(row.kept);
        self.grade = self.grade.max(Some(grade));
        if !row.kept {
            let took = Duration::try_from_secs_f64(row.millis / 1e3).unwrap_or_default();
            self.asked = self.asked.saturating_add(took);
        }
        let answered = row.verdict.is_some();
        if answered
            && self
                .slowest
                .as_ref()
                .is_none_or(|(millis, _)| row.millis > *millis)
        {
            self.slowest = Some((row.millis, format!("{} under {}", row.file, row.model())));
        }
    }

    /// Whether all files were done.
    #[must_use]
    pub const fn complete(&self) -> bool {
        self.done == self.files
    }

    /// `4 files, 8 rows: 3 reachable, 5 unreachable; 8 as expected`
    #[must_use]
    pub fn counts(&self) -> String {
        let mut text = plural(self.done, "file");
        if !self.complete() {
            let _ = write!(text, " of {}", self.files);
        }
        let _ = write!(text, ", {}", plural(self.rows, "row"));
        let verdicts = VERDICTS.iter().zip(self.verdicts);
        let mut parts: Vec<String> = verdicts
            .filter(|(_, count)| *count > 0)
            .map(|(verdict, count)| match verdict {
                // As the cells of the table say it, and the table of `check`.
                Verdict::Unsupported => format!("{count} refused"),
                Verdict::Reachable if self.always > 0 => {
                    format!("{count} reachable ({} always)", self.always)
                }
                Verdict::Reachable
                | Verdict::Unreachable
                | Verdict::Racy
                | Verdict::Holds
                | Verdict::Violated
                | Verdict::Undefined
                | Verdict::Possible
                | Verdict::Unknown => format!("{count} {}", verdict.name()),
            })
            .collect();
        if self.errors > 0 {
            parts.push(plural(self.errors, "error"));
        }
        if !parts.is_empty() {
            let _ = write!(text, ": {}", parts.join(", "));
        }
        if self.agreed + self.disagreed > 0 {
            let _ = write!(text, "; {} as expected", self.agreed);
        }
        if self.disagreed > 0 {
            let _ = write!(text, ", {} not", self.disagreed);
        }
        text
    }

    /// How long it took, how fast that was, and what took longest.
    #[must_use]
    pub fn times(&self) -> String {
        let seconds = self.took.as_secs_f64();
        let fresh = self.rows - self.kept.min(self.rows);
        let mut text = format!("{seconds:.2} s");
        if self.kept > 0 {
            let _ = write!(text, ", {} from the journal", plural(self.kept, "row"));
        }
        if fresh > 0 && seconds > 0.0 {
            #[expect(clippy::cast_precision_loss, reason = "a rate to be read")]
            let rate = fresh as f64 / seconds;
            let _ = write!(text, ", {rate:.0} verdicts a second");
        }
        if let Some((millis, what)) = &self.slowest {
            let _ = write!(text, "; the slowest took {millis:.1} ms: {what}");
        }
        text
    }
}

/// `1 file`, `2 files`.
#[must_use]
pub fn plural(count: usize, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {what}{ending}")
}
