//! Does some execution of a model with axioms wait for ever? See [`super::candidate::pausing`].

use std::sync::Arc;

use crate::execution::axioms::evaluate;
use crate::execution::concrete::Execution;
use crate::execution::judge::Judged;
use crate::model::registry::Axiomatic;
use crate::program::events::{Spin, Unrolled};
use crate::program::unroll::{IdleLaps, Unfinished, unroll_spins};
use crate::program::{Program, ThreadId};
use crate::sat::in_fresh_context;
use crate::sat::session::Answer;
use crate::stop::Open;
use crate::syntax::diagnostic::Report;
use crate::verdict::endless::Wait;
use crate::verdict::ledger::Ledger;
use crate::verdict::outcome::Shown;
use crate::verdict::query::Options;
use crate::verdict::settled::Settled;
use crate::verdict::termination::{Asked, Waiting};

use super::candidate::frame::Frame;
use super::check::{EVENTS, Found, OWN_CONTEXT, Query};
use super::encoding::Encoding;
use super::witness::extract;

/// What the question is, in a proof.
const WAITS: &str = "waits for ever";

/// An execution in which some thread waits for ever, with the events that it speaks of.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn waiting(program: &Program, model: &Axiomatic, options: &Options) -> Result<Asked, Report> {
    let open = |open| Asked {
        waiting: Settled::Open(open),
        unrolled: None,
        credit: options.engine.nobody(),
    };
    let limits = options.limits();
    let (unrolled, spins) = match unroll_spins(program, options.bound, IdleLaps::Told, &limits.stop)
    {
        Ok(found) => found,
        Err(Unfinished::Long(report)) => return Err(report),
        Err(Unfinished::Open(why)) => return Ok(open(why)),
    };
    let events = unrolled.events.len();
    if events > EVENTS {
        return Ok(open(Open::events(events, EVENTS)));
    }
    let unrolled = Arc::new(unrolled);
    let query = Query {
        program,
        model,
        options: options.clone(),
        limits,
        unrolled: Arc::clone(&unrolled),
        ledger: Ledger::default(),
    };
    let answer = || query.waiting(&unrolled, &spins);
    let found = if events >= OWN_CONTEXT {
        in_fresh_context(answer)
    } else {
        answer()
    };
    Ok(Asked {
        waiting: found,
        credit: query.credit(),
        unrolled: Some(Arc::clone(&query.unrolled)),
    })
}

impl Query<'_> {
    fn waiting(&self, unrolled: &Unrolled, spins: &[Spin]) -> Settled<Waiting> {
        let definition = &self.model.definition;
        let (options, thin_air) = (definition.options, self.model.thin_air);
        let stop = &self.limits.stop;
        let frame = Frame::pausing(self.program, (unrolled, spins), options, thin_air, stop);
        let encoding = Encoding::on(frame, self.model);
        let some = encoding.frame.pauses.as_ref().map(|pauses| pauses.some);
        let required: Vec<_> = some.into_iter().chain([encoding.finished]).collect();
        match self.solve(&encoding, &required, WAITS, &self.limits) {
            Answer::Unknown(why) => Settled::Open(why),
            Answer::Unsat(_) => match self.truncated(&encoding, &Found::None, None) {
                Some(why) => Settled::Open(why),
                None => Settled::None,
            },
            Answer::Sat(assignment) => {
                let mut execution = extract(&encoding.frame, &assignment);
                if let Some(pauses) = &encoding.frame.pauses {
                    let stops = pauses.stops.iter();
                    let stops = stops.filter(|(_, stop)| assignment.truth(*stop));
                    let events = stops.map(|(node, _)| encoding.frame.event(*node));
                    execution.stops = events.collect();
                }
                match self.judged(&execution, unrolled, spins) {
                    Ok(shown) => Settled::Shown(shown),
                    Err(why) => Settled::Open(Open::Internal(format!(
                        "the solver's execution did not pass the check ({why})"
                    ))),
                }
            }
        }
    }

    /// An execution that waits, accepted by the judge.
    fn judged(
        &self,
        execution: &Execution,
        unrolled: &Unrolled,
        spins: &[Spin],
    ) -> Result<Waiting, String> {
        let definition = &self.model.definition;
        execution.check_waiting(self.program, unrolled, spins, definition.options)?;
        let judged = Judged::new(self.program, unrolled, execution, definition.options);
        let verdicts = evaluate(definition, &judged);
        if let Some(violated) = verdicts.violated().next() {
            return Err(format!("the execution violates {}", violated.name));
        }
        let flags = verdicts.flagged().map(|flag| flag.name.clone()).collect();
        let threads = (0..self.program.threads.len()).map(ThreadId);
        let waits = threads.filter_map(|thread| self.wait(execution, unrolled, spins, thread));
        Ok(Waiting {
            waits: waits.collect(),
            shown: Shown::execution(execution.clone(), flags),
        })
    }

    /// Where a thread waits.
    fn wait(
        &self,
        execution: &Execution,
        unrolled: &Unrolled,
        spins: &[Spin],
        thread: ThreadId,
    ) -> Option<Wait> {
        if let Some(stop) = execution.stop(unrolled, thread) {
            return Some(Wait {
                thread,
                span: unrolled.events[stop.0].span,
                reads: Vec::new(),
            });
        }
        let spin = execution.stays(unrolled, spins, thread)?;
        let seen = spin.seen.iter();
        let reads = seen.filter(|seen| execution.rf.contains_key(&seen.on));
        Some(Wait {
            thread,
            span: self.program.thread(thread).code[spin.jump].span,
            reads: reads.map(|seen| unrolled.events[seen.on.0].span).collect(),
        })
    }
}
