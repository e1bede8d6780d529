//! Choices: random ones from a seed, the same on every machine, or given ones, to try all.

use oorandom::Rand32;

/// Where choices come from.
#[derive(Debug, Clone)]
pub struct Rng(Kind);

#[derive(Debug, Clone)]
enum Kind {
    Random(Rand32),
    Given(Given),
}

/// Choices that are given, and what was asked.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// The choices, the first of which are given and the others 0.
    pub choices: Vec<u32>,
    /// Of how many each one was, for those that were asked for.
    pub counts: Vec<u32>,
}

impl Rng {
    /// Random choices: what a seed is used for has its own stream.
    #[must_use]
    pub fn new(seed: u64, stream: Stream) -> Self {
        Self(Kind::Random(Rand32::new_inc(seed, stream as u64)))
    }

    /// The given choices.
    #[must_use]
    pub fn given(choices: &[u32]) -> Self {
        Self(Kind::Given(Given {
            choices: choices.to_vec(),
            counts: Vec::new(),
        }))
    }

    /// What was asked of given choices.
    #[must_use]
    pub fn asked(&self) -> Option<&Given> {
        match &self.0 {
            Kind::Random(_) => None,
            Kind::Given(given) => Some(given),
        }
    }

    /// A number below `count`, which is not 0.
    #[inline]
    pub fn below(&mut self, count: u32) -> u32 {
        match &mut self.0 {
            Kind::Random(rand) => rand.rand_range(0..count.max(1)),
            Kind::Given(given) => {
                let at = given.counts.len();
                given.counts.push(count);
                given.choices.get(at).copied().unwrap_or(0)
            }
        }
    }

    /// True in so many of 1000 cases.
    #[inline]
    pub fn chance(&mut self, thousandths: u32) -> bool {
        match &mut self.0 {
            Kind::Random(rand) => rand.rand_range(0..1000) < thousandths,
            // Both are tried.
            Kind::Given(_) => self.below(2) == 1,
        }
    }
}

/// What choices are for: changing one kind of choice leaves the others as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Which words variables and locks get.
    Layout = 1,
    /// Locks and actions of episodes.
    Program = 2,
    /// Who makes the next step.
    Schedule = 3,
    /// What a device leaves to chance.
    Device = 4,
}

#[cfg(test)]
mod tests {
    use super::{Rng, Stream};

    /// Seeds are quoted in reports: they must mean the same after a change of the generator, too.
    #[test]
    fn the_numbers_of_a_seed_are_these() {
        let mut rng = Rng::new(7, Stream::Program);
        let drawn: Vec<u32> = (0..8).map(|_| rng.below(1000)).collect();
        assert_eq!(drawn, [592, 187, 601, 579, 432, 719, 867, 739]);
        let mut other = Rng::new(7, Stream::Device);
        let others: Vec<u32> = (0..8).map(|_| other.below(1000)).collect();
        assert_ne!(drawn, others);
    }
}
