//! All final states that one of the machines allows.

use crate::axiomatic::check::EVENTS;
use crate::axiomatic::listing::{Asked, Judged, Listed};
use crate::program::Program;
use crate::program::unroll::Unfinished;
use crate::sat::Lit;
use crate::sat::in_fresh_context;
use crate::sat::session::Assignment;
use crate::stop::Open;
use crate::syntax::diagnostic::Report;
use crate::ugpu::machine::Model;
use crate::verdict::ledger::Ledger;
use crate::verdict::outcome::Shown;
use crate::verdict::query::Options;
use crate::verdict::states::{States, Wanted};

use super::check::{OWN_CONTEXT, Query, unroll};
use super::encoding::Encoding;
use super::witness::{doubt, extract, verify};

/// Lists the final states of a test under a machine that accepts it.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn states(
    program: &Program,
    model: Model,
    options: &Options,
    wanted: &Wanted,
) -> Result<States, Report> {
    let limits = options.limits();
    let unrolled = match unroll(program, model, options.bound, &limits.stop) {
        Ok(unrolled) => unrolled,
        Err(Unfinished::Long(report)) => return Err(report),
        Err(Unfinished::Open(open)) => return Ok(States::none(wanted, open, options)),
    };
    let events = unrolled.events.len();
    if events > EVENTS {
        let open = Open::events(events, EVENTS);
        return Ok(States::none(wanted, open, options));
    }
    let list = || {
        let (encoding, observed) =
            Encoding::observing(program, &unrolled, model, &wanted.terms, &limits.stop);
        let asked = Asked {
            required: vec![encoding.finished, encoding.filter],
            observed,
            apart: if wanted.settles(&program.condition) {
                Lit::TRUE
            } else {
                encoding.condition
            },
            circuit: &encoding.circuit,
        };
        let listed = asked.list(wanted, &limits, |assignment, values| {
            judged(&encoding, options.bound, assignment, (wanted, values))
        });
        drop(asked);
        bounded(encoding, options, wanted, listed)
    };
    Ok(if events >= OWN_CONTEXT {
        in_fresh_context(list)
    } else {
        list()
    })
}

/// What was listed, with what lies beyond the bound.
fn bounded(encoding: Encoding, options: &Options, wanted: &Wanted, listed: Listed) -> States {
    let query = Query {
        encoding,
        options: options.clone(),
        ledger: Ledger::default(),
    };
    let open = listed.open.or_else(|| query.truncated());
    let credit = listed.credit;
    States {
        enough: open.is_some() && wanted.enough(listed.states.len()).is_some(),
        terms: wanted.terms.clone(),
        found: listed.states,
        open,
        credit: query.ledger.sum().map_or(credit, |bound| credit.and(bound)),
        unrolled: None,
    }
}

/// The schedule of an assignment, once the machine has replayed it and it ends so.
fn judged(
    encoding: &Encoding,
    bound: usize,
    assignment: &Assignment,
    (wanted, values): (&Wanted, &[i64]),
) -> Result<Judged, Open> {
    let program: &Program = encoding.program;
    extract(encoding, assignment, bound).and_then(|execution| {
        let satisfies = execution.end.satisfies(&program.condition);
        let execution = verify(program, execution, satisfies)?;
        let mut terms = wanted.terms.iter().zip(values);
        if terms.all(|(&term, &value)| execution.end.value(term) == value) {
            Ok((satisfies, Shown::schedule(execution)))
        } else {
            Err(doubt("it ends in another state"))
        }
    })
}
