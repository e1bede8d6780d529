//! A log in the middle of being judged, window by window.
//!
//! The log is cut into windows of at most so many events, one after another. Three things can be known.
//!
//! - *Explained.* Each window has an order that goes on from a memory which the windows before leave: put one after
//!   another, these orders are one of the whole log. No event may have ended before one of an earlier window
//!   began, where times count.
//! - *Impossible by what came before.* Where all windows so far end where nothing crosses (each event before had
//!   ended before any after began), every explanation of the log goes through one of the memories that they
//!   leave: a window that has no order from any of them makes the log impossible.
//! - *Impossible by itself.* What is left of an explained log is explained, if with each read all writes of its
//!   value are left (source-closed). Reads whose value may have been written in an earlier window are left out, and
//!   what is impossible then is so for the log, unless a later event writes what it reads.
//!
//! All else is unknown: the window was too small.

mod one;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::model::Model;
use crate::stop::Stop;
use crate::trace::answer::{Judged, Verdict};
use crate::trace::judge::{Question, judge, limit};
use crate::trace::log::{Event, Log, Op, Span};
use crate::trace::rules::{Asked, Rule, Times};
use crate::trace::value::Word;

use super::carry::Carry;
use super::claim::{Claim, Past};
use super::cut::Gone;
use super::part::{Kept, Part, dress};

/// Why a log is not judged in windows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused(pub String);

/// A log in the middle of being judged by one model.
#[derive(Debug)]
pub struct Windows {
    rule: Rule,
    size: usize,
    question: Question,
    stop: Stop,
    /// Which times count; known with the first window.
    times: Option<Times>,
    /// Why the model gives the log no meaning.
    unsupported: Option<String>,
    /// Some event had a time.
    timed: bool,
    buffer: Kept,
    groups: BTreeMap<u32, Carry>,
    gone: Gone,
    past: Past,
    claims: Vec<Claim>,
    /// Values that were taken for unknown initial ones.
    assumed: FxHashMap<u32, Word>,
    /// How many windows there were, and how many ended where nothing crosses.
    counted: (u64, u64),
    events: u64,
}

impl Windows {
    /// With windows of at most so many events.
    #[must_use]
    pub fn new(rule: Rule, size: usize, question: Question) -> Self {
        Self {
            rule,
            size: size.max(1),
            stop: limit(&question.options),
            question,
            times: None,
            unsupported: None,
            timed: false,
            buffer: Kept::default(),
            groups: BTreeMap::new(),
            gone: Gone::default(),
            past: Past::default(),
            claims: Vec::new(),
            assumed: FxHashMap::default(),
            counted: (0, 0),
            events: 0,
        }
    }

    /// How many events were added.
    #[must_use]
    pub const fn events(&self) -> u64 {
        self.events
    }

    /// One more event of a log, which holds words, threads and locations.
    ///
    /// # Errors
    ///
    /// Such a log cannot be judged in windows.
    pub fn add(
        &mut self,
        whole: &Log,
        one: Event,
        span: Span,
        name: Option<&str>,
    ) -> Result<(), Refused> {
        let refused = match one.op {
            Op::WriteBack => Some("write-backs"),
            Op::Barrier if self.rule != Rule::Plain => Some("barriers"),
            Op::Load | Op::Store | Op::Rmw | Op::Fence | Op::Barrier => None,
        };
        if let Some(what) = refused {
            let text = format!("a log with {what} cannot be judged in windows");
            return Err(Refused(text));
        }
        self.timed |= span.some().is_some();
        self.buffer
            .push(one, span, name.map(Into::into), self.events);
        self.events += 1;
        if self.buffer.events.len() >= 2 * self.size {
            self.window(whole);
        }
        Ok(())
    }

    /// The log is over: what is known, with the events that are shown.
    #[must_use]
    pub fn finish(mut self, whole: &Log) -> (Judged, Log) {
        if self.buffer.events.len() as u64 == self.events && self.buffer.events.len() <= self.size {
            return self.in_one(whole);
        }
        while !self.buffer.events.is_empty() {
            self.window(whole);
        }
        let (name, times) = (self.rule.name(), self.times.unwrap_or(Times::Off));
        let (windows, cuts) = self.counted;
        let mut log = Log {
            name: whole.name.clone(),
            notes: whole.notes.clone(),
            ..Log::default()
        };
        let given = self.question.times.of(name, self.timed);
        if let Some(reason) = self.unsupported.take().or(given.err()) {
            return (Judged::refused(name, times, reason), log);
        }
        log.notes.push(format!(
            "{windows} windows of at most {} events; no event crosses {cuts} of the {} places between them",
            self.size,
            windows.saturating_sub(1)
        ));
        if let Some(mut claim) = self.claims.drain(..).next() {
            log.notes.append(&mut claim.log.notes);
            claim.log.notes = log.notes;
            claim.log.name = log.name;
            return (claim.judged, claim.log);
        }
        let late = (self.may_be_late() && self.timed).then(|| {
            let text = "the log has times, but none among its first events: a larger --window, or --times off";
            text.to_owned()
        });
        let lost = self.groups.values_mut().find_map(|one| one.lost.take());
        let judged = match lost.or(late) {
            Some(reason) => Judged::open(name, times, "windows", reason),
            None => Judged::bare(name, Verdict::Explained, times, "windows"),
        };
        (judged, log)
    }

    /// A log that is no longer than a window.
    fn in_one(&self, whole: &Log) -> (Judged, Log) {
        let mut log = Part::new(whole, &self.buffer).log;
        dress(&mut log, whole, &self.buffer);
        log.notes.clone_from(&whole.notes);
        let name = self.rule.name();
        let judged = match Model::find(name) {
            Ok(model) => judge(&log, &model, &self.question),
            Err(_) => Judged::open(
                name,
                Times::Off,
                "none",
                format!("there is no model {name}"),
            ),
        };
        (judged, log)
    }

    /// Which times count: what the first events say.
    fn settle_times(&mut self) -> Option<Times> {
        if self.times.is_none() && self.unsupported.is_none() {
            // Times that are asked for may come later.
            let logged = self.timed || self.question.times != Asked::Auto;
            match self.question.times.of(self.rule.name(), logged) {
                Ok(times) => self.times = Some(times),
                Err(reason) => self.unsupported = Some(reason),
            }
        }
        self.times
    }

    /// Whether times that come now should have been heeded from the start.
    fn may_be_late(&self) -> bool {
        self.question.times == Asked::Auto
            && self.rule == Rule::Strict
            && self.times == Some(Times::Off)
    }
}
