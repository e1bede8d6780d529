//! What in an execution no interleaving does: a read that misses a write, or a thread that does something before what comes first.

use std::collections::{BTreeMap, BTreeSet};

use crate::execution::concrete::Execution;
use crate::program::LocationId;
use crate::program::symbolic::EventId;

use super::answer::Step;

/// The step of a write and that of a read that finds an earlier value though the write leads to it, by the order of
/// threads and by what reads find: the last such read (of data, where there is one, and not of what threads poll), and the first write that it
/// misses. Nothing orders the two: no model of PTX has a read that finds what is overwritten before it in causality order (PTX
/// ISA, *Causality*). Where there is no such read: the step of a read and that of a write behind it, of one thread and without a fence between
/// them, of which the write leads to the read.
#[must_use]
pub fn stale(
    execution: &Execution,
    at: &BTreeMap<EventId, usize>,
    steps: &[Step],
) -> Option<(usize, usize)> {
    let leads = Leads::of(execution, at, steps);
    let missed = || {
        execution.rf.iter().filter_map(|(read, source)| {
            let later = execution.co.iter().filter(|(before, _)| before == source);
            let &shown = at.get(read)?;
            let missed = later.filter_map(|(_, write)| {
                let &step = at.get(write)?;
                (steps.get(step)?.thread != steps.get(shown)?.thread).then_some(step)
            });
            Some((shown, missed.collect::<Vec<usize>>()))
        })
    };
    let weak = |read: usize| {
        let code = steps.get(read).map_or("", |step| &step.place.opcode);
        let strong = ["volatile", "relaxed", "acquire", "atom", "red"];
        !strong.iter().any(|one| code.contains(one))
    };
    // The last read, and the first write that it misses, of those that are so.
    let last = |so: &dyn Fn(usize, usize) -> bool| {
        let pairs = missed().filter_map(|(read, writes)| {
            let writes = writes.into_iter().filter(|&write| so(write, read));
            Some((read, writes.min()?))
        });
        let last = pairs.max_by_key(|&(read, write)| (weak(read), read, write));
        last.map(|(read, write)| (write, read))
    };
    let found = [false, true].into_iter().find_map(|misses| {
        // Where the read leads to the write, too, as that of an exchange to the next one, it misses nothing that it should find.
        let led =
            last(&|write, read| leads.to(write, read, misses) && !leads.to(read, write, false));
        led.or_else(|| ahead(execution, at, steps, &|from, to| leads.to(from, to, misses)))
    });
    // By the order in which they are shown, if by nothing else.
    found.or_else(|| last(&|write, read| write < read))
}

/// Which steps of memory lead to which: of one thread, one by one; what reads find to them; and what is written, one after another;
/// apart, reads to what they miss.
struct Leads {
    next: BTreeMap<usize, BTreeSet<usize>>,
    misses: BTreeMap<usize, BTreeSet<usize>>,
}

impl Leads {
    fn of(execution: &Execution, at: &BTreeMap<EventId, usize>, steps: &[Step]) -> Self {
        let mut next: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut misses: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut add = |from: usize, to: usize| {
            next.entry(from).or_default().insert(to);
        };
        let mut latest: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, step) in steps.iter().enumerate() {
            if let Some(before) = latest.insert(&step.thread, index) {
                add(before, index);
            }
        }
        let step = |event: &EventId| at.get(event).copied();
        for (from, to) in &execution.co {
            if let (Some(from), Some(to)) = (step(from), step(to)) {
                add(from, to);
            }
        }
        for (read, source) in &execution.rf {
            let Some(read) = step(read) else { continue };
            if let Some(source) = step(source) {
                add(source, read);
            }
            let later = execution.co.iter().filter(|(before, _)| before == source);
            for write in later.filter_map(|(_, write)| step(write)) {
                if write != read {
                    misses.entry(read).or_default().insert(write);
                }
            }
        }
        Self { next, misses }
    }

    /// Whether one step leads to another, perhaps also by what reads miss.
    fn to(&self, from: usize, to: usize, misses: bool) -> bool {
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(one) = open.pop() {
            let missed = self.misses.get(&one).filter(|_| misses);
            let next = self.next.get(&one).into_iter().chain(missed);
            for &next in next.flatten() {
                if next == to {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }
}

/// A read, and the nearest write behind it of its thread that leads to what it finds, where neither a fence between them nor
/// what they are orders the two: the last such read.
fn ahead(
    execution: &Execution,
    at: &BTreeMap<EventId, usize>,
    steps: &[Step],
    leads: &dyn Fn(usize, usize) -> bool,
) -> Option<(usize, usize)> {
    let said = |index: usize| steps.get(index).map_or("", |step| &step.place.opcode);
    let block = |index: usize| steps.get(index)?.thread.split(" thread").next();
    let has = |index: usize, words: &[&str]| {
        let mut parts = said(index).split('.');
        parts.any(|part| words.contains(&part))
    };
    let writes: BTreeSet<usize> = (execution.co.iter())
        .flat_map(|(from, to)| [from, to])
        .filter_map(|event| at.get(event).copied())
        .collect();
    let location = |event: &EventId| execution.events.get(event)?.location;
    let places = at.iter().map(|(event, step)| (*step, location(event)));
    let places: BTreeMap<usize, Option<LocationId>> = places.collect();
    let reads = execution.rf.iter();
    let reads = reads.filter_map(|(read, source)| Some((*at.get(read)?, *at.get(source)?)));
    let ahead = reads.filter_map(|(read, source)| {
        // What reaches its own block only orders nothing for another.
        let far = block(read) != block(source);
        let orders =
            |index: usize, words: &[&str]| has(index, words) && !(far && has(index, &["cta"]));
        let both = ["fence", "membar", "bar", "barrier", "acq_rel"];
        if orders(read, &["acquire", "acq_rel"]) {
            return None;
        }
        let thread = &steps.get(read)?.thread;
        let own = (read + 1..steps.len()).filter(|&step| steps[step].thread == *thread);
        let mut free = own.take_while(|&step| !orders(step, &both));
        let write = free.find(|&step| {
            let leads = step == source || leads(step, source);
            // Of one place they are in the order of the thread.
            let apart = places.get(&step) != places.get(&read);
            leads && apart && writes.contains(&step) && !orders(step, &["release"])
        })?;
        Some((read, write))
    });
    ahead.max_by_key(|&(read, write)| (read, write))
}

/// `nothing orders mp.cu:5 (block 0 thread 0: data[0] = 42) before mp.cu:10 (block 1 thread 0: reads data[0] = 0, …)`.
#[must_use]
pub fn told(write: &Step, read: &Step) -> String {
    let said = |step: &Step| format!("{} ({}: {})", step.place.short(), step.thread, step.effect);
    format!("nothing orders {} before {}", said(write), said(read))
}
