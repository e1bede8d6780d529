//! Somebody who ends calls, those of other threads too.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::{pyclass, pymethods};

/// Ends the calls that were given it, once it is set.
#[pyclass(frozen, module = "gpu_litmus._native")]
#[derive(Default)]
pub struct Stop {
    pub flag: Arc<AtomicBool>,
}

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ends them.
    fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }
}
