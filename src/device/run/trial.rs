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
    /// After so much time, if that is said.
    pub time: Option<Duration>,
    /// A launch that takes so long is taken for one that hangs, if the device has no such limit of its own.
    pub patience: Option<Duration>,
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

impl Until {
    /// What may end a launch of a run that began just now.
    fn whole(&self) -> Stop {
        match self.time {
            Some(time) => self.stop.and_after(time),
            None => self.stop.clone(),
        }
    }

    /// Why a launch that was given up ends its run; nothing where there is just no time left for more.
    fn cut(&self, open: Open, took: Duration) -> Option<Cut> {
        if open != Open::Time {
            return Some(Cut::Stopped(open));
        }
        if self.time.is_some_and(|most| took >= most) {
            return None;
        }
        let patience = self.patience.unwrap_or_default().as_secs_f64();
        let text = format!("no end in {patience} s, and it was given up");
        Some(Cut::Fault(Fault::Hang(text)))
    }
}

/// Launches a test until there is enough.
pub fn run(device: &mut dyn Device, until: &Until) -> Ran {
    let started = Instant::now();
    let whole = until.whole();
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
        let stop = match until.patience {
            Some(patience) => whole.and_after(patience),
            None => whole.clone(),
        };
        if let Err(fault) = device.launch(launches, &mut tally, &stop) {
            cut = match fault {
                Fault::Hang(_) | Fault::Failed(_) | Fault::Optimised => Some(Cut::Fault(fault)),
                Fault::Stopped(open) => until.cut(open, started.elapsed()),
            };
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
