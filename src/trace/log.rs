//! A log as data: who did what, in which order it was logged, and when.

mod event;

pub use event::{Depends, Event, Mode, Op, Order, SCOPES};

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::ast::Scope;

use super::value::{Hex, Word, Words};

/// When an event began and ended, in units of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// It began then.
    pub start: u64,
    /// It ended then.
    pub end: u64,
}

impl Span {
    /// Of an event without times.
    pub const NONE: Self = Self {
        start: u64::MAX,
        end: 0,
    };

    /// The times, if there are any.
    #[must_use]
    pub const fn some(self) -> Option<Self> {
        if self.start <= self.end {
            Some(self)
        } else {
            None
        }
    }
}

/// Where a thread runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// Its name.
    pub name: String,
    /// Its block; none until the log is read, if it says none.
    pub cta: Option<u32>,
    /// Its GPU.
    pub gpu: u32,
    /// Its warp, if said.
    pub warp: Option<u32>,
}

/// What a location holds at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Init {
    /// This value.
    Known(Word),
    /// One value that nobody writes.
    Unknown,
}

/// A memory location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// Its address.
    pub address: Word,
    /// How the log wrote this first, if it was in hexadecimal.
    pub hex: Option<Hex>,
    /// What it holds at first.
    pub init: Init,
}

/// Bytes of a location with its place in tables.
const LOCATION: usize = 160;

/// Bytes of a thread with its name in tables.
const THREAD: usize = 250;

/// The names of events, in one text.
#[derive(Debug, Clone, Default)]
pub struct Ids {
    text: String,
    /// Where each event's name ends; nothing while no event has one.
    ends: Vec<usize>,
}

impl Ids {
    /// Names an event; those before it have none.
    pub fn set(&mut self, event: usize, id: &str) {
        self.ends.resize(event, self.text.len());
        self.text.push_str(id);
        self.ends.push(self.text.len());
    }

    /// The name of an event, if it has one.
    #[must_use]
    pub fn get(&self, event: usize) -> Option<&str> {
        let end = *self.ends.get(event)?;
        let start = event
            .checked_sub(1)
            .map_or(Some(&0), |at| self.ends.get(at))?;
        self.text.get(*start..end).filter(|id| !id.is_empty())
    }
}

/// A log.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// The name of its file.
    pub name: String,
    /// Its events, in the order of the log, which holds the order of each thread.
    pub events: Vec<Event>,
    /// Their names.
    pub ids: Ids,
    /// When they were; nothing where the log has no times.
    pub times: Vec<Span>,
    /// The events that an event depends on, all of its thread and before it.
    pub dependencies: BTreeMap<u32, Vec<(Depends, u32)>>,
    /// The threads.
    pub threads: Vec<Thread>,
    /// The locations.
    pub locations: Vec<Location>,
    /// The names of barriers.
    pub barriers: Vec<String>,
    /// The words that are no small numbers.
    pub words: Words,
    /// For each write-back, the store that it writes back.
    pub written_back: BTreeMap<u32, u32>,
    /// What the reader left out, as a person should know.
    pub notes: Vec<String>,
}

impl Log {
    /// The name of an event: its own, or its number from 1.
    #[must_use]
    pub fn id(&self, event: u32) -> String {
        let own = self.ids.get(event as usize);
        own.map_or_else(|| format!("#{}", u64::from(event) + 1), str::to_owned)
    }

    /// When an event was, as it was logged.
    #[must_use]
    pub fn time(&self, event: u32) -> Option<Span> {
        self.times.get(event as usize).and_then(|span| span.some())
    }

    /// The threads that write stores back: the others have no buffer that the log knows of.
    #[must_use]
    pub fn buffered(&self) -> BTreeSet<u16> {
        let stores = self.written_back.values();
        let stores = stores.filter_map(|store| self.events.get(*store as usize));
        stores.map(|store| store.thread).collect()
    }

    /// About how many bytes the names of locations, threads and values take, with their tables.
    #[must_use]
    pub fn bytes_of_names(&self) -> usize {
        self.words.bytes() + self.locations.len() * LOCATION + self.threads.len() * THREAD
    }

    /// The name of a location, as the log wrote it first.
    #[must_use]
    pub fn address(&self, place: u32) -> String {
        let Some(one) = self.locations.get(place as usize) else {
            return String::new();
        };
        match (one.hex, self.words.bits(one.address)) {
            (Some(hex), Some(number)) => hex.show(number),
            (None, _) | (Some(_), None) => self.words.show(one.address),
        }
    }

    /// An event as a person reads it: `T1 S(A)a1`.
    #[must_use]
    pub fn describe(&self, event: u32) -> String {
        let Some(one) = self.events.get(event as usize) else {
            return String::new();
        };
        let thread = self.threads.get(usize::from(one.thread));
        let thread = thread.map_or("", |thread| thread.name.as_str());
        let mode = Self::mode(one);
        let place = || self.address(one.place);
        let (read, wrote) = (self.words.show(one.read), self.words.show(one.wrote));
        match one.op {
            Op::Load => format!("{thread} L{mode}({}){read}", place()),
            Op::Store => format!("{thread} S{mode}({}){wrote}", place()),
            Op::Rmw => format!("{thread} U{mode}({}){read}>{wrote}", place()),
            Op::Fence => format!("{thread} F{mode}"),
            Op::WriteBack => format!("{thread} WB({}){wrote}", place()),
            Op::Barrier => {
                let name = self.barriers.get(one.place as usize);
                format!("{thread} B({})", name.map_or("", String::as_str))
            }
        }
    }

    /// `.release.gpu` where it is more than an ordinary access.
    fn mode(event: &Event) -> String {
        let order = event.mode.order();
        if order == Order::Weak || event.op == Op::Barrier {
            return String::new();
        }
        let scope = SCOPES
            .iter()
            .find(|(scope, _)| *scope == event.mode.scope());
        let scope = scope.map_or("", |(_, names)| names[0]);
        format!(".{}.{scope}", order.name())
    }
}
