//! IEEE numbers of 32 and 64 bits, rounded to nearest.

use std::cmp::Ordering::{Equal, Greater, Less};

use crate::ptx::operation::{Comparison, Compute, Half};
use crate::ptx::types::Type;

use super::half;

pub fn single(pattern: u64) -> Option<f32> {
    u32::try_from(pattern & 0xFFFF_FFFF)
        .ok()
        .map(f32::from_bits)
}

/// What a computation on floats yields; nothing for a result that is not a number, of whose bits the language says nothing, but
/// for those that computations on 32 bits give (PTX ISA, *Floating-Point Instructions*).
pub fn compute(op: Compute, ty: Type, sources: &[u64]) -> Option<u64> {
    if op == Compute::Copysign {
        let sign = 1_u64.checked_shl(u32::from(ty.bits).checked_sub(1)?)?;
        return Some(sources.first()? & sign | sources.get(1)? & (sign - 1));
    }
    match ty.bits {
        32 => {
            let all: Option<Vec<f32>> = sources.iter().map(|&source| single(source)).collect();
            let result = on_singles(op, &all?)?;
            if !result.is_nan() {
                return Some(u64::from(result.to_bits()));
            }
            // PTX ISA, *neg*, *abs*: an unspecified NaN.
            (!matches!(op, Compute::Neg | Compute::Abs)).then_some(0x7FFF_FFFF)
        }
        64 => {
            let all: Vec<f64> = sources
                .iter()
                .map(|&source| f64::from_bits(source))
                .collect();
            let result = on_doubles(op, &all)?;
            (!result.is_nan()).then(|| result.to_bits())
        }
        16 => on_halves(op, sources),
        _ => None,
    }
}

/// On numbers of 16 bits: as on those of 64, which have more than twice the digits, so that rounding again is rounding once. Of
/// what is not a number the language says no pattern.
fn on_halves(op: Compute, sources: &[u64]) -> Option<u64> {
    let all: Option<Vec<f64>> = sources.iter().map(|&source| half::number(source)).collect();
    let all = all?;
    let result = if let (Compute::Fma, &[a, b, c]) = (op, &all[..]) {
        half::to_odd(a * b, c)
    } else {
        on_doubles(op, &all)?
    };
    (!result.is_nan()).then(|| u64::from(half::narrow(result)))
}

macro_rules! on_floats {
    ($name:ident, $float:ty) => {
        #[expect(clippy::float_cmp, reason = "zeros of both signs are told apart")]
        fn $name(op: Compute, sources: &[$float]) -> Option<$float> {
            let one = |at: usize| sources.get(at).copied();
            Some(match op {
                Compute::Add => one(0)? + one(1)?,
                Compute::Sub => one(0)? - one(1)?,
                Compute::Mul(Half::Low) => one(0)? * one(1)?,
                Compute::Div => one(0)? / one(1)?,
                Compute::Fma => one(0)?.mul_add(one(1)?, one(2)?),
                Compute::Sqrt => one(0)?.sqrt(),
                Compute::Reciprocal => 1.0 / one(0)?,
                Compute::Neg => -one(0)?,
                Compute::Abs => one(0)?.abs(),
                // Of two zeros, the negative one is less.
                Compute::Min => match (one(0)?, one(1)?) {
                    (a, b) if a == b => {
                        if a.is_sign_negative() {
                            a
                        } else {
                            b
                        }
                    }
                    (a, b) => a.min(b),
                },
                Compute::Max => match (one(0)?, one(1)?) {
                    (a, b) if a == b => {
                        if a.is_sign_negative() {
                            b
                        } else {
                            a
                        }
                    }
                    (a, b) => a.max(b),
                },
                Compute::Mul(Half::High | Half::Wide)
                | Compute::Copy
                | Compute::Mad(_)
                | Compute::Rem
                | Compute::And
                | Compute::Or
                | Compute::Xor
                | Compute::Not
                | Compute::Cnot
                | Compute::Shl
                | Compute::Shr
                | Compute::Funnel { .. }
                | Compute::Bfe
                | Compute::Bfi
                | Compute::Brev
                | Compute::Clz
                | Compute::Popc
                | Compute::Bfind { .. }
                | Compute::Bmsk { .. }
                | Compute::Szext { .. }
                | Compute::Prmt(_)
                | Compute::Lop3
                | Compute::Sad
                | Compute::Select
                | Compute::Carry(_)
                | Compute::Saturate(_)
                | Compute::Relu { .. }
                | Compute::Copysign
                | Compute::Dot { .. }
                | Compute::Begun
                | Compute::IsOver { .. }
                | Compute::Convert { .. }
                | Compute::Compare(..) => return None,
            })
        }
    };
}

on_floats!(on_singles, f32);
on_floats!(on_doubles, f64);

/// Whether a pattern is that of no number.
pub fn is_nan(ty: Type, pattern: u64) -> bool {
    match ty.bits {
        16 => half::number(pattern).is_some_and(f64::is_nan),
        32 => single(pattern).is_some_and(f32::is_nan),
        64 => f64::from_bits(pattern).is_nan(),
        _ => false,
    }
}

/// Whether two floats compare so; those with `u` also where one is not a number.
pub fn compare(comparison: Comparison, ty: Type, a: u64, b: u64) -> Option<bool> {
    let (a, b) = match ty.bits {
        16 => (half::number(a)?, half::number(b)?),
        32 => (f64::from(single(a)?), f64::from(single(b)?)),
        64 => (f64::from_bits(a), f64::from_bits(b)),
        _ => return None,
    };
    let order = a.partial_cmp(&b);
    let is = |wanted: &[std::cmp::Ordering]| order.is_some_and(|order| wanted.contains(&order));
    Some(match comparison {
        Comparison::Eq => is(&[Equal]),
        Comparison::Ne => is(&[Less, Greater]),
        Comparison::Lt => is(&[Less]),
        Comparison::Le => is(&[Less, Equal]),
        Comparison::Gt => is(&[Greater]),
        Comparison::Ge => is(&[Greater, Equal]),
        Comparison::Equ => order.is_none() || is(&[Equal]),
        Comparison::Neu => !is(&[Equal]),
        Comparison::Ltu => order.is_none() || is(&[Less]),
        Comparison::Leu => order.is_none() || is(&[Less, Equal]),
        Comparison::Gtu => order.is_none() || is(&[Greater]),
        Comparison::Geu => order.is_none() || is(&[Greater, Equal]),
        Comparison::Num => order.is_some(),
        Comparison::Nan => order.is_none(),
        Comparison::Lo | Comparison::Ls | Comparison::Hi | Comparison::Hs => return None,
    })
}
