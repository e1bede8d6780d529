//! How programs end under a model, for those who ask of thousands.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::engine::Explicit;
use crate::engine::states::{Ends, ends};
use crate::model::Model;
use crate::model::registry::DATA_RACE;
use crate::program::{LocationId, Program, RegisterId, Term, ThreadId, resolve};
use crate::stop::{Open, Stop};
use crate::syntax::span::SourceFile;
use crate::verdict::query::Options;

use super::shape::Shape;

/// What a model says of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Promise {
    /// It has exactly these outcomes, as values in the order of [`Shape::observed`].
    Outcomes(BTreeSet<Vec<i64>>),
    /// It has a race, and anything may happen.
    Nothing,
}

/// Asks a model.
#[derive(Debug)]
pub struct Oracle<'m> {
    model: &'m Model,
    options: Options,
    /// What was asked of small programs, to be asked again.
    kept: FxHashMap<Shape, Promise>,
}

/// So many answers are kept at most.
const MOST_KEPT: usize = 50_000;

impl<'m> Oracle<'m> {
    /// Asks the fastest engine that knows the model.
    #[must_use]
    pub fn fast(model: &'m Model, options: &Options, stop: &Stop) -> Self {
        Self::with(model, options, stop, Explicit::of(model).is_some())
    }

    /// Asks the solver.
    #[must_use]
    pub fn solver(model: &'m Model, options: &Options, stop: &Stop) -> Self {
        Self::with(model, options, stop, false)
    }

    fn with(model: &'m Model, options: &Options, stop: &Stop, explicit: bool) -> Self {
        Self {
            model,
            options: Options {
                explicit,
                reason: false,
                quantity: false,
                flags: false,
                confirm: false,
                stop: stop.clone(),
                ..options.clone()
            },
            kept: FxHashMap::default(),
        }
    }

    /// As [`Self::ask`], of a program that will be asked about again.
    ///
    /// # Errors
    ///
    /// It is not known.
    pub fn ask_kept(&mut self, shape: &Shape) -> Result<Promise, Open> {
        if let Some(known) = self.kept.get(shape) {
            return Ok(known.clone());
        }
        let promise = self.ask(shape)?;
        if self.kept.len() >= MOST_KEPT {
            self.kept.clear();
        }
        self.kept.insert(shape.clone(), promise.clone());
        Ok(promise)
    }

    /// What the model says of a program.
    ///
    /// # Errors
    ///
    /// It is not known: time is over, or an engine gives up.
    pub fn ask(&self, shape: &Shape) -> Result<Promise, Open> {
        self.options.stop.check()?;
        let program = program(shape)?;
        let terms = terms(shape, &program)?;
        match ends(&program, self.model, &self.options, terms).map_err(refused)? {
            Ends::States(states) => {
                let found = states.found.into_keys();
                Ok(Promise::Outcomes(found.collect()))
            }
            Ends::Racy => Ok(Promise::Nothing),
            Ends::Refused(what) => Err(Open::Missing(format!(
                "{} gives {} no meaning",
                self.model.name, what.what
            ))),
            Ends::Open(why) => Err(why),
        }
    }

    /// Whether the model flags a data race in some execution.
    ///
    /// # Errors
    ///
    /// It is not known.
    pub fn races(&self, shape: &Shape) -> Result<bool, Open> {
        self.options.stop.check()?;
        let program = program(shape)?;
        let options = Options {
            flags: true,
            ..self.options.clone()
        };
        let outcome = crate::engine::check(&program, self.model, &options).map_err(refused)?;
        let raised = outcome.raised.get(DATA_RACE).copied().flatten();
        let open = || outcome.remarks.first().map(|remark| remark.why.clone());
        let nothing = || Open::Internal("a race is open for no reason".to_owned());
        raised.ok_or_else(|| open().unwrap_or_else(nothing))
    }
}

/// Programs of an enumeration are small, and well formed.
fn refused(report: impl std::fmt::Display) -> Open {
    Open::Internal(format!("an enumerated test is refused: {report}"))
}

/// The program of a shape. Nobody reads its text, so it has none.
fn program(shape: &Shape) -> Result<Program, Open> {
    let source = SourceFile::new("enumerated.litmus", "");
    resolve(&source, &shape.test("enumerated", None)).map_err(refused)
}

/// What is observed of a program.
fn terms(shape: &Shape, program: &Program) -> Result<Vec<Term>, Open> {
    let mut terms = Vec::new();
    for name in shape.observed() {
        let term = if let Some((thread, register)) = name.split_once(':') {
            let mut threads = program.threads.iter().enumerate();
            let of = threads.find(|(_, one)| format!("P{}", one.number) == thread);
            of.and_then(|(index, one)| {
                let mut registers = one.registers.iter();
                let found = registers.position(|other| other.name == register)?;
                Some(Term::Register(ThreadId(index), RegisterId(found)))
            })
        } else {
            let mut locations = program.locations.iter();
            let found = locations.position(|location| location.name == name);
            found.map(|index| Term::Location(LocationId(index)))
        };
        terms.push(term.ok_or_else(|| refused(format!("{name} is missing")))?);
    }
    Ok(terms)
}
