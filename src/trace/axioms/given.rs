//! What the log itself says of the order of its events, for every axiom: values, write-backs, times, barriers.

use super::{
    BTreeMap, Bend, Edge, Index, Init, Log, Making, Op, Read, Span, Times, Unwritten, Why, Word,
    bent,
};
use crate::trace::backs::pairs;

/// When an event was, for the rules: a store that is written back ends then.
#[must_use]
pub fn lasting(log: &Log, ends: &BTreeMap<u32, u64>, event: u32) -> Option<Span> {
    let span = log.time(event)?;
    let end = ends.get(&event).copied().unwrap_or(span.end);
    Some(Span {
        start: span.start,
        end: end.max(span.end),
    })
}

/// When stores end that a buffer holds back: at their write-back; those covered before by a later store of
/// their thread with that store; those that were never written back after everything. A thread without any
/// write-back has no buffer that the log knows of: its stores end as logged.
#[must_use]
pub fn ends(log: &Log) -> BTreeMap<u32, u64> {
    let mut ends = BTreeMap::new();
    if log.written_back.is_empty() || log.times.is_empty() || bent(Bend::TimeIssued) {
        return ends;
    }
    let backs: BTreeMap<u32, u32> = log
        .written_back
        .iter()
        .map(|(back, store)| (*store, *back))
        .collect();
    let buffered = log.buffered();
    // Backwards: what covers a store is seen before it.
    let mut covering: BTreeMap<(u16, u32), u64> = BTreeMap::new();
    for (event, one) in (0_u32..)
        .zip(&log.events)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        if !one.writes() || !buffered.contains(&one.thread) {
            continue;
        }
        let key = (one.thread, one.place);
        let back = backs.get(&event).and_then(|back| log.time(*back));
        let end = match back {
            Some(span) => span.end,
            None => match covering.get(&key) {
                Some(end) => *end,
                // It never left the buffer.
                None if bent(Bend::TimeKept) => 0,
                None => u64::MAX,
            },
        };
        if one.op == Op::Store {
            ends.insert(event, end);
            covering.insert(key, end);
        }
    }
    ends
}

pub(super) fn reads(
    log: &Log,
    index: &Index,
    members: &[u32],
    of_event: &BTreeMap<u32, u32>,
    writes: &[Vec<u32>],
) -> (Vec<Read>, Option<Unwritten>) {
    let mut reads = Vec::new();
    let mut unwritten = None;
    // Of each location, the first read of what nobody wrote.
    let mut first: BTreeMap<u32, (u32, Word)> = BTreeMap::new();
    for (node, event) in (0_u32..).zip(members) {
        let Some(one) = log.events.get(*event as usize).filter(|one| one.reads()) else {
            continue;
        };
        let mut sources = Vec::new();
        if index.may_be_initial(log, one.place, one.read) && !bent(Bend::SourceInitial) {
            sources.extend(writes.get(one.place as usize).and_then(|list| list.first()));
            let unknown = log.locations.get(one.place as usize).map(|one| one.init);
            if unknown == Some(Init::Unknown) {
                let (other, value) = *first.entry(one.place).or_insert((*event, one.read));
                let differs = value != one.read && !bent(Bend::SourceInitials);
                if differs && unwritten.is_none() {
                    let events = vec![other, *event];
                    unwritten = Some(Unwritten { events });
                }
            }
        }
        sources.extend(
            index
                .sources(log, *event)
                .filter_map(|write| of_event.get(&write)),
        );
        if bent(Bend::SourceFirst) {
            sources.truncate(1);
        }
        if sources.is_empty() && bent(Bend::SourceUnwritten) {
            sources.extend(writes.get(one.place as usize).and_then(|list| list.first()));
        }
        if sources.is_empty() && unwritten.is_none() {
            let events = vec![*event];
            unwritten = Some(Unwritten { events });
        }
        reads.push(Read {
            node,
            place: one.place,
            sources,
        });
    }
    (reads, unwritten)
}

pub(super) fn initial(writes: &[Vec<u32>], edges: &mut Vec<Edge>) {
    for list in writes {
        let Some((&from, others)) = list.split_first() else {
            continue;
        };
        let why = Why::Initial;
        edges.extend(others.iter().map(|&to| Edge { from, to, why }));
    }
}

/// The stores of a location are coherent as they were written back.
pub(super) fn write_backs(log: &Log, of_event: &BTreeMap<u32, u32>, edges: &mut Vec<Edge>) {
    let mut places: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
    for (&back, &store) in &log.written_back {
        let place = log.events.get(back as usize).map_or(0, |one| one.place);
        if let Some(&node) = of_event.get(&store) {
            places.entry(place).or_default().push((back, node));
        }
    }
    for list in places.into_values() {
        let why = Why::WriteBack;
        let pairs = pairs(log, &list).into_iter();
        edges.extend(pairs.map(|(from, to)| Edge { from, to, why }));
    }
}

/// Points of time in a chain: an event comes before the point of its end, and after the last point that is
/// before its start.
pub(super) fn timed(making: &mut Making<'_>, times: Times) -> Vec<Edge> {
    let ends = ends(making.log);
    let mut groups: BTreeMap<u32, Vec<(u32, Span)>> = BTreeMap::new();
    for (node, event) in making.events() {
        let member = making.members.get(node as usize).copied();
        let span = member.and_then(|member| lasting(making.log, &ends, member));
        let place = if times == Times::All { 0 } else { event.place };
        if let Some(span) = span
            && (times == Times::All || event.is_access())
        {
            groups.entry(place).or_default().push((node, span));
        }
    }
    let mut edges = Vec::new();
    for mut list in groups.into_values() {
        list.sort_by_key(|(node, span)| (span.end, *node));
        let mut points: Vec<(u64, u32)> = Vec::new();
        for (node, span) in &list {
            let last = points.last().copied();
            let point = match last {
                Some((end, point)) if end == span.end => point,
                Some(_) | None => {
                    let point = making.point();
                    points.push((span.end, point));
                    if let Some((_, from)) = last {
                        edges.push(Edge {
                            from,
                            to: point,
                            why: Why::Time,
                        });
                    }
                    point
                }
            };
            edges.push(Edge {
                from: *node,
                to: point,
                why: Why::Time,
            });
        }
        for (node, span) in &list {
            let touching = u64::from(bent(Bend::TimeTouching));
            let before = points.partition_point(|(end, _)| *end < span.start + touching);
            if let Some((_, point)) = before.checked_sub(1).and_then(|at| points.get(at)) {
                edges.push(Edge {
                    from: *point,
                    to: *node,
                    why: Why::Time,
                });
            }
        }
    }
    edges
}

/// Which round of a barrier an arrival belongs to: the k-th of each thread, counted in the whole log.
pub(super) fn rounds(log: &Log) -> BTreeMap<u32, (u32, u32)> {
    let mut counts: BTreeMap<(u16, u32), u32> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for (event, one) in (0..).zip(&log.events) {
        if one.op == Op::Barrier {
            let count = counts.entry((one.thread, one.place)).or_default();
            found.insert(event, (one.place, *count));
            *count += u32::from(!bent(Bend::BarrierRounds));
        }
    }
    found
}

pub(super) fn barriers(making: &mut Making<'_>) -> Vec<Edge> {
    let rounds = rounds(making.log);
    if rounds.is_empty() {
        return Vec::new();
    }
    let mut met: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    for (node, event) in (0_u32..).zip(making.members) {
        if let Some(round) = rounds.get(event) {
            met.entry(*round).or_default().push(node);
        }
    }
    let threads = making.by_thread();
    let mut edges = Vec::new();
    for arrivals in met.into_values().filter(|list| list.len() > 1) {
        let point = making.point();
        for node in arrivals {
            edges.push(Edge {
                from: node,
                to: point,
                why: Why::Barrier,
            });
            let thread = making.event(node).and_then(|one| threads.get(&one.thread));
            let rest = thread.map(Vec::as_slice).unwrap_or_default();
            let rest = if bent(Bend::BarrierLeaves) { &[] } else { rest };
            let after = rest.partition_point(|other| *other <= node);
            // Up to the next fence, which comes after all of these.
            for next in rest.get(after..).unwrap_or_default() {
                edges.push(Edge {
                    from: point,
                    to: *next,
                    why: Why::Barrier,
                });
                if making.event(*next).is_some_and(fences) {
                    break;
                }
            }
        }
    }
    edges
}

/// Fences and barriers order all of their thread.
pub(super) fn fences(event: &crate::trace::log::Event) -> bool {
    matches!(event.op, Op::Fence | Op::Barrier)
}
