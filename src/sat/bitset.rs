//! Sets of events and relations between them as bits.

/// A set of events, numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BitSet {
    words: Vec<u64>,
    size: usize,
}

impl BitSet {
    /// The empty set among `size` events.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self {
            words: vec![0; size.div_ceil(64)],
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

    /// Adds an event; says whether it is new.
    pub fn insert(&mut self, event: usize) -> bool {
        let bit = 1 << (event % 64);
        let fresh = self.words[event / 64] & bit == 0;
        self.words[event / 64] |= bit;
        fresh
    }

    /// Takes an event out.
    pub fn remove(&mut self, event: usize) {
        self.words[event / 64] &= !(1 << (event % 64));
    }

    /// Whether the event is in the set.
    #[must_use]
    pub fn contains(&self, event: usize) -> bool {
        self.words[event / 64] >> (event % 64) & 1 == 1
    }

    /// Whether no event is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// How many events are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// The events, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
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

    /// Adds all of the other set; says whether anything is new.
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

    /// Whether the two share an event.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }
}

/// A relation between events: for each event, the set of those it is related to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BitMatrix {
    rows: Vec<BitSet>,
}

impl BitMatrix {
    /// The empty relation on `size` events.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self {
            rows: vec![BitSet::new(size); size],
        }
    }

    /// How many events there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// What an event is related to.
    #[must_use]
    pub fn row(&self, from: usize) -> &BitSet {
        &self.rows[from]
    }

    /// What an event is related to, to change it.
    pub fn row_mut(&mut self, from: usize) -> &mut BitSet {
        &mut self.rows[from]
    }

    /// Adds a pair; says whether it is new.
    pub fn insert(&mut self, from: usize, to: usize) -> bool {
        self.rows[from].insert(to)
    }

    /// Whether the pair is in the relation.
    #[must_use]
    pub fn contains(&self, from: usize, to: usize) -> bool {
        self.rows[from].contains(to)
    }

    /// Whether no pair is in the relation.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(BitSet::is_empty)
    }

    /// The pairs, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.rows
            .iter()
            .enumerate()
            .flat_map(|(from, row)| row.iter().map(move |to| (from, to)))
    }

    /// Adds all of the other relation; says whether anything is new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        let mut fresh = false;
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            fresh |= row.union_with(more);
        }
        fresh
    }

    /// Keeps what is in both.
    pub fn intersect_with(&mut self, other: &Self) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            row.intersect_with(more);
        }
    }

    /// Takes out what is in the other.
    pub fn subtract(&mut self, other: &Self) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            row.subtract(more);
        }
    }

    /// The pairs the other way round.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut result = Self::new(self.size());
        for (from, to) in self.iter() {
            result.insert(to, from);
        }
        result
    }

    /// What the pairs begin with.
    #[must_use]
    pub fn domain(&self) -> BitSet {
        let mut result = BitSet::new(self.size());
        for (from, row) in self.rows.iter().enumerate() {
            if !row.is_empty() {
                result.insert(from);
            }
        }
        result
    }

    /// `self ; other`.
    #[must_use]
    pub fn compose(&self, other: &Self) -> Self {
        let mut result = Self::new(self.size());
        for (from, middle) in self.iter() {
            result.rows[from].union_with(&other.rows[middle]);
        }
        result
    }

    /// The transitive closure, by Warshall's algorithm.
    #[must_use]
    pub fn closure(&self) -> Self {
        let mut result = self.clone();
        for middle in 0..self.size() {
            let through = result.rows[middle].clone();
            for row in &mut result.rows {
                if row.contains(middle) {
                    row.union_with(&through);
                }
            }
        }
        result
    }
}
