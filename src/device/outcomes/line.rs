//! One line of what litmus7 prints: an outcome, a heading, or words. A log also has the test, the machine and
//! the compiler's assembly, so not each line can be asked to mean something; a line that tries to be an outcome is.

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line<'s> {
    /// How often, and the values.
    Outcome(u64, &'s str),
    /// It is meant to be an outcome: what is wrong, and what stands there instead.
    Wrong(&'static str, &'static str),
    /// Something else.
    Words,
}

/// The test that a heading such as `Test MP Allowed` begins.
pub(super) fn heading(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let (first, name, kind, none) = (words.next()?, words.next()?, words.next()?, words.next());
    let kinds = ["Allowed", "Forbidden", "Required"];
    (first == "Test" && kinds.contains(&kind) && none.is_none()).then_some(name)
}

/// How many lines a histogram says to have, as `Histogram (4 states)`.
pub(super) fn states(line: &str) -> Option<u64> {
    let rest = line.strip_prefix("Histogram")?.trim();
    let inside = rest.strip_prefix('(')?.strip_suffix(')')?;
    let (number, word) = inside.trim().split_once(' ')?;
    let fits = matches!(word.trim(), "state" | "states");
    number.parse().ok().filter(|_| fits)
}

/// A line that is no heading; inside a histogram, whatever has values is an outcome.
pub(super) fn read(line: &str, inside: bool) -> Line<'_> {
    let (count, rest) = match marked(line) {
        Some(split) => split,
        None if line.contains('=') && (inside || begins_with_a_count(line)) => {
            return Line::Wrong(
                "there is no `>` after the count of an outcome",
                "expected COUNT *>",
            );
        }
        None => return Line::Words,
    };
    match count {
        "" => Line::Wrong("the outcome has no count", "expected a number before it"),
        digits if !digits.bytes().all(|byte| byte.is_ascii_digit()) => Line::Wrong(
            "the count of the outcome is no number",
            "expected digits alone",
        ),
        digits => match digits.parse() {
            Ok(count) => Line::Outcome(count, rest),
            Err(_) => Line::Wrong("the count does not fit in 64 bits", "too large"),
        },
    }
}

/// What stands before and behind `*>`, `:>`, or the `>` of a count.
fn marked(line: &str) -> Option<(&str, &str)> {
    let (before, behind) = line.split_once('>')?;
    let count = before.trim_end_matches(['*', ':']);
    let is_marked = count.len() < before.len();
    let (count, behind) = (count.trim(), behind.trim());
    let counts = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    let tries = behind.contains('=') || count.starts_with(|one: char| one.is_ascii_digit());
    (counts || (is_marked && tries)).then_some((count, behind))
}

/// Whether a line begins as `10 ` does; the initial state `0:r0=x;` of a test does not.
fn begins_with_a_count(line: &str) -> bool {
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with([' ', '\t', '*']) && line.ends_with(';')
}
