//! Remote atomics: they promote the last release before them and the next acquire after them (Orr et al., section 4.2, `rm_ar`).

use crate::drf::device::Response;
use crate::drf::number::small;

use super::bugs::Bug;
use super::messages::{Atomic, Does, Entry, Message};
use super::system::Rsp;
use super::tables::Gate;

impl Rsp {
    /// A remote atomic begins, or waits for the one that runs.
    pub(super) fn promote(&mut self, atomic: Atomic) {
        self.waiting.push_back(atomic);
        self.next();
    }

    /// The next remote atomic begins, if none runs: all L1s are to be flushed.
    fn next(&mut self) {
        if self.promoting.is_some() {
            return;
        }
        let Some(atomic) = self.waiting.pop_front() else {
            return;
        };
        let flushes = |unit: &u32| match self.bug {
            Some(Bug::OthersNotFlushed) => *unit == atomic.unit,
            Some(Bug::RequesterNotFlushed) => *unit != atomic.unit,
            Some(Bug::MarkerOvertakes | Bug::OthersNotInvalidated | Bug::AtomicsNotStalled)
            | None => true,
        };
        let units: Vec<u32> = (0..small(self.units.len())).filter(flushes).collect();
        self.promoting = Some(small(units.len()));
        self.promoted = Some(atomic);
        for unit in &units {
            self.send(Message::Flush(*unit));
        }
        if units.is_empty() {
            self.flushed_all();
        }
    }

    /// The marker of the remote atomic comes to a unit.
    pub(super) fn flush(&mut self, unit: u32) {
        self.put(unit, Entry::Marker(None));
        if self.bug != Some(Bug::AtomicsNotStalled) {
            self.units[unit as usize].gate = Gate::Stalled;
        }
    }

    /// A unit has flushed its L1.
    pub(super) fn flushed(&mut self) {
        let left = self.promoting.unwrap_or(0).saturating_sub(1);
        self.promoting = Some(left);
        if left == 0 {
            self.flushed_all();
        }
    }

    /// The remote atomic invalidates its own L1, and goes to the L2.
    fn flushed_all(&mut self) {
        if let Some(atomic) = self.promoted.take() {
            self.invalidate(atomic.unit);
            self.send(Message::Atomic(atomic));
        }
    }

    /// An atomic comes back from the L2.
    pub(super) fn done(&mut self, atomic: Atomic, value: u32) {
        self.answers.push(Response {
            tag: atomic.tag,
            value: Some(value),
        });
        match atomic.does {
            Does::Acquire => self.invalidate(atomic.unit),
            Does::Release => {}
            Does::Promote => {
                self.units[atomic.unit as usize].gate = Gate::Open;
                let others = (0..small(self.units.len())).filter(|unit| *unit != atomic.unit);
                let others: Vec<u32> = others.collect();
                self.promoting = (!others.is_empty()).then(|| small(others.len()));
                for unit in others {
                    self.send(Message::Invalidate(unit));
                }
                self.next();
            }
        }
    }

    /// Another unit's remote atomic is done: what a unit's next acquire finds is as the L2 has it.
    pub(super) fn invalidated(&mut self, unit: u32) {
        if self.bug != Some(Bug::OthersNotInvalidated) {
            self.invalidate(unit);
        }
        self.units[unit as usize].gate = Gate::Open;
        self.promoting = self.promoting.filter(|left| *left > 1).map(|left| left - 1);
        self.next();
    }
}
