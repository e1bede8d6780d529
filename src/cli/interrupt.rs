//! Ctrl-C, and SIGTERM: the first ends what is asked with what was found, the second ends the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
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
    let heard = move |code: i32| {
        if let Some(first) = first {
            if first.elapsed() > SAME {
                std::process::exit(code);
            }
            return;
        }
        first = Some(Instant::now());
        set.store(true, Ordering::Relaxed);
        told();
    };
    let heard = Arc::new(Mutex::new(heard));
    let hear = move |code| {
        // Whoever panicked while it listened has ended the process.
        if let Ok(mut heard) = heard.lock() {
            heard(code);
        }
    };
    on_termination(hear.clone());
    ctrlc::set_handler(move || hear(130))
        .map_err(|error| Failure::Usage(format!("cannot listen to Ctrl-C: {error}")))?;
    Ok(stop)
}

/// Takes SIGTERM, which `timeout` and batch systems send, as it takes Ctrl-C; threads that are there already do not.
#[cfg(unix)]
fn on_termination(hear: impl Fn(i32) + Send + 'static) {
    use nix::sys::signal::{SigSet, Signal};

    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    if signals.thread_block().is_err() {
        return;
    }
    let listen = move || {
        while signals.wait().is_ok() {
            hear(143);
        }
    };
    let listener = std::thread::Builder::new().name("SIGTERM".to_owned());
    if listener.spawn(listen).is_err() {
        // As if nobody had listened.
        let _ = signals.thread_unblock();
    }
}

#[cfg(not(unix))]
fn on_termination(_: impl Fn(i32) + Send + 'static) {}

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
