//! The other process as a device.

use std::collections::VecDeque;
use std::fmt::Write as _;

use crate::drf::config::Config;
use crate::drf::coverage::{Coverage, Told};
use crate::drf::device::{Broken, Device, Kind, Offer, Request, Response, Step};
use crate::drf::layout;
use crate::stop::Stop;

use super::process::{Command, Process};
use super::says::Said;

/// The most lines of an answer, and transitions that a device tells of.
const LINES: usize = 1 << 16;

/// A device that is another process.
#[derive(Debug)]
pub struct Remote {
    process: Process,
    bytes: u32,
    clock: u64,
    /// What `tock` said last: how many messages can move, or that nothing does.
    ready: Option<u32>,
    /// The clock that it said.
    told: u64,
    /// Answers that the tester has not got yet, with their clocks.
    answers: VecDeque<(u64, Response)>,
    fault: Option<String>,
    /// It ended after it had found itself broken.
    gone: bool,
    /// Whether it keeps the order that threads else wait for.
    kept: bool,
    coverage: Coverage,
}

/// What may be said before the `tock` that is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    /// A request.
    Request(u32),
    /// A tick.
    Tick,
    /// `cover`
    Cover,
}

impl Remote {
    /// Starts it, and hears what it is.
    ///
    /// # Errors
    ///
    /// It cannot be started, does not say hello, or is not what the run needs.
    pub fn start(command: &Command, config: &Config, stop: &Stop) -> Result<Self, Broken> {
        let mut process = Process::start(command, stop)?;
        let kept = match process.hear()? {
            Said::Hello(hello) => {
                hello.fits(config).map_err(Broken::Malformed)?;
                hello.kept
            }
            Said::Fault(text) => return Err(Broken::Fault(text)),
            Said::Answer { .. }
            | Said::Stall(_)
            | Said::Coverage { .. }
            | Said::Tock { .. }
            | Said::Bye => return Err(process.wrong("expected `hello 1` first")),
        };
        let mut remote = Self {
            process,
            bytes: config.word,
            clock: 0,
            ready: Some(1),
            told: 0,
            answers: VecDeque::new(),
            fault: None,
            gone: false,
            kept,
            coverage: Coverage::new(&[]),
        };
        remote.process.say("tick 0\n");
        remote.hear(After::Tick)?;
        remote.settle();
        Ok(remote)
    }

    /// Hears all up to the next `tock`; whether the request was taken.
    fn hear(&mut self, after: After) -> Result<bool, Broken> {
        let mut taken = true;
        for _ in 0..LINES {
            let Some(said) = self.heard()? else {
                return Ok(taken);
            };
            match said {
                Said::Answer { tag, value, clock } => {
                    self.not_before(clock)?;
                    self.answers.push_back((clock, Response { tag, value }));
                }
                Said::Stall(tag) if after == After::Request(tag) && taken => taken = false,
                Said::Stall(tag) if after == After::Request(tag) => {
                    return Err(self.process.wrong("a second `stall` of one request"));
                }
                Said::Stall(_) => {
                    let text = "`stall` of a request that was not just made";
                    return Err(self.process.wrong(text));
                }
                Said::Coverage { cell, hits } if after == After::Cover => self.covered(cell, hits),
                Said::Coverage { .. } => {
                    return Err(self.process.wrong("`cov` that was not asked for"));
                }
                // What it answered before counts.
                Said::Fault(text) => self.fault = Some(self.fault.take().unwrap_or(text)),
                Said::Tock { clock, ready } => {
                    self.not_before(clock)?;
                    (self.told, self.ready) = (clock, ready);
                    return Ok(taken);
                }
                Said::Hello(_) => return Err(self.process.wrong("a second `hello`")),
                Said::Bye => return Err(self.process.wrong("`bye` that was not asked for")),
            }
        }
        let text = format!("more than {LINES} lines without `tock`");
        Err(self.process.wrong(&text))
    }

    /// The next line; none where the device is gone after it has found itself broken: that it did counts.
    fn heard(&mut self) -> Result<Option<Said>, Broken> {
        if self.gone {
            return Ok(None);
        }
        match self.process.hear() {
            Ok(said) => Ok(Some(said)),
            Err(Broken::Lost(_)) if self.fault.is_some() => {
                self.gone = true;
                Ok(None)
            }
            Err(broken) => Err(broken),
        }
    }

    fn not_before(&self, clock: u64) -> Result<(), Broken> {
        let last = self.answers.back().map_or(0, |(clock, _)| *clock);
        let last = last.max(self.told).max(self.clock);
        if clock < last {
            let text = format!("its clock goes back, from {last} to {clock}");
            return Err(self.process.wrong(&text));
        }
        Ok(())
    }

    fn covered(&mut self, [controller, state, event]: [String; 3], hits: u64) {
        let told = Told {
            controller,
            state,
            event,
            hits,
        };
        self.coverage.told.push(told);
    }

    /// The next answers, those of one clock.
    fn deliver(&mut self, answers: &mut Vec<Response>) -> bool {
        let Some((clock, _)) = self.answers.front() else {
            return false;
        };
        self.clock = *clock;
        while let Some((_, response)) = self.answers.front().filter(|(at, _)| *at == self.clock) {
            answers.push(*response);
            self.answers.pop_front();
        }
        true
    }

    /// Without answers that wait, its clock is what it said last.
    fn settle(&mut self) {
        if self.answers.is_empty() {
            self.clock = self.told;
        }
    }
}

/// A request as a line, without its end.
#[must_use]
pub fn line(request: &Request, bytes: u32) -> String {
    let address = layout::address(request.word, bytes);
    let mut line = format!("req {} {} ", request.tag, request.thread);
    let (order, scope) = (request.scope.order(request.kind), request.scope.name());
    let _ = match request.kind {
        Kind::Load => write!(line, "L {address:#x}"),
        Kind::Store => write!(line, "S {address:#x} {}", request.value),
        Kind::Acquire | Kind::Release => write!(line, "U {address:#x} 1 {order}.{scope}"),
    };
    line
}

impl Device for Remote {
    fn offer(&mut self, request: &Request) -> Offer {
        let line = line(request, self.bytes);
        self.process.say(&format!("{line}\ntick 0\n"));
        let heard = self.hear(After::Request(request.tag));
        self.settle();
        match heard {
            Ok(true) => Offer::Taken,
            Ok(false) => Offer::Stalled,
            Err(broken) => Offer::Broken(broken),
        }
    }

    fn ready(&self) -> u32 {
        self.ready.unwrap_or(0)
    }

    fn advance(&mut self, answers: &mut Vec<Response>) -> Step {
        if !self.deliver(answers) && self.fault.is_none() {
            let before = self.told;
            self.process.say("tick 1\n");
            if let Err(broken) = self.hear(After::Tick) {
                return Step::Broken(broken);
            }
            let answered = self.deliver(answers);
            if !answered && self.fault.is_none() {
                self.settle();
                if self.ready.is_none() {
                    return Step::Quiet;
                }
                if self.told == before {
                    let text = format!(
                        "a tick moves its clock, which is still {before}, or answers something, or is `quiet`"
                    );
                    return Step::Broken(self.process.wrong(&text));
                }
            }
        }
        self.settle();
        match self.fault.take() {
            Some(text) if answers.is_empty() => Step::Fault(text),
            later => {
                self.fault = later;
                Step::Moved
            }
        }
    }

    fn clock(&self) -> u64 {
        self.clock
    }

    fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    fn keeps_order(&self) -> bool {
        self.kept
    }

    fn finish(&mut self) -> Result<(), Broken> {
        self.process.say("cover\ntick 0\n");
        self.hear(After::Cover)?;
        if let Some(text) = self.fault.take() {
            return Err(Broken::Fault(text));
        }
        self.process.say("quit\n");
        match self.process.hear()? {
            Said::Bye => Ok(()),
            Said::Fault(text) => Err(Broken::Fault(text)),
            Said::Hello(_)
            | Said::Answer { .. }
            | Said::Stall(_)
            | Said::Coverage { .. }
            | Said::Tock { .. } => Err(self.process.wrong("expected `bye` after `quit`")),
        }
    }
}
