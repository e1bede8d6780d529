//! Models as somebody names them: in settings, say.

use std::path::PathBuf;

use super::registry::{Model, ModelError};

/// A model by its name, which is not always that of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Its name, as it is written.
    pub name: String,
    /// Its file, if it is none of those that ship with the tool and does not lie where the name says.
    pub file: Option<PathBuf>,
}

impl Named {
    /// A model that lies where its name says.
    #[must_use]
    pub const fn plain(name: String) -> Self {
        Self { name, file: None }
    }

    /// The model.
    ///
    /// # Errors
    ///
    /// There is none of this name, or its file cannot be read or has mistakes.
    pub fn find(&self) -> Result<Model, ModelError> {
        match &self.file {
            Some(file) => Model::read(&self.name, file),
            None => Model::find(&self.name),
        }
    }
}
