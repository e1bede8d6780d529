//! Which bytes of a value are ones that nobody wrote.
//!
//! A value is often made of several that were written apart: a structure that is copied, a field that is cut out of a
//! word. What is computed bit by bit from bits that were written is no less known for the others. As in Seward and
//! Nethercote, *Using Valgrind to detect undefined value errors with bit-precision* (2005), but for bytes.

use crate::kernel::arithmetic::{compute, cut, extended};
use crate::ptx::operation::Compute;
use crate::ptx::types::{Kind, Type};

use super::state::{HOLES, LOOSE, Taint, UNINITIALISED, UNWRITTEN, Value};

/// The bits of the first byte among those of holes.
const FIRST: u32 = HOLES.trailing_zeros();

/// The bits of a value that nobody wrote: with no bytes named, all.
#[must_use]
pub const fn bits(taint: Taint) -> u64 {
    if taint & UNINITIALISED == 0 {
        return 0;
    }
    if taint & HOLES == 0 {
        return u64::MAX;
    }
    let mut found = 0;
    let mut byte = 0;
    while byte < 8 {
        if taint >> (FIRST + byte) & 1 == 1 {
            found |= 0xFF << (8 * byte);
        }
        byte += 1;
    }
    found
}

/// The same taint of a value of so many bits, of which nobody wrote these.
#[must_use]
pub fn with(taint: Taint, bits: u64, width: u16) -> Taint {
    let whole = cut(u64::MAX, width);
    let parts = (0..8).filter(|byte| (bits & whole) >> (8 * byte) & 0xFF != 0);
    let parts = parts.fold(0, |all, byte| all | 1 << byte);
    let all = (0..8)
        .filter(|byte| whole >> (8 * byte) & 0xFF != 0)
        .count();
    let taint = taint & !HOLES;
    if taint & UNINITIALISED == 0 || Taint::count_ones(parts) as usize == all {
        taint
    } else if parts == 0 {
        taint & !UNWRITTEN
    } else {
        taint | parts << FIRST
    }
}

/// A taint of one that depends on all of them.
#[must_use]
pub const fn whole(taint: Taint) -> Taint {
    taint & !HOLES
}

/// The taint of a byte of a value.
#[must_use]
pub fn of_byte(taint: Taint, byte: usize) -> Taint {
    if bits(taint).to_le_bytes().get(byte) == Some(&0) {
        taint & !(UNWRITTEN | HOLES)
    } else {
        taint & !HOLES
    }
}

/// The taint of the bits of a value from one on.
#[must_use]
pub fn part(taint: Taint, from: u32, width: u16) -> Taint {
    with(taint, bits(taint).checked_shr(from).unwrap_or(0), width)
}

/// The taint of a value that is moved up by so many bits.
#[must_use]
pub fn lifted(taint: Taint, by: u32, width: u16) -> u64 {
    cut(bits(taint), width).checked_shl(by).unwrap_or(0)
}

/// The same taint when a result of a type is written to a register of so many bits.
#[must_use]
pub fn in_register(taint: Taint, ty: Type, width: u16) -> Taint {
    with(taint, extended(bits(taint), ty), width)
}

/// The bits of a result that depend on what nobody wrote; nothing where that may be all.
///
/// Of an operation each bit of whose result comes of one bit at most of each operand, it is enough to see what other
/// bits there would do.
#[must_use]
pub fn of_result(op: Compute, ty: Type, values: &[Value]) -> Option<u64> {
    let count = operands_by_bits(op, ty)?;
    let (data, others) = values.split_at_checked(count)?;
    let known = |value: &Value| value.taint & (UNINITIALISED | LOOSE) == 0;
    if !others.iter().all(known) || data.iter().any(|value| value.taint & LOOSE != 0) {
        return None;
    }
    let result = |ones: usize| {
        let mut sources: Vec<u64> = values.iter().map(|value| value.bits).collect();
        for (at, value) in data.iter().enumerate() {
            let holes = bits(value.taint);
            let filled = if ones >> at & 1 == 1 { holes } else { 0 };
            sources[at] = value.bits & !holes | filled;
        }
        compute(op, ty, &sources)
    };
    let zeros = result(0)?;
    let mut found = 0;
    for ones in 1..1 << count {
        found |= result(ones)? ^ zeros;
    }
    Some(found)
}

/// How many of an operation's operands, the first ones, go into the result bit by bit: with the others known.
fn operands_by_bits(op: Compute, ty: Type) -> Option<usize> {
    let whole = |ty: Type| ty.kind != Kind::Float;
    match op {
        Compute::Copy
        | Compute::Not
        | Compute::Shl
        | Compute::Shr
        | Compute::Bfe
        | Compute::Szext { .. }
        | Compute::Brev => Some(1),
        Compute::And
        | Compute::Or
        | Compute::Xor
        | Compute::Funnel { .. }
        | Compute::Bfi
        | Compute::Prmt(_)
        | Compute::Select => Some(2),
        Compute::Lop3 => Some(3),
        Compute::Convert { from, saturate, .. } => {
            (whole(from) && whole(ty) && !saturate).then_some(1)
        }
        Compute::Add
        | Compute::Sub
        | Compute::Mul(_)
        | Compute::Mad(_)
        | Compute::Div
        | Compute::Rem
        | Compute::Abs
        | Compute::Neg
        | Compute::Min
        | Compute::Max
        | Compute::Cnot
        | Compute::Clz
        | Compute::Popc
        | Compute::Bfind { .. }
        | Compute::Bmsk { .. }
        | Compute::Sad
        | Compute::Fma
        | Compute::Sqrt
        | Compute::Reciprocal
        | Compute::Copysign
        | Compute::Compare(..)
        | Compute::Carry(_)
        | Compute::Saturate(_)
        | Compute::Relu { .. }
        | Compute::Dot { .. }
        | Compute::Begun
        | Compute::IsOver { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::FREE;
    use super::*;
    use crate::ptx::types::Kind;

    const ALL: Taint = UNINITIALISED | FREE;

    fn holed(bits: u64, holes: u64) -> Value {
        Value {
            bits,
            taint: with(ALL, holes, 64),
        }
    }

    #[test]
    fn holes_are_where_they_are() {
        assert_eq!(bits(ALL), u64::MAX);
        assert_eq!(bits(0), 0);
        assert_eq!(bits(with(ALL, 0xFF00, 64)), 0xFF00);
        assert_eq!(bits(with(ALL, 0x0100, 64)), 0xFF00);
        assert_eq!(with(ALL, 0, 64), 0);
        assert_eq!(with(ALL, 0xFFFF_FFFF, 32), ALL);
        assert_eq!(of_byte(with(ALL, 0xFF00, 64), 0), 0);
        assert_eq!(of_byte(with(ALL, 0xFF00, 64), 1), ALL);
        assert_eq!(part(with(ALL, 0xFF00, 64), 16, 16), 0);
        assert_eq!(part(with(ALL, 0xFF00, 64), 8, 8), ALL);
        let signed = Type::new(Kind::Signed, 16);
        let unsigned = Type::new(Kind::Unsigned, 16);
        assert_eq!(
            bits(in_register(with(ALL, 0xFF00, 16), signed, 32)),
            0xFFFF_FF00
        );
        assert_eq!(
            bits(in_register(with(ALL, 0xFF00, 16), unsigned, 32)),
            0xFF00
        );
    }

    #[test]
    fn what_a_result_depends_on() {
        let low = holed(0, 0xFF);
        let all = |op, values: &[Value]| of_result(op, Type::B32, values);
        let mask = |bits| Value::known(bits);
        assert_eq!(all(Compute::And, &[low, mask(0xFF00)]), Some(0));
        assert_eq!(all(Compute::And, &[low, mask(0xFF0F)]), Some(0x0F));
        assert_eq!(all(Compute::Or, &[low, mask(0xF0)]), Some(0x0F));
        assert_eq!(all(Compute::Xor, &[low, low]), Some(0xFF));
        assert_eq!(all(Compute::Shl, &[low, mask(8)]), Some(0xFF00));
        assert_eq!(all(Compute::Shl, &[mask(1), low]), None);
        assert_eq!(all(Compute::Bfe, &[low, mask(8), mask(8)]), Some(0));
        assert_eq!(
            all(Compute::Prmt(None), &[low, mask(0), mask(0x3210)]),
            Some(0xFF)
        );
        assert_eq!(
            all(Compute::Prmt(None), &[low, mask(0), mask(0x3211)]),
            Some(0)
        );
        assert_eq!(all(Compute::Add, &[low, mask(0)]), None);
        // Of a choice only what is chosen counts.
        assert_eq!(all(Compute::Select, &[mask(0), low, mask(1)]), Some(0));
        assert_eq!(all(Compute::Select, &[mask(0), low, mask(0)]), Some(0xFF));
    }
}
