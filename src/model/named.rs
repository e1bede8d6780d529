//! Models as somebody names them: in settings, say.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::syntax::diagnostic::{Diagnostic, Report, nearest, nearest_apart};
use crate::syntax::span::{SourceFile, Span};

use super::cat::{LoadError, ReadProblem};
use super::registry::{Model, ModelError, no_axiom};

/// A model by its name, which is not always that of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Its name, as it is written.
    pub name: String,
    /// Its file, if it is none of those that ship with the tool and does not lie where the name says.
    pub file: Option<PathBuf>,
    /// Where it is named, if that is in a text.
    pub written: Option<(SourceFile, Span)>,
}

impl Named {
    /// A model that lies where its name says.
    #[must_use]
    pub const fn plain(name: String) -> Self {
        Self {
            name,
            file: None,
            written: None,
        }
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

    /// That there is no such file, or none that can be read, where it is named. Mistakes of a file are told of the file.
    #[must_use]
    pub fn unread(&self, error: &ModelError) -> Option<Report> {
        let ModelError::Load(LoadError::Read { path, problem }) = error else {
            return None;
        };
        // An included file is named in another text.
        let own = self.file.as_deref() == Some(path.as_path());
        if !own || matches!(problem, ReadProblem::NotText(_)) {
            return None;
        }
        let missing = matches!(problem, ReadProblem::Missing);
        let near = missing.then(|| self.near(path)).flatten();
        let text = error.to_string();
        self.told(&nearest_apart(&text).0, |told| match near {
            Some(near) => told.with_near(&self.name, &near),
            None => told,
        })
    }

    /// That it forbids nothing, where it is named.
    #[must_use]
    pub fn empty(&self) -> Option<Report> {
        self.told(&no_axiom(&self.name), |told| told)
    }

    fn told(&self, text: &str, more: impl FnOnce(Diagnostic) -> Diagnostic) -> Option<Report> {
        let (source, span) = self.written.as_ref()?;
        let told = more(Diagnostic::new(text, *span, "named here"));
        Some(Report::new(source.clone(), vec![told]))
    }

    /// The name with which a file of the same folder would be named.
    fn near(&self, path: &Path) -> Option<String> {
        let wanted = path.file_name().and_then(OsStr::to_str)?;
        let files = path.parent()?.read_dir().ok()?.flatten();
        let is_model = |path: &Path| path.extension().is_some_and(|end| end == "cat");
        let files = files.map(|file| file.file_name());
        let models = files.filter(|name| is_model(Path::new(name)));
        let mut names: Vec<String> = models.filter_map(|name| name.into_string().ok()).collect();
        names.sort_unstable();
        let near = nearest(wanted, names.iter().map(String::as_str))?;
        let folder = self.name.strip_suffix(wanted)?;
        Some(format!("{folder}{near}"))
    }
}
