//! Diagnostics as data: what `--diagnostics json` prints, a line each.

use serde::{Deserialize, Serialize};

use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::read::Strange;
use crate::syntax::shown::{shown, shown_lines};
use crate::syntax::span::{SourceFile, Span};

/// How grave something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It cannot be done.
    Error,
    /// It is done, and may be meant otherwise.
    Warning,
    /// It is only said.
    Note,
}

/// What was to be done when it went wrong, of mistakes that are not in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Code {
    /// Reading the arguments.
    Usage,
    /// Reading a file.
    Read,
    /// Writing a file or the answer.
    Write,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The first byte, from 0.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
    /// Line of the start, from 1.
    pub line: usize,
    /// Column of the start in characters, from 1.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column of the end: that after the last character.
    pub end_column: usize,
}

impl Place {
    fn of(span: Span, source: &SourceFile) -> Self {
        let (start, end) = (source.position(span.start), source.position(span.end));
        Self {
            start: span.start,
            end: span.end,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}

impl Place {
    /// A whole line of a file, by its first byte, its number and what it says.
    #[must_use]
    pub fn line(start: usize, number: usize, bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let end = bytes.trim_ascii_end().len();
        Self {
            start,
            end: start + end,
            line: number,
            column: 1,
            end_line: number,
            end_column: text.trim_ascii_end().chars().count() + 1,
        }
    }

    /// One byte that is no part of a text.
    #[must_use]
    pub const fn byte(at: Strange) -> Self {
        Self {
            start: at.offset,
            end: at.offset + 1,
            line: at.line,
            column: at.column,
            end_line: at.line,
            end_column: at.column + 1,
        }
    }
}

/// A place with a remark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// Where, in the same file.
    pub span: Place,
    /// What is to be said of it; may be empty.
    pub message: String,
}

/// What to write instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    /// What of the file goes.
    pub span: Place,
    /// What comes there.
    pub text: String,
}

/// Something that is only said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The file that it is about, where it is about one.
    pub file: Option<String>,
    /// What is said.
    pub text: String,
}

impl Note {
    /// Of a file.
    #[must_use]
    pub fn of(file: &str, text: String) -> Self {
        Self {
            file: Some(file.to_owned()),
            text,
        }
    }
}

/// One thing that is told, and is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// How grave it is.
    pub severity: Severity,
    /// What went wrong, of mistakes that are not in a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
    /// What is wrong.
    pub message: String,
    /// The file it is in.
    pub file: Option<String>,
    /// Where.
    pub span: Option<Place>,
    /// What is to be said of the place.
    pub label: Option<String>,
    /// Other places of the same file that explain it.
    pub related: Vec<Related>,
    /// What was expected, or the nearest thing that exists.
    pub help: Option<String>,
    /// The change that the help proposes, where it is one of the text.
    pub suggestion: Option<Replacement>,
}

impl Told {
    /// Something without a place.
    #[must_use]
    pub fn new(severity: Severity, code: Option<Code>, message: &str) -> Self {
        Self {
            severity,
            code,
            message: shown_lines(message.trim_end()),
            file: None,
            span: None,
            label: None,
            related: Vec::new(),
            help: None,
            suggestion: None,
        }
    }

    /// In a file as a whole.
    #[must_use]
    pub fn in_file(self, name: &str) -> Self {
        Self {
            file: Some(shown(name)),
            ..self
        }
    }

    /// At a place of its file.
    #[must_use]
    pub fn at(self, span: Option<Place>) -> Self {
        Self { span, ..self }
    }

    /// With what would be right.
    #[must_use]
    pub fn with_help(self, help: Option<&str>) -> Self {
        Self {
            help: help.map(shown_lines),
            ..self
        }
    }

    /// What it says with its remark and its help, without the name of the file, which stands beside it.
    #[must_use]
    pub fn text(&self) -> String {
        let file = self.file.as_deref().unwrap_or_default();
        let named = self.message.strip_prefix(file);
        let rest = named.and_then(|rest| rest.strip_prefix(": "));
        let message = rest.unwrap_or(&self.message);
        let label = match self.label.as_deref() {
            None | Some("") => String::new(),
            Some(label) => format!(" ({label})"),
        };
        match &self.help {
            Some(help) => format!("{message}{label}: {help}"),
            None => format!("{message}{label}"),
        }
    }

    /// All mistakes of a text, as many as are shown of one.
    #[must_use]
    pub fn all(report: &Report) -> Vec<Self> {
        let shown = report.diagnostics.iter().take(report.shown());
        let mut all: Vec<Self> = shown.map(|one| Self::of(one, &report.source)).collect();
        let more = report.diagnostics.len() - report.shown();
        if more > 0 {
            let text = format!("{more} more mistakes are not shown");
            all.push(Self::new(Severity::Note, None, &text).in_file(&report.source.name));
        }
        all
    }

    fn of(diagnostic: &Diagnostic, source: &SourceFile) -> Self {
        let severity = if diagnostic.warning {
            Severity::Warning
        } else {
            Severity::Error
        };
        let mut labels = diagnostic.labels.iter().map(|(span, text)| Related {
            span: Place::of(*span, source),
            message: shown_lines(text),
        });
        let main = labels.next();
        let replacement = diagnostic.replacement(source);
        Self {
            label: main.as_ref().map(|main| main.message.clone()),
            span: main.map(|main| main.span),
            related: labels.collect(),
            suggestion: replacement.map(|(span, text)| Replacement {
                span: Place::of(span, source),
                text: text.to_owned(),
            }),
            ..Self::new(severity, None, &diagnostic.message)
        }
        .in_file(&source.name)
        .with_help(diagnostic.help.as_deref())
    }
}
