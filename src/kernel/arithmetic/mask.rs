//! Fields of 32 bits: masks of them, and numbers of few bits extended (PTX ISA, `bmsk` and `szext`).

use super::cut;

/// `bmsk`: ones, so many from a place on.
pub fn mask(wrap: bool, sources: &[u64]) -> Option<u64> {
    let [start, length] = within(wrap, sources)?;
    let below = |bits: u64| (1_u64 << bits) - 1;
    let end = (start + length).min(32);
    Some(below(end) & !below(start.min(32)))
}

/// `szext`: the lowest bits of a number, extended by their sign or by zeros.
pub fn extend(signed: bool, wrap: bool, sources: &[u64]) -> Option<u64> {
    let [_, length] = within(wrap, &[0, *sources.get(1)?])?;
    let value = cut(*sources.first()?, 32);
    if length == 32 {
        return Some(value);
    }
    let ones = (1_u64 << length) - 1;
    let negative = signed && length > 0 && value >> (length - 1) & 1 == 1;
    Some(if negative {
        cut(value | !ones, 32)
    } else {
        value & ones
    })
}

/// Two numbers of bits: none beyond 32, or what is left of them without it.
fn within(wrap: bool, sources: &[u64]) -> Option<[u64; 2]> {
    let [start, length] = *sources else {
        return None;
    };
    let fit = |bits: u64| {
        let bits = cut(bits, 32);
        if wrap { bits & 31 } else { bits.min(32) }
    };
    Some([fit(start), fit(length)])
}
