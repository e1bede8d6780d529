//! The part of an impossible log that is impossible by itself, and without any of its events is not.
//!
//! A part has, with a read, all writes of its value that the log has, as everywhere here; whether it is impossible is asked of the
//! clocks again. Less may race where more does not, so that what is said of a part is used for no other one.

use rustc_hash::FxHashMap;

use crate::model::Model;
use crate::stop::Stop;
use crate::trace::answer::Minimal;
use crate::trace::asked::{chosen, following};
use crate::trace::axioms::Index;
use crate::trace::log::{Event, Location, Log};
use crate::trace::smallest::SMALLEST;
use crate::trace::value::Word;

use super::{Found, found};

/// Of so many parts it is looked at whether they have to be asked.
const MOST_LOOKED_AT: usize = 200_000;

/// The events of a part, and what is wrong with it.
pub(super) struct Part {
    pub(super) events: Vec<u32>,
    pub(super) minimal: Minimal,
    pub(super) wrong: String,
}

struct Shrinking<'a> {
    log: &'a Log,
    model: &'a Model,
    /// The events that are looked at, ascending.
    base: Vec<u32>,
    /// Those of them that read a value of a location, by their places in the base.
    readers: FxHashMap<(u32, Word), Vec<usize>>,
    stop: &'a Stop,
}

/// The part of an impossible log, sought first among what its reason rests on.
pub(super) fn part(log: &Log, model: &Model, seed: &[u32], stop: &Stop) -> Option<Part> {
    let index = Index::new(log);
    let all: Vec<u32> = (0..).take(log.events.len()).collect();
    let seed = index.with_sources(log, seed);
    let first = Shrinking::new(log, model, seed, stop);
    let shrinking = if first.is_impossible(&first.whole()) {
        first
    } else {
        Shrinking::new(log, model, all.clone(), stop)
    };
    let (kept, mut minimal) = shrinking.irreducible()?;
    let mut events = shrinking.events(&kept);
    if all.len() <= SMALLEST
        && let Some(fewest) = Shrinking::new(log, model, all, stop).fewest(events.len())
    {
        (events, minimal) = (fewest, Minimal::Smallest);
    }
    let wrong = match found(&restricted(log, &events, true)?, model)? {
        Found::Wrong(_, wrong) => wrong,
        Found::Racy(_) | Found::Explained(_) => return None,
    };
    Some(Part {
        events,
        minimal,
        wrong,
    })
}

impl<'a> Shrinking<'a> {
    fn new(log: &'a Log, model: &'a Model, base: Vec<u32>, stop: &'a Stop) -> Self {
        let mut readers: FxHashMap<(u32, Word), Vec<usize>> = FxHashMap::default();
        for (at, event) in base.iter().enumerate() {
            if let Some(one) = log.events.get(*event as usize).filter(|one| one.reads()) {
                readers.entry((one.place, one.read)).or_default().push(at);
            }
        }
        Self {
            log,
            model,
            base,
            readers,
            stop,
        }
    }

    fn whole(&self) -> Vec<bool> {
        vec![true; self.base.len()]
    }

    fn events(&self, kept: &[bool]) -> Vec<u32> {
        let kept = self.base.iter().zip(kept).filter(|(_, kept)| **kept);
        kept.map(|(event, _)| *event).collect()
    }

    fn at(&self, at: usize) -> Option<&Event> {
        self.log.events.get(*self.base.get(at)? as usize)
    }

    fn is_impossible(&self, kept: &[bool]) -> bool {
        self.is_part_impossible(&self.events(kept))
    }

    /// Without some events, and without all reads of what these wrote.
    fn without(&self, kept: &[bool], mut gone: Vec<usize>) -> Vec<bool> {
        let mut kept = kept.to_vec();
        while let Some(at) = gone.pop() {
            let Some(one) = kept.get_mut(at) else {
                continue;
            };
            if !std::mem::replace(one, false) {
                continue;
            }
            let written = self.at(at).filter(|one| one.writes());
            let readers = written.and_then(|one| self.readers.get(&(one.place, one.wrote)));
            gone.extend(
                readers
                    .into_iter()
                    .flatten()
                    .filter(|reader| **reader != at),
            );
        }
        kept
    }

    /// Whole locations are left out first, then the ends of what was done to each, then single events.
    fn irreducible(&self) -> Option<(Vec<bool>, Minimal)> {
        let mut kept = self.whole();
        if !self.is_impossible(&kept) {
            return None;
        }
        let attempt = |kept: &mut Vec<bool>, gone: Vec<usize>| {
            let fewer = self.without(kept, gone);
            let is_less = self.is_impossible(&fewer);
            if is_less {
                *kept = fewer;
            }
            is_less
        };
        let mut places = self.places();
        places.sort_by_key(|place| std::cmp::Reverse(place.len()));
        for place in &places {
            if self.stop.check().is_err() {
                return Some((kept, Minimal::Unfinished));
            }
            attempt(&mut kept, place.clone());
        }
        for place in &places {
            let mut size = place.len();
            while size > 1 {
                if self.stop.check().is_err() {
                    return Some((kept, Minimal::Unfinished));
                }
                size /= 2;
                let left: Vec<usize> = place.iter().copied().filter(|at| kept[*at]).collect();
                let from = left.len().saturating_sub(size);
                if size > 0 && from > 0 && attempt(&mut kept, left[from..].to_vec()) {
                    size *= 2;
                }
            }
        }
        let mut again = true;
        while std::mem::take(&mut again) {
            for at in (0..kept.len()).rev() {
                if kept[at] {
                    if self.stop.check().is_err() {
                        return Some((kept, Minimal::Unfinished));
                    }
                    again |= attempt(&mut kept, vec![at]);
                }
            }
        }
        Some((kept, Minimal::Irreducible))
    }

    /// The events of each location.
    fn places(&self) -> Vec<Vec<usize>> {
        let mut places: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for at in 0..self.base.len() {
            if let Some(one) = self.at(at) {
                places.entry(one.place).or_default().push(at);
            }
        }
        let mut places: Vec<(u32, Vec<usize>)> = places.into_iter().collect();
        places.sort_unstable();
        places.into_iter().map(|(_, events)| events).collect()
    }

    /// The first impossible part of the fewest events, where there are few enough to look at all.
    fn fewest(&self, known: usize) -> Option<Vec<u32>> {
        let mut looked_at = 0;
        for size in 1..=known {
            let mut places: Vec<usize> = (0..size).collect();
            loop {
                looked_at += 1;
                if looked_at > MOST_LOOKED_AT || self.stop.check().is_err() {
                    return None;
                }
                let part = chosen(&self.base, &places)?;
                if self.has_to_be_asked(&places) && self.is_part_impossible(&part) {
                    return Some(part);
                }
                if !following(&mut places, self.base.len()) {
                    break;
                }
            }
        }
        None
    }

    fn is_part_impossible(&self, part: &[u32]) -> bool {
        let part = restricted(self.log, part, false);
        let found = part.and_then(|part| found(&part, self.model));
        matches!(found, Some(Found::Wrong(..)))
    }

    /// Whether some event of a part reads, and all that its reads may read from is there.
    fn has_to_be_asked(&self, places: &[usize]) -> bool {
        let mut kept = vec![false; self.base.len()];
        for at in places {
            kept[*at] = true;
        }
        let gone: Vec<usize> = (0..kept.len()).filter(|at| !kept[*at]).collect();
        let reads = places
            .iter()
            .any(|at| self.at(*at).is_some_and(Event::reads));
        reads && self.without(&self.whole(), gone) == kept
    }
}

/// A log of some of the events, of their threads and locations; with names if it is to be shown. Nothing where it has events
/// of other kinds than accesses.
fn restricted(log: &Log, events: &[u32], named: bool) -> Option<Log> {
    let mut part = Log::default();
    let mut threads: FxHashMap<u16, u16> = FxHashMap::default();
    let mut places: FxHashMap<u32, u32> = FxHashMap::default();
    if named {
        part.words = log.words.clone();
    }
    for (at, event) in events.iter().enumerate() {
        let mut one = *log.events.get(*event as usize)?;
        let thread = log.threads.get(usize::from(one.thread))?;
        let location = log.locations.get(one.place as usize)?;
        let next = u16::try_from(part.threads.len()).ok()?;
        one.thread = *threads.entry(one.thread).or_insert_with(|| {
            part.threads.push(thread.clone());
            next
        });
        let next = u32::try_from(part.locations.len()).ok()?;
        one.place = *places.entry(one.place).or_insert_with(|| {
            part.locations.push(Location { ..location.clone() });
            next
        });
        part.events.push(one);
        if named {
            part.ids.set(at, &log.id(*event));
        }
    }
    Some(part)
}
