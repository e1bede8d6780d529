//! Settings that are drawn, after cuda-litmus and Levine et al., MC Mutants (ASPLOS 2023), section 4.

use std::collections::BTreeSet;

use oorandom::Rand64;

use super::{KEYS, Settings};
use crate::device::run::device::Backend;
use crate::device::run::place::LANES;

/// What a setting is drawn from, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Draw {
    /// It is not.
    Never,
    /// Each number is as likely.
    Even(u64, u64),
    /// Each odd number is.
    Odd(u64, u64),
    /// Each order of magnitude is.
    Powers(u64, u64),
    /// The squares of numbers.
    Squares(u64, u64),
    /// The threads of so many warps.
    Warps(u64, u64),
}

impl Draw {
    fn draw(self, chance: &mut Rand64) -> Option<u64> {
        let mut even = |least: u64, most: u64| chance.rand_range(least..most + 1);
        match self {
            Self::Never => None,
            Self::Even(least, most) => Some(even(least, most)),
            Self::Odd(least, most) => Some(even(least / 2, most / 2) * 2 + 1),
            Self::Squares(least, most) => Some(even(least, most).pow(2)),
            Self::Warps(least, most) => Some(even(least, most) * u64::from(LANES)),
            Self::Powers(least, most) => Some(power(least, most, chance.rand_float())),
        }
    }
}

/// So far from one number to another, by orders of magnitude.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "settings are small and not negative"
)]
fn power(least: u64, most: u64, way: f64) -> u64 {
    let (from, to) = ((least as f64).ln(), (most as f64).ln());
    let number = (from + way * (to - from)).exp().round();
    (number as u64).clamp(least, most)
}

impl Settings {
    /// Whether a device has anything to draw: each move of a walk is as likely, whatever is set.
    #[must_use]
    pub const fn can_be_drawn(backend: Backend) -> bool {
        match backend {
            Backend::Host | Backend::Cuda => true,
            Backend::Walk(_) => false,
        }
    }

    /// These, and others that are drawn: `count` in all. What is `fixed` stays as it is, and has no part in what the others
    /// become.
    #[must_use]
    pub fn drawn(
        self,
        backend: Backend,
        fixed: &BTreeSet<String>,
        (seed, count): (u64, usize),
    ) -> Vec<Self> {
        let mut chance = Rand64::new(u128::from(seed));
        let others = (1..count).map(|_| {
            let mut settings = self;
            for key in KEYS.iter().filter(|key| key.is_of(backend)) {
                if let Some(value) = key.draw.draw(&mut chance)
                    && !fixed.contains(key.name)
                {
                    *(key.field)(&mut settings) = value;
                }
            }
            if !fixed.contains("all") {
                settings.gpu.all = settings.gpu.all.max(settings.gpu.blocks);
            }
            settings
        });
        std::iter::once(self).chain(others).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_can_be_set_and_depends_on_the_seed_alone() {
        let none = BTreeSet::new();
        for backend in [Backend::Host, Backend::Cuda] {
            let base = Settings::of(backend);
            let drawn = base.drawn(backend, &none, (7, 200));
            assert_eq!((drawn.len(), drawn[0]), (200, base));
            assert_eq!(drawn, base.drawn(backend, &none, (7, 200)));
            assert_ne!(drawn, base.drawn(backend, &none, (8, 200)));
            for one in &drawn {
                let mut again = base;
                for (name, value) in one.told(backend) {
                    assert_eq!(again.set(backend, name, &value.to_string()), Ok(()));
                }
                assert_eq!(again, *one);
                assert!(one.gpu.all >= one.gpu.blocks);
            }
            // What is fixed changes nothing else.
            let fixed = BTreeSet::from(["shuffle".to_owned()]);
            let same = base.drawn(backend, &fixed, (7, 200));
            for (one, other) in drawn.iter().zip(&same) {
                let shuffle = base.shuffle;
                assert_eq!(Settings { shuffle, ..*one }, *other);
            }
        }
    }
}
