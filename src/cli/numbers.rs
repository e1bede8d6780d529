//! Numbers on the command line.

use std::ops::RangeInclusive;

/// Reads a number of a range. How large a number is that is too large makes no difference: the range is told.
///
/// # Errors
///
/// It is no number, or not in the range.
pub fn within<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let number = match text.parse::<u64>() {
            Ok(number) => Some(number),
            Err(_) if !digits.is_empty() && digits.bytes().all(|one| one.is_ascii_digit()) => None,
            Err(error) => return Err(error.to_string()),
        };
        let number = number.filter(|number| range.contains(number));
        let number = number.and_then(|number| N::try_from(number).ok());
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("{text} is not in {least}..={most}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_in_the_range_hears_of_it() {
        let read = within::<u8>(1..=12);
        assert_eq!(read("1"), Ok(1));
        assert_eq!(read("+12"), Ok(12));
        for wrong in [
            "0",
            "13",
            "-1",
            "300",
            "99999999999999999999",
            "-99999999999999999999",
        ] {
            assert_eq!(read(wrong), Err(format!("{wrong} is not in 1..=12")));
        }
        for wrong in ["", "x", "1x", "-", "+-1"] {
            let error = read(wrong).expect_err("it is no number");
            assert!(!error.contains("is not in"), "{wrong}: {error}");
        }
    }
}
