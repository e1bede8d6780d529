//! What is shown on the terminal while a suite is verified, or something is searched for; nothing where
//! there is no terminal.

use std::cell::Cell;
use std::io::{self, IsTerminal as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::tasks::batch::Summary;

const TEMPLATE: &str = "{bar:30} {pos}/{len} files, {rate}, {eta} left{msg}";

/// How a search goes on, on the standard error.
pub struct Search {
    bar: ProgressBar,
    /// How many programs were looked at.
    programs: Cell<u32>,
}

impl Search {
    /// A line that says what is asked.
    pub fn new(quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self::of(ProgressBar::hidden());
        }
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(TICK);
        Self::of(bar)
    }

    const fn of(bar: ProgressBar) -> Self {
        Self {
            bar,
            programs: Cell::new(0),
        }
    }

    /// Says it for one program in [`PROGRAMS_PER_LOOK`].
    pub fn at_program(&self, text: impl FnOnce() -> String) {
        self.programs.set(self.programs.get().wrapping_add(1));
        if self.programs.get().is_multiple_of(PROGRAMS_PER_LOOK) {
            self.say(text);
        }
    }

    /// What it says now.
    pub fn say(&self, text: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(text());
        }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// A look at the terminal takes longer than many a program.
const PROGRAMS_PER_LOOK: u32 = 64;

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
