//! In which order write-backs say that stores reached memory.

use super::bend::{Bend, bent};
use super::log::{Log, Span};

/// Of the write-backs of a location, in the order of the log, each with what it writes back: what comes before what. Where
/// all have times, one comes before another if it ended before that began, and those that overlap are not ordered; else all
/// come as they are logged. What follows from other pairs is left out.
#[must_use]
pub fn pairs<T: Copy>(log: &Log, list: &[(u32, T)]) -> Vec<(T, T)> {
    let timed = |(back, of): &(u32, T)| Some((log.time(*back)?, *of));
    let times: Option<Vec<(Span, T)>> = list.iter().map(timed).collect();
    let Some(mut times) = times.filter(|_| !bent(Bend::BackLogged)) else {
        let both = list.iter().zip(list.iter().skip(1));
        return both.map(|((_, from), (_, to))| (*from, *to)).collect();
    };
    times.sort_by_key(|(span, _)| span.end);
    // The latest start up to each of them: what ended before that comes before one that came before.
    let mut latest = 0;
    let starts = times.iter().map(|(span, _)| {
        latest = latest.max(span.start);
        latest
    });
    let starts: Vec<u64> = starts.collect();
    let mut found = Vec::new();
    for (span, to) in &times {
        let before = times.partition_point(|(other, _)| other.end < span.start);
        let Some(&start) = before.checked_sub(1).and_then(|last| starts.get(last)) else {
            continue;
        };
        let from = times.partition_point(|(other, _)| other.end < start);
        let right = times.get(from..before).unwrap_or_default();
        found.extend(right.iter().map(|(_, from)| (*from, *to)));
    }
    found
}
