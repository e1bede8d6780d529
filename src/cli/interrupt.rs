//! Ctrl-C: the first ends what is asked with what was found, the second ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::verdict::query::Options;

use super::failure::Failure;

/// A signal so soon after the first is the same one: `timeout` and other wrappers pass on what the
/// terminal has sent to all already.
const SAME: Duration = Duration::from_millis(300);

/// Set by the first Ctrl-C, of which `told` then speaks; the second ends the process at once.
///
/// # Errors
///
/// The system does not let signals be listened to.
pub(super) fn interruptible(told: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = stop.clone();
    let mut first: Option<Instant> = None;
    let handler = move || {
        if let Some(first) = first {
            if first.elapsed() > SAME {
                std::process::exit(130);
            }
            return;
        }
        first = Some(Instant::now());
        set.store(true, Ordering::Relaxed);
        told();
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Usage(format!("cannot listen to Ctrl-C: {error}")))?;
    Ok(stop)
}

/// The same question, which the first Ctrl-C ends.
///
/// # Errors
///
/// The system does not let signals be listened to.
pub(super) fn until_interrupted(options: &Options) -> Result<Options, Failure> {
    Ok(Options {
        stop: options.stop.and_when(interruptible(|| ())?),
        ..options.clone()
    })
}
