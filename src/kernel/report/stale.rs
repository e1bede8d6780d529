//! What in an execution no interleaving does: a read that misses a write.

use std::collections::BTreeMap;

use crate::execution::concrete::Execution;
use crate::program::symbolic::EventId;

use super::answer::Step;

/// The step of a write and that of a read, shown after it, that finds an earlier value: the last such read (of data, where there is
/// one, and not of what threads poll), and the first write that it misses. Nothing orders the two as they are shown: no model of PTX has a read that finds what is
/// overwritten before it in causality order (PTX ISA, *Causality*).
#[must_use]
pub fn stale(
    execution: &Execution,
    at: &BTreeMap<EventId, usize>,
    steps: &[Step],
) -> Option<(usize, usize)> {
    let pairs = execution.rf.iter().filter_map(|(read, source)| {
        let later = execution.co.iter().filter(|(before, _)| before == source);
        let &shown = at.get(read)?;
        let missed = later.filter_map(|(_, write)| {
            let &step = at.get(write)?;
            (step < shown && steps.get(step)?.thread != steps.get(shown)?.thread).then_some(step)
        });
        Some((shown, missed.min()?))
    });
    let weak = |read: usize| {
        let code = steps.get(read).map_or("", |step| &step.place.opcode);
        let strong = ["volatile", "relaxed", "acquire", "atom", "red"];
        !strong.iter().any(|one| code.contains(one))
    };
    let last = pairs.max_by_key(|&(read, write)| (weak(read), read, write));
    last.map(|(read, write)| (write, read))
}

/// `nothing orders mp.cu:5 (block 0 thread 0: data[0] = 42) before mp.cu:10 (block 1 thread 0: reads data[0] = 0, …)`.
#[must_use]
pub fn told(write: &Step, read: &Step) -> String {
    let said = |step: &Step| format!("{} ({}: {})", step.place.short(), step.thread, step.effect);
    format!("nothing orders {} before {}", said(write), said(read))
}
