//! Arithmetic on values.
//!
//! A value is held as `i64`, extended from the width of the instruction that made it as PTX extends
//! it into a register: with zeros from the unsigned types under 32 bits, with the sign otherwise.
//! So one bit pattern has one representation for each type.

use crate::syntax::ast::{Arithmetic, AtomicOp, Comparison, Type, TypeKind};

/// Cuts a value to the width of a type and extends it again.
#[must_use]
pub const fn fit(value: i64, ty: Type) -> i64 {
    let unused = 64 - ty.bits as u32;
    if ty.bits < 32 && !matches!(ty.kind, TypeKind::Signed) {
        return unsigned(value, ty).cast_signed();
    }
    (value << unused) >> unused
}

/// The value as an unsigned number of the type's width.
#[must_use]
pub const fn unsigned(value: i64, ty: Type) -> u64 {
    let unused = 64 - ty.bits as u32;
    (value.cast_unsigned() << unused) >> unused
}

/// A comparison of two values as signed numbers; used by conditions and `beq` to `bge`.
#[must_use]
pub const fn compare(cmp: Comparison, a: i64, b: i64) -> bool {
    match cmp {
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
        Comparison::Lt => a < b,
        Comparison::Le => a <= b,
        Comparison::Gt => a > b,
        Comparison::Ge => a >= b,
    }
}

/// A comparison at a type: signed or unsigned, after cutting both sides to its width.
#[must_use]
pub const fn compare_as(cmp: Comparison, a: i64, b: i64, ty: Type) -> bool {
    let (a, b) = (fit(a, ty), fit(b, ty));
    match ty.kind {
        TypeKind::Signed => compare(cmp, a, b),
        TypeKind::Unsigned | TypeKind::Float => {
            // Flipping the top bit maps the unsigned order onto the signed one.
            compare(cmp, a ^ i64::MIN, b ^ i64::MIN)
        }
    }
}

/// The result of an arithmetic instruction.
#[must_use]
pub const fn compute(op: Arithmetic, a: i64, b: i64, ty: Type) -> i64 {
    let (a, amount, b) = (fit(a, ty), b, fit(b, ty));
    let less = compare_as(Comparison::Lt, a, b, ty);
    let result = match op {
        Arithmetic::Add => a.wrapping_add(b),
        Arithmetic::Sub => a.wrapping_sub(b),
        Arithmetic::Mul => a.wrapping_mul(b),
        Arithmetic::And => a & b,
        Arithmetic::Or => a | b,
        Arithmetic::Xor => a ^ b,
        Arithmetic::Min => {
            if less {
                a
            } else {
                b
            }
        }
        Arithmetic::Max => {
            if less {
                b
            } else {
                a
            }
        }
        Arithmetic::Shl | Arithmetic::Shr => shift(op, a, amount, ty),
    };
    fit(result, ty)
}

/// What shifts are given to shift by, whatever they shift: an unsigned number of 32 bits (PTX ISA, `shl`, `shr`).
pub const AMOUNT: Type = Type {
    kind: TypeKind::Unsigned,
    bits: 32,
};

const fn shift(op: Arithmetic, a: i64, b: i64, ty: Type) -> i64 {
    let amount = unsigned(b, AMOUNT);
    let too_far = amount >= ty.bits as u64;
    match (op, ty.kind) {
        (Arithmetic::Shl, _) => {
            if too_far {
                0
            } else {
                a << amount
            }
        }
        (_, TypeKind::Signed) => a >> if too_far { 63 } else { amount },
        (_, TypeKind::Unsigned | TypeKind::Float) => {
            if too_far {
                0
            } else {
                (unsigned(a, ty) >> amount).cast_signed()
            }
        }
    }
}

/// What an atomic writes, given the old value; nothing for a failed `cas`.
#[must_use]
pub fn atomic(op: AtomicOp, old: i64, operands: &[i64], ty: Type) -> Option<i64> {
    let old = fit(old, ty);
    let operand = |index: usize| fit(operands.get(index).copied().unwrap_or(0), ty);
    match op {
        AtomicOp::Arithmetic(op) => Some(compute(op, old, operand(0), ty)),
        AtomicOp::Exch => Some(operand(0)),
        AtomicOp::Cas => (old == operand(0)).then(|| operand(1)),
        AtomicOp::Inc => {
            let wrap = unsigned(old, ty) >= unsigned(operand(0), ty);
            Some(if wrap {
                0
            } else {
                fit(old.wrapping_add(1), ty)
            })
        }
        AtomicOp::Dec => {
            let wrap = old == 0 || unsigned(old, ty) > unsigned(operand(0), ty);
            Some(if wrap {
                operand(0)
            } else {
                fit(old.wrapping_sub(1), ty)
            })
        }
    }
}
