//! What a model says of one choice.

use std::sync::Arc;

use crate::engine::check;
use crate::engine::termination::may_wait;
use crate::execution::concrete::Execution;
use crate::model::Model;
use crate::model::accepts::Unsupported;
use crate::program::events::Unrolled;
use crate::program::{Condition, Program};
use crate::syntax::Report;
use crate::syntax::ast::Quantifier;
use crate::ugpu::machine as ugpu;
use crate::verdict::outcome::{Outcome, Verdict};
use crate::verdict::query::Options;

/// What a model says of a program.
#[derive(Debug, Clone)]
pub enum Answer {
    /// The outcome is forbidden (of a `forall`: the condition always holds), and there is no race.
    Forbidden,
    /// The outcome is forbidden because no execution ends, or none passes the filter.
    Endless,
    /// It is not.
    Allowed(Box<Counterexample>),
    /// Not found out, and why.
    Open(String),
    /// The model gives some instruction no meaning.
    Refused(Unsupported),
}

/// Why a choice does not do.
#[derive(Debug, Clone)]
pub struct Counterexample {
    /// The whole answer, for people.
    pub outcome: Outcome,
    /// What shows it, for the search.
    pub shown: Shown,
}

/// What shows that a choice does not do.
#[derive(Debug, Clone)]
pub enum Shown {
    /// An execution that ends as it should not, or has a race.
    Execution {
        /// The execution.
        execution: Box<Execution>,
        /// The events that it speaks of.
        unrolled: Arc<Unrolled>,
        /// Whether its race is what matters.
        racy: bool,
    },
    /// A schedule of a machine.
    Schedule(Box<ugpu::Execution>),
    /// Nothing: a `forall` without any execution does not hold.
    Nothing,
}

/// Asks a model.
#[derive(Debug)]
pub struct Oracle<'a> {
    /// The model.
    pub model: &'a Model,
    /// The same model, promising nothing of racy programs: where a change must not add a race.
    pub without_races: Option<Model>,
    /// Whether a program must be seen to have executions that end: what never ends has no outcome either.
    pub must_end: bool,
    /// The limits of each question.
    pub options: Options,
    /// How often it was asked.
    pub questions: usize,
}

impl<'a> Oracle<'a> {
    /// Asks a model nothing but what a search needs.
    #[must_use]
    pub fn new(model: &'a Model, options: &Options) -> Self {
        Self {
            model,
            without_races: None,
            must_end: false,
            options: Options {
                quantity: false,
                reason: false,
                flags: false,
                // What comes out of a search is asked about again in the end.
                confirm: false,
                ..options.clone()
            },
            questions: 0,
        }
    }

    /// Finds out whether a program has a race that its model only flags. If it has none, no program
    /// that is asked about may have one. Nothing where the model has no such flag, or it is open.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    pub fn keep_race_free(&mut self, program: &Program) -> Result<Option<bool>, Report> {
        let Some(model) = self.model.without_races() else {
            return Ok(None);
        };
        self.questions += 1;
        let outcome = check(program, &model, &self.options)?;
        Ok(match outcome.verdict() {
            Verdict::Racy => Some(true),
            Verdict::Unknown | Verdict::Unsupported => None,
            Verdict::Reachable | Verdict::Unreachable => {
                self.without_races = Some(model);
                Some(false)
            }
        })
    }

    /// What the model says of a program.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    pub fn ask(&mut self, program: &Program) -> Result<Answer, Report> {
        let said = self.hint(program)?;
        if !matches!(said, Answer::Forbidden) {
            return Ok(said);
        }
        let said = match self.without_races.clone() {
            None => said,
            Some(model) => self.ask_of(program, &model)?,
        };
        if matches!(said, Answer::Forbidden) && self.must_end && !self.ends(program)? {
            return Ok(Answer::Endless);
        }
        Ok(said)
    }

    /// What the model says of a program, where nothing rests on its being forbidden.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    pub fn hint(&mut self, program: &Program) -> Result<Answer, Report> {
        self.ask_of(program, self.model)
    }

    fn ask_of(&mut self, program: &Program, model: &Model) -> Result<Answer, Report> {
        self.questions += 1;
        let outcome = check(program, model, &self.options)?;
        Ok(answer(program, outcome))
    }

    /// Whether some execution ends and passes the filter, as far as it was found out. Under a model that ships, only what waits
    /// can keep one from it; another may allow none. What a race leaves open may be mended: of a racy program the executions count that
    /// it has but for its races.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    pub fn ends(&mut self, program: &Program) -> Result<bool, Report> {
        if program.filter.is_none() && !may_wait(program) && self.model.ships() {
            return Ok(true);
        }
        let span = program.condition.span();
        let any = Program {
            quantifier: Quantifier::Exists,
            condition: Condition::Literal(true, span),
            ..program.clone()
        };
        self.questions += 1;
        let with_races = self.model.with_races();
        let model = with_races.as_ref().unwrap_or(self.model);
        let outcome = check(&any, model, &self.options)?;
        Ok(outcome.verdict() != Verdict::Unreachable)
    }
}

fn answer(program: &Program, outcome: Outcome) -> Answer {
    if let Some(refused) = outcome.unsupported() {
        return Answer::Refused(refused.clone());
    }
    let holds = match (program.quantifier, outcome.verdict()) {
        (_, Verdict::Unknown | Verdict::Unsupported) => None,
        (_, Verdict::Racy) => Some(false),
        (Quantifier::Forall, _) => outcome.holds,
        (_, verdict) => Some(verdict == Verdict::Unreachable),
    };
    match holds {
        Some(true) => Answer::Forbidden,
        Some(false) => Answer::Allowed(Box::new(Counterexample {
            shown: shown(program, &outcome),
            outcome,
        })),
        None => Answer::Open(outcome.notes().join("; ")),
    }
}

fn shown(program: &Program, outcome: &Outcome) -> Shown {
    let forall = program.quantifier == Quantifier::Forall;
    let racy = outcome.verdict() == Verdict::Racy;
    if let Some(schedule) = outcome.schedule()
        && schedule.end.satisfies(&program.condition) != forall
    {
        return Shown::Schedule(Box::new(schedule.clone()));
    }
    match (outcome.execution(), &outcome.unrolled) {
        (Some(execution), Some(unrolled)) if racy || ends(program, execution) != forall => {
            Shown::Execution {
                execution: Box::new(execution.clone()),
                unrolled: unrolled.clone(),
                racy,
            }
        }
        _ => Shown::Nothing,
    }
}

fn ends(program: &Program, execution: &Execution) -> bool {
    let value = |term| execution.value(program, term);
    program.condition.holds(&value)
}
