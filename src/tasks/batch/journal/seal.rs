//! Sums of lines, by which a line is known that is not as it was written.
//!
//! The last field of a line is the sum of what stands before it. Headings say that their lines have sums; lines of
//! journals whose headings do not say so need none, but one that is there counts.

use crate::tasks::batch::fingerprint::fingerprint;

/// What stands between the other fields and the sum.
const SUM: &str = ",\"sum\":\"";

/// An object of JSON in a line, with its sum, and with the line's end.
#[must_use]
pub fn sealed(line: &str) -> String {
    let (fields, _) = parted(line);
    format!("{fields}{SUM}{}\"}}\n", sum(fields))
}

/// The line without its sum and its last brace.
#[must_use]
pub fn fields(line: &str) -> &str {
    parted(line).0
}

/// That a line is as it was written, as far as it says; where it must have a sum, it has one.
///
/// # Errors
///
/// It is another line, or has no sum.
pub fn check(line: &str, must: bool) -> Result<(), String> {
    let wrong = match parted(line) {
        (fields, Some(known)) if known == sum(fields) => return Ok(()),
        (_, Some(_)) => "its sum is another one",
        (_, None) if must => "it has no sum",
        (_, None) => return Ok(()),
    };
    Err(format!(
        "the line is not as it was written ({wrong}); the journal is damaged here"
    ))
}

/// The line without its last brace, and its sum.
fn parted(line: &str) -> (&str, Option<&str>) {
    let line = line.trim_end();
    let whole = line.strip_suffix('}').unwrap_or(line);
    // Within a string the quotes would be escaped, and an object within ends with a brace of its own.
    let sum = whole.strip_suffix('"');
    let sum = sum.and_then(|rest| rest.rsplit_once(SUM));
    sum.map_or((whole, None), |(fields, sum)| (fields, Some(sum)))
}

/// 16 hexadecimal digits.
fn sum(fields: &str) -> String {
    let whole = fingerprint(&[fields]);
    format!("{:016x}", (whole ^ (whole >> 64)) & u128::from(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_changed_is_known() {
        let line = sealed("{\"a\":\"b\",\"c\":{\"sum\":\"1\"}}");
        assert!(line.ends_with("\"}\n"), "{line}");
        assert_eq!(fields(&line), "{\"a\":\"b\",\"c\":{\"sum\":\"1\"}");
        assert_eq!(check(&line, true), Ok(()));
        assert_eq!(sealed(&line), line);
        for (at, _) in line.trim_end().char_indices() {
            let mut bytes = line.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            assert!(check(&changed, true).is_err(), "{changed}");
        }
    }

    #[test]
    fn a_line_without_a_sum_may_do() {
        for line in [
            "{\"a\":\"b\"}",
            "{\"a\":\"b\",\"c\":{\"sum\":\"1\"}}",
            "[]",
            "",
        ] {
            assert_eq!(check(line, false), Ok(()));
            assert!(check(line, true).unwrap_err().contains("no sum"));
        }
    }
}
