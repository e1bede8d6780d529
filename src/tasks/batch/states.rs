//! The final states of a row.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::view::states::States;

/// The final states of a test under a model, as rows and journals have them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Listed {
    /// The registers and locations that were looked at.
    pub observed: Vec<String>,
    /// Whether these are all states.
    pub complete: bool,
    /// The states.
    pub found: Vec<Ended>,
}

/// A final state.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Ended {
    /// The values of what was looked at.
    pub values: Vec<i64>,
}

/// Which final states are listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// What is looked at; what the condition names where this is empty.
    pub observe: Vec<String>,
    /// At most so many.
    pub most: Option<usize>,
}

/// So many states are told of a difference.
const TOLD: usize = 3;

impl Listed {
    /// The states of an answer.
    #[must_use]
    pub fn of(states: &States) -> Self {
        let observed = states.observed.iter();
        let found = states.found.iter().map(|state| Ended {
            values: state.values.clone(),
        });
        Self {
            observed: observed.map(|observed| observed.name.clone()).collect(),
            complete: states.complete,
            found: found.collect(),
        }
    }

    /// A state in words: `P0:r0=1 x=2`.
    #[must_use]
    pub fn words(&self, state: &Ended) -> String {
        let pairs = self.observed.iter().zip(&state.values);
        let pairs: Vec<String> = pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join(" ")
    }

    /// How many: `3 states`, or `at least 3 states`.
    #[must_use]
    pub fn count(&self) -> String {
        let least = if self.complete { "" } else { "at least " };
        let number = self.found.len();
        let plural = if number == 1 { "state" } else { "states" };
        format!("{least}{number} {plural}")
    }

    /// All in a line: `x=1; x=2`, and whether there may be more.
    #[must_use]
    pub fn line(&self) -> String {
        let mut all: Vec<String> = self.found.iter().map(|state| self.words(state)).collect();
        if !self.complete {
            all.push("perhaps more".to_owned());
        }
        all.join("; ")
    }

    /// What is otherwise than in a later run, in words that follow those of the verdict: `, 4 states, also
    /// x=1`. A list that is not whole says nothing of what it does not have.
    #[must_use]
    pub fn unlike(&self, now: &Self) -> Option<String> {
        if self.observed != now.observed {
            return Some(format!(", states of {}", self.observed.join(", ")));
        }
        let beyond = |one: &Self, other: &Self| {
            let there = |state: &&Ended| !other.complete || other.found.contains(state);
            let mut beyond: Vec<String> = one
                .found
                .iter()
                .filter(|state| !there(state))
                .map(|state| one.words(state))
                .collect();
            let more = beyond.len().saturating_sub(TOLD);
            beyond.truncate(TOLD);
            let mut words = beyond.join("; ");
            if more > 0 {
                let _ = write!(words, " and {more} more");
            }
            words
        };
        let (gone, new) = (beyond(self, now), beyond(now, self));
        if gone.is_empty() && new.is_empty() {
            return None;
        }
        let number = self.found.len();
        let plural = if number == 1 { "state" } else { "states" };
        let mut words = format!(", {number} {plural}");
        if !gone.is_empty() {
            let _ = write!(words, ", also {gone}");
        }
        if !new.is_empty() {
            let _ = write!(words, ", not {new}");
        }
        Some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::{Ended, Listed};

    fn listed(values: &[i64], complete: bool) -> Listed {
        let found = values.iter().map(|&value| Ended {
            values: vec![value],
        });
        Listed {
            observed: vec!["x".to_owned()],
            complete,
            found: found.collect(),
        }
    }

    #[test]
    fn what_is_otherwise_is_told() {
        let told = |was: (&[i64], bool), now: (&[i64], bool)| {
            listed(was.0, was.1).unlike(&listed(now.0, now.1))
        };
        assert_eq!(told((&[1, 2], true), (&[1, 2], true)), None);
        let gone = told((&[1, 2], true), (&[1], true));
        assert_eq!(gone.as_deref(), Some(", 2 states, also x=2"));
        let new = told((&[1], true), (&[0, 1, 2, 3, 4], true));
        assert_eq!(
            new.as_deref(),
            Some(", 1 state, not x=0; x=2; x=3 and 1 more")
        );
        // Who has not all may have the rest.
        assert_eq!(told((&[1], false), (&[1, 2], true)), None);
        assert_eq!(told((&[1, 2], true), (&[1], false)), None);
        let beyond = told((&[1], true), (&[2], false));
        assert_eq!(beyond.as_deref(), Some(", 1 state, not x=2"));
        let mut others = listed(&[1], true);
        others.observed = vec!["y".to_owned()];
        let said = others.unlike(&listed(&[1], true));
        assert_eq!(said.as_deref(), Some(", states of y"));
    }
}
