//! `cvt`.

use crate::ptx::operation::Rounding;
use crate::ptx::types::Type;

use super::float::single;
use super::half;
use super::integer::{cut, number, pattern};

/// How: the rounding, to an integer, cut to what fits.
type How = (Option<Rounding>, bool, bool);

/// A value of one type as one of another; nothing where the result is not known exactly.
pub fn convert(to: Type, from: Type, how: How, value: u64) -> Option<u64> {
    match (to.is_float(), from.is_float()) {
        (false, false) => Some(integer(to, number(value, from), how.2)),
        (false, true) => Some(from_float((to, from), widen(from, value)?, how.0?)),
        (true, false) => to_float(to, number(value, from), how.0),
        (true, true) => between(to, from, how, value),
    }
}

fn integer(to: Type, value: i128, saturate: bool) -> u64 {
    let value = if saturate { clamp(to, value) } else { value };
    cut(pattern(value), to.bits)
}

fn clamp(to: Type, value: i128) -> i128 {
    let (least, most) = if to.is_signed() {
        (-(1_i128 << (to.bits - 1)), (1_i128 << (to.bits - 1)) - 1)
    } else {
        (0, (1_i128 << to.bits) - 1)
    };
    value.clamp(least, most)
}

fn widen(from: Type, value: u64) -> Option<f64> {
    match from.bits {
        32 => single(value).map(f64::from),
        64 => Some(f64::from_bits(value)),
        16 => half::number(value),
        _ => None,
    }
}

fn rounded(value: f64, rounding: Rounding) -> f64 {
    match rounding {
        Rounding::Nearest => value.round_ties_even(),
        Rounding::Zero => value.trunc(),
        Rounding::Down => value.floor(),
        Rounding::Up => value.ceil(),
    }
}

/// Beyond the range, the nearest integer of the range. What is not a number gives zero, but the highest
/// bit alone where the source has 64 bits or the result has (ISA, *cvt*).
#[expect(
    clippy::cast_possible_truncation,
    reason = "clamped to the range of the type"
)]
fn from_float((to, from): (Type, Type), value: f64, rounding: Rounding) -> u64 {
    if value.is_nan() {
        let wide = from.bits == 64 || to.bits == 64;
        return if wide { 1 << (to.bits - 1) } else { 0 };
    }
    cut(
        pattern(clamp(to, rounded(value, rounding) as i128)),
        to.bits,
    )
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "rounded to nearest, as is asked, or compared with what it was"
)]
fn to_float(to: Type, value: i128, rounding: Option<Rounding>) -> Option<u64> {
    let nearest = matches!(rounding, Some(Rounding::Nearest) | None);
    match to.bits {
        32 if nearest || (value as f32) as i128 == value => {
            Some(u64::from((value as f32).to_bits()))
        }
        64 if nearest || (value as f64) as i128 == value => Some((value as f64).to_bits()),
        // What 64 bits do not hold exactly is beyond all numbers of 16.
        16 if nearest || half::widen(half::narrow(value as f64)) as i128 == value => {
            Some(u64::from(half::narrow(value as f64)))
        }
        _ => None,
    }
}

fn between(to: Type, from: Type, (rounding, integral, saturate): How, value: u64) -> Option<u64> {
    if saturate {
        return None;
    }
    let wide = widen(from, value)?;
    // What of a pattern that is no number is kept, nobody says.
    if wide.is_nan() {
        return None;
    }
    let wide = match rounding {
        Some(rounding) if integral => rounded(wide, rounding),
        _ => wide,
    };
    match to.bits {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "rounded to nearest, as is asked"
        )]
        32 => {
            let narrow = wide as f32;
            let exact = f64::from(narrow).to_bits() == wide.to_bits();
            let nearest = matches!(rounding, Some(Rounding::Nearest) | None) || integral;
            (exact || nearest).then(|| u64::from(narrow.to_bits()))
        }
        64 => Some(wide.to_bits()),
        16 => {
            let narrow = half::narrow(wide);
            let exact = half::widen(narrow).to_bits() == wide.to_bits();
            let nearest = matches!(rounding, Some(Rounding::Nearest) | None) || integral;
            (exact || nearest).then(|| u64::from(narrow))
        }
        _ => None,
    }
}
