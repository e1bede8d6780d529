//! What is shown on the terminal while a suite is verified, or something is searched for; nothing where
//! there is no terminal.

use std::cell::Cell;
use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::tasks::batch::Summary;

const TEMPLATE: &str = "{bar:30} {pos}/{len} files, {rate}, {eta} left{msg}";

/// How a search goes on, on the standard error.
pub struct Search {
    bar: ProgressBar,
    pace: Cell<Pace>,
}

/// How fast a search is.
#[derive(Clone, Copy)]
struct Pace {
    /// When it began.
    start: Instant,
    /// How many tests were looked at when that was last said, and when it was.
    last: (u64, Instant),
}

impl Pace {
    const fn new(start: Instant) -> Self {
        let last = (0, start);
        Self { start, last }
    }

    /// Now that so many tests were looked at.
    fn at(self, tests: u64, now: Instant) -> Self {
        let last = (tests, now);
        Self { last, ..self }
    }

    /// Another search begins where the last one ended.
    const fn anew(self) -> Self {
        Self::new(self.last.1)
    }

    /// How many tests a second.
    fn rate(self) -> u128 {
        let (tests, now) = self.last;
        u128::from(tests) * 1000 / now.duration_since(self.start).as_millis().max(1)
    }
}

impl Search {
    /// A line that says what is asked.
    pub fn new(quiet: bool) -> Self {
        let hidden = quiet || !io::stderr().is_terminal();
        let bar = if hidden {
            ProgressBar::hidden()
        } else {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(TICK);
            bar
        };
        Self {
            bar,
            pace: Cell::new(Pace::new(Instant::now())),
        }
    }

    /// A bar of sizes, up to so many accesses, beside the line.
    pub fn sized(quiet: bool, accesses: usize) -> Self {
        let search = Self::new(quiet);
        search.bar.set_length(accesses as u64);
        if let Ok(style) = ProgressStyle::with_template(SIZES) {
            search.bar.set_style(style.progress_chars("=> "));
        }
        search
    }

    /// What it says now.
    pub fn say(&self, text: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(text());
        }
    }

    /// All tests of fewer than so many accesses were looked at, which is so many tests; and what it says now.
    pub fn at(&self, accesses: usize, tests: u64, text: impl FnOnce() -> String) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(accesses.saturating_sub(1) as u64);
        let pace = self.pace.get().at(tests, Instant::now());
        self.pace.set(pace);
        let rate = pace.rate();
        self.bar
            .set_message(format!("{tests} tests, {rate} a second; {}", text()));
    }

    /// Tests are counted anew: of the next property, say.
    pub fn anew(&self) {
        self.pace.set(self.pace.get().anew());
    }

    /// All tests of fewer than so many accesses were looked at; and what it says now.
    pub fn at_size(&self, accesses: usize, text: impl FnOnce() -> String) {
        self.bar.set_position(accesses.saturating_sub(1) as u64);
        self.say(text);
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// The bar of a search, by size.
const SIZES: &str = "{spinner} {bar:12} {pos} of {len} accesses done; {msg}";

/// How often the line shows that something goes on.
const TICK: Duration = Duration::from_millis(120);

/// The bar.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for so many files, on the standard error.
    pub fn new(files: usize, quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(files as u64);
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{:.0} a second", state.per_sec());
            };
            bar.set_style(style.with_key("rate", rate));
        }
        Self(bar)
    }

    /// So much is done.
    pub fn at(&self, summary: &Summary) {
        self.0.set_position(summary.done as u64);
        if summary.disagreed + summary.errors > 0 {
            self.0.set_message(format!(
                ", {} not as expected, {} errors",
                summary.disagreed, summary.errors
            ));
        }
    }

    /// Writes something else than the bar.
    pub fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.0.is_hidden() {
            write()
        } else {
            self.0.suspend(write)
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tests of one property are not the next one's, nor is the time for them.
    #[test]
    fn what_begins_anew_counts_anew() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let pace = Pace::new(start).at(50, after(5)).at(400, after(10));
        assert_eq!(pace.rate(), 40);
        let pace = pace.anew().at(30, after(11));
        assert_eq!(pace.rate(), 30);
        assert_eq!(pace.at(40, after(12)).rate(), 20);
    }
}
