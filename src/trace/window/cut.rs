//! Where a log can be cut so that nothing crosses, by its times.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::trace::bend::{Bend, bent};
use crate::trace::log::{Event, Span};
use crate::trace::rules::Times;

/// Events whose times are compared with each other have the same key; none for those that are not compared.
fn key(times: Times, one: &Event, span: Span) -> Option<u32> {
    match times {
        Times::Off => None,
        Times::Location => one.is_access().then_some(one.place),
        // What is no access is ordered by its thread alone where it has no time.
        Times::All => (one.is_access() || span.some().is_some()).then_some(0),
    }
}

/// The latest that an event may have ended, and the earliest that it may have begun.
fn bounds(span: Span) -> (u64, u64) {
    span.some()
        .map_or((u64::MAX, 0), |span| (span.end, span.start))
}

/// The longest beginning of at most so many events after which nothing of the others began before it had ended;
/// at the end of the events there is always one.
#[must_use]
pub fn longest(times: Times, events: &[(Event, Span)], size: usize) -> Option<usize> {
    if bent(Bend::WindowCut) {
        return Some(size.min(events.len()));
    }
    if times == Times::Off {
        return None;
    }
    // For each event the earliest start of those after it with its key.
    let mut earliest: FxHashMap<u32, u64> = FxHashMap::default();
    let mut after = vec![None; events.len()];
    for (at, (one, span)) in events.iter().enumerate().rev() {
        if let Some(key) = key(times, one, *span) {
            let start = bounds(*span).1;
            after[at] = earliest.get(&key).copied();
            earliest
                .entry(key)
                .and_modify(|known| *known = start.min(*known))
                .or_insert(start);
        }
    }
    let mut latest: FxHashMap<u32, u64> = FxHashMap::default();
    let mut crossed: FxHashSet<u32> = FxHashSet::default();
    let mut found = None;
    for (at, (one, span)) in events.iter().enumerate().take(size) {
        if let Some(key) = key(times, one, *span) {
            let latest = latest.entry(key).or_default();
            *latest = (*latest).max(bounds(*span).0);
            if after[at].is_some_and(|start| *latest >= start) {
                crossed.insert(key);
            } else {
                crossed.remove(&key);
            }
        }
        if crossed.is_empty() {
            found = Some(at + 1);
        }
    }
    found
}

/// The times of what has gone by.
#[derive(Debug, Default)]
pub struct Gone {
    latest: FxHashMap<u32, (u64, u64)>,
}

/// What an event says of the cuts before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// It may have begun before something that has gone by had ended.
    pub overlaps: bool,
    /// It ended before something that has gone by began.
    pub precedes: bool,
}

impl Gone {
    /// What an event says of the cuts before it.
    #[must_use]
    pub fn crossing(&self, times: Times, one: &Event, span: Span) -> Crossing {
        let known = key(times, one, span).and_then(|key| self.latest.get(&key));
        let Some((end, start)) = known else {
            return Crossing {
                overlaps: false,
                precedes: false,
            };
        };
        Crossing {
            overlaps: bounds(span).1 <= *end && !bent(Bend::WindowCrossing),
            precedes: span.some().is_some_and(|span| span.end < *start)
                && !bent(Bend::WindowPrecedes),
        }
    }

    /// An event has gone by.
    pub fn add(&mut self, times: Times, one: &Event, span: Span) {
        if let Some(key) = key(times, one, span) {
            let known = self.latest.entry(key).or_default();
            known.0 = known.0.max(bounds(span).0);
            known.1 = known.1.max(span.some().map_or(0, |span| span.start));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::read::log::read_text;

    fn events(text: &str) -> Vec<(Event, Span)> {
        let log = read_text("log", text, false).unwrap_or_default();
        let span = |at: u32| log.time(at).unwrap_or(Span::NONE);
        let numbered = (0..).zip(&log.events);
        numbered.map(|(at, one)| (*one, span(at))).collect()
    }

    #[test]
    fn a_cut_is_where_nothing_crosses() {
        let text = "trace 1\nT1 S x 1 @1..4\nT2 S y 1 @3..5\nT1 S x 2 @5..7\nT2 L y 1 @8\n";
        let events = events(text);
        assert_eq!(longest(Times::Off, &events, 4), None);
        assert_eq!(longest(Times::Location, &events, 1), Some(1));
        assert_eq!(longest(Times::All, &events, 1), None);
        assert_eq!(longest(Times::All, &events, 2), None);
        assert_eq!(longest(Times::All, &events, 3), Some(3));
        assert_eq!(longest(Times::All, &events, 4), Some(4));
    }

    #[test]
    fn what_has_no_time_crosses() {
        let events = events("trace 1\nT1 S x 1 @1..4\nT2 F\nT1 S x 2 @5\nT2 L x 1\n");
        assert_eq!(longest(Times::All, &events, 3), None);
        assert_eq!(longest(Times::All, &events[..3], 2), Some(2));
        let mut gone = Gone::default();
        gone.add(Times::All, &events[0].0, events[0].1);
        let says = |at: usize| gone.crossing(Times::All, &events[at].0, events[at].1);
        assert!(!says(1).overlaps && !says(2).overlaps && says(3).overlaps);
        assert!(!says(3).precedes);
    }
}
