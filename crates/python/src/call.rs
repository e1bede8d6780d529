//! Calls that take long: other threads of Python go on meanwhile, and Ctrl-C ends them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyException, PyOSError, PyRuntimeError};
use pyo3::{PyErr, PyResult, Python, create_exception};

create_exception!(
    gpu_litmus._native,
    Refused,
    PyException,
    "A request that has no answer, as JSON."
);

/// As much as a main thread has: threads of Python may have less.
const STACK: usize = 8 << 20;

/// How often Python is asked whether a signal came.
const LOOK: Duration = Duration::from_millis(50);

/// Does work on a thread of its own, without Python's lock. A signal whose handler raises sets the flag, and
/// its exception is raised once the work has ended.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method itself is for one lifetime only"
)]
pub fn interruptible<T: Send>(
    py: Python<'_>,
    flag: &Arc<AtomicBool>,
    work: impl FnOnce(Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let own = flag.clone();
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, results) = channel();
            let thread = thread::Builder::new()
                .name("gpu-litmus".to_owned())
                .stack_size(STACK);
            let work = move || {
                let _ = sender.send(work(own));
            };
            thread
                .spawn_scoped(scope, work)
                .map_err(|error| PyOSError::new_err(format!("cannot start a thread: {error}")))?;
            let mut raised: Option<PyErr> = None;
            loop {
                match results.recv_timeout(LOOK) {
                    Ok(found) => return raised.map_or(Ok(found), Err),
                    Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                        raised = Python::attach(|py| py.check_signals()).err();
                        if raised.is_some() {
                            flag.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        let text = "internal error: the call panicked; please report this test";
                        return Err(PyRuntimeError::new_err(text));
                    }
                }
            }
        })
    })
}
