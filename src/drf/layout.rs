//! Which word of memory each lock and each variable has.

use super::config::Config;
use super::number::small;
use super::rng::{Rng, Stream};

/// The address of the first word.
const BASE: u64 = 0x10000;

/// Locks and variables in memory: one permutation of both, so that lines mix them.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Words of variables, then words of locks.
    words: Vec<u32>,
    variables: u32,
    bytes: u32,
}

impl Layout {
    /// A random one.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let mut rng = Rng::new(config.seed, Stream::Layout);
        let mut words: Vec<u32> = (0..config.variables + config.locks).collect();
        for at in (1..words.len()).rev() {
            let other = rng.below(small(at) + 1);
            words.swap(at, other as usize);
        }
        Self {
            words,
            variables: config.variables,
            bytes: config.word,
        }
    }

    /// The word of a variable.
    #[must_use]
    pub fn variable(&self, variable: u32) -> u32 {
        self.words[variable as usize]
    }

    /// The word of a lock.
    #[must_use]
    pub fn lock(&self, lock: u32) -> u32 {
        self.words[(self.variables + lock) as usize]
    }

    /// The address of a word.
    #[must_use]
    pub fn address(&self, word: u32) -> u64 {
        address(word, self.bytes)
    }
}

/// The address of a word of so many bytes.
#[must_use]
pub fn address(word: u32, bytes: u32) -> u64 {
    BASE + u64::from(word) * u64::from(bytes)
}

/// The word at an address, if one begins there.
#[must_use]
pub fn word(address: u64, bytes: u32) -> Option<u32> {
    let offset = address.checked_sub(BASE)?;
    let bytes = u64::from(bytes);
    (offset % bytes == 0).then(|| u32::try_from(offset / bytes).ok())?
}
