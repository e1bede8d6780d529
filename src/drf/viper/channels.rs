//! Who can move: the heads of queues, and messages that need no order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

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

/// All that can move, and what is held back.
#[derive(Debug, Clone, Default)]
pub struct Movers {
    ready: Vec<Mover>,
    held: BinaryHeap<Reverse<(u64, Mover)>>,
}

impl Movers {
    /// It can move.
    pub fn add(&mut self, mover: Mover) {
        self.ready.push(mover);
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        crate::drf::number::small(self.ready.len())
    }

    /// Takes one.
    pub fn take(&mut self, at: u32) -> Mover {
        self.ready.swap_remove(at as usize)
    }

    /// Holds something back until then.
    pub fn hold(&mut self, until: u64, mover: Mover) {
        self.held.push(Reverse((until, mover)));
    }

    /// When the next message that is held back may move.
    pub fn next_held(&self) -> Option<u64> {
        self.held.peek().map(|Reverse((until, _))| *until)
    }

    /// Lets go what was held back until now.
    pub fn let_go(&mut self, now: u64) {
        while let Some(&Reverse((until, mover))) = self.held.peek() {
            if until > now {
                break;
            }
            self.held.pop();
            self.ready.push(mover);
        }
    }

    /// All that can move, in the order in which it is held.
    pub fn all(&self) -> &[Mover] {
        &self.ready
    }
}
