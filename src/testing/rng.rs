//! A small generator of random numbers (splitmix64): the same on every machine and for ever. Its first
//! choices can come from bytes, so that whoever changes one of them changes one choice.

/// The state.
#[derive(Debug, Clone)]
pub struct Rng {
    state: u64,
    /// What decides before the state does, last byte first.
    bytes: Vec<u8>,
}

impl Rng {
    /// Starts from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            state: seed,
            bytes: Vec::new(),
        }
    }

    /// Takes each choice from the next byte as long as there are any, and from a fixed seed then.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self {
            state: 0,
            bytes: bytes.iter().rev().copied().collect(),
        }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`, or 0 if that is 0.
    pub fn below(&mut self, count: usize) -> usize {
        let next = self.bytes.pop().map_or_else(|| self.next(), u64::from);
        let drawn = next % (count.max(1) as u64);
        // Smaller than a `usize`, so nothing is lost.
        usize::try_from(drawn).unwrap_or(0)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some choices, of which there must be one.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// One of some choices, each with its weight.
    pub fn weighted<T: Copy>(&mut self, choices: &[(usize, T)]) -> T {
        let total = choices.iter().map(|(weight, _)| weight).sum();
        let mut drawn = self.below(total);
        for (weight, choice) in choices {
            if drawn < *weight {
                return *choice;
            }
            drawn -= weight;
        }
        choices[0].1
    }
}
