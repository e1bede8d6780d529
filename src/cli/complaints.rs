//! What is told and is no answer, on the standard error: for a person, or as data.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};

use crate::render::paint::Paint;
use crate::syntax::Report;
use crate::syntax::shown::shown_lines;
use crate::view::diagnostic::{Code, Note, Severity, Told};

use super::args::{Diagnostics, Global};
use super::failure::Failure;
use super::invocation::arguments;
use super::output::colored;

/// Who tells. That the standard error is closed cannot be told to anybody.
#[derive(Debug, Clone, Copy)]
pub struct Complaints {
    form: Diagnostics,
    paint: Paint,
}

impl Complaints {
    /// As the options say.
    #[must_use]
    pub fn new(global: &Global) -> Self {
        Self {
            form: global.diagnostics,
            paint: Paint {
                color: colored(global.color, io::stderr().is_terminal()),
            },
        }
    }

    /// Whether a program reads along: then nothing else comes between.
    #[must_use]
    pub fn are_data(self) -> bool {
        self.form == Diagnostics::Json
    }

    /// Says why something cannot be done, or may be meant otherwise.
    pub fn failure(self, failure: &Failure) {
        let text = match (self.form, failure.report()) {
            (Diagnostics::Json, _) => lines(&failure.told()),
            (Diagnostics::Text, Some(report)) => report.render(self.paint.color),
            (Diagnostics::Text, None) => {
                let text = shown_lines(&failure.to_string());
                format!("{} {text}\n", self.paint.bad("error:"))
            }
        };
        write(&text);
    }

    /// Says something that is no failure.
    pub fn remark(self, text: &str) {
        self.note(None, text);
    }

    /// Says something of a file that is no failure; the text names it too.
    pub fn remark_on(self, file: &str, text: &str) {
        self.note(Some(file), text);
    }

    /// Says something that is no failure, of a file if it is about one.
    pub fn said(self, note: &Note) {
        self.note(note.file.as_deref(), &note.text);
    }

    /// Says what may be meant otherwise in some texts.
    pub fn warnings(self, reports: &[Report]) {
        for report in reports {
            self.failure(&Failure::Report(report.clone()));
        }
    }

    fn note(self, file: Option<&str>, text: &str) {
        write(&match self.form {
            Diagnostics::Json => {
                let text = text.trim().strip_prefix("note: ").unwrap_or(text.trim());
                let told = Told::new(Severity::Note, None, text);
                lines(&[match file {
                    Some(file) => told.in_file(file),
                    None => told,
                }])
            }
            Diagnostics::Text => shown_lines(text) + "\n",
        });
    }
}

/// Prints what clap has to say of arguments that it cannot read, or that ask for help.
pub fn unread(error: &clap::Error) {
    if !error.use_stderr() || !wanted(arguments().into_iter()) {
        // A closed pipe is no failure of `--help`.
        let _ = error.print();
        return;
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
    let (message, help) = match text.split_once("\n\n") {
        Some((message, help)) => (message, Some(help.trim())),
        None => (text, None),
    };
    let told = Told::new(Severity::Error, Some(Code::Usage), message).with_help(help);
    write(&lines(&[told]));
}

/// Whether arguments that make no sense ask for data all the same.
fn wanted(arguments: impl Iterator<Item = OsString>) -> bool {
    let mut arguments = arguments.take_while(|word| word != "--").peekable();
    while let Some(word) = arguments.next() {
        let next = arguments.peek().is_some_and(|next| next == "json");
        if word == "--diagnostics=json" || word == "--diagnostics" && next {
            return true;
        }
    }
    false
}

/// Says what is known as data, to a program that reads along.
pub fn tell(told: &[Told]) {
    write(&lines(told));
}

fn lines(told: &[Told]) -> String {
    let lines = told.iter().map(serde_json::to_string);
    lines.flatten().map(|line| line + "\n").collect()
}

fn write(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::wanted;

    #[test]
    fn data_is_asked_for_in_two_ways() {
        let asks = |line: &str| wanted(line.split(' ').map(Into::into));
        assert!(asks("gpu-litmus chekc --diagnostics json"));
        assert!(asks("gpu-litmus --diagnostics=json chekc"));
        assert!(!asks("gpu-litmus check --diagnostics text json"));
        assert!(!asks("gpu-litmus check -- --diagnostics json"));
    }
}
