//! Numbers that properties compare: elements as their types say, and literals.

use std::cmp::Ordering;

use crate::kernel::arithmetic::{half, number};
use crate::ptx::types::Type;
use crate::syntax::ast::Comparison;

/// A number, whole or IEEE.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scalar {
    /// A whole number, signed or not.
    Integer(i128),
    /// A float of 16, 32 or 64 bits.
    Float(f64),
}

impl Scalar {
    /// What a pattern stands for at a type; nothing at types wider than 64 bits. Bits without a meaning are unsigned.
    #[must_use]
    pub fn element(pattern: u64, ty: Type) -> Option<Self> {
        if ty.bits > 64 {
            return None;
        }
        if !ty.is_float() {
            return Some(Self::Integer(number(pattern, ty)));
        }
        let value = match ty.bits {
            16 => half::widen(u16::try_from(pattern & 0xFFFF).ok()?),
            32 => f64::from(f32::from_bits(u32::try_from(pattern & 0xFFFF_FFFF).ok()?)),
            64 => f64::from_bits(pattern),
            _ => return None,
        };
        Some(Self::Float(value))
    }

    /// A literal as a value of a type: fractions are rounded to it, as C does with `0.1f`.
    ///
    /// # Errors
    ///
    /// What is expected, where the type has no such value.
    pub fn at(self, ty: Type) -> Result<Self, String> {
        match self {
            Self::Integer(value) if !ty.is_float() => {
                let width = u32::from(ty.bits.clamp(1, 64));
                let (least, most) = if ty.is_signed() {
                    (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1)
                } else {
                    (0, (1_i128 << width) - 1)
                };
                if (least..=most).contains(&value) {
                    Ok(self)
                } else {
                    Err(format!("a number from {least} to {most}"))
                }
            }
            Self::Float(_) if !ty.is_float() => Err("a whole number".to_owned()),
            #[expect(
                clippy::cast_precision_loss,
                clippy::cast_possible_truncation,
                reason = "compared with what it was"
            )]
            Self::Integer(value) => {
                let near = rounded(value as f64, ty);
                if near.is_finite() && near as i128 == value {
                    Ok(Self::Float(near))
                } else if near.is_finite() {
                    Err(format!("one that {ty} has: the nearest is {near}"))
                } else {
                    Err(format!("one that {ty} has: this is too large"))
                }
            }
            Self::Float(value) => {
                let near = rounded(value, ty);
                if near.is_infinite() {
                    Err(format!("one that {ty} has: this is too large"))
                } else if near == 0.0 && value != 0.0 {
                    Err(format!("one that {ty} has: this is too small"))
                } else {
                    Ok(Self::Float(near))
                }
            }
        }
    }

    /// Whether two numbers compare so. As IEEE has it, -0 is 0, and what is not a number differs from everything and
    /// is neither less nor greater. A whole number and a float are compared exactly.
    #[must_use]
    pub fn compares(self, comparison: Comparison, other: Self) -> bool {
        let order = match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => Some(a.cmp(&b)),
            (Self::Float(a), Self::Float(b)) => a.partial_cmp(&b),
            (Self::Integer(a), Self::Float(b)) => with_float(a, b),
            (Self::Float(a), Self::Integer(b)) => with_float(b, a).map(Ordering::reverse),
        };
        match comparison {
            Comparison::Eq => order.is_some_and(Ordering::is_eq),
            Comparison::Ne => !order.is_some_and(Ordering::is_eq),
            Comparison::Lt => order.is_some_and(Ordering::is_lt),
            Comparison::Le => order.is_some_and(Ordering::is_le),
            Comparison::Gt => order.is_some_and(Ordering::is_gt),
            Comparison::Ge => order.is_some_and(Ordering::is_ge),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded to the type, as is asked"
)]
fn rounded(value: f64, ty: Type) -> f64 {
    match ty.bits {
        16 => half::widen(half::narrow(value)),
        32 => f64::from(value as f32),
        _ => value,
    }
}

/// Beyond this in size, a float is larger than every whole number of 64 bits.
const FAR: f64 = 1e30;

/// A whole number of at most 64 bits beside a float.
#[expect(clippy::cast_possible_truncation, reason = "bounded before")]
fn with_float(whole: i128, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    let floor = float.clamp(-FAR, FAR).floor();
    let beside = whole.cmp(&(floor as i128));
    Some(if beside.is_eq() && float > floor {
        Ordering::Less
    } else {
        beside
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::types::Kind;

    const F32: Type = Type::new(Kind::Float, 32);
    const S32: Type = Type::new(Kind::Signed, 32);

    #[test]
    fn elements_are_what_their_type_says() {
        let element = |bits, ty| Scalar::element(bits, ty).unwrap();
        assert_eq!(element(0x4040_0000, F32), Scalar::Float(3.0));
        assert_eq!(element(u64::MAX, Type::U64), Scalar::Integer((1 << 64) - 1));
        assert_eq!(
            element(0xFFFF_FFFF, Type::U32),
            Scalar::Integer(0xFFFF_FFFF)
        );
        assert_eq!(element(0xFFFF_FFFF, S32), Scalar::Integer(-1));
        let half = Type::new(Kind::Float, 16);
        assert_eq!(element(0xC200, half), Scalar::Float(-3.0));
        assert_eq!(Scalar::element(0, Type::new(Kind::Bits, 128)), None);
    }

    #[test]
    fn floats_compare_as_ieee_says() {
        let nan = Scalar::Float(f64::NAN);
        let all = [
            (Comparison::Eq, [true, false, false]),
            (Comparison::Ne, [false, true, true]),
            (Comparison::Lt, [false, true, false]),
            (Comparison::Le, [true, true, false]),
            (Comparison::Gt, [false, false, false]),
            (Comparison::Ge, [true, false, false]),
        ];
        for (comparison, expected) in all {
            let found = [
                Scalar::Float(-0.0).compares(comparison, Scalar::Float(0.0)),
                Scalar::Float(2.5).compares(comparison, Scalar::Integer(3)),
                nan.compares(comparison, nan),
            ];
            assert_eq!(found, expected, "{comparison:?}");
        }
        let large = Scalar::Integer((1 << 53) + 1);
        let near = Scalar::Float(2_f64.powi(53));
        assert!(large.compares(Comparison::Gt, near));
        let least = Scalar::Float(f64::NEG_INFINITY);
        assert!(least.compares(Comparison::Lt, Scalar::Integer(-(1 << 63))));
    }

    #[test]
    fn literals_fit_their_type() {
        let at = |literal: Scalar, ty| literal.at(ty);
        assert_eq!(
            at(Scalar::Float(0.1), F32),
            Ok(Scalar::Float(f64::from(0.1_f32)))
        );
        assert_eq!(at(Scalar::Integer(3), F32), Ok(Scalar::Float(3.0)));
        let refused = [
            (Scalar::Float(3.5), S32, "a whole number"),
            (
                Scalar::Integer(-1),
                Type::U32,
                "a number from 0 to 4294967295",
            ),
            (
                Scalar::Integer(0xFFFF_FFFF),
                S32,
                "a number from -2147483648 to 2147483647",
            ),
            (
                Scalar::Integer(16_777_217),
                F32,
                "one that f32 has: the nearest is 16777216",
            ),
            (
                Scalar::Float(1e40),
                F32,
                "one that f32 has: this is too large",
            ),
            (
                Scalar::Float(1e-60),
                F32,
                "one that f32 has: this is too small",
            ),
        ];
        for (literal, ty, expected) in refused {
            assert_eq!(at(literal, ty), Err(expected.to_owned()), "{literal:?}");
        }
    }
}
