//! Where the values of a log come from.

use super::{BTreeMap, Bend, Init, Log, Word, bent};
use crate::trace::log::Event;

/// A read and the writes that it may read from.
#[derive(Debug, Clone)]
pub struct Read {
    /// Its node.
    pub node: u32,
    /// Its location.
    pub place: u32,
    /// The nodes of the writes of its value there, in the order of the log; the initial one first.
    pub sources: Vec<u32>,
}

/// A read of what nobody wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritten {
    /// The events: a read, and where the initial value is unknown, another read of another such value.
    pub events: Vec<u32>,
}

/// For each read, where its value may come from, in the whole log.
#[derive(Debug, Default)]
pub struct Index {
    /// The writes of each value at a location.
    pub(super) writes: BTreeMap<(u32, Word), Vec<u32>>,
}

impl Index {
    /// Of a log.
    #[must_use]
    pub fn new(log: &Log) -> Self {
        let mut writes: BTreeMap<(u32, Word), Vec<u32>> = BTreeMap::new();
        for (event, one) in (0..).zip(&log.events) {
            if one.writes() {
                writes
                    .entry((one.place, one.wrote))
                    .or_default()
                    .push(event);
            }
        }
        Self { writes }
    }

    /// The writes that a read may read from, the initial one aside.
    pub fn sources<'a>(&'a self, log: &'a Log, read: u32) -> impl Iterator<Item = u32> + 'a {
        let one = log.events.get(read as usize);
        let found = one.and_then(|one| self.writes.get(&(one.place, one.read)));
        let found = found.map(Vec::as_slice).unwrap_or_default().iter();
        found.copied().filter(move |write| *write != read)
    }

    /// Events with all writes that they may read from, and those of these, in the order of the log.
    #[must_use]
    pub fn with_sources(&self, log: &Log, seed: &[u32]) -> Vec<u32> {
        let mut there = vec![false; log.events.len()];
        let mut left = seed.to_vec();
        while let Some(event) = left.pop() {
            let Some(one) = there.get_mut(event as usize) else {
                continue;
            };
            let reads = log.events.get(event as usize).is_some_and(Event::reads);
            if !std::mem::replace(one, true) && reads {
                left.extend(self.sources(log, event));
            }
        }
        (0..)
            .zip(there)
            .filter_map(|(event, there)| there.then_some(event))
            .collect()
    }

    /// Whether a value may be the initial one of a location.
    #[must_use]
    pub fn may_be_initial(&self, log: &Log, place: u32, value: Word) -> bool {
        match log.locations.get(place as usize).map(|one| one.init) {
            Some(Init::Known(init)) => init == value,
            Some(Init::Unknown) | None => {
                !self.writes.contains_key(&(place, value)) || bent(Bend::SourceUnknown)
            }
        }
    }

    /// Whether every value is written at most once to its location, and is not the initial one.
    #[must_use]
    pub fn distinct(&self, log: &Log) -> bool {
        self.writes.iter().all(|((place, value), writes)| {
            let init = log.locations.get(*place as usize).map(|one| one.init);
            writes.len() == 1 && init != Some(Init::Known(*value))
        })
    }
}
