//! Does some run of a machine wait for ever?

use web_time::Instant;

use crate::axiomatic::check::EVENTS;
use crate::program::Program;
use crate::program::events::{Spin, Unrolled};
use crate::program::unroll::{IdleLaps, Unfinished, unroll_spins};
use crate::sat::in_fresh_context;
use crate::sat::session::Answer;
use crate::stop::Open;
use crate::syntax::diagnostic::Report;
use crate::ugpu::machine::Model;
use crate::ugpu::machine::replay::follow;
use crate::ugpu::machine::waiting::{self as machine, waits_on};
use crate::verdict::endless::Wait;
use crate::verdict::ledger::Ledger;
use crate::verdict::outcome::Shown;
use crate::verdict::query::Options;
use crate::verdict::settled::Settled;
use crate::verdict::termination::{Asked, Waiting};

use super::check::{OWN_CONTEXT, Query};
use super::deeper::enough_laps;
use super::encoding::Encoding;
use super::witness::{doubt, extract};

/// What the question is, in a proof.
const WAITS: &str = "waits for ever";

/// A run in which some thread waits for ever, replayed on the machine.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn waiting(program: &Program, model: Model, options: &Options) -> Result<Asked, Report> {
    let start = Instant::now();
    let found = within(program, model, options)?;
    let Settled::Open(Open::Bound(_) | Open::Endless(_)) = &found.waiting else {
        return Ok(found);
    };
    let Some(deeper) = enough_laps(program, model, options, start) else {
        return Ok(found);
    };
    match within(program, model, &deeper) {
        Ok(decided) if !matches!(decided.waiting, Settled::Open(_)) => Ok(decided),
        Ok(_) | Err(_) => Ok(found),
    }
}

/// As [`waiting`], with as many laps as the options say.
fn within(program: &Program, model: Model, options: &Options) -> Result<Asked, Report> {
    let open = |open| Asked {
        waiting: Settled::Open(open),
        unrolled: None,
        credit: options.engine.nobody(),
    };
    let limits = options.limits();
    let idle = if model.view_per_block() {
        IdleLaps::Told
    } else {
        IdleLaps::All
    };
    let (unrolled, spins) = match unroll_spins(program, options.bound, idle, &limits.stop) {
        Ok(found) => found,
        Err(Unfinished::Long(report)) => return Err(report),
        Err(Unfinished::Open(why)) => return Ok(open(why)),
    };
    let events = unrolled.events.len();
    if events > EVENTS {
        return Ok(open(Open::events(events, EVENTS)));
    }
    let answer = || ask(program, (&unrolled, &spins), model, options);
    Ok(if events >= OWN_CONTEXT {
        in_fresh_context(answer)
    } else {
        answer()
    })
}

fn ask(
    program: &Program,
    (unrolled, spins): (&Unrolled, &[Spin]),
    model: Model,
    options: &Options,
) -> Asked {
    let stop = options.limits().stop;
    let query = Query {
        encoding: Encoding::waiting(program, (unrolled, spins), model, &stop),
        options: options.clone(),
        ledger: Ledger::default(),
    };
    let encoding = &query.encoding;
    let some = encoding.pauses.as_ref().map(|pauses| pauses.some);
    let required: Vec<_> = some.into_iter().chain([encoding.finished]).collect();
    let waiting = match query.solve(&required, WAITS) {
        Answer::Unknown(why) => Settled::Open(why),
        Answer::Unsat(_) => match query.truncated() {
            Some(why) => Settled::Open(why),
            None => Settled::None,
        },
        Answer::Sat(assignment) => {
            let found = extract(encoding, &assignment, options.bound);
            let judged = found.and_then(|execution| {
                let paths = follow(program, &execution.schedule).map_err(doubt)?;
                let waits = waits_on(program, model, &execution, &paths).map_err(doubt)?;
                Ok(Waiting {
                    shown: Shown::schedule(execution),
                    waits: said(program, &waits),
                })
            });
            judged.map_or_else(Settled::Open, Settled::Shown)
        }
    };
    Asked {
        waiting,
        unrolled: None,
        credit: query.ledger.sum().unwrap_or(options.engine.nobody()),
    }
}

/// Where threads wait, by places of the text.
#[must_use]
pub fn said(program: &Program, waits: &[machine::Wait]) -> Vec<Wait> {
    let each = waits.iter().map(|wait| {
        let code = &program.thread(wait.thread).code;
        Wait {
            thread: wait.thread,
            span: code[wait.jump].span,
            reads: wait.reads.iter().map(|&read| code[read].span).collect(),
        }
    });
    each.collect()
}
