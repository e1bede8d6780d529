//! What stayed open, and why, as a value.

use std::fmt;

use crate::stop::Open;

/// What a question that stayed open was about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum About {
    /// Whether some execution satisfies the condition.
    Condition,
    /// Whether some execution does not, where one that does is known.
    Quantity,
    /// Whether some execution has a race, under a model that promises nothing of racy programs.
    Race,
    /// Whether executions end.
    Termination,
    /// Why something is unreachable.
    Reason,
    /// Why no execution has a race.
    RaceFreedom,
    /// What an unreachable outcome would take.
    Story,
    /// Whether the execution that is shown is a smallest one: the search ended early.
    Smallest,
    /// The same, where no search was begun.
    Smaller,
    /// How large the execution is.
    Size,
    /// Whether there are more final states than those that are listed.
    States,
}

impl About {
    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Condition => "condition",
            Self::Quantity => "quantity",
            Self::Race => "race",
            Self::Termination => "terminates",
            Self::Reason => "reason",
            Self::RaceFreedom => "race-freedom",
            Self::Story => "story",
            Self::Smallest | Self::Smaller => "smallest",
            Self::Size => "size",
            Self::States => "states",
        }
    }
}

/// A question that stayed open.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Remark {
    /// What it was about.
    pub about: About,
    /// Why it stayed open.
    pub why: Open,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.about {
            About::Condition => return self.why.fmt(f),
            About::Quantity => "in how many executions it holds is open",
            About::Race => "whether the program is racy is open",
            About::Termination => "whether all executions end is open",
            About::Reason => "no reason was found",
            About::RaceFreedom => "no reason was found why no execution has a race",
            About::Story => "no execution to compare with was found",
            About::Smallest => "the execution may not be the smallest",
            About::Smaller => "no smaller execution was looked for",
            About::Size => "the execution could not be measured",
            About::States => "whether there are more final states is open",
        };
        write!(f, "{what}: {}", self.why)
    }
}
