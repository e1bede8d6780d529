//! All final states that a model allows.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::program::events::Unrolled;
use crate::program::{Condition, Term};
use crate::sat::engine::Credit;
use crate::stop::Open;

use super::query::Options;
use super::shown::Shown;

/// What to find out of the final states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The registers and locations that are looked at.
    pub terms: Vec<Term>,
    /// Stop after so many states.
    pub most: Option<usize>,
    /// Keep an execution for each.
    pub runs: bool,
}

impl Wanted {
    /// Whether these terms settle a condition.
    #[must_use]
    pub fn settles(&self, condition: &Condition) -> bool {
        let other = |term| !matches!(term, Term::Constant(_)) && !self.terms.contains(&term);
        !condition.mentions(&other)
    }

    /// That so many states are enough.
    #[must_use]
    pub fn enough(&self, found: usize) -> Option<Open> {
        let most = self.most.filter(|&most| found >= most)?;
        Some(Open::Size(format!("no more than {most} were asked for")))
    }
}

/// The final states of the executions that count: the model allows them, they end, the filter holds.
#[derive(Debug, Clone)]
pub struct States {
    /// What was looked at.
    pub terms: Vec<Term>,
    /// The values of these, with what is known of each state.
    pub found: BTreeMap<Vec<i64>, State>,
    /// Why there may be more; none: these are all.
    pub open: Option<Open>,
    /// Whether there are as many as were asked for.
    pub enough: bool,
    /// Who found them, and who confirmed that there are no more.
    pub credit: Credit,
    /// The events that executions speak of.
    pub unrolled: Option<Arc<Unrolled>>,
}

impl States {
    /// None was looked for.
    #[must_use]
    pub fn none(wanted: &Wanted, why: Open, options: &Options) -> Self {
        Self {
            terms: wanted.terms.clone(),
            found: BTreeMap::new(),
            open: Some(why),
            enough: false,
            credit: options.engine.nobody(),
            unrolled: None,
        }
    }
}

/// What is known of a state.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// Some execution that ends so satisfies the condition.
    pub satisfies: bool,
    /// Some execution that ends so does not: both, where the condition asks for more than was looked at.
    pub violates: bool,
    /// How many executions end so and satisfy the condition, and how many do not; only an enumeration counts.
    pub executions: Option<(usize, usize)>,
    /// One that ends so, of those that satisfy the condition if there are any.
    pub shown: Option<Shown>,
}

impl State {
    /// Takes note of an execution that ends so.
    pub fn note(&mut self, satisfies: bool, shown: impl FnOnce() -> Option<Shown>) {
        if self.shown.is_none() || satisfies && !self.satisfies {
            self.shown = shown();
        }
        self.satisfies |= satisfies;
        self.violates |= !satisfies;
    }
}
