//! How a question about a test begins: its events, and a solver's context.

use std::sync::Arc;

use crate::program::events::Unrolled;
use crate::program::unroll::Unfinished;
use crate::sat::in_fresh_context;
use crate::sat::session::Limits;
use crate::stop::{Open, Stop};
use crate::syntax::Report;
use crate::verdict::ledger::Ledger;
use crate::verdict::query::Options;

use super::check::{EVENTS, OWN_CONTEXT, Query};
use super::shared::{Frames, unrolled};
use crate::model::registry::Axiomatic;

/// What a question begins with; what keeps it from being asked; or what is wrong with the test.
type Begun<T> = Result<Result<T, Open>, Report>;

impl<'a> Query<'a> {
    /// A question of a test, with its events; or what keeps it from being asked.
    pub(super) fn of<'s>(
        frames: &'a Frames<'s>,
        model: &'a Axiomatic,
        options: &Options,
    ) -> Begun<(Self, &'s Arc<Unrolled>)> {
        let limits = options.limits();
        let unrolled = frames.events().of(model, &limits.stop);
        Self::begun(frames, model, (options, limits), unrolled)
    }

    /// The same, with the laps that matter to what the model flags; nothing where these are no more.
    pub(super) fn of_flags<'s>(
        frames: &'a Frames<'s>,
        model: &'a Axiomatic,
        options: &Options,
    ) -> Begun<Option<(Self, &'s Arc<Unrolled>)>> {
        let limits = options.limits();
        let unrolled = frames.events().of_flags(model, &limits.stop);
        let Some(unrolled) = unrolled.transpose() else {
            return Ok(Ok(None));
        };
        let begun = Self::begun(frames, model, (options, limits), unrolled)?;
        Ok(begun.map(Some))
    }

    fn begun<'s>(
        frames: &'a Frames<'s>,
        model: &'a Axiomatic,
        (options, limits): (&Options, Limits),
        unrolled: Result<&'s Arc<Unrolled>, Unfinished>,
    ) -> Begun<(Self, &'s Arc<Unrolled>)> {
        let unrolled = match unrolled {
            Ok(unrolled) => unrolled,
            Err(Unfinished::Long(report)) => return Err(report),
            Err(Unfinished::Open(open)) => return Ok(Err(open)),
        };
        let events = unrolled.events.len();
        if events > EVENTS {
            return Ok(Err(Open::events(events, EVENTS)));
        }
        let query = Query {
            program: frames.events().program(),
            model,
            options: options.clone(),
            limits,
            unrolled: unrolled.clone(),
            ledger: Ledger::default(),
        };
        Ok(Ok((query, unrolled)))
    }

    /// Whether its events have laps that matter only to what the model flags.
    pub(crate) fn with_laps(&self) -> bool {
        let (bound, stop) = (self.options.bound, Stop::never());
        let plain = unrolled(self.program, self.model, bound, &stop);
        plain.is_ok_and(|plain| plain.events.len() < self.unrolled.events.len())
    }

    /// Asks in a solver context of its own, where the test is large.
    pub(super) fn in_context<T: Send>(&self, ask: impl Fn() -> T + Sync) -> T {
        if self.unrolled.events.len() >= OWN_CONTEXT {
            in_fresh_context(ask)
        } else {
            ask()
        }
    }
}
