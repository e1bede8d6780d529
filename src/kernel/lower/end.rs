//! What is kept of a thread's end, as registers that conditions speak of.

use crate::kernel::interpret::state::Bytes;
use crate::program::symbolic::{GuardId, Symbolic, ValueId};

/// A thread exited.
pub const EXITED: i64 = 1;
/// It did what stops the launch.
pub const OVER: i64 = 2;
/// It stays in a lap that changes nothing.
pub const ROUND: i64 = 3;
/// It waits at a barrier.
pub const WAITS: i64 = 4;

/// It has not begun: a launch that comes before its own has not ended.
pub const AHEAD: i64 = 5;

/// A register that holds a number where a guard holds, and zero elsewhere.
pub fn number(symbolic: &mut Symbolic, cases: &[(GuardId, i64)]) -> ValueId {
    let mut value = symbolic.constant(0);
    for &(guard, number) in cases {
        let here = symbolic.constant(number);
        value = symbolic.select(guard, here, value);
    }
    value
}

/// What a thread alone wrote to outputs, at its end.
#[must_use]
pub fn written(finals: &[std::sync::Arc<Bytes>], own: &[(usize, usize)]) -> Vec<(u8, u64)> {
    let byte = |&(output, offset): &(usize, usize)| {
        let bytes = finals.get(output)?;
        Some((*bytes.bytes.get(offset)?, *bytes.taint.get(offset)?))
    };
    own.iter()
        .map(|place| {
            let (byte, taint) = byte(place).unwrap_or((0, 0));
            (byte, taint & crate::kernel::interpret::state::KEPT)
        })
        .collect()
}
