//! Whether all threads of a block come to new barriers, and equally often.
//!
//! Who has exited is no longer waited for, so that a barrier in a branch may do where the others exit; but CUDA wants all
//! threads of a block there (CUDA C++ Programming Guide, *Synchronization Functions*).

use std::collections::BTreeMap;

use crate::kernel::interpret::Event;
use crate::kernel::interpret::exploration::Limits;
use crate::kernel::interpret::explore::explore;
use crate::kernel::interpret::probe::probe;
use crate::kernel::interpret::replay::replay;
use crate::kernel::setup::Setup;
use crate::stop::Stop;

use crate::tasks::repair::sites::{Site, SiteKind};

/// So many moments are looked at for runs.
const MOMENTS: usize = 20_000;

/// So many runs are looked at.
const RUNS: usize = 48;

/// Whether they do, in runs of the launch with the barriers; where no run comes to its end, that is not known.
pub fn everyone<'s>(changed: &Setup, chosen: impl Iterator<Item = &'s Site>, stop: &Stop) -> bool {
    let limits = Limits {
        stop: stop.clone(),
        states: MOMENTS,
        every_order: true,
        ..Limits::default()
    };
    let new = inserted(chosen);
    let known = explore(changed, &limits);
    let drawn = probe(changed, &known.contended, &limits);
    let explorations = [Some(known), drawn].into_iter().flatten();
    let mut some = false;
    let all = explorations.into_iter().all(|exploration| {
        exploration.outcomes.iter().take(RUNS).all(|outcome| {
            some = true;
            let events = replay(changed, &exploration.contended, &outcome.schedule, &limits);
            equally(changed, &new, &events)
        })
    });
    all && some
}

/// Whether the threads of each block come equally often to each of some places in a run.
fn equally(changed: &Setup, places: &[(usize, usize)], events: &[Event]) -> bool {
    places.iter().all(|&place| {
        let mut often: BTreeMap<usize, usize> = BTreeMap::new();
        for event in events.iter().filter(|it| (it.function, it.at) == place) {
            *often.entry(event.thread).or_default() += 1;
        }
        changed.blocks.iter().all(|block| {
            let mut threads = block.threads.clone();
            let first = threads.next().and_then(|thread| often.get(&thread));
            threads.all(|thread| often.get(&thread) == first)
        })
    })
}

/// Where the new instructions stand in the changed module.
fn inserted<'s>(chosen: impl Iterator<Item = &'s Site>) -> Vec<(usize, usize)> {
    let gap = |site: &'s Site| {
        let behind = usize::from(site.kind == SiteKind::After);
        site.places()
            .map(move |(function, at)| (function, at + behind))
    };
    let mut gaps: Vec<(usize, usize)> = chosen.flat_map(gap).collect();
    gaps.sort_unstable();
    let mut before: BTreeMap<usize, usize> = BTreeMap::new();
    let shifted = gaps.iter().map(|&(function, at)| {
        let new = before.entry(function).or_default();
        *new += 1;
        (function, at + *new - 1)
    });
    shifted.collect()
}
