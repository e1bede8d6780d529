//! What is no longer as it was written, in words.

use std::fmt;

use crate::program::Program;

/// What is no longer as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The number of the thread, as it is written.
    pub thread: u32,
    /// The instruction, as it is written; none past the last.
    pub instruction: Option<String>,
    /// What about it.
    pub what: What<String>,
}

/// What is wrong with an instruction; others are named by their index, then by their text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What<On> {
    /// Something else stands in its place, or nothing.
    Other {
        /// What should stand there.
        wanted: String,
        /// What does.
        found: Option<String>,
    },
    /// Something stands there that the test does not have.
    More(String),
    /// It runs under a condition that the test does not have.
    Guarded(String),
    /// It stands in a loop of the test, and in none of the machine's.
    Once,
    /// It does not depend any more on what an instruction read.
    Free {
        /// In which way: `address`, `data`, `control`.
        how: &'static str,
        /// The instruction.
        on: On,
    },
}

impl What<usize> {
    /// With the text of the instruction that it names.
    #[must_use]
    pub fn named(self, text: &impl Fn(usize) -> String) -> What<String> {
        match self {
            Self::Other { wanted, found } => What::Other { wanted, found },
            Self::More(found) => What::More(found),
            Self::Guarded(guard) => What::Guarded(guard),
            Self::Once => What::Once,
            Self::Free { how, on } => What::Free { how, on: text(on) },
        }
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}: ", self.thread)?;
        let name = self.instruction.as_deref().unwrap_or("the end");
        match &self.what {
            What::Other { wanted, found } => {
                let found = found.as_deref().unwrap_or("nothing");
                write!(f, "`{name}` should be {wanted}, and there is {found}")
            }
            What::More(found) => write!(f, "after its last access there is {found}"),
            What::Guarded(guard) => write!(f, "`{name}` runs only under {guard}"),
            What::Once => write!(f, "`{name}` is in a loop, and was moved out of it"),
            What::Free { how, on } => {
                write!(f, "`{name}` has lost its {how} dependency on `{on}`")
            }
        }
    }
}

/// An instruction as it is written.
#[must_use]
pub fn text(program: &Program, role: usize, index: usize) -> String {
    let code = program
        .threads
        .get(role)
        .and_then(|thread| thread.code.get(index));
    let span = code.map(|instruction| instruction.span);
    let text = span.and_then(|span| program.source.text.get(span.start..span.end));
    text.unwrap_or_default().trim().to_owned()
}
