//! Who can move in a device, and what is held back.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::number::small;
use super::rng::Rng;

/// So many messages of 1000 are held back: else hardly any would ever be late.
const HELD: u32 = 50;

/// All that can move, and what is held back.
#[derive(Debug, Clone)]
pub struct Movers<T> {
    ready: Vec<T>,
    held: BinaryHeap<Reverse<(u64, T)>>,
    /// Messages are held back so many steps at most.
    hold: u32,
}

impl<T: Copy + Ord> Movers<T> {
    /// Nothing can move. One in twenty that can is held back, up to `hold` steps.
    #[must_use]
    pub const fn new(hold: u32) -> Self {
        Self {
            ready: Vec::new(),
            held: BinaryHeap::new(),
            hold,
        }
    }

    /// It can move now.
    pub fn add(&mut self, mover: T) {
        self.ready.push(mover);
    }

    /// It can move now, or is held back.
    pub fn moves(&mut self, mover: T, clock: u64, rng: &mut Rng) {
        if self.hold > 0 && rng.chance(HELD) {
            let long = u64::from(rng.below(self.hold)) + 1;
            self.held.push(Reverse((clock + long, mover)));
        } else {
            self.ready.push(mover);
        }
    }

    /// How many can move.
    #[must_use]
    pub fn count(&self) -> u32 {
        small(self.ready.len())
    }

    /// Takes one of those that can move, a step later; if there is none, the clock goes on to when the next one is let go. Nothing
    /// if nothing will ever move.
    pub fn next(&mut self, clock: &mut u64, rng: &mut Rng) -> Option<T> {
        *clock += 1;
        self.let_go(*clock);
        if self.ready.is_empty() {
            let Reverse((next, _)) = self.held.peek()?;
            *clock = *next;
            self.let_go(*clock);
        }
        let at = rng.below(self.count());
        Some(self.ready.swap_remove(at as usize))
    }

    /// Lets go what was held back until now.
    fn let_go(&mut self, now: u64) {
        while let Some(&Reverse((until, mover))) = self.held.peek() {
            if until > now {
                break;
            }
            self.held.pop();
            self.ready.push(mover);
        }
    }

    /// All that can move, in the order in which it is held.
    #[must_use]
    pub fn all(&self) -> &[T] {
        &self.ready
    }
}
