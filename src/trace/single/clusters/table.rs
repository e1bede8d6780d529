//! Where the cluster of a value is: numbers of clusters by the hash of their location and value. What they stand for
//! is not held again here: it is in the log.

use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::FxHasher;

use super::{NONE, Word};

/// A table of numbers.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Numbers, or [`NONE`]; none at all, or a power of two.
    slots: Vec<u32>,
    filled: usize,
}

/// The hash of a location's value.
pub(super) fn hash(place: u32, value: Word) -> u64 {
    let build = BuildHasherDefault::<FxHasher>::default();
    let hash = build.hash_one((place, value));
    (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Table {
    /// The slots that a hash may be in, from the first.
    fn slots(&self, hash: u64) -> impl Iterator<Item = usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let start = usize::try_from(hash >> 32).unwrap_or(0);
        (0..self.slots.len()).map(move |step| (start + step) & mask)
    }

    /// The number with this hash that is the same.
    pub(super) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        let there = self.slots(hash).map(|at| self.slots[at]);
        there
            .take_while(|number| *number != NONE)
            .find(|number| same(*number))
    }

    /// Puts in a number that is not there.
    pub(super) fn add(&mut self, number: u32, of: impl Fn(u32) -> u64) {
        if self.filled * 4 >= self.slots.len() * 3 {
            let size = (self.slots.len() * 2).max(16);
            let old = std::mem::replace(&mut self.slots, vec![NONE; size]);
            for number in old.into_iter().filter(|number| *number != NONE) {
                self.put(number, of(number));
            }
        }
        self.put(number, of(number));
        self.filled += 1;
    }

    fn put(&mut self, number: u32, hash: u64) {
        let free = self.slots(hash).find(|at| self.slots[*at] == NONE);
        if let Some(at) = free {
            self.slots[at] = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_found() {
        let mut table = Table::default();
        let value = |number: u32| (number % 7, Word::number(number / 3));
        let of = |number: u32| {
            let (place, value) = value(number);
            hash(place, value)
        };
        for number in 0..5_000 {
            let same = |other: u32| value(other) == value(number);
            let first = (0..number).find(|other| same(*other));
            assert_eq!(table.find(of(number), same), first);
            if first.is_none() {
                table.add(number, of);
            }
        }
        assert_eq!(table.find(of(9_999), |_| false), None);
    }
}
