//! Some events of a log as a log of their own.

use rustc_hash::FxHashMap;

use crate::trace::log::{Event, Init, Log, Span};

/// Events with their times, names, and their number in the whole log, from 0.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    /// The events with their times.
    pub events: Vec<(Event, Span)>,
    /// Their names, where they have some.
    pub names: Vec<Option<Box<str>>>,
    /// Their numbers in the whole log.
    pub numbers: Vec<u64>,
}

impl Kept {
    /// One more.
    pub fn push(&mut self, one: Event, span: Span, name: Option<Box<str>>, number: u64) {
        self.events.push((one, span));
        self.names.push(name);
        self.numbers.push(number);
    }

    /// Takes away the first.
    #[must_use]
    pub fn take_first(&mut self, count: usize) -> Self {
        let count = count.min(self.events.len());
        Self {
            events: self.events.drain(..count).collect(),
            names: self.names.drain(..count).collect(),
            numbers: self.numbers.drain(..count).collect(),
        }
    }

    /// Those that fit.
    #[must_use]
    pub fn only(&self, fits: impl Fn(&Event) -> bool) -> Self {
        let mut found = Self::default();
        let all = self.events.iter().zip(&self.names).zip(&self.numbers);
        for (((one, span), name), number) in all.filter(|(((one, _), _), _)| fits(one)) {
            found.push(*one, *span, name.clone(), *number);
        }
        found
    }
}

/// A part of a log: its locations are those that it touches.
#[derive(Debug, Clone)]
pub struct Part {
    /// The log; without words and threads until it is to be shown.
    pub log: Log,
    /// For each of its locations, which one of the whole log it is.
    pub places: Vec<u32>,
}

impl Part {
    /// Of some events; locations hold what the whole log says.
    #[must_use]
    pub fn new(whole: &Log, kept: &Kept) -> Self {
        let mut log = Log {
            name: whole.name.clone(),
            ..Log::default()
        };
        let mut places = Vec::new();
        let mut index: FxHashMap<u32, u32> = FxHashMap::default();
        let mut timed = false;
        for (one, span) in &kept.events {
            let mut one = *one;
            if one.is_access() {
                let next = u32::try_from(places.len()).unwrap_or(0);
                let local = *index.entry(one.place).or_insert(next);
                if local == next {
                    places.push(one.place);
                    let known = whole.locations.get(one.place as usize);
                    log.locations.extend(known.cloned());
                }
                one.place = local;
            }
            log.events.push(one);
            log.times.push(*span);
            timed |= span.some().is_some();
        }
        if !timed {
            log.times.clear();
        }
        Self { log, places }
    }

    /// With locations that hold this at first.
    #[must_use]
    pub fn from(&self, memory: &[Init]) -> Log {
        let mut log = self.log.clone();
        for (location, init) in log.locations.iter_mut().zip(memory) {
            location.init = *init;
        }
        log
    }
}

/// Gives a part what it needs to be shown.
pub fn dress(log: &mut Log, whole: &Log, kept: &Kept) {
    log.words = whole.words.clone();
    log.threads.clone_from(&whole.threads);
    log.barriers.clone_from(&whole.barriers);
    for (at, (name, number)) in kept.names.iter().zip(&kept.numbers).enumerate() {
        match name {
            Some(name) => log.ids.set(at, name),
            None => log.ids.set(at, &format!("#{}", number + 1)),
        }
    }
}
