//! Where text goes: answers to the standard output, complaints to the standard error.

use std::io::{self, IsTerminal as _, StdoutLock, Write as _};
use std::path::Path;

use comfy_table::Table;
use serde::Serialize;

use crate::render::layout::Layout;
use crate::render::paint::Paint;
use crate::save::Target;
use crate::syntax::read::printable;

use super::args::{Color, Global};
use super::complaints::Complaints;
use super::failure::Failure;

/// Longer lines are hard to read.
const WIDTH: u16 = 100;

/// The two streams.
pub struct Output {
    stdout: StdoutLock<'static>,
    file: Option<Target>,
    /// Whether an answer was printed.
    said: bool,
    always: bool,
    /// Where everything goes that is no answer.
    pub complaints: Complaints,
    progress: bool,
    /// How answers are laid out.
    pub layout: Layout,
}

impl Output {
    /// The streams of the process, with colours where they are wanted.
    #[must_use]
    pub fn new(global: &Global) -> Self {
        let paint = |terminal| Paint {
            color: colored(global.color, terminal),
        };
        let complaints = Complaints::new(global);
        // None where the output is no terminal.
        let width = Table::new().width().unwrap_or(WIDTH);
        Self {
            stdout: io::stdout().lock(),
            file: None,
            said: false,
            always: global.color == Color::Always,
            progress: io::stderr().is_terminal() && !global.quiet && !complaints.are_data(),
            complaints,
            layout: Layout {
                paint: paint(io::stdout().is_terminal()),
                width: width.clamp(40, WIDTH),
                quiet: global.quiet,
                verbose: global.verbose,
            },
        }
    }

    /// Whether somebody sees the answers as they come.
    pub fn is_watched(&self) -> bool {
        cfg!(unix) && self.file.is_none() && io::stdout().is_terminal()
    }

    /// Sends the answers to a file, in which colours must be asked for.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn redirect(&mut self, path: &Path) -> Result<(), Failure> {
        self.layout.paint.color = self.always;
        self.file = Some(Target::open(path)?);
        Ok(())
    }

    /// Whether answers go to somebody who reads along.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.file.is_none() && io::stdout().is_terminal()
    }

    /// Prints an answer, at once.
    ///
    /// # Errors
    ///
    /// The output is closed or full.
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.said |= !text.is_empty();
        self.put(text)
    }

    /// Prints a document of answers, which may be none: an empty list, or a heading alone.
    ///
    /// # Errors
    ///
    /// As for [`Self::print`].
    pub fn document(&mut self, text: &str, answers: usize) -> Result<(), Failure> {
        self.said |= answers > 0;
        self.put(text)
    }

    fn put(&mut self, text: &str) -> Result<(), Failure> {
        let out = self.place();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// Where answers go, for what is written as it comes.
    pub fn writer(&mut self) -> &mut dyn io::Write {
        self.said = true;
        self.place()
    }

    fn place(&mut self) -> &mut dyn io::Write {
        match &mut self.file {
            Some(target) => target,
            None => &mut self.stdout,
        }
    }

    /// Everything is said: a file takes its name now.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn finish(&mut self, failed: bool) -> Result<(), Failure> {
        match self.file.take() {
            // Where no answer came, what was there before is worth more than nothing.
            Some(target) if failed && !self.said && target.waits() => Ok(()),
            Some(target) => Ok(target.finish()?),
            None => Ok(()),
        }
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
        let answers = usize::from(text != "[]");
        self.document(&(text + "\n"), answers)
    }

    /// Complains.
    pub fn complain(&self, failure: &Failure) {
        self.complaints.failure(failure);
    }
}

/// Prints to a terminal past the lock that [`Output`] has on it: whoever calls may be on another
/// thread. What fails is printed once more with the whole answer.
#[cfg(unix)]
pub fn print_at_once(text: &str) {
    use std::os::fd::AsFd as _;
    if let Ok(handle) = io::stdout().as_fd().try_clone_to_owned() {
        let _ = std::fs::File::from(handle).write_all(text.as_bytes());
    }
}

/// Elsewhere an answer comes whole.
#[cfg(not(unix))]
pub fn print_at_once(_: &str) {}

/// Whether colours are wanted on a stream.
pub(super) fn colored(when: Color, terminal: bool) -> bool {
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

/// What is wrong with the folder that `--output` names, if it is none.
pub fn is_no_folder(path: &Path) -> Option<Failure> {
    is_no_folder_of("--output", path)
}

/// The same of another option, or of a command.
pub fn is_no_folder_of(option: &str, path: &Path) -> Option<Failure> {
    let text = format!("`{option}` names a file; it takes the name of a folder");
    (path.exists() && !path.is_dir()).then(|| Failure::Usage(text).of(&printable(path)))
}

/// Makes a folder, and those that it is in.
///
/// # Errors
///
/// It cannot be made.
pub fn folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| {
        let name = printable(path);
        Failure::Read(format!("cannot make {name}: {error}")).of(&name)
    })
}
