//! Sets of events as bits. Most tests have at most 64 events: a set of them is one word.

pub use super::bitmatrix::{BitMatrix, Row};

/// A set of events, numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BitSet {
    /// The first 64 events; of most tests all.
    first: u64,
    rest: Vec<u64>,
    size: usize,
}

impl BitSet {
    /// The empty set among `size` events.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self {
            first: 0,
            rest: vec![0; size.div_ceil(64).saturating_sub(1)],
            size,
        }
    }

    /// The set of all `size` events.
    #[must_use]
    pub fn full(size: usize) -> Self {
        (0..size).fold(Self::new(size), |mut set, event| {
            set.insert(event);
            set
        })
    }

    /// How many events there are to choose from.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    pub(super) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }

    fn words_mut(&mut self) -> impl Iterator<Item = &mut u64> {
        std::iter::once(&mut self.first).chain(&mut self.rest)
    }

    fn word(&self, event: usize) -> u64 {
        match (event / 64).checked_sub(1) {
            None => self.first,
            Some(index) => self.rest[index],
        }
    }

    fn word_mut(&mut self, event: usize) -> &mut u64 {
        match (event / 64).checked_sub(1) {
            None => &mut self.first,
            Some(index) => &mut self.rest[index],
        }
    }

    /// Adds an event; says whether it is new.
    pub fn insert(&mut self, event: usize) -> bool {
        let word = self.word_mut(event);
        let bit = 1 << (event % 64);
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }

    /// Takes an event out.
    pub fn remove(&mut self, event: usize) {
        *self.word_mut(event) &= !(1 << (event % 64));
    }

    /// Whether the event is in the set.
    #[must_use]
    pub fn contains(&self, event: usize) -> bool {
        self.word(event) >> (event % 64) & 1 == 1
    }

    /// Whether no event is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words().all(|word| word == 0)
    }

    /// How many events are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words().map(|word| word.count_ones() as usize).sum()
    }

    /// The events, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        ones(self.words())
    }

    /// Adds all of the other set; says whether anything is new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        let mut fresh = false;
        for (word, more) in self.words_mut().zip(other.words()) {
            fresh |= more & !*word != 0;
            *word |= more;
        }
        fresh
    }

    /// Adds all that an event is related to.
    pub fn union_with_row(&mut self, row: Row<'_>) {
        for (word, more) in self.words_mut().zip(row.words()) {
            *word |= more;
        }
    }

    /// Keeps what is in both.
    pub fn intersect_with(&mut self, other: &Self) {
        for (word, more) in self.words_mut().zip(other.words()) {
            *word &= more;
        }
    }

    /// Takes out what is in the other.
    pub fn subtract(&mut self, other: &Self) {
        for (word, more) in self.words_mut().zip(other.words()) {
            *word &= !more;
        }
    }

    /// Whether the two share an event.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.words().zip(other.words()).any(|(a, b)| a & b != 0)
    }
}

/// The numbers of the bits that are one, in ascending order.
pub(super) fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(index, word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                index * 64 + bit
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_word_and_of_several_are_alike() {
        let mut cyclic = 0;
        for (seed, size) in [1, 7, 64, 65, 130].repeat(20).into_iter().enumerate() {
            let mut relation = BitMatrix::new(size);
            for pair in 0..=size / 2 {
                relation.insert(
                    (seed + 7 * pair * pair) % size,
                    (5 * seed + 11 * pair) % size,
                );
            }
            let closure = relation.closure();
            let acyclic = (0..size).all(|event| !closure.contains(event, event));
            assert_eq!(relation.is_acyclic(), acyclic);
            cyclic += usize::from(!acyclic);
            let (twice, inverse) = (relation.compose(&relation), relation.inverse());
            let mut pairs = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
            assert!(pairs.all(|(from, to)| {
                let through = relation
                    .row(from)
                    .iter()
                    .any(|middle| relation.contains(middle, to));
                twice.contains(from, to) == through
                    && inverse.contains(to, from) == relation.contains(from, to)
            }));
        }
        assert!((10..90).contains(&cyclic), "{cyclic} of 100 have a cycle");
    }
}
