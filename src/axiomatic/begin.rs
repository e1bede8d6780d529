//! How a question about a test begins: its events, and a solver's context.

use std::sync::Arc;

use crate::program::events::Unrolled;
use crate::program::unroll::Unfinished;
use crate::sat::in_fresh_context;
use crate::stop::Open;
use crate::syntax::Report;
use crate::verdict::ledger::Ledger;
use crate::verdict::query::Options;

use super::check::{EVENTS, OWN_CONTEXT, Query};
use super::shared::Frames;
use crate::model::registry::Axiomatic;

impl<'a> Query<'a> {
    /// A question of a test, with its events; or what keeps it from being asked.
    pub(super) fn of<'s>(
        frames: &'a Frames<'s>,
        model: &'a Axiomatic,
        options: &Options,
    ) -> Result<Result<(Self, &'s Arc<Unrolled>), Open>, Report> {
        let limits = options.limits();
        let unrolled = match frames.events().of(model, &limits.stop) {
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

    /// Asks in a solver context of its own, where the test is large.
    pub(super) fn in_context<T: Send>(&self, ask: impl Fn() -> T + Sync) -> T {
        if self.unrolled.events.len() >= OWN_CONTEXT {
            in_fresh_context(ask)
        } else {
            ask()
        }
    }
}
