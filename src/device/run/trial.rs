//! Launches until there is enough.

use std::time::{Duration, Instant};

use crate::stop::{Open, Stop};

use super::device::{Device, Fault};
use super::tally::Tally;

/// When a run ends.
#[derive(Debug, Clone)]
pub struct Until {
    /// After so many launches, if that is said.
    pub launches: Option<u64>,
    /// After so much time, if that is said; a launch that has begun is ended.
    pub time: Option<Duration>,
    /// When somebody wants so.
    pub stop: Stop,
}

/// What a run came to.
#[derive(Debug)]
pub struct Ran {
    /// What was seen.
    pub tally: Tally,
    /// The launches that came to an end.
    pub launches: u64,
    /// How long they took.
    pub took: Duration,
    /// Why it ended too early, if it did.
    pub cut: Option<Cut>,
}

/// Why a run ended too early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cut {
    /// A launch failed.
    Fault(Fault),
    /// Somebody wanted it to end.
    Stopped(Open),
}

/// Launches a test until there is enough.
pub fn run(device: &mut dyn Device, until: &Until) -> Ran {
    let started = Instant::now();
    let mut tally = Tally::default();
    let mut launches = 0;
    let mut cut = None;
    while until.launches.is_none_or(|most| launches < most)
        && until.time.is_none_or(|most| started.elapsed() < most)
    {
        if let Err(open) = until.stop.check() {
            cut = Some(Cut::Stopped(open));
            break;
        }
        if let Err(fault) = device.launch(launches, &mut tally) {
            cut = Some(match fault {
                Fault::Hang(_) | Fault::Failed(_) => Cut::Fault(fault),
                Fault::Stopped(open) => Cut::Stopped(open),
            });
            break;
        }
        launches += 1;
    }
    Ran {
        tally,
        launches,
        took: started.elapsed(),
        cut,
    }
}
