//! IEEE numbers of 16 bits (`binary16`: 5 bits of exponent, 10 of fraction).

/// The pattern of infinity.
const INFINITE: u16 = 0x7C00;

/// A pattern of 16 bits as the number that it stands for.
#[must_use]
pub fn widen(pattern: u16) -> f64 {
    let sign = if pattern >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (pattern >> 10 & 0x1F, f64::from(pattern & 0x3FF));
    let size = match exponent {
        0 => fraction * 2_f64.powi(-24),
        0x1F if fraction == 0.0 => f64::INFINITY,
        0x1F => f64::NAN,
        _ => (1024.0 + fraction) * 2_f64.powi(i32::from(exponent) - 25),
    };
    sign * size
}

/// The pattern of the nearest number of 16 bits; of two, the even one.
#[must_use]
pub fn narrow(value: f64) -> u16 {
    if value.is_nan() {
        return 0x7FFF;
    }
    let sign = u16::from(value.is_sign_negative()) << 15;
    let size = value.abs();
    // Patterns without a sign are in the order of their numbers, and neighbours differ in the last bit.
    let (mut above, mut beyond) = (0, INFINITE);
    while above < beyond {
        let middle = u16::midpoint(above, beyond);
        if widen(middle) < size {
            above = middle + 1;
        } else {
            beyond = middle;
        }
    }
    let Some(below) = above.checked_sub(1) else {
        return sign;
    };
    // What would come after the largest number is where rounding to infinity begins.
    let next = if above == INFINITE {
        65536.0
    } else {
        widen(above)
    };
    let (down, up) = (size - widen(below), next - size);
    let nearer = if down < up || down.total_cmp(&up).is_eq() && below & 1 == 0 {
        below
    } else {
        above
    };
    sign | nearer
}

/// The number of the low 16 bits of a pattern.
#[must_use]
pub fn number(pattern: u64) -> Option<f64> {
    u16::try_from(pattern & 0xFFFF).ok().map(widen)
}

/// A sum that does not fit, with its last bit set: rounded again to fewer bits, it is rounded once.
#[must_use]
pub fn to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let part = sum - a;
    let rest = (a - (sum - part)) + (b - part);
    let bits = sum.to_bits();
    if rest.is_nan() || rest.abs() <= 0.0 || bits & 1 == 1 {
        return sum;
    }
    // Patterns grow with the size of a number.
    let grows = (rest > 0.0) == (sum > 0.0);
    f64::from_bits(if grows { bits + 1 } else { bits - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_numbers() {
        let known = [
            (0x0000, 0.0),
            (0x0001, 2_f64.powi(-24)),
            (0x0400, 2_f64.powi(-14)),
            (0x3C00, 1.0),
            (0xC200, -3.0),
            (0x3555, 0.333_251_953_125),
            (0x7BFF, 65504.0),
            (0x7C00, f64::INFINITY),
        ];
        for (pattern, number) in known {
            assert_eq!(widen(pattern).total_cmp(&number), std::cmp::Ordering::Equal);
        }
        for pattern in 0..=u16::MAX {
            if !widen(pattern).is_nan() {
                assert_eq!(narrow(widen(pattern)), pattern, "{pattern:#x}");
            }
        }
    }

    #[test]
    fn ties_go_to_the_even_one() {
        assert_eq!(narrow(2049.0), narrow(2048.0));
        assert_eq!(narrow(2051.0), narrow(2052.0));
        assert_eq!(narrow(1.0 / 3.0), 0x3555);
        assert_eq!(narrow(65519.0), 0x7BFF);
        assert_eq!(narrow(65520.0), 0x7C00);
        assert_eq!(narrow(-1e-9), 0x8000);
        assert!(widen(narrow(f64::NAN)).is_nan());
    }
}
