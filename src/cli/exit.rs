//! Exit codes.

use std::process::ExitCode;

/// Every question was answered, and every stated expectation held.
pub const OK: u8 = 0;
/// Answered, and an expectation failed.
pub const FAILED: u8 = 1;
/// Bad usage or bad input.
pub const BAD: u8 = 2;
/// Some verdict is `unknown`, whether a `forall` holds is open, or a verdict is `unsupported` where one was asked for by name.
pub const OPEN: u8 = 3;

/// How a run went, from the best to the gravest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Exit {
    /// [`OK`].
    #[default]
    Ok,
    /// [`FAILED`].
    Failed,
    /// [`OPEN`].
    Open,
    /// [`BAD`].
    Bad,
}

/// What they mean, for the manual.
pub const MEANINGS: [(Exit, &str); 4] = [
    (
        Exit::Ok,
        "Every question was answered, and every stated expectation held.",
    ),
    (
        Exit::Failed,
        "Answered, and an expectation or a proof failed, or no fences help.",
    ),
    (Exit::Bad, "Bad usage or bad input."),
    (
        Exit::Open,
        "Some verdict is unknown, whether a forall holds is open, or a verdict is unsupported where the model was asked for by name.",
    ),
];

impl Exit {
    /// What a shard has found is no failure: it is a part of an answer.
    #[must_use]
    pub const fn unless_failed(self) -> Self {
        match self {
            Self::Failed => Self::Ok,
            Self::Ok | Self::Open | Self::Bad => self,
        }
    }

    /// The number the process ends with.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Ok => OK,
            Self::Failed => FAILED,
            Self::Open => OPEN,
            Self::Bad => BAD,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn the_gravest_wins() {
        let all = [Exit::Open, Exit::Bad, Exit::Failed, Exit::Ok];
        assert_eq!(all.into_iter().max().map(Exit::code), Some(2));
        assert_eq!(Exit::Open.max(Exit::Failed).code(), 3);
        assert_eq!(Exit::Ok.max(Exit::Failed).code(), 1);
    }
}
