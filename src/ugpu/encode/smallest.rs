//! The smallest execution that shows an answer: of all witnesses one with the fewest accesses, and
//! of those one with the fewest relaxations, as [`Measure`] defines them.

use crate::program::Program;
use crate::program::events::Unrolled;
use crate::sat::cardinality::Counter;
use crate::sat::{Circuit, Lit};
use crate::syntax::ast::Quantifier;
use crate::syntax::diagnostic::Report;
use crate::ugpu::machine::measure::{Measure, measure};
use crate::ugpu::machine::{Execution, Model};

use super::assumptions::Assumptions;
use super::check::{OWN_CONTEXT, Outcome, check, unroll_again};
use super::encoding::Encoding;
use super::sizes::Sizes;
use super::witness::{extract, verify};
use crate::sat::in_fresh_context;
use crate::sat::session::{Answer, Assignment, Session};
use crate::stop::Open;
use crate::verdict::query::Options;
use crate::verdict::remark::{About, Remark};

/// What is known of the size of the execution that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Smallest {
    /// Its size, as counted on its schedule.
    pub measure: Measure,
    /// There is no smaller one: the solver has refuted the next smaller bounds.
    pub proven: bool,
}

/// As [`check`], and the execution that shows the answer is a smallest one: the counterexample of
/// a `forall` that has one, else the witness.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn smallest(program: &Program, model: Model, options: &Options) -> Result<Outcome, Report> {
    let mut outcome = check(program, model, options)?;
    let options = &Options {
        bound: outcome.bound,
        ..options.clone()
    };
    let forall = program.quantifier == Quantifier::Forall;
    let opposite = forall && outcome.counterexample.is_some();
    let shown = if opposite {
        outcome.counterexample.take()
    } else {
        outcome.witness.take()
    };
    let Some(shown) = shown else {
        return Ok(outcome);
    };
    let unrolled = unroll_again(program, model, options.bound)?;
    let search = || Search::run(program, &unrolled, model, options, !opposite, shown.clone());
    let found = if unrolled.events.len() >= OWN_CONTEXT {
        in_fresh_context(search)
    } else {
        search()
    };
    let place = if opposite {
        &mut outcome.counterexample
    } else {
        &mut outcome.witness
    };
    *place = Some(found.execution);
    outcome.remarks.extend(found.remark);
    outcome.smallest = found.measure.map(|measure| Smallest {
        measure,
        proven: found.proven,
    });
    Ok(outcome)
}

/// The smallest execution found.
struct Found {
    execution: Execution,
    measure: Option<Measure>,
    proven: bool,
    remark: Option<Remark>,
}

struct Search<'a> {
    encoding: Encoding<'a>,
    sizes: Sizes,
    session: Session,
    satisfying: bool,
    bound: usize,
    best: (Execution, Measure),
}

impl<'a> Search<'a> {
    fn run(
        program: &'a Program,
        unrolled: &'a Unrolled,
        model: Model,
        options: &Options,
        satisfying: bool,
        shown: Execution,
    ) -> Found {
        let size = match measure(program, model, &shown.schedule) {
            Ok(size) => size,
            Err(why) => {
                return Found {
                    execution: shown,
                    measure: None,
                    proven: false,
                    remark: Some(Remark {
                        about: About::Size,
                        why: Open::Internal(why.to_string()),
                    }),
                };
            }
        };
        let limits = options.limits();
        let mut encoding = Encoding::open(
            program,
            unrolled,
            model,
            Assumptions::certain(),
            &limits.stop,
        );
        encoding.questions();
        let sizes = encoding.sizes();
        encoding.close();
        let accesses = bounds(&mut encoding.circuit, &sizes.executed, size.accesses);
        // With fewer accesses there may be more relaxations than there were.
        let relaxed = sizes.relaxations();
        let relaxations = bounds(&mut encoding.circuit, &relaxed, relaxed.len());
        let wanted = if satisfying {
            encoding.condition
        } else {
            !encoding.condition
        };
        let required = [encoding.finished, encoding.filter, wanted];
        let exposed: Vec<Lit> = accesses.iter().chain(&relaxations).copied().collect();
        let session = Session::new(&encoding.circuit, &required, &exposed, &limits);
        let mut search = Self {
            encoding,
            sizes,
            session,
            satisfying,
            bound: options.bound,
            best: (shown, size),
        };
        let settled = search
            .least(&accesses, &[], |measure| measure.accesses)
            .and_then(|least| {
                let fixed: Vec<Lit> = accesses.get(least).copied().into_iter().collect();
                search.least(&relaxations, &fixed, |measure| measure.relaxations)
            });
        let (execution, size) = search.best;
        Found {
            execution,
            measure: Some(size),
            proven: settled.is_ok(),
            remark: settled.err().map(|why| Remark {
                about: About::Smallest,
                why,
            }),
        }
    }

    /// Finds the least number for which there is an execution, where `at_most` bounds it; the best
    /// execution then has it.
    fn least(
        &mut self,
        at_most: &[Lit],
        fixed: &[Lit],
        number: impl Fn(Measure) -> usize,
    ) -> Result<usize, Open> {
        // Below `refuted` there is nothing.
        let mut refuted = 0;
        while refuted < number(self.best.1) {
            let middle = usize::midpoint(refuted, number(self.best.1) - 1);
            let Some(&bound) = at_most.get(middle) else {
                return Err(Open::Internal("a number was not counted".to_owned()));
            };
            let assumed: Vec<Lit> = fixed.iter().copied().chain([bound]).collect();
            match self.session.check(&self.encoding.circuit, &assumed) {
                Answer::Unsat(_) => refuted = middle + 1,
                Answer::Unknown(why) => return Err(why),
                Answer::Sat(assignment) => {
                    let found = self.found(&assignment)?;
                    if number(found.1) > middle {
                        return Err(Open::Internal("a bound was not kept".to_owned()));
                    }
                    self.best = found;
                }
            }
        }
        Ok(refuted)
    }

    /// The execution of an assignment, replayed and measured.
    fn found(&self, assignment: &Assignment) -> Result<(Execution, Measure), Open> {
        let encoding = &self.encoding;
        let execution = extract(encoding, assignment, self.bound)
            .and_then(|execution| verify(encoding.program, execution, self.satisfying))?;
        let size = measure(encoding.program, encoding.model, &execution.schedule);
        let size = size.map_err(|error| Open::Internal(error.to_string()))?;
        let count = |lits: &[Lit]| lits.iter().filter(|lit| assignment.truth(**lit)).count();
        let counted = Measure {
            accesses: count(&self.sizes.executed),
            relaxations: count(&self.sizes.relaxations()),
        };
        if size != counted {
            return Err(Open::Internal(format!(
                "the solver counts {counted:?}, the schedule has {size:?}"
            )));
        }
        Ok((execution, size))
    }
}

/// The literals of "at most 0", "at most 1", …, up to a number.
fn bounds(circuit: &mut Circuit, lits: &[Lit], most: usize) -> Vec<Lit> {
    let counter = Counter::up_to(circuit, lits, most);
    (0..=most)
        .map_while(|number| counter.at_most(number))
        .collect()
}
