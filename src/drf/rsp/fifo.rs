//! The FIFO of what is dirty in an L1, and the markers in it.

use super::bugs::Bug;
use super::l1::Unit;
use super::messages::{Atomic, Entry, Message};
use super::system::Rsp;
use super::tables::{GateEvent, OneEvent};

/// A FIFO of more lines is emptied without a marker, too.
const FULL: usize = 16;

impl Unit {
    /// Whether the head of the FIFO has to move.
    fn is_due(&self) -> bool {
        let marked = self.fifo.iter().any(|one| matches!(one, Entry::Marker(_)));
        let waits = matches!(self.fifo.front(), Some(Entry::Marker(_))) && self.unwritten > 0;
        (marked || self.fifo.len() > FULL) && !waits
    }
}

impl Rsp {
    /// Something is put into a unit's FIFO.
    pub(super) fn put(&mut self, unit: u32, entry: Entry) {
        let marker = matches!(entry, Entry::Marker(_));
        if marker {
            self.hit_fifo(unit, GateEvent::Marker);
        }
        let fifo = &mut self.units[unit as usize].fifo;
        if marker && self.bug == Some(Bug::MarkerOvertakes) {
            fifo.push_front(entry);
        } else {
            fifo.push_back(entry);
        }
        self.go_on(unit);
    }

    /// The head of a unit's FIFO moves if it has to.
    fn go_on(&mut self, unit: u32) {
        let one = &mut self.units[unit as usize];
        if one.is_due() && !std::mem::replace(&mut one.drains, true) {
            self.wake_fifo(unit);
        }
    }

    /// The head of a unit's FIFO moves.
    pub(super) fn drain(&mut self, unit: u32) {
        let one = &mut self.units[unit as usize];
        one.drains = false;
        if one.is_due() {
            match one.fifo.pop_front() {
                Some(Entry::Line(line)) => {
                    let state = self.state(unit, line).1;
                    self.hit_l1(state, OneEvent::WriteBack);
                    self.write_back(unit, line);
                }
                Some(Entry::Marker(release)) => self.at_head(unit, release),
                None => {}
            }
        }
        self.go_on(unit);
    }

    /// A marker is at the head, and all before it is written back.
    fn at_head(&mut self, unit: u32, release: Option<Atomic>) {
        self.hit_fifo(unit, GateEvent::Flushed);
        self.send(release.map_or(Message::Flushed, Message::Atomic));
    }

    /// What was written back has arrived.
    pub(super) fn written(&mut self, unit: u32) {
        self.units[unit as usize].unwritten -= 1;
        self.go_on(unit);
    }
}
