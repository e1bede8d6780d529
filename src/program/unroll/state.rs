//! What is known of a thread at a place of its unrolled code, and what is left of it where two
//! paths meet.

use std::collections::BTreeMap;

use crate::program::events::Dependency;
use crate::program::symbolic::{EventId, FALSE, GuardId, Symbolic, ValueId};

/// Which reads something depends on, and when.
pub(super) type Taint = BTreeMap<EventId, GuardId>;

/// What is known where paths of a thread meet.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) guard: GuardId,
    pub(super) registers: Vec<(ValueId, Taint)>,
    pub(super) ctrl: Taint,
    /// For each lap: when something was written since control last came to its target; true where
    /// it has not been there, as in a loop that was entered in the middle.
    pub(super) wrote: Vec<GuardId>,
    /// For each lap: the events since control last came to its target; empty where
    /// nobody asks for them.
    pub(super) seen: Vec<Taint>,
    /// When a lap that changed nothing was taken that no other may follow.
    pub(super) idled: GuardId,
    /// For each lap: how often it was taken since its loop was entered.
    pub(super) counts: Vec<usize>,
}

pub(super) fn list(taint: &Taint) -> Vec<Dependency> {
    taint
        .iter()
        .filter(|(_, when)| **when != FALSE)
        .map(|(&on, &when)| Dependency { on, when })
        .collect()
}

pub(super) fn add_taint(symbolic: &mut Symbolic, into: &mut Taint, read: EventId, when: GuardId) {
    let known = into.get(&read).copied().unwrap_or(FALSE);
    into.insert(read, symbolic.or(known, when));
}

/// Taint of a value that is the first where the guard holds and the second elsewhere.
pub(super) fn merge_taint(symbolic: &mut Symbolic, guard: GuardId, a: &Taint, b: &Taint) -> Taint {
    let mut result = Taint::new();
    let other = symbolic.not(guard);
    for (source, side) in [(a, guard), (b, other)] {
        for (&read, &when) in source {
            let in_other = if side == guard { b } else { a };
            let when = if in_other.get(&read) == Some(&when) {
                when
            } else {
                symbolic.and(when, side)
            };
            add_taint(symbolic, &mut result, read, when);
        }
    }
    result
}

/// Two paths meet. Their guards exclude each other, so the first one's guard selects.
pub(super) fn merge(symbolic: &mut Symbolic, a: &State, b: &State) -> State {
    let registers = a
        .registers
        .iter()
        .zip(&b.registers)
        .map(|(left, right)| {
            let value = symbolic.select(a.guard, left.0, right.0);
            (value, merge_taint(symbolic, a.guard, &left.1, &right.1))
        })
        .collect();
    let ctrl = merge_ctrl(symbolic, a, b);
    let wrote = a
        .wrote
        .iter()
        .zip(&b.wrote)
        .map(|(&left, &right)| merge_guard(symbolic, (a.guard, left), (b.guard, right)))
        .collect();
    let seen = a
        .seen
        .iter()
        .zip(&b.seen)
        .map(|(left, right)| merge_taint(symbolic, a.guard, left, right))
        .collect();
    let idled = merge_guard(symbolic, (a.guard, a.idled), (b.guard, b.idled));
    State {
        guard: symbolic.or(a.guard, b.guard),
        registers,
        ctrl,
        wrote,
        seen,
        idled,
        counts: a.counts.clone(),
    }
}

/// Whichever fact holds on the path taken.
fn merge_guard(
    symbolic: &mut Symbolic,
    (a, left): (GuardId, GuardId),
    (b, right): (GuardId, GuardId),
) -> GuardId {
    if left == right {
        return left;
    }
    let left = symbolic.and(a, left);
    let right = symbolic.and(b, right);
    symbolic.or(left, right)
}

/// Control dependencies carry the guard of their branch already: no path condition is added.
fn merge_ctrl(symbolic: &mut Symbolic, a: &State, b: &State) -> Taint {
    let mut result = a.ctrl.clone();
    for (&read, &when) in &b.ctrl {
        add_taint(symbolic, &mut result, read, when);
    }
    result
}
