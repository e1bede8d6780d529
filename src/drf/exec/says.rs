//! What a device says, line by line.

use super::hello::Hello;

/// A line of a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// `hello 1 KEY=VALUE…`
    Hello(Hello),
    /// `rsp TAG [VALUE] @CLOCK`
    Answer {
        /// The request.
        tag: u32,
        /// What was read.
        value: Option<u32>,
        /// When.
        clock: u64,
    },
    /// `stall TAG`
    Stall(u32),
    /// `cov CTRL STATE EVENT N`
    Coverage {
        /// The controller, its state, the event.
        cell: [String; 3],
        /// How often.
        hits: u64,
    },
    /// `fault TEXT`
    Fault(String),
    /// `tock CLOCK [READY|quiet]`
    Tock {
        /// The device's clock.
        clock: u64,
        /// How many of its messages can move; none where nothing moves until it is asked something.
        ready: Option<u32>,
    },
    /// `bye`
    Bye,
}

/// Names in `cov` have at most so many characters: they head columns.
const NAME: usize = 32;

/// The words that lines begin with, and how each goes on.
const FORMS: [(&str, &str); 7] = [
    ("hello", "hello 1 KEY=VALUE..."),
    ("rsp", "rsp TAG [VALUE] @CLOCK"),
    ("stall", "stall TAG"),
    ("cov", "cov CONTROLLER STATE EVENT HITS"),
    ("fault", "fault TEXT"),
    ("tock", "tock CLOCK [READY|quiet]"),
    ("bye", "bye"),
];

impl Said {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// What was expected.
    pub fn read(line: &str) -> Result<Self, String> {
        let line = line.trim_end();
        let mut words = line.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let said = match (first, rest.as_slice()) {
            ("hello", ["1", keys @ ..]) => return Hello::read(keys).map(Self::Hello),
            ("hello", [version, ..]) => {
                return Err(format!("version `{version}` of the protocol; expected 1"));
            }
            ("rsp", [tag, clock]) => Self::answer(tag, None, clock),
            ("rsp", [tag, value, clock]) => Self::answer(tag, Some(value), clock),
            ("stall", [tag]) => number(tag).map(Self::Stall),
            ("cov", [controller, state, event, hits]) => hits.parse().ok().and_then(|hits| {
                let cell = [controller, state, event].map(|name| (*name).to_owned());
                let right = cell.iter().all(|name| name.chars().count() <= NAME);
                right.then_some(Self::Coverage { cell, hits })
            }),
            ("fault", [_, ..]) => {
                let text = line.trim_start().get("fault".len()..).unwrap_or_default();
                Some(Self::Fault(text.trim().escape_debug().to_string()))
            }
            ("tock", [clock]) => Self::tock(clock, Some(1)),
            ("tock", [clock, "quiet"]) => Self::tock(clock, None),
            ("tock", [clock, ready]) => {
                number(ready).and_then(|ready| Self::tock(clock, Some(ready)))
            }
            ("bye", []) => Some(Self::Bye),
            (_, _) => None,
        };
        said.ok_or_else(|| expected(first))
    }

    fn answer(tag: &str, value: Option<&&str>, clock: &str) -> Option<Self> {
        let value = match value {
            Some(value) => Some(value.parse().ok()?),
            None => None,
        };
        Some(Self::Answer {
            tag: number(tag)?,
            value,
            clock: clock.strip_prefix('@')?.parse().ok()?,
        })
    }

    fn tock(clock: &str, ready: Option<u32>) -> Option<Self> {
        let clock = clock.parse().ok()?;
        Some(Self::Tock { clock, ready })
    }
}

/// Tags and counts are below 2^30.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number| *number < 1 << 30)
}

fn expected(word: &str) -> String {
    let known = FORMS.iter().find(|(name, _)| *name == word);
    if let Some((_, form)) = known {
        return format!("expected `{form}`");
    }
    let near = crate::syntax::diagnostic::nearest(word, FORMS.map(|(name, _)| name));
    let words = FORMS.map(|(name, _)| name).join(", ");
    match near {
        Some(near) => format!("there is no `{word}`; did you mean `{near}`?"),
        None => format!("expected a line that begins with one of {words}"),
    }
}

/// A line as it is quoted: what cannot be printed escaped, and cut where it is long.
#[must_use]
pub fn quoted(line: &str) -> String {
    let mut text: String = line.trim_end().escape_debug().take(60).collect();
    if text.len() < line.trim_end().len() && text.chars().count() == 60 {
        text.push('…');
    }
    format!("`{text}`")
}

#[cfg(test)]
mod tests {
    use super::Said;

    #[test]
    fn lines_are_read() {
        for (line, said) in [
            (
                "rsp 3 17 @40",
                Said::Answer {
                    tag: 3,
                    value: Some(17),
                    clock: 40,
                },
            ),
            (
                "rsp 3 @40\r\n",
                Said::Answer {
                    tag: 3,
                    value: None,
                    clock: 40,
                },
            ),
            ("stall 9", Said::Stall(9)),
            (
                "fault  lost a  line ",
                Said::Fault("lost a  line".to_owned()),
            ),
            (
                "tock 5 quiet",
                Said::Tock {
                    clock: 5,
                    ready: None,
                },
            ),
            (
                "tock 5",
                Said::Tock {
                    clock: 5,
                    ready: Some(1),
                },
            ),
            ("bye", Said::Bye),
        ] {
            assert_eq!(Said::read(line), Ok(said), "{line}");
        }
    }

    #[test]
    fn what_means_nothing_is_told() {
        for (line, part) in [
            ("", "begins with one of"),
            ("resp 1 @2", "did you mean `rsp`?"),
            ("rsp 1", "`rsp TAG [VALUE] @CLOCK`"),
            ("rsp 1 4294967296 @2", "`rsp TAG"),
            ("rsp -1 @2", "`rsp TAG"),
            ("rsp 1 2 3", "`rsp TAG"),
            ("stall", "`stall TAG`"),
            ("tock x", "`tock CLOCK"),
            ("tock 1 loud", "`tock CLOCK"),
            ("cov L1 I Load many", "`cov CONTROLLER"),
            ("fault", "`fault TEXT`"),
            ("bye bye", "`bye`"),
            ("hello", "`hello 1 KEY=VALUE...`"),
            ("hello 2", "version `2`"),
            ("hello 1 word", "`word`"),
            ("hello 1 words=4", "did you mean `word`?"),
            ("hello 1 word=four", "`word=four`"),
            ("hello 1 scopes=cta,all", "`all`"),
        ] {
            let said = Said::read(line);
            let text = said.unwrap_err();
            assert!(text.contains(part), "{line}: {text}");
        }
    }
}
