//! The verifier for Python: `gpu_litmus._native`, which the package `gpu_litmus` in `python/` wraps. Requests and
//! answers are the JSON of `gpu_litmus::embed`.

mod answer;
mod call;
mod pairs;
mod stop;
mod suite;
mod z3;

use pyo3::prelude::{Bound, PyModule, PyModuleMethods as _, PyResult, pyfunction, pymodule};
use pyo3::{Python, wrap_pyfunction};

use gpu_litmus::embed::{self, Task};

use call::{Refused, interruptible};
use stop::Stop;

/// The models.
#[pyfunction]
fn models() -> String {
    embed::models()
}

/// One model.
#[pyfunction]
fn model(py: Python<'_>, request: &str) -> String {
    py.detach(|| embed::model(request))
}

/// Mistakes and warnings.
#[pyfunction]
fn diagnose(py: Python<'_>, request: &str) -> String {
    py.detach(|| embed::diagnose(request))
}

/// One test under one model.
#[pyfunction]
fn check(py: Python<'_>, request: &str, stop: &Stop) -> PyResult<answer::Answer> {
    let found = interruptible(py, &stop.flag, |flag| embed::answer(request, flag))?;
    found.map(answer::Answer::of).map_err(Refused::new_err)
}

/// Whether the fences suffice.
#[pyfunction]
fn prove(py: Python<'_>, request: &str, stop: &Stop) -> PyResult<String> {
    interruptible(py, &stop.flag, |flag| Task::Prove.until(request, flag))
}

/// The cheapest fences.
#[pyfunction]
fn fences(py: Python<'_>, request: &str, stop: &Stop) -> PyResult<String> {
    interruptible(py, &stop.flag, |flag| Task::Fences.until(request, flag))
}

/// The smallest part with the same verdict.
#[pyfunction]
fn minimize(py: Python<'_>, request: &str, stop: &Stop) -> PyResult<String> {
    interruptible(py, &stop.flag, |flag| Task::Minimize.until(request, flag))
}

/// Two models beside each other.
#[pyfunction]
fn compare(py: Python<'_>, request: &str, stop: &Stop) -> PyResult<String> {
    interruptible(py, &stop.flag, |flag| embed::compare(request, flag))
}

/// How rows of a comparison stand together.
#[pyfunction]
fn ranked(py: Python<'_>, rows: Vec<String>) -> PyResult<String> {
    let found = py.detach(|| embed::ranked(&rows));
    found.map_err(pyo3::exceptions::PyValueError::new_err)
}

/// Loads Z3 from a library; its version.
#[pyfunction]
fn load_z3(py: Python<'_>, path: std::path::PathBuf) -> PyResult<String> {
    let found = py.detach(|| z3::load(&path));
    found.map_err(pyo3::exceptions::PyOSError::new_err)
}

/// The command line, to its exit code. Z3 is in the library, if there is one.
#[pyfunction]
fn command_line(
    py: Python<'_>,
    arguments: Vec<std::ffi::OsString>,
    program: std::path::PathBuf,
    before: Vec<std::ffi::OsString>,
    library: Option<std::path::PathBuf>,
) -> u8 {
    if let Some(library) = library {
        z3::load_later(library);
    }
    py.detach(|| gpu_litmus::cli::run_as(arguments, program, before))
}

/// What the package wraps.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("Refused", module.py().get_type::<Refused>())?;
    module.add_class::<answer::Answer>()?;
    module.add_class::<Stop>()?;
    module.add_class::<suite::Asker>()?;
    module.add_class::<pairs::Pairs>()?;
    module.add_function(wrap_pyfunction!(models, module)?)?;
    module.add_function(wrap_pyfunction!(model, module)?)?;
    module.add_function(wrap_pyfunction!(diagnose, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(prove, module)?)?;
    module.add_function(wrap_pyfunction!(fences, module)?)?;
    module.add_function(wrap_pyfunction!(minimize, module)?)?;
    module.add_function(wrap_pyfunction!(compare, module)?)?;
    module.add_function(wrap_pyfunction!(ranked, module)?)?;
    module.add_function(wrap_pyfunction!(load_z3, module)?)?;
    module.add_function(wrap_pyfunction!(suite::files, module)?)?;
    module.add_function(wrap_pyfunction!(suite::tests, module)?)?;
    module.add_function(wrap_pyfunction!(suite::read, module)?)?;
    module.add_function(wrap_pyfunction!(command_line, module)?)?;
    Ok(())
}
