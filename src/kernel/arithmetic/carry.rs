//! Sums with a carry (ISA, *Extended-Precision Integer Arithmetic Instructions*) and products of parts of registers.

use crate::ptx::operation::Sum;
use crate::ptx::types::{Kind, Type};

use super::integer::{cut, number, pattern, product};

/// A sum, and whether it carries or borrows; what comes in is the last of the sources, where there is one.
#[must_use]
pub fn carry(sum: Sum, ty: Type, sources: &[u64]) -> Option<(u64, bool)> {
    let bits = |at: usize| {
        sources
            .get(at)
            .map(|&value| u128::from(cut(value, ty.bits)))
    };
    let carried = |at: usize| u128::from(sources.get(at).is_some_and(|value| value & 1 == 1));
    let (first, second, third) = match sum {
        Sum::Add | Sum::Sub => (bits(0)?, bits(1)?, carried(2)),
        Sum::Mad(half) => {
            let all = number(*sources.first()?, ty).wrapping_mul(number(*sources.get(1)?, ty));
            let part = u128::from(product(half, ty, all, 0));
            (part, bits(2)?, carried(3))
        }
    };
    let (total, carries) = match sum {
        Sum::Add | Sum::Mad(_) => {
            let total = first + second + third;
            (total, total >> ty.bits != 0)
        }
        Sum::Sub => (first.wrapping_sub(second + third), first < second + third),
    };
    let low = u64::try_from(total & u128::from(u64::MAX)).ok()?;
    Some((cut(low, ty.bits), carries))
}

/// `dp4a` and `dp2a`: the sum of products of four bytes, or of two halves with two bytes, and a third number.
#[must_use]
pub fn dot(ty: Type, by: Type, (halves, high): (bool, bool), sources: &[u64]) -> Option<u64> {
    let [a, b, c] = *sources else {
        return None;
    };
    let (width, count, from) = match (halves, high) {
        (false, _) => (8, 4, 0),
        (true, false) => (16, 2, 0),
        (true, true) => (16, 2, 2),
    };
    let part = |value: u64, at: u32, width: u16, kind: Kind| {
        number(value >> (u32::from(width) * at), Type::new(kind, width))
    };
    let products =
        (0..count).map(|at| part(a, at, width, ty.kind) * part(b, from + at, 8, by.kind));
    let sum: i128 = products.sum();
    Some(cut(pattern(sum).wrapping_add(c), 32))
}
