//! How a reference solver is asked, whichever way it is called: at first for little, then with an eye on the clock.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::stop::{Open, Stop};

/// What a question may cost before its time is limited, in Z3's units: some tens of milliseconds. Under a time limit
/// another thread watches the clock, and waking it for every small question costs a quarter of the time of a suite with
/// reasons.
pub const CHEAP: u32 = 200_000;

/// How often a stop is looked at while somebody searches.
const LOOK: Duration = Duration::from_millis(50);

/// The name of the thread that looks, as systems list it.
const NAME: &str = "gpu-litmus-stop";

/// Does something that may take long, while another thread has it interrupted when the stop is reached. (Slices of bounded
/// cost would need no thread, but what a unit of cost takes differs a hundredfold between formulas.)
///
/// # Errors
///
/// No thread can be started: nothing is done then, since nobody could end it.
pub fn watched<T>(
    stop: &Stop,
    interrupt: impl Fn() + Send,
    work: impl FnOnce() -> T,
) -> Result<T, Open> {
    thread::scope(|scope| {
        let (answered, waiting) = mpsc::channel::<()>();
        let look = move || {
            while waiting.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if stop.check().is_err() {
                    interrupt();
                }
            }
        };
        let thread = thread::Builder::new().name(NAME.to_owned());
        thread
            .spawn_scoped(scope, look)
            .map_err(|error| Open::Internal(format!("cannot start a thread: {error}")))?;
        let result = work();
        drop(answered);
        Ok(result)
    })
}

/// What Z3's reason means for a search that nobody had told to end.
#[must_use]
pub fn gave_up(reason: &str) -> Open {
    match reason {
        // By which of its limits it was told to stop, it does not always say.
        "timeout" | "canceled" | "sat.canceled" | "interrupted from keyboard" => Open::Time,
        "memout" | "max. memory exceeded" | "out of memory" => Open::Memory(None),
        "" => Open::Internal("Z3 gives no reason".to_owned()),
        other => Open::Internal(format!("Z3 says: {other}")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn work_is_interrupted_when_somebody_sets_the_flag_and_not_before() {
        let (flag, ended) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false));
        let stop = Stop::never().and_when(flag.clone());
        let interrupt = || ended.store(true, Ordering::Relaxed);
        let worked = watched(&stop, interrupt, || {
            thread::sleep(3 * LOOK);
            let early = ended.load(Ordering::Relaxed);
            flag.store(true, Ordering::Relaxed);
            while !ended.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            early
        });
        assert_eq!(worked, Ok(false));
    }

    #[test]
    fn only_limits_that_are_known_are_no_defects() {
        assert_eq!(gave_up("sat.canceled"), Open::Time);
        assert_eq!(gave_up("max. memory exceeded"), Open::Memory(None));
        for reason in ["", "incomplete"] {
            assert!(matches!(gave_up(reason), Open::Internal(_)), "{reason}");
        }
    }
}
