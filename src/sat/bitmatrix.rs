//! Relations between events as bits, row after row in one vector.

use super::bitset::{BitSet, ones};

/// What one event is related to.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    words: &'a [u64],
}

impl<'a> Row<'a> {
    /// The events, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> + 'a {
        ones(self.words.iter().copied())
    }

    /// The events that two rows have in common, in ascending order.
    pub fn common(self, other: Row<'a>) -> impl Iterator<Item = usize> + 'a {
        let both = self.words.iter().zip(other.words);
        ones(both.map(|(own, other)| own & other))
    }

    pub(super) const fn words(self) -> &'a [u64] {
        self.words
    }

    /// Whether it is related to nothing.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }
}

/// A relation between events: for each event, the set of those it is related to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BitMatrix {
    /// Row after row.
    words: Vec<u64>,
    /// So many words a row has.
    stride: usize,
    size: usize,
}

impl BitMatrix {
    /// The empty relation on `size` events.
    #[must_use]
    pub fn new(size: usize) -> Self {
        let stride = size.div_ceil(64);
        Self {
            words: vec![0; size * stride],
            stride,
            size,
        }
    }

    /// All pairs of an event of the one set and an event of the other.
    #[must_use]
    pub fn product(from: &BitSet, to: &BitSet) -> Self {
        let mut result = Self::new(from.size());
        for event in from.iter() {
            result.insert_all(event, to);
        }
        result
    }

    /// Each event of a set, related to itself.
    #[must_use]
    pub fn identity(set: &BitSet) -> Self {
        let mut result = Self::new(set.size());
        for event in set.iter() {
            result.insert(event, event);
        }
        result
    }

    /// How many events there are.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// What an event is related to.
    #[must_use]
    pub fn row(&self, from: usize) -> Row<'_> {
        Row {
            words: &self.words[from * self.stride..(from + 1) * self.stride],
        }
    }

    fn row_mut(&mut self, from: usize) -> &mut [u64] {
        &mut self.words[from * self.stride..(from + 1) * self.stride]
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        // A relation on no events has no rows, and none of a width.
        let words = self.words.chunks_exact(self.stride.max(1));
        words.map(|words| Row { words })
    }

    /// Relates an event to all of a set.
    pub fn insert_all(&mut self, from: usize, set: &BitSet) {
        for (word, more) in self.row_mut(from).iter_mut().zip(set.words()) {
            *word |= more;
        }
    }

    /// Adds a pair; says whether it is new.
    pub fn insert(&mut self, from: usize, to: usize) -> bool {
        let word = &mut self.row_mut(from)[to / 64];
        let bit = 1 << (to % 64);
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }

    /// Takes a pair out.
    pub fn remove(&mut self, from: usize, to: usize) {
        self.row_mut(from)[to / 64] &= !(1 << (to % 64));
    }

    /// Whether the pair is in the relation.
    #[must_use]
    pub fn contains(&self, from: usize, to: usize) -> bool {
        self.row(from).words[to / 64] >> (to % 64) & 1 == 1
    }

    /// Whether no pair is in the relation.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The pairs, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let rows = self.rows().enumerate();
        rows.flat_map(|(from, row)| row.iter().map(move |to| (from, to)))
    }

    /// Adds all of the other relation; says whether anything is new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        let mut fresh = false;
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            fresh |= more & !*word != 0;
            *word |= more;
        }
        fresh
    }

    /// Keeps what is in both.
    pub fn intersect_with(&mut self, other: &Self) {
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word &= more;
        }
    }

    /// Takes out what is in the other.
    pub fn subtract(&mut self, other: &Self) {
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word &= !more;
        }
    }

    /// The pairs whose events are both in a set.
    #[must_use]
    pub fn among(&self, set: &BitSet) -> Self {
        let mut result = Self::new(self.size);
        for from in set.iter() {
            let own = self.row(from).words.iter().zip(set.words());
            for (word, (&related, within)) in result.row_mut(from).iter_mut().zip(own) {
                *word = related & within;
            }
        }
        result
    }

    /// The pairs the other way round.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut result = Self::new(self.size);
        for (from, row) in self.rows().enumerate() {
            let (word, bit) = (from / 64, 1 << (from % 64));
            for to in row.iter() {
                result.words[to * self.stride + word] |= bit;
            }
        }
        result
    }

    /// What the pairs begin with.
    #[must_use]
    pub fn domain(&self) -> BitSet {
        let mut result = BitSet::new(self.size);
        for (from, row) in self.rows().enumerate() {
            if !row.is_empty() {
                result.insert(from);
            }
        }
        result
    }

    /// What the pairs end with.
    #[must_use]
    pub fn range(&self) -> BitSet {
        let mut result = BitSet::new(self.size);
        for row in self.rows() {
            result.union_with_row(row);
        }
        result
    }

    /// Whether no event reaches itself: what leads to nothing that is left is taken away until nothing is, or a cycle.
    #[must_use]
    pub fn is_acyclic(&self) -> bool {
        let mut left = vec![0_u64; self.stride];
        for event in 0..self.size {
            left[event / 64] |= 1 << (event % 64);
        }
        loop {
            let before = left.iter().map(|word| word.count_ones()).sum::<u32>();
            for event in (0..self.size).rev() {
                let row = self.row(event).words.iter().zip(&left);
                if row.map(|(row, left)| row & left).all(|word| word == 0) {
                    left[event / 64] &= !(1 << (event % 64));
                }
            }
            let after = left.iter().map(|word| word.count_ones()).sum::<u32>();
            if after == 0 || after == before {
                return after == 0;
            }
        }
    }

    /// `self ; other`.
    #[must_use]
    pub fn compose(&self, other: &Self) -> Self {
        let mut result = Self::new(self.size);
        if self.stride == 1 {
            // Most tests are this small.
            for (row, reached) in self.words.iter().zip(&mut result.words) {
                let mut rest = *row;
                while rest != 0 {
                    *reached |= other.words[rest.trailing_zeros() as usize];
                    rest &= rest - 1;
                }
            }
            return result;
        }
        for (from, row) in self.rows().enumerate() {
            for middle in row.iter() {
                let more = other.row(middle).words;
                for (word, &more) in result.row_mut(from).iter_mut().zip(more) {
                    *word |= more;
                }
            }
        }
        result
    }

    /// The transitive closure, by Warshall's algorithm.
    #[must_use]
    pub fn closure(&self) -> Self {
        let mut result = self.clone();
        let mut through = vec![0; self.stride];
        for middle in 0..self.size {
            through.copy_from_slice(result.row(middle).words);
            if through.iter().all(|&word| word == 0) {
                continue;
            }
            for from in 0..self.size {
                if result.contains(from, middle) {
                    for (word, &more) in result.row_mut(from).iter_mut().zip(&through) {
                        *word |= more;
                    }
                }
            }
        }
        result
    }
}
