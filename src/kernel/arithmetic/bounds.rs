//! Whole numbers that are kept within bounds.

use crate::ptx::operation::{Half, Sum};
use crate::ptx::types::Type;

use super::integer::pattern;
use super::number;

/// A sum, cut to what a signed type holds (PTX ISA, *add*, *sub*, *mad*: `.sat`); of a product only the upper half is so.
pub fn saturated(sum: Sum, ty: Type, sources: &[u64]) -> Option<u64> {
    let of = |at: usize| sources.get(at).map(|&value| number(value, ty));
    let exact = match sum {
        Sum::Add => of(0)? + of(1)?,
        Sum::Sub => of(0)? - of(1)?,
        Sum::Mad(Half::High) => (of(0)?.wrapping_mul(of(1)?) >> ty.bits) + of(2)?,
        Sum::Mad(Half::Low | Half::Wide) => return None,
    };
    let most = (1_i128 << ty.bits.checked_sub(1)?) - 1;
    Some(pattern(exact.clamp(-most - 1, most)))
}

/// The greatest or the least of two, and 0 in place of less (PTX ISA, *min*, *max*: `.relu`).
pub fn relu(greatest: bool, ty: Type, sources: &[u64]) -> Option<u64> {
    let of = |at: usize| sources.get(at).map(|&value| number(value, ty));
    let (a, b) = (of(0)?, of(1)?);
    let one = if greatest { a.max(b) } else { a.min(b) };
    Some(pattern(one.max(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::types::Kind;

    const WORD: Type = Type {
        kind: Kind::Signed,
        bits: 32,
    };

    fn word(number: i32) -> u64 {
        u64::from(number.cast_unsigned())
    }

    #[test]
    fn sums_that_are_cut() {
        let sum = |sum, sources: &[i32]| {
            let sources: Vec<u64> = sources.iter().copied().map(word).collect();
            let found = saturated(sum, WORD, &sources).map(|one| one & 0xffff_ffff);
            found
                .and_then(|one| u32::try_from(one).ok())
                .map(u32::cast_signed)
        };
        let (least, most) = (i32::MIN, i32::MAX);
        assert_eq!(sum(Sum::Add, &[most, 1]), Some(most));
        assert_eq!(sum(Sum::Add, &[least, -1]), Some(least));
        assert_eq!(sum(Sum::Add, &[5, -8]), Some(-3));
        assert_eq!(sum(Sum::Sub, &[least, 1]), Some(least));
        assert_eq!(sum(Sum::Sub, &[0, least]), Some(most));
        let mad = Sum::Mad(Half::High);
        assert_eq!(sum(mad, &[1 << 30, 8, most - 1]), Some(most));
        assert_eq!(sum(mad, &[1 << 30, -8, 7]), Some(5));
        assert_eq!(sum(mad, &[-(1 << 30), 8, least]), Some(least));
        assert_eq!(sum(Sum::Mad(Half::Low), &[1, 1, 1]), None);
    }

    #[test]
    fn what_is_never_negative() {
        let of = |greatest, a, b| relu(greatest, WORD, &[word(a), word(b)]);
        assert_eq!(of(true, -5, -3), Some(0));
        assert_eq!(of(true, -5, 3), Some(3));
        assert_eq!(of(false, 5, -3), Some(0));
        assert_eq!(of(false, 5, 3), Some(3));
    }
}
