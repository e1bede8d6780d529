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

/// A histogram begins, and does not say how many lines it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NoCount;

/// How many lines a histogram says to have, as `Histogram (4 states)`; nothing where none begins.
pub(super) fn states(line: &str) -> Option<Result<u64, NoCount>> {
    let rest = line.strip_prefix("Histogram")?.trim_start();
    let inside = rest.strip_prefix('(')?;
    let number = || {
        let (number, word) = inside.strip_suffix(')')?.trim().split_once(' ')?;
        let fits = matches!(word.trim(), "state" | "states");
        number.parse().ok().filter(|_| fits)
    };
    Some(number().ok_or(NoCount))
}

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Where {
    /// Among the states that a histogram says to have.
    Inside,
    /// Beside the histograms of a log that has some: it may be C, or assembly.
    Beside,
    /// In a log without a histogram's heading: outcomes are known by their form alone.
    Anywhere,
}

/// A line that is no heading; inside a histogram, whatever has values is an outcome.
pub(super) fn read(line: &str, place: Where) -> Line<'_> {
    let split = marked(line).filter(|split| place != Where::Beside || split.is_whole());
    let Some(Split { count, values, .. }) = split else {
        let tries = match place {
            Where::Inside => true,
            Where::Beside => false,
            Where::Anywhere => begins_with_a_count(line),
        };
        return if tries && line.contains('=') {
            Line::Wrong(
                "there is no `>` after the count of an outcome",
                "expected COUNT *>",
            )
        } else {
            Line::Words
        };
    };
    match count {
        "" => Line::Wrong("the outcome has no count", "expected a number before it"),
        digits if !is_number(digits) => Line::Wrong(
            "the count of the outcome is no number",
            "expected digits alone",
        ),
        digits => match digits.parse() {
            Ok(count) => Line::Outcome(count, values),
            Err(_) => Line::Wrong("the count does not fit in 64 bits", "too large"),
        },
    }
}

/// A line with a `>`.
struct Split<'s> {
    count: &'s str,
    /// Whether it is `*>` or `:>`.
    marked: bool,
    values: &'s str,
}

impl Split<'_> {
    /// Whether it can hardly be anything but an outcome: `10 *>0:r0=0;`.
    fn is_whole(&self) -> bool {
        self.marked && is_number(self.count) && self.values.contains('=')
    }
}

/// What stands before and behind `*>`, `:>`, or the `>` of a count.
fn marked(line: &str) -> Option<Split<'_>> {
    let (before, values) = line.split_once('>')?;
    let count = before.trim_end_matches(['*', ':']);
    let marked = count.len() < before.len();
    let (count, values) = (count.trim(), values.trim());
    let tries = values.contains('=') || count.starts_with(|one: char| one.is_ascii_digit());
    let split = Split {
        count,
        marked,
        values,
    };
    (is_number(count) || (marked && tries)).then_some(split)
}

fn is_number(count: &str) -> bool {
    !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a line begins as `10 ` does; the initial state `0:r0=x;` of a test does not.
fn begins_with_a_count(line: &str) -> bool {
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with([' ', '\t', '*']) && line.ends_with(';')
}
