//! Integer constants.

use super::diagnostic::Diagnostic;
use super::raw::Text;
use super::sink::Sink;
use super::span::Spanned;

/// A decimal or hexadecimal constant of at most 64 bits. Those above `i64::MAX` are read as bit
/// patterns, so that `0xFFFFFFFFFFFFFFFF` is -1.
pub(crate) fn decode(text: &Text<'_>, sink: &mut Sink) -> Option<Spanned<i64>> {
    let (negative, magnitude) = match text.node.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.node),
    };
    let (radix, digits) = match magnitude
        .strip_prefix("0x")
        .or(magnitude.strip_prefix("0X"))
    {
        Some(digits) => (16, digits),
        None => (10, magnitude),
    };
    let digits = digits.strip_suffix('U').unwrap_or(digits);
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        sink.push(malformed(text, magnitude));
        return None;
    }
    let value = u64::from_str_radix(digits, radix).ok();
    let value = value.and_then(|value| {
        if negative {
            0_i64.checked_sub_unsigned(value)
        } else {
            Some(value.cast_signed())
        }
    });
    if value.is_none() {
        sink.push(Diagnostic::new(
            "this number is too large",
            text.span,
            "does not fit in 64 bits",
        ));
    }
    value.map(|value| Spanned::new(value, text.span))
}

/// A number that must not be negative and fit in 32 bits: a place in the machine.
pub(crate) fn index(text: &Text<'_>, sink: &mut Sink) -> Option<u32> {
    let value = decode(text, sink)?;
    let index = u32::try_from(value.node).ok();
    if index.is_none() {
        sink.push(Diagnostic::new(
            format!("`{}` is not a possible index", text.node),
            text.span,
            format!("expected a number from 0 to {}", u32::MAX),
        ));
    }
    index
}

fn malformed(text: &Text<'_>, magnitude: &str) -> Diagnostic {
    let float = magnitude.contains('.')
        || ["0f", "0F", "0d", "0D"]
            .iter()
            .any(|prefix| magnitude.starts_with(prefix));
    let (message, label) = if float {
        (
            "floating-point constants are not supported",
            "expected an integer",
        )
    } else {
        (
            "this is not a number",
            "expected decimal digits, or `0x` and hexadecimal ones",
        )
    };
    Diagnostic::new(message, text.span, label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::span::Span;

    fn value(text: &str) -> Option<i64> {
        let text = Spanned::new(text, Span::new(0, text.len()));
        decode(&text, &mut Sink::default()).map(|value| value.node)
    }

    #[test]
    fn sixty_four_bits_and_no_more() {
        assert_eq!(value("0xFFFFFFFFFFFFFFFF"), Some(-1));
        assert_eq!(value("18446744073709551615"), Some(-1));
        assert_eq!(value("18446744073709551616"), None);
        assert_eq!(value("-9223372036854775808"), Some(i64::MIN));
        assert_eq!(value("-9223372036854775809"), None);
        assert_eq!(value("-0x10"), Some(-16));
        assert_eq!(value("7U"), Some(7));
    }

    #[test]
    fn malformed_numbers() {
        for text in ["0x", "1x", "1.0", "0f3F800000", "1_000", "0b1"] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
