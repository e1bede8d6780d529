//! Where text goes: answers to the standard output, complaints to the standard error.

use std::fs::File;
use std::io::{self, IsTerminal as _, StdoutLock, Write as _};
use std::path::{Path, PathBuf};

use comfy_table::Table;
use serde::Serialize;

use crate::render::layout::Layout;
use crate::render::paint::Paint;

use super::args::{Color, Global};
use super::failure::Failure;

/// Longer lines are hard to read.
const WIDTH: u16 = 100;

/// The two streams.
pub struct Output {
    stdout: StdoutLock<'static>,
    file: Option<Target>,
    always: bool,
    complaints: Paint,
    progress: bool,
    /// How answers are laid out.
    pub layout: Layout,
}

/// A file that takes the place of the standard output. It is opened for the first answer: what is
/// read before is not lost if it is the same file.
struct Target {
    path: PathBuf,
    file: Option<File>,
}

impl Target {
    fn print(&mut self, text: &str) -> Result<(), Failure> {
        let written = match &mut self.file {
            Some(file) => file.write_all(text.as_bytes()),
            None => File::create(&self.path).and_then(|mut file| {
                file.write_all(text.as_bytes())?;
                self.file = Some(file);
                Ok(())
            }),
        };
        let path = self.path.display();
        written.map_err(|error| Failure::Save(format!("cannot write {path}: {error}")))
    }
}

impl Output {
    /// The streams of the process, with colours where they are wanted.
    #[must_use]
    pub fn new(global: &Global) -> Self {
        let paint = |terminal| Paint {
            color: colored(global.color, terminal),
        };
        // None where the output is no terminal.
        let width = Table::new().width().unwrap_or(WIDTH);
        Self {
            stdout: io::stdout().lock(),
            file: None,
            always: global.color == Color::Always,
            complaints: paint(io::stderr().is_terminal()),
            progress: io::stderr().is_terminal() && !global.quiet,
            layout: Layout {
                paint: paint(io::stdout().is_terminal()),
                width: width.clamp(40, WIDTH),
                quiet: global.quiet,
                verbose: global.verbose,
            },
        }
    }

    /// Sends the answers to a file, in which colours must be asked for.
    pub fn redirect(&mut self, path: &Path) {
        self.layout.paint.color = self.always;
        self.file = Some(Target {
            path: path.to_owned(),
            file: None,
        });
    }

    /// Prints an answer, at once.
    ///
    /// # Errors
    ///
    /// The output is closed or full.
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        if let Some(target) = &mut self.file {
            return target.print(text);
        }
        self.stdout.write_all(text.as_bytes())?;
        self.stdout.flush()?;
        Ok(())
    }

    /// The standard output, for what is written as it comes.
    pub fn stdout(&mut self) -> &mut impl io::Write {
        &mut self.stdout
    }

    /// Says on a terminal what is being done, in one line that the next one takes the place of; with
    /// nothing to say, takes it away. That the standard error is closed cannot be told to anybody.
    pub fn progress(&self, text: Option<&str>) {
        if !self.progress {
            return;
        }
        let room = usize::from(self.layout.width).saturating_sub(2);
        let line: String = text.unwrap_or_default().chars().take(room).collect();
        let line = line.replace(char::is_control, " ");
        let _ = write!(io::stderr().lock(), "\r\x1b[2K{line}");
    }

    /// Prints one JSON document.
    ///
    /// # Errors
    ///
    /// As for [`Self::print`].
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value).map_err(io::Error::from)?;
        self.print(&(text + "\n"))
    }

    /// Complains. That the standard error is closed cannot be told to anybody.
    pub fn complain(&self, failure: &Failure) {
        let text = match failure {
            Failure::Report(report) => report.render(self.complaints.color),
            other => format!("{} {other}\n", self.complaints.bad("error:")),
        };
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
}

/// Tells something that is no answer. That the standard error is closed cannot be told to anybody.
pub fn remark(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

fn colored(when: Color, terminal: bool) -> bool {
    match when {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let unset = |name| std::env::var_os(name).is_none_or(|value| value.is_empty());
            let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            terminal && unset("NO_COLOR") && !dumb
        }
    }
}
