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
        match (first, rest.as_slice()) {
            ("hello", ["1", keys @ ..]) => Hello::read(keys).map(Self::Hello),
            ("hello", [version, ..]) => {
                Err(format!("version `{version}` of the protocol; expected 1"))
            }
            ("rsp", [tag, clock]) => Self::answer(tag, None, clock),
            ("rsp", [tag, value, clock]) => Self::answer(tag, Some(value), clock),
            ("stall", [tag]) => small("stall", "TAG", tag).map(Self::Stall),
            ("cov", [controller, state, event, hits]) => {
                Self::coverage([controller, state, event], hits)
            }
            ("fault", [_, ..]) => {
                let text = line.trim_start().get("fault".len()..).unwrap_or_default();
                Ok(Self::Fault(text.trim().escape_debug().to_string()))
            }
            ("tock", [clock]) => Self::tock(clock, Some(1)),
            ("tock", [clock, "quiet"]) => Self::tock(clock, None),
            ("tock", [clock, ready]) => {
                small("tock", "READY", ready).and_then(|ready| Self::tock(clock, Some(ready)))
            }
            ("bye", []) => Ok(Self::Bye),
            (_, _) => Err(expected(first)),
        }
    }

    fn answer(tag: &str, value: Option<&&str>, clock: &str) -> Result<Self, String> {
        let word = |value: &&str| {
            let found = value.parse();
            found.map_err(|_| not("rsp", value, "VALUE", "a number below 2^32"))
        };
        let at = clock.strip_prefix('@').and_then(|at| at.parse().ok());
        Ok(Self::Answer {
            tag: small("rsp", "TAG", tag)?,
            value: value.map(word).transpose()?,
            clock: at.ok_or_else(|| not("rsp", clock, "@CLOCK", "`@` and a number below 2^64"))?,
        })
    }

    fn coverage(cell: [&str; 3], hits: &str) -> Result<Self, String> {
        if let Some(long) = cell.iter().find(|name| name.chars().count() > NAME) {
            let form = format!("a name of at most {NAME} characters");
            return Err(not("cov", long, "CONTROLLER, STATE or EVENT", &form));
        }
        let number = hits.parse();
        Ok(Self::Coverage {
            cell: cell.map(str::to_owned),
            hits: number.map_err(|_| not("cov", hits, "HITS", "a number below 2^64"))?,
        })
    }

    fn tock(clock: &str, ready: Option<u32>) -> Result<Self, String> {
        let number = clock.parse();
        let clock = number.map_err(|_| not("tock", clock, "CLOCK", "a number below 2^64"))?;
        Ok(Self::Tock { clock, ready })
    }
}

/// Tags and counts are below 2^30.
fn small(line: &str, word: &str, text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| *number < 1 << 30);
    number.ok_or_else(|| not(line, text, word, "a number below 2^30"))
}

/// Which word of a line is none of its form.
fn not(line: &str, text: &str, word: &str, form: &str) -> String {
    let text = quoted(text);
    format!("{}: {text} is no {word}, which is {form}", expected(line))
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
            (
                "rsp 1 4294967296 @2",
                "expected `rsp TAG [VALUE] @CLOCK`: `4294967296` is no VALUE, which is a number below 2^32",
            ),
            ("rsp -1 @2", "`-1` is no TAG, which is a number below 2^30"),
            ("rsp 1 2 3", "`3` is no @CLOCK, which is `@` and a number"),
            ("stall", "`stall TAG`"),
            ("stall x", "`x` is no TAG"),
            ("tock x", "`x` is no CLOCK"),
            ("tock 1 loud", "`loud` is no READY"),
            ("cov L1 I Load many", "`many` is no HITS"),
            (
                "cov L1 I Load89012345678901234567890123456 1",
                "is no CONTROLLER, STATE or EVENT, which is a name of at most 32 characters",
            ),
            ("hello 1 word=4 word=8", "`word=8`: `word` is said twice"),
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
