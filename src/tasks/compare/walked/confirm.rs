//! What a walk has found, asked again in the ordinary way.

use crate::stop::Open;
use crate::tasks::audit::{file_name, shown};
use crate::tasks::compare::mapping::back;
use crate::tasks::space::Outcome;
use crate::view::answer::Verdict;

use super::pair::{Apart, Pair, Side};
use super::report::Separator;
use super::search::Request;

impl Request<'_> {
    /// Asks the ordinary check, which must find what the search has found.
    pub(super) fn confirm(
        &self,
        pair: &Pair<'_>,
        side: Side,
        apart: &Apart,
    ) -> Result<Separator, Open> {
        let (allows, forbids) = self.models(side);
        let target = &*pair.target;
        let own = |outcome: &Outcome| back(pair.source, target, outcome);
        let source = apart.as_ref().map(own);
        let (allowed, forbidden) = match side {
            Side::First => (pair.source, target),
            Side::Second => (target, pair.source),
        };
        let outcomes = match side {
            Side::First => (apart.as_ref(), apart.as_ref()),
            Side::Second => (apart.as_ref(), source.as_ref()),
        };
        let name = format!(
            "{}-not-{}",
            file_name(&allows.name),
            file_name(&forbids.name)
        );
        let source_name = match self.mapping {
            None => name.clone(),
            Some(_) => format!("{name}-source"),
        };
        let allowed = shown(allowed.test(&name, outcomes.0), allows, &self.options)?;
        let forbidden = forbidden.test(&source_name, outcomes.1);
        let forbidden = shown(forbidden, forbids, &self.options)?;
        let fits = match apart {
            None => {
                allowed.answer.verdict == Verdict::Racy && forbidden.answer.verdict != Verdict::Racy
            }
            Some(_) => {
                allowed.answer.verdict == Verdict::Reachable
                    && forbidden.answer.verdict == Verdict::Unreachable
            }
        };
        if !fits {
            let why = "the ordinary check does not find what the search has found";
            return Err(Open::Internal(why.to_owned()));
        }
        Ok(Separator {
            size: pair.source.size(),
            allowed,
            forbidden,
        })
    }
}
