//! All final states that a model with axioms allows.

use crate::model::registry::Axiomatic;
use crate::program::Program;
use crate::sat::Lit;
use crate::stop::Open;
use crate::syntax::diagnostic::Report;
use crate::verdict::outcome::Shown;
use crate::verdict::query::Options;
use crate::verdict::states::{States, Wanted};

use super::candidate::condition::Ending as _;
use super::check::{Found, Query};
use super::encoding::{Encoding, Goal};
use super::listing::{Asked, Judged, Listed};
use super::shared::Frames;
use super::witness::{extract, verify};
use crate::sat::session::Assignment;

/// Lists the final states of a test under a model with axioms, which accepts the test and promises
/// something of it.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn states_on(
    frames: &Frames<'_>,
    model: &Axiomatic,
    options: &Options,
    wanted: &Wanted,
) -> Result<States, Report> {
    let (query, unrolled) = match Query::of(frames, model, options)? {
        Ok(query) => query,
        Err(open) => return Ok(States::none(wanted, open, options)),
    };
    Ok(query.in_context(|| {
        let (options, thin_air) = (model.definition.options, model.thin_air);
        let frame = frames.frame(unrolled, options, thin_air, &query.limits.stop);
        query.states(Encoding::on(frame, model), wanted)
    }))
}

impl Query<'_> {
    fn states(&self, mut encoding: Encoding, wanted: &Wanted) -> States {
        let terms = wanted.terms.iter();
        let observed = terms.map(|&term| encoding.frame.term(term)).collect();
        let asked = Asked {
            circuit: &encoding.frame.circuit,
            required: vec![encoding.finished, encoding.filter],
            observed,
            apart: if wanted.settles(&self.program.condition) {
                Lit::TRUE
            } else {
                encoding.condition
            },
        };
        let listed = asked.list(wanted, &self.limits, |assignment, values| {
            self.ending(&encoding, assignment, (wanted, values))
        });
        let Listed {
            states: found,
            mut open,
            credit,
        } = listed;
        if open.is_none() {
            open = self.truncated(&encoding, &Found::None, None);
        }
        States {
            enough: open.is_some() && wanted.enough(found.len()).is_some(),
            terms: wanted.terms.clone(),
            found,
            open,
            credit: self.ledger.sum().map_or(credit, |bound| credit.and(bound)),
            unrolled: Some(self.unrolled.clone()),
        }
    }

    /// The execution of an assignment, once the judge has accepted it and it ends so.
    fn ending(
        &self,
        encoding: &Encoding,
        assignment: &Assignment,
        (wanted, values): (&Wanted, &[i64]),
    ) -> Result<Judged, Open> {
        let program: &Program = self.program;
        let execution = extract(&encoding.frame, assignment);
        let satisfies = program
            .condition
            .holds(&|term| execution.value(program, term));
        let goal = if satisfies {
            Goal::Condition
        } else {
            Goal::Opposite
        };
        let flags = verify(program, &self.unrolled, self.model, &execution, goal)
            .and_then(|flags| {
                let mut terms = wanted.terms.iter().zip(values);
                if terms.all(|(&term, &value)| execution.value(program, term) == value) {
                    Ok(flags)
                } else {
                    Err("it ends in another state".to_owned())
                }
            })
            .map_err(|why| {
                Open::Internal(format!(
                    "the solver's execution did not pass the check ({why})"
                ))
            })?;
        Ok((satisfies, Shown::execution(execution, flags)))
    }
}
