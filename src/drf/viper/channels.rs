//! Who can move: the heads of queues, and messages that need no order.

use super::messages::{Messages, NONE};

/// A queue of messages.
#[derive(Debug, Clone, Copy)]
pub struct Queue {
    /// Its first message.
    pub head: u32,
    /// Its last one.
    pub tail: u32,
}

impl Queue {
    /// Nothing in it.
    pub const EMPTY: Self = Self {
        head: NONE,
        tail: NONE,
    };

    /// Adds a message; true if it is the first.
    pub fn push(&mut self, messages: &mut Messages, message: u32) -> bool {
        let first = self.head == NONE;
        if first {
            self.head = message;
        } else {
            messages.get_mut(self.tail).next = message;
        }
        self.tail = message;
        first
    }

    /// Takes the first message from it; true if there are others.
    pub fn pop(&mut self, messages: &Messages) -> bool {
        if self.head == NONE {
            return false;
        }
        self.head = messages.get(self.head).next;
        if self.head == NONE {
            self.tail = NONE;
        }
        self.head != NONE
    }
}

/// What can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mover {
    /// The first request of a unit to a line, by the place of its port.
    Port(u32),
    /// The first message of the L2 to a line of memory.
    Memory(u32),
    /// A message of its own.
    Message(u32),
}
