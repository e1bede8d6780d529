//! Bad usage and bad input, as they are told.

use std::io;

use crate::kernel::load;
use crate::model::cat;
use crate::model::registry::ModelError;
use crate::save::SaveError;
use crate::syntax::Report;
use crate::syntax::diagnostic::nearest_apart;
use crate::syntax::read::{ReadError, Strange, printable};
use crate::tasks::batch::baseline::BaselineError;
use crate::tasks::batch::journal::JournalError;
use crate::tasks::batch::list::Unread;
use crate::view::diagnostic::{Code, Place, Severity, Told};

/// Why something asked for cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The arguments make no sense together.
    #[error("{0}")]
    Usage(String),
    /// A file or folder cannot be read.
    #[error("{0}")]
    Read(String),
    /// A model, a list or a table is no text.
    #[error("{text}")]
    NoText {
        /// Its file.
        file: String,
        /// What is wrong.
        text: String,
        /// From where on.
        at: Strange,
    },
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] ReadError),
    /// A text has mistakes.
    #[error(transparent)]
    Report(#[from] Report),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The file for the answers cannot be written.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// The answer cannot be written.
    #[error("cannot write the output: {0}")]
    Write(#[from] io::Error),
    /// One of these is about a file that it does not know itself.
    #[error("{failure}")]
    Of {
        /// The file's name, as it is shown.
        file: String,
        /// What is wrong.
        failure: Box<Self>,
    },
}

impl Failure {
    /// The same, about this file, unless it is known to be about another, or to be about none.
    #[must_use]
    pub fn of(self, file: &str) -> Self {
        if self.file().is_some() || matches!(self, Self::Write(_)) {
            return self;
        }
        Self::Of {
            file: file.to_owned(),
            failure: Box::new(self),
        }
    }

    /// The file that it is about, where there is one.
    pub fn file(&self) -> Option<String> {
        match self {
            Self::Usage(_) | Self::Read(_) | Self::Write(_) => None,
            Self::File(error) => Some(error.path().to_owned()),
            Self::Report(report) => Some(report.source.name.to_string()),
            Self::Journal(error) => Some(error.name().to_owned()),
            Self::Save(error) => Some(printable(&error.path)),
            Self::NoText { file, .. } | Self::Of { file, .. } => Some(file.clone()),
        }
    }

    /// The same as data.
    #[must_use]
    pub fn told(&self) -> Vec<Told> {
        let code = match self {
            Self::Report(report) => return Told::all(report),
            Self::Of { file, failure } => {
                let told = failure.told().into_iter();
                return told.map(|one| one.in_file(file)).collect();
            }
            Self::Usage(_)
            | Self::Journal(JournalError::Exists(_) | JournalError::Other { .. }) => Code::Usage,
            Self::Journal(
                JournalError::Io { doing: "read", .. }
                | JournalError::Line { .. }
                | JournalError::Empty(_),
            )
            | Self::Read(_)
            | Self::NoText { .. }
            | Self::File(_) => Code::Read,
            Self::Journal(JournalError::Io { .. }) | Self::Save(_) | Self::Write(_) => Code::Write,
        };
        let text = self.to_string();
        let (message, help) = nearest_apart(&text);
        let told = Told::new(Severity::Error, Some(code), &message)
            .with_help(help)
            .at(self.place());
        vec![match self.file() {
            Some(file) => told.in_file(&file),
            None => told,
        }]
    }

    /// Where in its file it is, as far as that is known of what is no text with mistakes.
    fn place(&self) -> Option<Place> {
        match self {
            Self::File(ReadError::NotUtf8 { at, .. }) | Self::NoText { at, .. } => {
                Some(Place::byte(*at))
            }
            Self::Journal(JournalError::Line { place, .. }) => place.as_deref().cloned(),
            Self::File(_)
            | Self::Journal(_)
            | Self::Usage(_)
            | Self::Read(_)
            | Self::Report(_)
            | Self::Save(_)
            | Self::Write(_)
            | Self::Of { .. } => None,
        }
    }

    /// The mistakes of a text, where these are what is wrong.
    pub fn report(&self) -> Option<&Report> {
        match self {
            Self::Report(report) => Some(report),
            Self::Of { failure, .. } => failure.report(),
            Self::Usage(_)
            | Self::Read(_)
            | Self::NoText { .. }
            | Self::File(_)
            | Self::Journal(_)
            | Self::Save(_)
            | Self::Write(_) => None,
        }
    }

    /// The reader of the output is gone: nobody is left to complain to.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Nothing that comes after it can be written, either.
    pub fn is_of_the_output(&self) -> bool {
        matches!(self, Self::Write(_) | Self::Save(_))
    }
}

impl From<load::LoadError> for Failure {
    fn from(error: load::LoadError) -> Self {
        match error {
            load::LoadError::Read(error) => Self::File(error),
            load::LoadError::Report(report) => Self::Report(report),
        }
    }
}

impl From<BaselineError> for Failure {
    fn from(error: BaselineError) -> Self {
        match error {
            BaselineError::Read(text) => Self::Read(text),
            BaselineError::Line(error) => Self::Journal(error),
        }
    }
}

impl From<Unread> for Failure {
    fn from(error: Unread) -> Self {
        let Unread { name, text, at } = error;
        match at {
            Some(at) => Self::NoText {
                file: name,
                text,
                at,
            },
            None => Self::Read(text).of(&name),
        }
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Load(cat::LoadError::Report(report)) => Self::Report(report),
            ModelError::Load(cat::LoadError::Read {
                ref path,
                problem: cat::ReadProblem::NotText(at),
            }) => Self::NoText {
                file: printable(path),
                text: error.to_string(),
                at,
            },
            ModelError::Load(cat::LoadError::Read { ref path, .. }) => {
                Self::Read(error.to_string()).of(&printable(path))
            }
            ModelError::Unknown { .. } => Self::Usage(error.to_string()),
        }
    }
}
