//! What the questions about one test have in common: its events and its candidate executions, which no
//! model is in.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::model::laps::Laps;
use crate::model::registry::Axiomatic;
use crate::model::relation::options::Options;
use crate::program::Program;
use crate::program::events::Unrolled;
use crate::program::unroll::{IdleLaps, Unfinished, unroll_laps};
use crate::stop::Stop;

use super::candidate::frame::Frame;

/// The events of a program, unrolled once for all models that want the same.
#[derive(Debug)]
pub struct Events<'p> {
    program: &'p Program,
    bound: usize,
    /// Without laps that only wait.
    busy: OnceLock<Arc<Unrolled>>,
    /// With one such lap.
    waiting: OnceLock<Arc<Unrolled>>,
    /// With all such laps.
    all: OnceLock<Arc<Unrolled>>,
}

impl<'p> Events<'p> {
    /// Nothing unrolled yet; a backward jump will be taken so many times.
    #[must_use]
    pub const fn new(program: &'p Program, bound: usize) -> Self {
        Self {
            program,
            bound,
            busy: OnceLock::new(),
            waiting: OnceLock::new(),
            all: OnceLock::new(),
        }
    }

    /// The program.
    #[must_use]
    pub const fn program(&self) -> &'p Program {
        self.program
    }

    /// The events as the axioms of a model want them: one that asks for races first looks at a lap that only waits, since
    /// what it reads may race.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled, or time ran out.
    pub fn of(&self, model: &Axiomatic, stop: &Stop) -> Result<&Arc<Unrolled>, Unfinished> {
        let laps = if model.promises_nothing_of_races() {
            model.laps.max(model.flagged_laps)
        } else {
            model.laps
        };
        self.with(laps, stop)
    }

    /// The events as what a model flags wants them, where that is more than its axioms want.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled, or time ran out.
    pub fn of_flags(
        &self,
        model: &Axiomatic,
        stop: &Stop,
    ) -> Result<Option<&Arc<Unrolled>>, Unfinished> {
        let loops = || {
            let mut code = self.program.threads.iter().flat_map(|thread| &thread.code);
            code.any(|one| one.target().is_some())
        };
        if model.flagged_laps <= model.laps || model.promises_nothing_of_races() || !loops() {
            return Ok(None);
        }
        let (plain, more) = (self.of(model, stop)?, self.with(model.flagged_laps, stop)?);
        Ok((plain.events.len() < more.events.len()).then_some(more))
    }

    fn with(&self, laps: Laps, stop: &Stop) -> Result<&Arc<Unrolled>, Unfinished> {
        let (place, idle) = match laps {
            Laps::None => (&self.busy, IdleLaps::None),
            Laps::One => (&self.waiting, IdleLaps::One),
            Laps::All => (&self.all, IdleLaps::All),
        };
        if let Some(known) = place.get() {
            return Ok(known);
        }
        let unrolled = unroll_laps(self.program, self.bound, idle, stop)?;
        Ok(place.get_or_init(|| Arc::new(unrolled)))
    }
}

/// The candidate executions of a program's events, encoded once for all models that want the same.
#[derive(Debug)]
pub struct Frames<'s> {
    events: &'s Events<'s>,
    /// None where nobody will ask twice: a copy costs something too.
    known: Option<Mutex<Vec<Known<'s>>>>,
}

/// Candidate executions, and what they were made for.
#[derive(Debug)]
struct Known<'s> {
    unrolled: &'s Unrolled,
    options: Options,
    thin_air: bool,
    frame: Frame<'s>,
}

impl<'s> Frames<'s> {
    /// For one question.
    #[must_use]
    pub const fn once(events: &'s Events<'s>) -> Self {
        Self {
            events,
            known: None,
        }
    }

    /// For many questions.
    #[must_use]
    pub const fn kept(events: &'s Events<'s>) -> Self {
        Self {
            events,
            known: Some(Mutex::new(Vec::new())),
        }
    }

    /// The program's events.
    #[must_use]
    pub const fn events(&self) -> &'s Events<'s> {
        self.events
    }

    /// The candidate executions of some of the program's events, until `stop`; with `thin_air` values
    /// may justify themselves.
    #[must_use]
    pub fn frame(
        &self,
        unrolled: &'s Unrolled,
        options: Options,
        thin_air: bool,
        stop: &Stop,
    ) -> Frame<'s> {
        let new = || Frame::new(self.events.program, unrolled, options, thin_air, stop);
        let Some(known) = &self.known else {
            return new();
        };
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |one: &&Known| {
            std::ptr::eq(one.unrolled, unrolled)
                && one.options == options
                && one.thin_air == thin_air
        };
        if let Some(one) = known.iter().find(same) {
            let mut frame = one.frame.clone();
            frame.circuit.renew(stop.clone());
            return frame;
        }
        let frame = new();
        if !frame.circuit.is_full() {
            known.push(Known {
                unrolled,
                options,
                thin_air,
                frame: frame.clone(),
            });
        }
        frame
    }
}

/// The events of a program as a model wants them.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled, or time ran out.
pub fn unrolled(
    program: &Program,
    model: &Axiomatic,
    bound: usize,
    stop: &Stop,
) -> Result<Arc<Unrolled>, Unfinished> {
    Events::new(program, bound).of(model, stop).cloned()
}

/// The events of a program as what a model flags wants them; nothing where that is no more than its axioms want.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled, or time ran out.
pub fn unrolled_for_flags(
    program: &Program,
    model: &Axiomatic,
    bound: usize,
    stop: &Stop,
) -> Result<Option<Arc<Unrolled>>, Unfinished> {
    let events = Events::new(program, bound);
    Ok(events.of_flags(model, stop)?.cloned())
}
