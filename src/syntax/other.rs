//! What was given to a command that reads another kind of file, by how it begins.

/// A kind of file that another command reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A litmus test.
    Test,
    /// A module of PTX.
    Module,
    /// A launch file.
    Launch,
    /// A log of a machine.
    Log,
}

/// Lines that a module may have before it says its version.
const PREFACE: usize = 200;

impl Kind {
    /// What a text seems to be; nothing where it may be anything.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = || text.lines().map(str::trim);
        let says = |word: &str| {
            let mut first = lines().filter(|line| !line.is_empty()).take(PREFACE);
            first.any(|line| line.split_whitespace().next() == Some(word))
        };
        let comment =
            |line: &&str| line.is_empty() || line.starts_with("//") || line.starts_with('#');
        let first = lines().find(|line| !comment(line)).unwrap_or("");
        if first.starts_with("PTX ") {
            return Some(Self::Test);
        }
        if first.starts_with("trace 1") || first.starts_with("{\"trace\"") {
            return Some(Self::Log);
        }
        if says(".version") && says(".target") {
            return Some(Self::Module);
        }
        lines()
            .any(|line| line.starts_with("[[launch]]"))
            .then_some(Self::Launch)
    }

    /// In words, as in "this is a PTX module".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Test => "a litmus test",
            Self::Module => "a PTX module",
            Self::Launch => "a launch file",
            Self::Log => "a log",
        }
    }

    /// Which command reads it.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Self::Test => "`gpu-litmus check FILE` answers for litmus tests",
            Self::Module | Self::Launch => {
                "`gpu-litmus kernel FILE` answers for kernels; `--show`, `--fences` and `--prove` are options of it"
            }
            Self::Log => "`gpu-litmus trace FILE` judges logs",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kind::{self, Launch, Log, Module, Test};

    #[test]
    fn by_how_it_begins() {
        for (text, kind) in [
            ("\u{feff}// a comment\n\nPTX MP\n{ }", Some(Test)),
            ("// PTX\n\t.version 8.0\n.target\tsm_90\n", Some(Module)),
            ("# one\nptx = \"a.ptx\"\n[[launch]]\n", Some(Launch)),
            ("# seen\ntrace 1\n", Some(Log)),
            ("{\"trace\":1}\n", Some(Log)),
            (".version 8.0\n", None),
            ("PTXMP\n", None),
            ("", None),
        ] {
            assert_eq!(Kind::of(text), kind, "{text}");
        }
    }
}
