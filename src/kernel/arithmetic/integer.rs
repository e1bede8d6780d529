//! Integers, bits and truth values. Operands and results are bit patterns, cut to the width of the
//! instruction's type; nothing where the result is not known exactly.

use crate::ptx::operation::{Comparison, Compute, Half, Join};
use crate::ptx::phases::{begun, is_over};
use crate::ptx::types::{Kind, Type};

use super::{bounds, bytes, carry, convert, float, mask};

/// The low bits of a pattern.
#[must_use]
pub const fn cut(value: u64, bits: u16) -> u64 {
    if bits >= 64 {
        value
    } else {
        value & ((1 << bits) - 1)
    }
}

/// A pattern as a number of its type.
#[must_use]
pub fn number(value: u64, ty: Type) -> i128 {
    let value = cut(value, ty.bits);
    if ty.is_signed() && ty.bits > 0 && value >> (ty.bits - 1) & 1 == 1 {
        i128::from(value) - (1_i128 << ty.bits)
    } else {
        i128::from(value)
    }
}

/// The low 64 bits of a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "two's complement"
)]
pub const fn pattern(number: i128) -> u64 {
    number as u64
}

/// A pattern of a type as one of 64 bits: by the sign where the type has one.
#[must_use]
pub fn extended(value: u64, ty: Type) -> u64 {
    pattern(number(value, ty))
}

/// What a computation yields; of `mul.wide` and `mad.wide`, at twice the width.
#[must_use]
pub fn compute(op: Compute, ty: Type, sources: &[u64]) -> Option<u64> {
    if let Compute::Convert {
        from,
        rounding,
        integral,
        saturate,
    } = op
    {
        return convert::convert(ty, from, (rounding, integral, saturate), *sources.first()?);
    }
    if let Compute::Compare(comparison, None) = op {
        return Some(u64::from(compare(
            comparison,
            ty,
            *sources.first()?,
            *sources.get(1)?,
        )?));
    }
    if ty.kind == Kind::Float && !matches!(op, Compute::Copy | Compute::Select) {
        return float::compute(op, ty, sources);
    }
    let bits = |at: usize| sources.get(at).map(|&value| cut(value, ty.bits));
    let num = |at: usize| sources.get(at).map(|&value| number(value, ty));
    let result = match op {
        Compute::Copy => bits(0)?,
        Compute::Add => pattern(num(0)? + num(1)?),
        Compute::Sub => pattern(num(0)? - num(1)?),
        Compute::Mul(half) => return Some(product(half, ty, num(0)?.wrapping_mul(num(1)?), 0)),
        Compute::Mad(half) => {
            let third = *sources.get(2)?;
            return Some(product(half, ty, num(0)?.wrapping_mul(num(1)?), third));
        }
        Compute::Div => division(num(0)?, num(1)?)?.0,
        Compute::Rem => division(num(0)?, num(1)?)?.1,
        Compute::Abs => pattern(num(0)?.abs()),
        Compute::Neg => pattern(-num(0)?),
        Compute::Min => pattern(num(0)?.min(num(1)?)),
        Compute::Max => pattern(num(0)?.max(num(1)?)),
        Compute::And => bits(0)? & bits(1)?,
        Compute::Or => bits(0)? | bits(1)?,
        Compute::Xor => bits(0)? ^ bits(1)?,
        Compute::Not => !bits(0)?,
        Compute::Cnot => u64::from(bits(0)? == 0),
        Compute::Shl | Compute::Shr => shift(op, ty, *sources.first()?, cut(*sources.get(1)?, 32)),
        Compute::Funnel { left, wrap } => funnel(left, wrap, sources)?,
        Compute::Bfe => extract(ty, sources)?,
        Compute::Bfi => insert(ty, sources)?,
        Compute::Brev => bits(0)?.reverse_bits() >> (64 - u32::from(ty.bits)),
        Compute::Clz => u64::from(bits(0)?.leading_zeros() + u32::from(ty.bits) - 64),
        Compute::Popc => u64::from(bits(0)?.count_ones()),
        Compute::Bfind { shift } => return Some(find(shift, ty, *sources.first()?)),
        Compute::Bmsk { wrap } => mask::mask(wrap, sources)?,
        Compute::Szext { wrap } => mask::extend(ty.is_signed(), wrap, sources)?,
        Compute::Prmt(mode) => bytes::permute(mode, sources)?,
        Compute::Lop3 => lookup(sources)?,
        Compute::Sad => pattern((num(0)? - num(1)?).abs() + num(2)?),
        Compute::Saturate(sum) => bounds::saturated(sum, ty, sources)?,
        Compute::Relu { greatest } => bounds::relu(greatest, ty, sources)?,
        Compute::Carry(sum) => return Some(carry::carry(sum, ty, sources)?.0),
        Compute::Dot { by, halves, high } => carry::dot(ty, by, (halves, high), sources)?,
        Compute::Begun => begun(bits(0)?)?,
        Compute::IsOver { parity } => u64::from(is_over(bits(0)?, bits(1)?, parity)?),
        Compute::Select => *sources.get(usize::from(sources.get(2)? & 1 != 1))?,
        Compute::Compare(..)
        | Compute::Fma
        | Compute::Sqrt
        | Compute::Reciprocal
        | Compute::Copysign
        | Compute::Convert { .. } => return None,
    };
    Some(cut(result, ty.bits))
}

/// A product of two numbers of 64 bits has 128: their pattern is right where its sign is not.
pub fn product(half: Half, ty: Type, product: i128, third: u64) -> u64 {
    let wide = ty.doubled();
    match half {
        Half::Low => cut(pattern(product).wrapping_add(third), ty.bits),
        Half::High => cut(pattern(product >> ty.bits).wrapping_add(third), ty.bits),
        Half::Wide => cut(pattern(product).wrapping_add(third), wide.bits.min(64)),
    }
}

/// Quotient towards zero, and remainder; what a division by zero yields, the language does not say.
fn division(a: i128, b: i128) -> Option<(u64, u64)> {
    Some((pattern(a.checked_div(b)?), pattern(a.checked_rem(b)?)))
}

/// Amounts beyond the width give what a shift by the width would.
fn shift(op: Compute, ty: Type, value: u64, amount: u64) -> u64 {
    let amount = u32::try_from(amount).unwrap_or(64).min(u32::from(ty.bits));
    let value = number(value, ty);
    if op == Compute::Shl {
        pattern(value << amount)
    } else {
        pattern(value >> amount)
    }
}

/// `shf`: 32 bits of the 64 that two registers hold.
fn funnel(left: bool, wrap: bool, sources: &[u64]) -> Option<u64> {
    let [low, high, amount] = *sources else {
        return None;
    };
    let whole = u128::from(cut(low, 32) | cut(high, 32) << 32);
    let amount = cut(amount, 32);
    let amount = if wrap { amount & 31 } else { amount.min(32) };
    let shifted = if left {
        (whole << amount) >> 32
    } else {
        whole >> amount
    };
    u64::try_from(shifted & 0xFFFF_FFFF).ok()
}

/// Where a field of bits begins, and its length: one byte each (PTX ISA, *bfe*, *bfi*). Nothing where machines do otherwise: of 64
/// bits, they take more of a register than its low byte (docs/hardware.md).
fn span(ty: Type, start: u64, length: u64) -> Option<(u64, u64)> {
    let bytes = (cut(start, 8), cut(length, 8));
    (ty.bits < 64 || bytes == (cut(start, 32), cut(length, 32))).then_some(bytes)
}

fn extract(ty: Type, sources: &[u64]) -> Option<u64> {
    let [value, start, length] = *sources else {
        return None;
    };
    let (start, length) = span(ty, start, length)?;
    let value = cut(value, ty.bits);
    let width = u64::from(ty.bits);
    // The sign of a field that begins behind the last bit: the assembler takes another (docs/hardware.md).
    if ty.is_signed() && start >= width {
        return None;
    }
    let sign_at = (start + length).saturating_sub(1).min(width - 1);
    let sign = ty.is_signed() && length > 0 && value >> sign_at & 1 == 1;
    let mut result = 0;
    for bit in 0..width {
        let at = start + bit;
        let set = if bit < length && at < width {
            value >> at & 1 == 1
        } else {
            sign
        };
        result |= u64::from(set) << bit;
    }
    Some(result)
}

fn insert(ty: Type, sources: &[u64]) -> Option<u64> {
    let [field, into, start, length] = *sources else {
        return None;
    };
    let (start, length) = span(ty, start, length)?;
    // The assembler takes a constant length of 32 for none (docs/hardware.md).
    if ty.bits == 32 && start > 0 && length >= 32 {
        return None;
    }
    let mut result = cut(into, ty.bits);
    for bit in 0..length {
        let at = start + bit;
        if at < u64::from(ty.bits) {
            result = result & !(1 << at) | (field >> bit & 1) << at;
        }
    }
    Some(result)
}

/// The highest bit that is not the sign; all ones where there is none.
fn find(shift: bool, ty: Type, value: u64) -> u64 {
    let value = number(value, ty);
    let value = cut(pattern(if value < 0 { !value } else { value }), ty.bits);
    if value == 0 {
        return 0xFFFF_FFFF;
    }
    let at = u64::from(value.ilog2());
    if shift {
        u64::from(ty.bits) - 1 - at
    } else {
        at
    }
}

fn lookup(sources: &[u64]) -> Option<u64> {
    let [a, b, c, table] = *sources else {
        return None;
    };
    let mut result = 0;
    for bit in 0..32 {
        let index = (a >> bit & 1) << 2 | (b >> bit & 1) << 1 | (c >> bit & 1);
        result |= (table >> index & 1) << bit;
    }
    Some(result)
}

/// Whether two patterns compare so.
pub fn compare(comparison: Comparison, ty: Type, a: u64, b: u64) -> Option<bool> {
    if ty.kind == Kind::Float {
        return float::compare(comparison, ty, a, b);
    }
    let unsigned = Type::new(Kind::Unsigned, ty.bits);
    let (first, second) = (number(a, ty), number(b, ty));
    let (low, high) = (number(a, unsigned), number(b, unsigned));
    Some(match comparison {
        Comparison::Eq => first == second,
        Comparison::Ne => first != second,
        Comparison::Lt => first < second,
        Comparison::Le => first <= second,
        Comparison::Gt => first > second,
        Comparison::Ge => first >= second,
        Comparison::Lo => low < high,
        Comparison::Ls => low <= high,
        Comparison::Hi => low > high,
        Comparison::Hs => low >= high,
        Comparison::Equ
        | Comparison::Neu
        | Comparison::Ltu
        | Comparison::Leu
        | Comparison::Gtu
        | Comparison::Geu
        | Comparison::Num
        | Comparison::Nan => return None,
    })
}

/// Two truth values joined.
#[must_use]
pub const fn truth(join: Join, a: bool, b: bool) -> bool {
    match join {
        Join::And => a && b,
        Join::Or => a || b,
        Join::Xor => a != b,
    }
}
