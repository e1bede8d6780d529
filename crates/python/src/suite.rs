//! Suites: who hands tests out, and who answers them.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gpu_litmus::embed;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::{PyResult, pyclass, pyfunction, pymethods};
use pyo3::{PyErr, Python};

use super::call::{Refused, interruptible};

/// Some models, and what is asked of them.
#[pyclass(module = "gpu_litmus._native")]
pub struct Asker {
    asker: embed::Asker,
}

pub fn failed(error: String) -> PyErr {
    PyOSError::new_err(error)
}

/// A text, or why there is none.
pub fn given<'a>(text: Option<&'a str>, why: Option<&'a str>) -> Result<&'a str, &'a str> {
    text.ok_or_else(|| why.unwrap_or_default())
}

#[pymethods]
impl Asker {
    #[new]
    fn new(request: &str) -> PyResult<Self> {
        let asker = embed::Asker::new(request).map_err(Refused::new_err)?;
        Ok(Self { asker })
    }

    /// Has what is taken written to a journal; remarks on what was found in it.
    fn journal(&mut self, py: Python<'_>, path: PathBuf, resume: bool) -> PyResult<Vec<String>> {
        let opened = py.detach(|| self.asker.journal(&path, resume));
        opened.map_err(failed)
    }

    /// The rows of some tests, each a name and a text.
    fn ask(&self, py: Python<'_>, tests: Vec<(String, String)>) -> PyResult<Vec<String>> {
        let asker = &self.asker;
        each(py, &tests, |name, text, flag| asker.ask(name, text, flag))
    }

    /// The row of what has no answer.
    #[staticmethod]
    fn broken(name: &str, text: Option<&str>, why: &str) -> String {
        embed::Asker::broken(name, text, why)
    }

    /// The rows of a test where the journal has them all.
    fn kept(
        &self,
        py: Python<'_>,
        name: &str,
        text: Option<&str>,
        why: Option<&str>,
    ) -> PyResult<Option<String>> {
        py.detach(|| self.asker.kept(name, given(text, why)))
            .map_err(failed)
    }

    /// Writes rows to the journal, and gives them back as reports have them.
    fn take(&self, py: Python<'_>, rows: &str) -> PyResult<String> {
        py.detach(|| self.asker.take(rows)).map_err(failed)
    }

    /// Says in the journal that all is done.
    fn finish(&self, files: usize, rows: usize) -> PyResult<()> {
        self.asker.finish(files, rows).map_err(failed)
    }
}

/// What is said of each of some tests, until Ctrl-C.
pub fn each(
    py: Python<'_>,
    tests: &[(String, String)],
    ask: impl Fn(&str, &str, &Arc<AtomicBool>) -> Result<String, String> + Send + Sync,
) -> PyResult<Vec<String>> {
    let found = interruptible(py, &Arc::default(), |flag| {
        let rows = tests.iter().map(|(name, text)| ask(name, text, &flag));
        rows.collect::<Result<Vec<String>, String>>()
    })?;
    found.map_err(failed)
}

/// A path, why it names no test, if it names none, and whether it is that of a launch.
type File = (PathBuf, Option<String>, bool);

/// The files that paths mean to `batch`.
#[pyfunction]
pub fn files(py: Python<'_>, paths: Vec<PathBuf>) -> Vec<File> {
    told(py.detach(|| embed::files(&paths)))
}

/// The files that paths mean to `compare`.
#[pyfunction]
pub fn tests(py: Python<'_>, paths: Vec<PathBuf>) -> Vec<File> {
    told(py.detach(|| embed::tests(&paths)))
}

fn told(items: Vec<embed::Item>) -> Vec<File> {
    let items = items.into_iter();
    items
        .map(|item| (item.path, item.problem, item.launch))
        .collect()
}

/// The name of a file, its text, or why it cannot be read and the row that `batch` has of it.
type Read = (String, Option<String>, Option<String>, Option<String>);

/// The name of a file, and its text or why it cannot be read.
#[pyfunction]
pub fn read(py: Python<'_>, path: PathBuf) -> Read {
    let (name, text) = py.detach(|| embed::read(&path));
    match text {
        Ok(text) => (name, Some(text), None, None),
        Err(embed::Unread { why, row }) => (name, None, Some(why), Some(row)),
    }
}
