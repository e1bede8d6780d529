//! A question to whichever engine is asked for, and its answer as a view.

use std::time::Instant;

use crate::engine;
use crate::explicit::{self, Limits, Switches};
use crate::model::Model;
use crate::model::registry::built_in;
use crate::program::Program;
use crate::syntax::diagnostic::Report;
use crate::ugpu::machine::{self as ugpu, Bends};
use crate::verdict::query::Options;

use super::answer::Answer;

/// Who answers without a solver.
#[derive(Debug, Clone, Copy)]
pub enum Explicit {
    /// The enumerator of executions.
    Enumerator(explicit::Model),
    /// The explorer of a machine's states.
    Explorer(ugpu::Model),
}

impl Explicit {
    /// Who answers for a model.
    #[must_use]
    pub fn of(model: &Model) -> Option<Self> {
        match model.machine() {
            Some(machine) => Some(Self::Explorer(machine)),
            None => explicit::Model::from_name(&model.name).map(Self::Enumerator),
        }
    }

    /// The names of all models that can be answered so.
    #[must_use]
    pub fn known() -> String {
        let known = built_in().iter().filter(|model| Self::of(model).is_some());
        let names: Vec<&str> = known.map(|model| model.name.as_str()).collect();
        names.join(", ")
    }

    fn ask(self, program: &Program, model: &Model, options: &Options) -> Answer {
        let start = Instant::now();
        match self {
            Self::Enumerator(known) => {
                let mut limits = Limits::default();
                if let Some(timeout) = options.timeout {
                    limits.time = timeout;
                }
                let found = explicit::check(program, known, &limits, options.bound, &Switches::ALL);
                Answer::of_enumeration(program, model, &found, start.elapsed())
            }
            Self::Explorer(machine) => {
                let mut limits = ugpu::Limits::default();
                if let Some(timeout) = options.timeout {
                    limits.time = timeout;
                }
                let found = ugpu::check(program, machine, &limits, options.bound, Bends::NONE);
                Answer::of_exploration(program, model, &found, start.elapsed())
            }
        }
    }
}

/// Answers whether the condition of a test is reachable under a model. A model that is not known
/// without a solver is asked with one.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn answer(program: &Program, model: &Model, options: &Options) -> Result<Answer, Report> {
    let explicit = Explicit::of(model).filter(|_| options.explicit);
    if let Some(explicit) = explicit {
        return Ok(explicit.ask(program, model, options));
    }
    let start = Instant::now();
    let outcome = engine::check(program, model, options)?;
    Ok(Answer::of(program, model, &outcome, start.elapsed()))
}
