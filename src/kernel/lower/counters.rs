//! Counters: cells to which only atomics write, none of which leaves less than it found (or none more), so that what a thread
//! finds there never becomes less: tickets, and sums that loops of compare-and-swap make.
//!
//! Each of these atomics is strong as far as all users go, so that it reads what comes right before it in coherence
//! order (the axiom of atomicity), and leaves no less than that. What a strong read of a thread finds behind another is that
//! or what comes later (coherence of one thread), and so no less either. That atomics leave no less is known of those of
//! this walk. In an execution in which another did, take a read that finds less, such that no other
//! that does comes before it by reads-from and dependencies, where these have no circle (the axiom of no thin air): the atomic
//! that left less hands its value on to that read from atomic to atomic, so that what these depend on comes before, and this
//! walk has seen them. One that does not depend on what it finds (an exchange) is seen with all that it can find, and so with
//! more than it leaves, where it can leave less.
//!
//! A loop that takes numbers until there are no more of them comes to an end thereby: its laps differ.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::kernel::setup::Setup;
use crate::ptx::family::Family;
use crate::ptx::module::Body;
use crate::ptx::operation::Operation;

use super::behind::Behind;
use super::cells::{Age, Datum, Knowledge};
use super::walk::{Past, Walk};

/// What a thread does not find any more: of cells, what is known.
pub type Least = BTreeMap<usize, Known>;

/// What a thread knows of a cell that it has looked at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Known {
    /// In a counter: the least (in one that falls, the most), until the thread does not come to this atomic any more.
    Bound(u64, usize),
    /// Elsewhere: what is behind.
    Behind(Behind),
}

/// Atomics that a thread may come to again.
#[derive(Debug, Default)]
pub struct Again {
    /// Of a function and an atomic in it that is in a loop: from which instructions a thread comes to it.
    ways: BTreeMap<(usize, usize), Vec<bool>>,
    /// Of a function: from which instructions a thread comes to one that reads memory.
    looks: BTreeMap<usize, Vec<bool>>,
}

impl Again {
    /// Of all functions of a launch.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        let mut ways = BTreeMap::new();
        let mut looks = BTreeMap::new();
        for (function, it) in setup.module.functions.iter().enumerate() {
            let Some(body) = &it.body else { continue };
            let reads = |one: &Operation| {
                matches!(one, Operation::Atomic { .. } | Operation::Load { .. })
                    || one.family() == Family::Call
            };
            let code = body.code.iter();
            let reads = code.map(|one| reads(&one.operation)).collect();
            looks.insert(function, leading_to(body, reads));
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
        Self { ways, looks }
    }

    /// Whether a thread that is at an instruction may come to one that reads memory.
    fn looks(&self, function: usize, from: usize) -> bool {
        let looks = self.looks.get(&function);
        looks.is_none_or(|looks| looks.get(from).copied().unwrap_or(false))
    }

    /// Whether a thread that is at an instruction may come to an atomic in a loop.
    fn comes(&self, function: usize, from: usize, to: usize) -> bool {
        let ways = self.ways.get(&(function, to));
        ways.is_some_and(|ways| ways.get(from).copied().unwrap_or(false))
    }
}

/// The instructions from which a thread may come to one, that one included.
#[must_use]
pub fn leading(body: &Body, to: usize) -> Vec<bool> {
    let mut leading = vec![false; body.code.len()];
    leading[to] = true;
    leading_to(body, leading)
}

/// The instructions from which a thread may come to one of these, these included.
fn leading_to(body: &Body, mut leading: Vec<bool>) -> Vec<bool> {
    let length = body.code.len();
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

/// Where values of a cell go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// Nobody leaves less than was there.
    Up,
    /// Nobody leaves more.
    Down,
}

impl Knowledge {
    /// That what is written to a cell has nothing to do with what was there.
    pub fn sets(&mut self, cell: usize) {
        self.grown |= self.falls.insert(cell);
        self.grown |= self.rises.insert(cell);
        self.adds_no_sum(cell);
    }

    /// Where values of a cell go to, as far as is known; nothing where they go both ways.
    #[must_use]
    pub fn trend(&self, cell: usize) -> Option<Trend> {
        if self.loose_writes.contains(&cell) || self.is_aliased(cell) {
            None
        } else if !self.falls.contains(&cell) {
            Some(Trend::Up)
        } else if !self.rises.contains(&cell) {
            Some(Trend::Down)
        } else {
            None
        }
    }
}

impl Walk<'_, '_> {
    /// An atomic leaves this in a cell where it found that.
    pub fn counted(&mut self, at: usize, past: &mut Past, (cell, old, new): (usize, Datum, Datum)) {
        if old.flags != 0 || new.flags != 0 {
            self.know.sets(cell);
            return;
        }
        let changes = new.bits != old.bits;
        let changed = match new.bits.cmp(&old.bits) {
            Ordering::Less => self.know.falls.insert(cell),
            Ordering::Equal => false,
            Ordering::Greater => self.know.rises.insert(cell),
        };
        self.know.grown |= changed;
        if self.hangs_on(at) != 0 {
            return;
        }
        if changes {
            self.bounds(at, past, (cell, new.bits), true);
        }
        if self.know.trend(cell).is_none() {
            let until = past.wrote.get(&cell).copied().filter(|_| changes);
            self.passes(at, past, (cell, old), until);
        }
    }

    /// A compare-and-swap leaves a cell as it is. What it found is mostly in a register, so that moments that differ in
    /// what is known of the cell differ all the same.
    pub fn failed(&mut self, at: usize, past: &mut Past, (cell, old): (usize, Datum)) {
        let steady = self.know.trend(cell).is_some();
        if steady && old.flags == 0 {
            self.bounds(at, past, (cell, old.bits), false);
        } else if !steady {
            if self.compares_read(at)
                && let Some(place) = self.looping(at)
            {
                let compared = self.know.compared.entry(cell).or_default();
                self.know.grown |= compared.insert(place);
            }
            self.passes(at, past, (cell, old), None);
        }
    }

    /// Where a thread is, if it may come there again in the same call.
    #[must_use]
    pub fn looping(&self, at: usize) -> Option<(usize, usize)> {
        let place = self.graph.nodes[at].place;
        let flat = self.moments[at].0.thread.frames.len() == 1;
        let comes = self.excluded.again.comes(place.0, place.1, place.1);
        (flat && comes).then_some(place)
    }

    /// Keeps what is in a counter from now on at least, as long as the thread may come to it again.
    fn bounds(&mut self, at: usize, past: &mut Past, (cell, bits): (usize, u64), wrote: bool) {
        if let Some((function, place)) = self.looping(at) {
            let again = self.know.again.entry(cell).or_default();
            self.know.grown |= again.insert((function, place));
            let steady = self.know.trend(cell).is_some();
            if steady && (wrote && !self.depth.skips || !wrote && self.keeps()) {
                past.least.insert(cell, Known::Bound(bits, place));
            }
        }
    }

    /// Whether what is found, and not changed, is kept in mind.
    #[must_use]
    pub fn keeps(&self) -> bool {
        if self.depth.skips {
            return false;
        }
        self.excluded.behind.asked.set(true);
        self.excluded.behind.keeps
    }

    /// A strong read of a counter tells as much as a compare-and-swap that fails, where a thread goes on to one in a loop: what
    /// it found is what it will compare with.
    pub fn looked(&self, at: usize, past: &mut Past, (cell, found): (usize, Datum)) {
        let strong = |access| self.excluded.wide.is_strong(access);
        let access = self.graph.nodes[at].what.access();
        if found.flags != 0 || self.hangs_on(at) != 0 || !access.is_some_and(strong) {
            return;
        }
        if self.know.trend(cell).is_none() {
            self.passes(at, past, (cell, found), None);
            return;
        }
        let again = self.know.again.get(&cell).into_iter().flatten();
        if let Some(to) = self.comes_to(at, again)
            && self.keeps()
        {
            past.least.insert(cell, Known::Bound(found.bits, to));
        }
    }

    /// Which of these atomics in loops a thread may come to in the same call.
    #[must_use]
    pub fn comes_to<'p>(
        &self,
        at: usize,
        mut places: impl Iterator<Item = &'p (usize, usize)>,
    ) -> Option<usize> {
        let (function, place) = self.graph.nodes[at].place;
        let again = &self.excluded.again;
        let flat = self.moments[at].0.thread.frames.len() == 1;
        let comes = places.find(|(of, to)| *of == function && again.comes(function, place, *to));
        comes.filter(|_| flat).map(|(_, to)| *to)
    }

    /// Leaves out of what may be found in a cell what was there before what the thread knows of it.
    pub fn leave_out(&self, at: usize, past: &Past, cell: usize, found: &mut Vec<(Datum, Age)>) {
        let access = self.graph.nodes[at].what.access();
        if self.depth.skips || access.is_none_or(|access| !self.excluded.wide.is_strong(access)) {
            return;
        }
        self.leave_sums(past, cell, found);
        let behind = match (past.least.get(&cell), self.know.trend(cell)) {
            (Some(Known::Bound(known, _)), Some(trend)) => {
                found.retain(|(datum, _)| match trend {
                    Trend::Up => datum.bits >= *known,
                    Trend::Down => datum.bits <= *known,
                });
                None
            }
            (Some(Known::Behind(behind)), _) => Some(behind),
            (Some(Known::Bound(..)), None) | (None, _) => None,
        };
        self.leave_behind(at, past, cell, behind, found);
    }

    /// Forgets the least of counters that a thread does not come to again, and what it added to them.
    pub fn forget_counters(&self, frames: usize, (function, at): (usize, usize), past: &mut Past) {
        if frames == 1 {
            let again = &self.excluded.again;
            past.least.retain(|cell, known| match known {
                Known::Bound(_, place) => again.comes(function, at, *place),
                Known::Behind(_) => {
                    let mut compared = self.know.compared.get(cell).into_iter().flatten();
                    compared.any(|(of, to)| *of == function && again.comes(function, at, *to))
                }
            });
            if !again.looks(function, at) {
                past.added.clear();
            }
        } else if frames == 0 {
            past.least.clear();
            past.added.clear();
        }
    }
}
