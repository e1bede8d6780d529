//! Bad usage and bad input, as they are told.

use std::io;

use crate::model::cat::LoadError;
use crate::model::registry::ModelError;
use crate::save::SaveError;
use crate::syntax::Report;
use crate::syntax::read::ReadError;

/// Why something asked for cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The arguments make no sense together.
    #[error("{0}")]
    Usage(String),
    /// A file or folder cannot be read.
    #[error("{0}")]
    Read(String),
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] ReadError),
    /// A text has mistakes.
    #[error(transparent)]
    Report(#[from] Report),
    /// The file for the answers cannot be written.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// The answer cannot be written.
    #[error("cannot write the output: {0}")]
    Write(#[from] io::Error),
}

impl Failure {
    /// The reader of the output is gone: nobody is left to complain to.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<crate::kernel::load::LoadError> for Failure {
    fn from(error: crate::kernel::load::LoadError) -> Self {
        match error {
            crate::kernel::load::LoadError::Read(text) => Self::Read(text),
            crate::kernel::load::LoadError::Report(report) => Self::Report(report),
        }
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Load(LoadError::Report(report)) => Self::Report(report),
            ModelError::Load(error) => Self::Read(error.to_string()),
            ModelError::Unknown { .. } => Self::Usage(error.to_string()),
        }
    }
}
