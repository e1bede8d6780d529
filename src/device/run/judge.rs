//! What models say of a final state: the test is asked again, with this state as its condition.

use serde::Serialize;

use crate::engine::states::Ends;
use crate::model::Model;
use crate::program::Program;
use crate::syntax::diagnostic::Report;
use crate::tasks::ask::{ask, judged};
use crate::verdict::query::Options;
use crate::view::answer::{Answer, Verdict};
use crate::view::reason::Reason;

use super::asking::{Asking, listed};
use super::observe::Observed;
use super::tally::Seen;

/// What a model says of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Say {
    /// Some execution ends so; or the model promises nothing of the test, as it has a race.
    Allowed,
    /// The model gives some instruction of the test no meaning.
    Unsupported,
    /// It was not found out.
    Open,
    /// No execution ends so.
    Forbidden,
}

impl Say {
    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Unsupported => "unsupported",
            Self::Open => "open",
            Self::Forbidden => "forbidden",
        }
    }

    const fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Reachable | Verdict::Racy => Self::Allowed,
            Verdict::Unreachable => Self::Forbidden,
            Verdict::Unknown => Self::Open,
            Verdict::Unsupported => Self::Unsupported,
        }
    }
}

/// What a model says of a state, with all that `check` would show.
#[derive(Debug, Clone)]
pub struct Ruling {
    /// The word.
    pub say: Say,
    /// What it rests on: a witness, or a reason.
    pub answer: Answer,
}

/// What a model says of a test itself.
#[derive(Debug, Clone)]
pub struct Standing {
    /// The answer to the test's own question; compared with what the test expects of the model.
    pub answer: Answer,
}

/// A test whose final states are judged.
#[derive(Debug)]
pub struct Judge<'a> {
    program: &'a Program,
    observed: &'a Observed,
    options: &'a Options,
    asking: Asking,
}

impl<'a> Judge<'a> {
    /// Of a test.
    ///
    /// # Errors
    ///
    /// Its text has mistakes.
    pub fn new(
        program: &'a Program,
        observed: &'a Observed,
        options: &'a Options,
    ) -> Result<Self, Report> {
        Ok(Self {
            program,
            observed,
            options,
            asking: Asking::new(program)?,
        })
    }

    /// What a model says of the test itself.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    pub fn test(&self, model: &Model) -> Result<Standing, Report> {
        let options = Options {
            reason: false,
            ..self.options.clone()
        };
        let answer = judged(self.program, model, &options)?.answer;
        Ok(Standing { answer })
    }

    /// What a model says of a state.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    pub fn state(&self, model: &Model, state: &[i64]) -> Result<Ruling, Report> {
        let options = Options {
            quantity: false,
            ..self.options.clone()
        };
        let answer = ask(&self.asking(state), model, &options)?.answer;
        Ok(Ruling {
            say: Say::of(answer.verdict),
            answer,
        })
    }

    /// Which of some states a model is known to allow: they are listed together, for the hundreds that a run may have seen.
    /// Of others nothing is said.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    pub fn allowed(&self, model: &Model, states: &[Seen]) -> Result<Vec<bool>, Report> {
        if states.len() < 2 {
            return Ok(vec![false; states.len()]);
        }
        let terms = &self.observed.terms;
        let seen = states.iter().map(|seen| &seen.state[..]);
        let found = listed(self.program, None, (model, self.options), terms, seen)?;
        let is = |seen: &Seen| match &found {
            Ends::States(states) => states.found.contains_key(&seen.state[..]),
            Ends::Racy => true,
            Ends::Refused(_) | Ends::Open(_) => false,
        };
        Ok(states.iter().map(is).collect())
    }

    /// The test that asks for a state. What its filter leaves out is judged all the same, so there is none.
    #[must_use]
    pub fn asking(&self, state: &[i64]) -> Program {
        let terms = self.observed.terms.iter().copied();
        let values = terms.zip(state.iter().copied());
        self.asking.ends(self.program, values, None)
    }
}

/// What a model says of a state.
#[derive(Debug, Clone, Serialize)]
pub struct Ruled {
    /// The model's name.
    pub model: String,
    /// The word.
    pub says: Say,
    /// Why the state is forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Why it is open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// All that `check` would show; not of each state that is allowed.
    #[serde(skip)]
    pub answer: Option<Answer>,
}

/// What models say of a state; each comes with whether it is known to allow it.
pub(super) fn ruled<'m>(
    judge: &Judge<'_>,
    models: impl Iterator<Item = (&'m Model, bool)>,
    seen: &Seen,
) -> Result<Vec<Ruled>, Report> {
    let mut rulings = Vec::new();
    for (model, allowed) in models {
        let (says, answer) = if allowed {
            (Say::Allowed, None)
        } else {
            let ruling = judge.state(model, &seen.state)?;
            (ruling.say, Some(ruling.answer))
        };
        let told = answer.as_ref();
        rulings.push(Ruled {
            model: model.name.clone(),
            says,
            reason: told.and_then(|answer| answer.reason.clone()),
            notes: told.map_or_else(Vec::new, |answer| answer.notes.clone()),
            answer,
        });
    }
    Ok(rulings)
}
