//! Literals.

use super::operation::Literal;

/// The value of a literal, if it is one.
pub fn literal(text: &str) -> Option<Literal> {
    let lower = text.get(..2).map(str::to_ascii_lowercase);
    match lower.as_deref() {
        Some("0f") if text.len() == 10 => {
            return u32::from_str_radix(&text[2..], 16)
                .ok()
                .map(Literal::Single);
        }
        Some("0d") if text.len() == 18 => {
            return u64::from_str_radix(&text[2..], 16)
                .ok()
                .map(Literal::Double);
        }
        _ => {}
    }
    let hexadecimal = lower.as_deref() == Some("0x");
    if !hexadecimal && text.contains(['.', 'e', 'E']) {
        let float = text.parse::<f64>().ok().filter(|float| float.is_finite());
        return float.map(|float| Literal::Double(float.to_bits()));
    }
    integer(text).map(Literal::Integer)
}

/// The value of an integer literal.
pub fn integer(text: &str) -> Option<u64> {
    let digits = text.strip_suffix(['U', 'u']).unwrap_or(text);
    let lower = digits.get(..2).map(str::to_ascii_lowercase);
    match lower.as_deref() {
        Some("0x") => u64::from_str_radix(&digits[2..], 16).ok(),
        Some("0b") => u64::from_str_radix(&digits[2..], 2).ok(),
        _ if digits.len() > 1 && digits.starts_with('0') => u64::from_str_radix(digits, 8).ok(),
        _ => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_in_every_base() {
        for (text, value) in [
            ("0", 0),
            ("42", 42),
            ("0x2A", 42),
            ("0b101010U", 42),
            ("052", 42),
        ] {
            assert_eq!(literal(text), Some(Literal::Integer(value)), "{text}");
        }
        assert_eq!(
            literal("0f3F800000"),
            Some(Literal::Single(1.0_f32.to_bits()))
        );
        assert_eq!(
            literal("0d3FF0000000000000"),
            Some(Literal::Double(1.0_f64.to_bits()))
        );
        for text in ["1.5", "15e-1", ".15e1", "0.15E+1"] {
            assert_eq!(literal(text), Some(Literal::Double(1.5_f64.to_bits())));
        }
        assert_eq!(literal("0x1E3"), Some(Literal::Integer(0x1E3)));
        for text in ["1e400", "1e", "0x", "12ab", "0f12", "99999999999999999999"] {
            assert_eq!(literal(text), None, "{text}");
        }
    }
}
