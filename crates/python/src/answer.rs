//! An answer, drawn when somebody wants to see it.

use gpu_litmus::embed;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{PyResult, pyclass, pymethods};

/// The answer of one model about one test.
#[pyclass(frozen, module = "gpu_litmus._native")]
pub struct Answer {
    answer: gpu_litmus::Answer,
}

impl Answer {
    pub const fn of(answer: gpu_litmus::Answer) -> Self {
        Self { answer }
    }
}

#[pymethods]
impl Answer {
    /// The object that `check --format json` prints.
    fn json(&self) -> PyResult<String> {
        embed::json(&self.answer).map_err(PyRuntimeError::new_err)
    }

    /// As `check` prints it.
    fn text(&self, width: u16) -> String {
        embed::text(&self.answer, width)
    }

    /// One SVG document.
    fn picture(&self) -> String {
        embed::picture(&self.answer)
    }
}
