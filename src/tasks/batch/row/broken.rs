//! Rows of what has no answer.

use serde::Serialize;

use crate::syntax::Report;
use crate::syntax::read::ReadError;
use crate::view::diagnostic::{Code, Place, Severity, Told};

use crate::tasks::batch::list::Origin;

use super::{Row, core};

#[derive(Serialize)]
struct Broken<'a> {
    file: &'a str,
    test: Option<&'a str>,
    model: Option<&'a str>,
    verdict: Option<&'a str>,
    error: &'a str,
    #[serde(skip_serializing_if = "<[Told]>::is_empty")]
    mistakes: &'a [Told],
}

impl Row {
    /// The row of a file without an answer; for a model, where only that one has none.
    #[must_use]
    pub fn broken(file: &str, hash: &str, of: Option<(&str, &str)>, error: &str) -> Self {
        Self::without_answer(file, hash, of, (error, Vec::new()))
    }

    /// The same of a text with mistakes.
    #[must_use]
    pub fn mistaken(file: &str, hash: &str, of: Option<(&str, &str)>, report: &Report) -> Self {
        Self::without_answer(file, hash, of, (&report.render(false), Told::all(report)))
    }

    /// The same of a file that cannot be read, or of a launch whose module cannot; where it is no text, with the place.
    #[must_use]
    pub fn unread(file: &str, hash: &str, error: &ReadError) -> Self {
        let text = error.to_string();
        let place = match error {
            ReadError::NotUtf8 { at, .. } => Some(Place::byte(*at)),
            ReadError::Missing { .. }
            | ReadError::Directory { .. }
            | ReadError::Permission { .. }
            | ReadError::TooLarge { .. }
            | ReadError::Io { .. } => None,
        };
        let told = Told::new(Severity::Error, Some(Code::Read), &text);
        let told = told.in_file(error.path()).at(place);
        Self::without_answer(file, hash, None, (&text, vec![told]))
    }

    /// The same of what a list names and is none, at its line.
    #[must_use]
    pub fn unlisted(file: &str, problem: &str, origin: &Origin) -> Self {
        let told = Told::new(Severity::Error, Some(Code::Read), problem);
        let told = told.in_file(&origin.list).at(Some(origin.place.clone()));
        Self::without_answer(file, "", None, (problem, vec![told]))
    }

    fn without_answer(
        file: &str,
        hash: &str,
        of: Option<(&str, &str)>,
        (error, mistakes): (&str, Vec<Told>),
    ) -> Self {
        let broken = Broken {
            file,
            test: of.map(|(test, _)| test),
            model: of.map(|(_, model)| model),
            verdict: None,
            error,
            mistakes: &mistakes,
        };
        Self {
            file: file.to_owned(),
            hash: hash.to_owned(),
            test: of.map(|(test, _)| test.to_owned()),
            model: of.map(|(_, model)| model.to_owned()),
            error: Some(error.to_owned()),
            core: core(&broken, hash),
            mistakes,
            ..Self::default()
        }
    }

    /// The error's first words, in one line, without the file's name, which stands beside it.
    #[must_use]
    pub fn error_line(&self) -> Option<&str> {
        let error = self.error.as_deref()?;
        let named = error.strip_prefix(self.file.as_str());
        let error = named
            .and_then(|rest| rest.strip_prefix(": "))
            .unwrap_or(error);
        let lines = error.lines().map(str::trim);
        let first = lines.clone().find_map(|line| line.strip_prefix("× "));
        first.or_else(|| lines.clone().find(|line| !line.is_empty()))
    }
}
