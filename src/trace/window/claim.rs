//! Parts of a log that are impossible by themselves, as long as the rest of the log does not say otherwise.

use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::{FxHashMap, FxHasher};

use crate::trace::answer::Judged;
use crate::trace::bend::{Bend, bent};
use crate::trace::log::{Event, Log, Span};
use crate::trace::rules::Times;
use crate::trace::value::Word;

/// Values that have been written to locations: a set that may hold too much, and never too little.
#[derive(Debug)]
pub struct Past {
    bits: Vec<u64>,
}

/// The logarithm of how many bits there are: 2 MiB.
const BITS: u32 = 24;

impl Default for Past {
    fn default() -> Self {
        Self {
            bits: vec![0; 1 << (BITS - 6)],
        }
    }
}

impl Past {
    /// The two bits of a value.
    fn places(place: u32, value: Word) -> [(usize, u64); 2] {
        let build = BuildHasherDefault::<FxHasher>::default();
        let hash = build.hash_one((place, value));
        let mixed = (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        [mixed >> 40, mixed & 0x00ff_ffff].map(|bit| {
            let bit = bit & ((1 << BITS) - 1);
            (usize::try_from(bit >> 6).unwrap_or(0), 1 << (bit & 63))
        })
    }

    /// A value was written.
    pub fn add(&mut self, place: u32, value: Word) {
        for (at, bit) in Self::places(place, value) {
            self.bits[at] |= bit;
        }
    }

    /// Whether a value may have been written.
    #[must_use]
    pub fn may_have(&self, place: u32, value: Word) -> bool {
        let there = |(at, bit): (usize, u64)| self.bits[at] & bit != 0;
        Self::places(place, value).into_iter().all(there) && !bent(Bend::WindowPast)
    }
}

/// A part that is impossible.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The events of its window.
    pub log: Log,
    /// What is said of them.
    pub judged: Judged,
    /// It rests on what the windows of this group can have left; nothing if it stands for itself.
    pub group: Option<u32>,
    /// The values that it reads, each with the latest end of such a read: a write of one that began by then
    /// may be what was read.
    pub reads: FxHashMap<(u32, Word), u64>,
}

impl Claim {
    /// The values that some events of a log read; `places` are its locations' numbers in the whole log.
    #[must_use]
    pub fn reads(
        log: &Log,
        places: &[u32],
        events: &[u32],
        times: Times,
    ) -> FxHashMap<(u32, Word), u64> {
        let mut found: FxHashMap<(u32, Word), u64> = FxHashMap::default();
        for &event in events {
            let Some(one) = log.events.get(event as usize).filter(|one| one.reads()) else {
                continue;
            };
            let span = log.time(event).filter(|_| times != Times::Off);
            let end = span.map_or(u64::MAX, |span| span.end);
            let place = places[one.place as usize];
            let known = found.entry((place, one.read)).or_default();
            *known = (*known).max(end);
        }
        found
    }

    /// Whether a later event may be what one of its reads read from.
    #[must_use]
    pub fn is_broken_by(&self, one: &Event, span: Span) -> bool {
        let start = span.some().map_or(0, |span| span.start);
        one.writes()
            && !bent(Bend::WindowLater)
            && self
                .reads
                .get(&(one.place, one.wrote))
                .is_some_and(|end| start <= *end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_never_forgotten() {
        let mut past = Past::default();
        for number in 0..20_000 {
            past.add(number % 7, Word::number(number));
        }
        assert!((0..20_000).all(|number| past.may_have(number % 7, Word::number(number))));
        let more =
            (20_000..40_000).filter(|number| past.may_have(number % 7, Word::number(*number)));
        assert!(more.count() < 200);
    }
}
