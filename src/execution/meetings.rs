//! Barriers in one execution: the check that they meet as they must, without the formula.

use std::collections::BTreeSet;

use crate::program::events::{EventKind, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{InstructionKind, Program, ThreadId, Value};

use super::coming::in_time;
use super::concrete::Execution;

/// The part of a barrier in an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Met {
    /// The round of its name that it takes part in, from 0.
    pub round: usize,
    /// Whether it is among those that meet there; one with a quorum can come late.
    pub meets: bool,
}

/// An executed barrier.
#[derive(Debug, Clone, Copy)]
pub(super) struct Barrier {
    pub(super) event: EventId,
    pub(super) thread: ThreadId,
    pub(super) arrive: bool,
    name: (i64, i64),
    pub(super) quorum: Option<i64>,
    pub(super) met: Met,
}

impl Barrier {
    fn same_name(&self, program: &Program, other: &Self) -> bool {
        self.name == other.name && one_block(program, self.thread, other.thread)
    }

    /// Whether it meets in a round, and the other is of a later one of the same name, and not late there.
    pub(super) fn round_before(&self, list: &[Self], program: &Program, other: &Self) -> bool {
        let earlier = self.met.round < other.met.round && self.same_name(program, other);
        let earlier = earlier && other.quorum.is_some();
        let comes = || other.met.meets || list.iter().any(|next| other.comes_again(program, next));
        self.met.meets && self.thread != other.thread && earlier && comes()
    }

    /// Whether the other is the same thread's, of the same round, and later.
    pub(super) fn comes_again(&self, program: &Program, other: &Self) -> bool {
        self.thread == other.thread && self.event < other.event && self.together(program, other)
    }

    /// Whether both are of one round.
    pub(super) fn together(&self, program: &Program, other: &Self) -> bool {
        self.same_name(program, other) && self.met.round == other.met.round
    }
}

fn one_block(program: &Program, a: ThreadId, b: ThreadId) -> bool {
    let (a, b) = (program.thread(a), program.thread(b));
    a.placement.same_cta(&b.placement)
}

fn barrier(unrolled: &Unrolled, execution: &Execution, event: EventId) -> Option<Barrier> {
    let read = |event| execution.read(event);
    let number = |value| unrolled.symbolic.evaluate(value, &read);
    let source = &unrolled.events[event.0];
    let &EventKind::Barrier {
        arrive,
        id,
        barrier,
        quorum,
    } = &source.kind
    else {
        return None;
    };
    Some(Barrier {
        event,
        thread: source.thread?,
        arrive,
        name: (number(id), number(barrier)),
        quorum: quorum.map(number),
        met: execution.barriers.get(&event).copied()?,
    })
}

/// Whether a barrier is one that another waits for.
#[must_use]
pub fn synchronize(
    program: &Program,
    unrolled: &Unrolled,
    execution: &Execution,
    from: EventId,
    to: EventId,
) -> bool {
    let (Some(a), Some(b)) = (
        barrier(unrolled, execution, from),
        barrier(unrolled, execution, to),
    ) else {
        return false;
    };
    from != to && !b.arrive && a.met.meets && a.together(program, &b)
}

/// Each barrier with those of its round that wait for it, in the order of the events.
#[must_use]
pub fn synchronized(
    program: &Program,
    unrolled: &Unrolled,
    execution: &Execution,
) -> Vec<(EventId, EventId)> {
    let events = execution.events.keys();
    let barriers: Vec<EventId> = events
        .copied()
        .filter(|event| execution.barriers.contains_key(event))
        .collect();
    let pairs = barriers
        .iter()
        .flat_map(|&from| barriers.iter().map(move |&to| (from, to)));
    pairs
        .filter(|&(from, to)| synchronize(program, unrolled, execution, from, to))
        .collect()
}

/// Checks that every barrier is of a round it can be of, and waits for nothing that never comes.
///
/// # Errors
///
/// What is wrong, in a sentence.
pub fn check(program: &Program, unrolled: &Unrolled, execution: &Execution) -> Result<(), String> {
    let mut list = Vec::new();
    for &event in execution.events.keys() {
        let is_barrier = matches!(unrolled.events[event.0].kind, EventKind::Barrier { .. });
        match barrier(unrolled, execution, event) {
            Some(barrier) => list.push(barrier),
            None if is_barrier => return Err(format!("barrier {} has no round", event.0)),
            None => {}
        }
    }
    for barrier in &list {
        if !in_round(&list, program, barrier) {
            return Err(format!("barrier {} is of the wrong round", barrier.event.0));
        }
        let stops = execution.stops.contains(&barrier.event);
        if !stops && !barrier.arrive && !passes(&list, program, barrier) {
            return Err(format!("barrier {} waits for ever", barrier.event.0));
        }
        let later = |next: &Barrier| barrier.round_before(&list, program, next);
        let counted = barrier.quorum.is_some();
        if counted && !passes(&list, program, barrier) && list.iter().any(later) {
            return Err(format!("barrier {} is left behind", barrier.event.0));
        }
        let again = list.iter().any(|next| barrier.comes_again(program, next));
        let late = barrier.arrive && !barrier.met.meets && !again;
        if late && !passes(&list, program, barrier) {
            return Err(format!("barrier {} is late to nothing", barrier.event.0));
        }
        if stops && !hopeless(&list, program, barrier) {
            return Err(format!("barrier {} can be completed", barrier.event.0));
        }
    }
    if !in_time(&list, program, &execution.stops) {
        return Err("barriers wait for each other in a circle".to_owned());
    }
    Ok(())
}

fn in_round(list: &[Barrier], program: &Program, barrier: &Barrier) -> bool {
    let before: Vec<&Barrier> = list
        .iter()
        .filter(|other| other.thread == barrier.thread && other.event < barrier.event)
        .filter(|other| other.same_name(program, barrier))
        .collect();
    // Who comes again to a round that is not complete has come once.
    let one_round = |other: &Barrier| other.met.round == barrier.met.round;
    let once = |other: &Barrier| other.arrive && !other.met.meets && one_round(other);
    let later = before
        .iter()
        .all(|other| other.met.round < barrier.met.round || once(other));
    let last = !list.iter().any(|other| barrier.comes_again(program, other));
    let late = !barrier.met.meets && last;
    let later = later && !(late && before.iter().any(|other| one_round(other)));
    let plain = barrier.met.round == before.len() && barrier.met.meets;
    later && (barrier.quorum.is_some() || plain)
}

pub(super) fn passes(list: &[Barrier], program: &Program, barrier: &Barrier) -> bool {
    let here = || list.iter().filter(|other| other.together(program, barrier));
    if let Some(quorum) = barrier.quorum {
        let coming = here().filter(|other| other.met.meets).count();
        return i64::try_from(coming).is_ok_and(|coming| coming >= quorum);
    }
    let named = list
        .iter()
        .filter(|other| other.same_name(program, barrier))
        .map(|other| other.thread);
    let written = (0..program.threads.len())
        .map(ThreadId)
        .filter(|&thread| one_block(program, thread, barrier.thread))
        .filter(|&thread| written_names(program, thread).contains(&barrier.name));
    let coming: BTreeSet<ThreadId> = here()
        .filter(|other| other.met.meets)
        .map(|other| other.thread)
        .collect();
    named.chain(written).all(|thread| coming.contains(&thread))
}

/// Whether a thread that waits at a barrier does so for ever: of a quorum, those of the name whose rounds
/// are not complete are too few threads.
fn hopeless(list: &[Barrier], program: &Program, barrier: &Barrier) -> bool {
    let passes_here = passes(list, program, barrier);
    if barrier.arrive || !barrier.met.meets {
        return false;
    }
    let Some(quorum) = barrier.quorum else {
        return !passes_here || names_by_registers(program, barrier.thread);
    };
    if passes_here {
        return false;
    }
    let named = list
        .iter()
        .filter(|other| other.same_name(program, barrier));
    let left = named.filter(|other| other.met.meets && !passes(list, program, other));
    let threads: BTreeSet<ThreadId> = left.map(|other| other.thread).collect();
    i64::try_from(threads.len()).is_ok_and(|left| left < quorum)
}

/// Whether another thread of the block has a barrier whose registers say its name: it may wait for ever before it comes there.
fn names_by_registers(program: &Program, thread: ThreadId) -> bool {
    let others = (0..program.threads.len()).map(ThreadId);
    let mut others = others.filter(|&other| other != thread && one_block(program, thread, other));
    others.any(|other| {
        let code = program.thread(other).code.iter();
        let barriers = code.filter(|it| matches!(it.kind, InstructionKind::Barrier { .. }));
        barriers.count() > written_names(program, other).len()
    })
}

/// The barriers that a thread's code names by numbers: identifier and resource.
#[must_use]
pub(crate) fn written_names(program: &Program, thread: ThreadId) -> Vec<(i64, i64)> {
    program
        .thread(thread)
        .code
        .iter()
        .filter_map(|instruction| match instruction.kind {
            InstructionKind::Barrier {
                id: Value::Constant(id),
                barrier: Value::Constant(barrier),
                ..
            } => Some((id, barrier)),
            InstructionKind::Load { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Atomic { .. }
            | InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Move { .. }
            | InstructionKind::Arithmetic { .. }
            | InstructionKind::SetPredicate { .. }
            | InstructionKind::Branch { .. } => None,
        })
        .collect()
}
