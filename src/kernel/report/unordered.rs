//! Conflicting accesses that nothing orders in one run.

use crate::kernel::interpret::Event;
use crate::kernel::setup::Setup;
use crate::ptx::operation::Operation;
use crate::stop::{Open, Stop};

use super::clocks::{Clocks, Reading};
use super::sequence::Sequence;

/// Two accesses that nothing orders, by their index among the events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unordered {
    /// The earlier in this run.
    pub first: usize,
    /// The later.
    pub second: usize,
    /// They are not of the same bytes.
    pub mixed: bool,
}

/// A run, and the conflicting pairs in it that nothing orders, each pair of instructions once. Where there are none, it is another
/// run of the same accesses, in which the `fence.sc` of some thread come earlier.
///
/// # Errors
///
/// There was no time to look at a run as long as this.
pub fn unordered(
    setup: &Setup,
    events: Vec<Event>,
    stop: &Stop,
) -> Result<(Vec<Event>, Vec<Unordered>), Open> {
    let mut clocks = Clocks::new(setup, Reading::Most);
    let found = clocks.run(&events, stop)?;
    if !found.is_empty() || events.iter().any(|event| exchanges(setup, event)) {
        return Ok((events, found));
    }
    for thread in clocks.sequential {
        let earlier = earlier(setup, &events, thread, stop)?;
        let found = Clocks::new(setup, Reading::Most).run(&earlier, stop)?;
        if !found.is_empty() {
            return Ok((earlier, found));
        }
    }
    Ok((events, found))
}

/// Whether lanes exchange values, which orders nothing in memory: what they do may not be put in another order.
fn exchanges(setup: &Setup, event: &Event) -> bool {
    let body = setup.module.functions[event.function].body.as_ref();
    let instruction = body.and_then(|body| body.code.get(event.at));
    instruction.is_some_and(|one| {
        one.operation.mask().is_some() && !matches!(one.operation, Operation::WarpBarrier { .. })
    })
}

/// The same accesses with those of one thread as early as they may be.
fn earlier(setup: &Setup, events: &[Event], early: usize, stop: &Stop) -> Result<Vec<Event>, Open> {
    let mut clocks = Clocks::new(setup, Reading::Most);
    clocks.sequence = Sequence::with_early(early, setup.threads.len());
    let mut counts = vec![0; setup.threads.len()];
    let mut order: Vec<(&Event, u64)> = Vec::with_capacity(events.len());
    for (index, event) in events.iter().enumerate() {
        stop.check()?;
        clocks.event(events, index);
        counts[event.thread] += 1;
        let time: u64 = counts[event.thread];
        let mut at = order.len();
        if event.thread == early
            && let Some(before) = clocks.sequence.before(early)
        {
            let mut known = order.iter();
            let last =
                known.rposition(|(one, time)| one.thread == early || *time <= before[one.thread]);
            at = last.map_or(0, |last| last + 1);
        }
        order.insert(at, (event, time));
    }
    Ok(order.into_iter().map(|(event, _)| event.clone()).collect())
}

/// Whether program order and barriers order every two conflicting accesses of a run, and the barriers would in every run.
///
/// # Errors
///
/// There was no time to look at a run as long as this.
pub fn ordered(setup: &Setup, events: &[Event], stop: &Stop) -> Result<bool, Open> {
    let mut clocks = Clocks::new(setup, Reading::Least);
    let none = clocks.run(events, stop)?.is_empty();
    Ok(none && clocks.rounds.are_certain())
}
