//! What atomics write.

use crate::ptx::operation::{Compute, Update};
use crate::ptx::phases::arrived;
use crate::ptx::types::Type;

use super::integer::{compute, cut};

/// The new value of a cell outside shared memory: there an `add.f32` takes subnormal numbers for zeros of their sign, and
/// writes such zeros for them (PTX ISA, `atom`, `red`).
#[must_use]
pub fn update_global(op: Update, ty: Type, old: u64, operands: &[u64]) -> Option<(u64, bool)> {
    if op != Update::Add || !ty.is_float() || ty.bits != 32 {
        return update(op, ty, old, operands);
    }
    let added = flushed(*operands.first()?);
    let (new, writes) = update(op, ty, flushed(old), &[added])?;
    Some((flushed(new), writes))
}

/// A float of 32 bits; for a subnormal one the zero of its sign.
const fn flushed(pattern: u64) -> u64 {
    let pattern = pattern & 0xFFFF_FFFF;
    if pattern & 0x7F80_0000 == 0 {
        pattern & 0x8000_0000
    } else {
        pattern
    }
}

/// The new value of a cell; the old one for a `cas` that fails, with whether it is written at all.
/// Nothing where the result is not known exactly.
#[must_use]
pub fn update(op: Update, ty: Type, old: u64, operands: &[u64]) -> Option<(u64, bool)> {
    let first = cut(*operands.first()?, ty.bits);
    let old = cut(old, ty.bits);
    let with = |op| compute(op, ty, &[old, first]);
    let new = match op {
        Update::Add => with(Compute::Add)?,
        Update::And => with(Compute::And)?,
        Update::Or => with(Compute::Or)?,
        Update::Xor => with(Compute::Xor)?,
        Update::Min => with(Compute::Min)?,
        Update::Max => with(Compute::Max)?,
        Update::Inc if old >= first => 0,
        Update::Inc => old + 1,
        Update::Dec if old == 0 || old > first => first,
        Update::Dec => old - 1,
        Update::Exch => first,
        Update::Cas if old == first => cut(*operands.get(1)?, ty.bits),
        Update::Cas => return Some((old, false)),
        Update::Arrive => arrived(old, first, false)?,
        Update::Leave => arrived(old, first, true)?,
    };
    Some((new, true))
}
