//! Which lines a cache holds, and where.

use super::cache::Cache;
use super::number::small;
use super::rng::Rng;

/// No line.
const NONE: u32 = u32::MAX;

/// The places of a cache.
#[derive(Debug, Clone)]
pub struct Slots {
    cache: Cache,
    /// The line in each place.
    lines: Vec<u32>,
}

impl Slots {
    /// An empty cache.
    #[must_use]
    pub fn new(cache: Cache) -> Self {
        Self {
            cache,
            lines: vec![NONE; cache.lines() as usize],
        }
    }

    /// The places where a line can be.
    const fn set(&self, line: u32) -> std::ops::Range<usize> {
        let first = (line % self.cache.sets * self.cache.ways) as usize;
        first..first + self.cache.ways as usize
    }

    /// Where a line is.
    #[must_use]
    pub fn find(&self, line: u32) -> Option<usize> {
        self.set(line).find(|slot| self.lines[*slot] == line)
    }

    /// A place for a line that is not there, and the line that has to leave it.
    pub fn room(&self, line: u32, rng: &mut Rng) -> (usize, Option<u32>) {
        let mut set = self.set(line);
        let first = set.start;
        if let Some(free) = set.find(|slot| self.lines[*slot] == NONE) {
            return (free, None);
        }
        let slot = first + rng.below(self.cache.ways) as usize;
        (slot, Some(self.lines[slot]))
    }

    /// A line takes a place.
    pub fn put(&mut self, slot: usize, line: u32) {
        self.lines[slot] = line;
    }

    /// A place is free again.
    pub fn clear(&mut self, slot: usize) {
        self.lines[slot] = NONE;
    }

    /// All lines that are there, each with its place.
    pub fn all(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let all = self.lines.iter().copied().enumerate();
        all.filter(|(_, line)| *line != NONE)
    }

    /// How many places there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        small(self.lines.len())
    }
}
