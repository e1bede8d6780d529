//! Counters: cells to which only atomic additions write, so that what a thread finds there never becomes less.
//!
//! Each of these additions is strong as far as all users go, so that it reads what comes right before it in coherence
//! order (the axiom of atomicity), and is no smaller than that. What a thread adds to is behind what it wrote before
//! (coherence of one thread), and so no smaller either. What is added never depends on reads, so that only an
//! execution whose values come out of thin air could break this for itself alone.
//!
//! A loop that takes numbers until there are no more of them comes to an end thereby: its laps differ.

use std::collections::BTreeMap;

use crate::kernel::setup::Setup;
use crate::ptx::module::Body;
use crate::ptx::operation::{Operation, Update};

use super::cells::{Age, Datum, Knowledge};
use super::walk::{Past, Walk};

/// What a thread finds in counters at least: of a cell, which instruction added to it last, and what that left.
pub type Least = BTreeMap<usize, (usize, u64)>;

/// Atomics that a thread may come to again.
#[derive(Debug, Default)]
pub struct Again {
    /// Of a function and an atomic in it that is in a loop: from which instructions a thread comes to it.
    ways: BTreeMap<(usize, usize), Vec<bool>>,
}

impl Again {
    /// Of all functions of a launch.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        let mut ways = BTreeMap::new();
        for (function, it) in setup.module.functions.iter().enumerate() {
            let Some(body) = &it.body else { continue };
            for (at, one) in body.code.iter().enumerate() {
                if !matches!(one.operation, Operation::Atomic { .. }) {
                    continue;
                }
                let from = leading(body, at);
                let mut next = one.successors(at, body.code.len()).into_iter();
                if next.any(|next| from.get(next) == Some(&true)) {
                    ways.insert((function, at), from);
                }
            }
        }
        Self { ways }
    }

    /// Whether a thread that is at an instruction may come to an atomic in a loop.
    fn comes(&self, function: usize, from: usize, to: usize) -> bool {
        let ways = self.ways.get(&(function, to));
        ways.is_some_and(|ways| ways.get(from).copied().unwrap_or(false))
    }
}

/// The instructions from which a thread may come to one, that one included.
fn leading(body: &Body, to: usize) -> Vec<bool> {
    let length = body.code.len();
    let mut leading = vec![false; length];
    leading[to] = true;
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (at, one) in body.code.iter().enumerate().rev() {
            if leading[at] {
                continue;
            }
            let next = one.successors(at, length);
            if next.iter().any(|&next| leading.get(next) == Some(&true)) {
                leading[at] = true;
                changed = true;
            }
        }
    }
    leading
}

impl Knowledge {
    /// That something else than an addition writes a cell.
    pub fn sets(&mut self, cell: usize) {
        self.grown |= self.set.insert(cell);
    }

    /// Whether what is in a cell never becomes less, as far as is known.
    #[must_use]
    pub fn counts(&self, cell: usize) -> bool {
        self.strong(cell) && !self.set.contains(&cell) && !self.is_aliased(cell)
    }
}

impl Walk<'_, '_> {
    /// An atomic of one cell leaves this where it found that: what it writes is computed from reads before it, or not.
    pub fn counted(
        &mut self,
        at: usize,
        past: &mut Past,
        (cell, old, new): (usize, Datum, Datum),
        computed: bool,
    ) {
        let (moment, _) = &self.moments[at];
        let operation = self.operation(&self.state(moment));
        let adds = matches!(
            operation,
            Operation::Atomic {
                op: Update::Add,
                ..
            }
        );
        let known = old.flags == 0 && new.flags == 0;
        if !adds || computed || !known || new.bits < old.bits {
            self.know.sets(cell);
            return;
        }
        let ([_], (function, place)) = (
            self.moments[at].0.thread.frames.as_slice(),
            self.graph.nodes[at].place,
        ) else {
            return;
        };
        let comes = self.excluded.again.comes(function, place, place);
        if new.bits > old.bits && comes && self.know.counts(cell) {
            past.least.insert(cell, (place, new.bits));
        }
    }

    /// Leaves out of what may be found in a cell what is too small.
    pub fn leave_out(&self, past: &Past, cell: usize, found: &mut Vec<(Datum, Age)>) {
        if let Some((_, least)) = past.least.get(&cell)
            && self.know.counts(cell)
        {
            found.retain(|(datum, _)| datum.bits >= *least);
        }
    }

    /// Forgets the least of counters that a thread does not come to again.
    pub fn forget_counters(&self, frames: usize, (function, at): (usize, usize), past: &mut Past) {
        if frames == 1 {
            let again = &self.excluded.again;
            past.least
                .retain(|_, (place, _)| again.comes(function, at, *place));
        } else if frames == 0 {
            past.least.clear();
        }
    }
}
