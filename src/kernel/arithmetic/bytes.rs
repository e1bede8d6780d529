//! Bytes of two words, picked.

use crate::ptx::operation::Pick;

use super::cut;

/// `prmt` (PTX ISA, *prmt*): each byte of the result is one of eight. Without a mode four bits choose it, of which the highest says that
/// its sign is meant; a mode chooses all four by a number.
pub fn permute(mode: Option<Pick>, sources: &[u64]) -> Option<u64> {
    let [low, high, selector] = *sources else {
        return None;
    };
    let bytes = cut(low, 32) | cut(high, 32) << 32;
    let mut result = 0;
    for byte in 0..4 {
        let choice = match mode {
            None => selector >> (4 * byte) & 0xF,
            Some(mode) => picked(mode, selector & 3, byte),
        };
        let chosen = bytes >> (8 * (choice & 7)) & 0xFF;
        let chosen = match (choice & 8, chosen & 0x80) {
            (0, _) => chosen,
            (_, 0) => 0,
            _ => 0xFF,
        };
        result |= chosen << (8 * byte);
    }
    Some(result)
}

/// Which of the eight a mode takes for a byte of the result.
fn picked(mode: Pick, number: u64, byte: u64) -> u64 {
    match mode {
        Pick::Forward => number + byte,
        Pick::Backward => (8 + number - byte) & 7,
        Pick::Replicate => number,
        Pick::ClampLeft => number.max(byte),
        Pick::ClampRight => number.min(byte),
        Pick::ReplicateHalf => 2 * (number & 1) + (byte & 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of the PTX ISA, the highest byte first.
    #[test]
    fn modes() {
        let rows = [
            (Pick::Forward, [0x3210, 0x4321, 0x5432, 0x6543]),
            (Pick::Backward, [0x5670, 0x6701, 0x7012, 0x0123]),
            (Pick::Replicate, [0x0000, 0x1111, 0x2222, 0x3333]),
            (Pick::ClampLeft, [0x3210, 0x3211, 0x3222, 0x3333]),
            (Pick::ClampRight, [0x0000, 0x1110, 0x2210, 0x3210]),
            (Pick::ReplicateHalf, [0x1010, 0x3232, 0x1010, 0x3232]),
        ];
        let (low, high) = (0x8363_4321, 0xf7e6_a5c4);
        for (mode, row) in rows {
            for (number, plain) in (0..).zip(row) {
                // Only the two lowest bits count.
                let one = permute(Some(mode), &[low, high, number | 0xfc]);
                assert_eq!(one, permute(None, &[low, high, plain]), "{mode:?} {number}");
            }
        }
        // A sign is only meant without a mode.
        assert_eq!(permute(None, &[low, high, 0x3333]), Some(0x8383_8383));
        assert_eq!(permute(None, &[low, high, 0xbbbb]), Some(0xffff_ffff));
    }
}
