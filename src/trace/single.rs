//! Logs in which each value is written once to its location, under `plain`: one pass and an order of values.
//!
//! A write and the reads of it are a *cluster*: whatever order explains the log keeps them together. A
//! read-modify-write is a read of one cluster and the write of another, and fuses the two: nothing comes
//! between. Program order at a location orders clusters. The log is explained if and only if that can be
//! turned into an order (Gibbons, Korach 1997, for one location): time and memory are linear.

mod clusters;

use clusters::{Clusters, INITIAL, NONE, Other};

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::{Judged, Shown, Verdict};
use super::backs::pairs;
use super::bend::{Bend, bent};
use super::judge::{Question, members};
use super::log::{Event, Init, Log, Op};
use super::rules::Times;
use super::value::Word;

/// So many accesses are put in order to be shown.
const SHOWN: usize = 100_000;

/// Judges a log without times and dependencies; nothing where a value is written twice.
#[must_use]
pub fn judge(log: &Log, question: &Question) -> Option<Judged> {
    let mut clusters = Clusters::default();
    match order(log, &mut clusters) {
        Ok(order) => Some(explained(log, &clusters, &order)),
        Err(Other::Repeated) => None,
        Err(Other::Impossible(found)) => Some(impossible(log, &clusters, &found, question)),
    }
}

fn order(log: &Log, clusters: &mut Clusters) -> Result<Vec<u32>, Other> {
    let mut wrong = None;
    for (event, one) in (0..).zip(&log.events) {
        if !one.is_access() {
            continue;
        }
        match clusters.add(log, event, one) {
            Ok(()) => {}
            Err(Other::Repeated) => return Err(Other::Repeated),
            // Whether values are repeated must be known before anything is said.
            Err(found) => wrong = wrong.or(Some(found)),
        }
    }
    if let Some(found) = wrong {
        return Err(found);
    }
    clusters.settle(log)?;
    write_backs(log, clusters);
    clusters.order()
}

/// The order of write-backs orders values.
fn write_backs(log: &Log, clusters: &mut Clusters) {
    let mut places: FxHashMap<u32, Vec<(u32, u32)>> = FxHashMap::default();
    for (&back, &store) in &log.written_back {
        if let Some(one) = log.events.get(store as usize) {
            let cluster = clusters.find(log, one.place, one.wrote);
            let list = places.entry(one.place).or_default();
            list.extend(cluster.map(|cluster| (back, cluster)));
        }
    }
    let mut numbers: Vec<u32> = places.keys().copied().collect();
    numbers.sort_unstable();
    for place in numbers {
        let Some(list) = places.remove(&place) else {
            continue;
        };
        for (from, to) in pairs(log, &list) {
            if bent(Bend::ValuesBacksAround) {
                clusters.edges.push((to, from));
            } else if !bent(Bend::ValuesBacks) {
                clusters.edges.push((from, to));
            }
        }
    }
}

fn explained(log: &Log, clusters: &Clusters, heads: &[u32]) -> Judged {
    let mut judged = Judged::bare("plain", Verdict::Explained, Times::Off, "values");
    let accesses = log.events.iter().filter(|one| one.is_access()).count();
    if accesses > SHOWN {
        return judged;
    }
    let shown = shown(log, clusters, heads);
    if !replays(log, &shown) {
        let text = "internal error: the order found does not give the reads their values; please report this log";
        return Judged::open("plain", Times::Off, "values", text.to_owned());
    }
    judged.shown = Some(shown);
    judged
}

fn shown(log: &Log, clusters: &Clusters, heads: &[u32]) -> Shown {
    let mut rank = vec![0_u32; clusters.all.len()];
    let mut coherence: Vec<(u32, Vec<u32>)> = (0..)
        .zip(&log.locations)
        .map(|(place, _)| (place, Vec::new()))
        .collect();
    let mut next = 0;
    for &head in heads {
        let mut at = head;
        while at != NONE {
            rank[at as usize] = next;
            next += 1;
            let one = clusters.all[at as usize];
            if let Some((_, list)) = coherence.get_mut(one.place as usize)
                && one.write != INITIAL
            {
                list.push(one.write);
            }
            at = one.next;
        }
    }
    coherence.retain(|(_, list)| !list.is_empty());
    let mut order: Vec<(u32, bool, u32)> = Vec::new();
    for (event, one) in (0..).zip(&log.events).filter(|(_, one)| one.is_access()) {
        let value = if one.writes() { one.wrote } else { one.read };
        if let Some(cluster) = clusters.find(log, one.place, value) {
            order.push((rank[cluster as usize], !one.writes(), event));
        }
    }
    order.sort_unstable();
    Shown {
        order: order.into_iter().map(|(_, _, event)| event).collect(),
        coherence,
    }
}

/// Whether each thread's accesses of a location stand in its order, and each read finds the value of the write
/// before it: checked on one memory, without what was used to find the order.
fn replays(log: &Log, shown: &Shown) -> bool {
    let mut memory: FxHashMap<u32, Word> = FxHashMap::default();
    let mut last: FxHashMap<(u16, u32), u32> = FxHashMap::default();
    let right = shown.order.iter().all(|event| {
        let Some(one) = log.events.get(*event as usize) else {
            return false;
        };
        let before = last.insert((one.thread, one.place), *event);
        let held = memory.get(&one.place).copied();
        if one.writes() {
            memory.insert(one.place, one.wrote);
        } else if held.is_none() {
            memory.insert(one.place, one.read);
        }
        let init = match log.locations.get(one.place as usize).map(|one| one.init) {
            Some(Init::Known(init)) => Some(init),
            Some(Init::Unknown) | None => None,
        };
        before.is_none_or(|before| before < *event)
            && (!one.reads() || held.or(init).is_none_or(|held| held == one.read))
    });
    right && shown.order.len() == log.events.iter().filter(|one| one.is_access()).count()
}

/// The events of the clusters that cannot be ordered hold the reason.
fn impossible(log: &Log, clusters: &Clusters, found: &[u32], question: &Question) -> Judged {
    let found: BTreeSet<u32> = found.iter().copied().collect();
    let place = found
        .first()
        .map_or(0, |one| clusters.all[*one as usize].place);
    let belongs = |event: &u32| {
        let Some(one) = log.events.get(*event as usize) else {
            return false;
        };
        let of = |value: Word| clusters.find(log, one.place, value);
        one.op != Op::WriteBack
            && one.place == place
            && (one.reads() && of(one.read).is_some_and(|cluster| found.contains(&cluster))
                || one.writes() && of(one.wrote).is_some_and(|cluster| found.contains(&cluster)))
    };
    let all = members(log);
    let events: Vec<u32> = if all.len() <= super::smallest::SMALLEST {
        all
    } else {
        all.into_iter().filter(belongs).collect()
    };
    super::judge::by_values(log, &events, question)
}
