//! Comparisons on many tests: who hands them out, and who compares.

use std::path::PathBuf;

use gpu_litmus::embed;
use pyo3::Python;
use pyo3::prelude::{PyResult, pyclass, pymethods};

use super::call::Refused;
use super::suite::{each, failed, given};

/// Two models, and how they are compared.
#[pyclass(module = "gpu_litmus._native")]
pub struct Pairs {
    pairs: embed::Pairs,
}

#[pymethods]
impl Pairs {
    #[new]
    fn new(request: &str) -> PyResult<Self> {
        let pairs = embed::Pairs::new(request).map_err(Refused::new_err)?;
        Ok(Self { pairs })
    }

    /// Has what is taken written to a journal; remarks on what was found in it.
    fn journal(&mut self, py: Python<'_>, path: PathBuf, resume: bool) -> PyResult<Vec<String>> {
        let opened = py.detach(|| self.pairs.journal(&path, resume));
        opened.map_err(failed)
    }

    /// The rows of some tests, each a name and a text.
    fn ask(&self, py: Python<'_>, tests: Vec<(String, String)>) -> PyResult<Vec<String>> {
        let pairs = &self.pairs;
        each(py, &tests, |name, text, flag| pairs.ask(name, text, flag))
    }

    /// The row of what has no answer.
    #[staticmethod]
    fn broken(name: &str, why: &str) -> String {
        embed::Pairs::broken(name, why)
    }

    /// The row of a test where the journal has it.
    fn kept(
        &self,
        py: Python<'_>,
        name: &str,
        text: Option<&str>,
        why: Option<&str>,
    ) -> PyResult<Option<String>> {
        let kept = py.detach(|| self.pairs.kept(name, given(text, why)));
        kept.map_err(failed)
    }

    /// Writes a row to the journal.
    fn take(
        &self,
        py: Python<'_>,
        name: &str,
        text: Option<&str>,
        why: Option<&str>,
        row: &str,
    ) -> PyResult<()> {
        let taken = py.detach(|| self.pairs.take(name, given(text, why), row));
        taken.map_err(failed)
    }

    /// Says in the journal that all is done.
    fn finish(&self, files: usize, rows: usize) -> PyResult<()> {
        self.pairs.finish(files, rows).map_err(failed)
    }
}
