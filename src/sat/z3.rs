//! Z3. Only here and in `z3/pool.rs` it is named: no term of it leaves.

mod confirmer;
mod pool;

use z3::ast::Bool;
use z3::{Context, Model, Params, SatResult, Solver};

use crate::stop::{Open, Stop};

use super::solver::Sat;
use super::watch::{self, CHEAP};

use pool::POOL;
pub use pool::in_fresh_context;

/// Z3 as a solver of clauses, in the thread's context.
pub struct Z3 {
    solver: Solver,
    variables: i32,
    /// No query has cost more than [`CHEAP`] yet, and none has a limit of time.
    cheap: bool,
    model: Option<Model>,
    core: Vec<i32>,
}

/// A solver; none if Z3 has none for such formulas.
#[must_use]
pub fn solver(variables: i32) -> Option<Box<dyn Sat>> {
    // Terms that are made together are numbered alike, whatever was asked before.
    POOL.with_borrow_mut(|pool| pool.reserve(variables));
    let solver = Solver::new_for_logic("QF_FD")?;
    solver.set_params(&params(CHEAP, None));
    Some(Box::new(Z3 {
        solver,
        variables: 0,
        cheap: true,
        model: None,
        core: Vec::new(),
    }))
}

/// Whether no assignment satisfies these clauses: for a confirmation, which needs neither an assignment
/// nor a core. The thread keeps a solver for it, since making one costs more than most answers.
///
/// # Errors
///
/// Why it was not found out.
pub fn refutes<'a>(clauses: impl Iterator<Item = &'a [i32]>, stop: &Stop) -> Result<bool, Open> {
    confirmer::refutes(clauses, stop)
}

/// The version that is linked.
#[must_use]
#[expect(clippy::unnecessary_wraps, reason = "a build without Z3 has none")]
pub fn version() -> Option<String> {
    Some(z3::full_version().to_owned())
}

impl Sat for Z3 {
    fn variable(&mut self) -> i32 {
        self.variables += 1;
        POOL.with_borrow_mut(|pool| pool.reserve(self.variables));
        self.variables
    }

    fn clause(&mut self, lits: &[i32]) {
        POOL.with_borrow(|pool| {
            if let [one] = lits {
                self.solver.assert(pool.get(*one));
            } else {
                let lits: Vec<&Bool> = lits.iter().map(|&number| pool.get(number)).collect();
                self.solver.assert(Bool::or(&lits));
            }
        });
    }

    fn solve(&mut self, assumptions: &[i32], stop: &Stop) -> Result<bool, Open> {
        self.model = None;
        POOL.with_borrow(|pool| {
            let terms: Vec<Bool> = assumptions
                .iter()
                .map(|&number| pool.get(number).clone())
                .collect();
            self.model = limited(&self.solver, &terms, stop, &mut self.cheap)?;
            if self.model.is_none() {
                let core = self.solver.get_unsat_core();
                let used = assumptions.iter().zip(&terms);
                let used = used.filter(|(_, term)| core.contains(term));
                self.core = used.map(|(number, _)| *number).collect();
            }
            Ok(self.model.is_some())
        })
    }

    fn value(&self, number: i32) -> bool {
        let Some(model) = &self.model else {
            return false;
        };
        POOL.with_borrow(|pool| {
            model
                .eval(pool.get(number), true)
                .and_then(|value| value.as_bool())
                .unwrap_or(false)
        })
    }

    fn core(&self) -> &[i32] {
        &self.core
    }
}

/// The solver's settings for a query that may cost so much (0: without end) and take so many milliseconds.
fn params(cost: u32, millis: Option<u32>) -> Params {
    let mut params = Params::new();
    // What Ctrl-C means is not for Z3 to say: it would take the signal from whoever waits for it,
    // and answer that it does not know.
    params.set_bool("ctrl_c", false);
    params.set_u32("rlimit", cost);
    // The largest number stands for no limit.
    params.set_u32("timeout", millis.unwrap_or(u32::MAX));
    params
}

/// Asks the solver for a model, first without a look at the clock.
fn limited(
    solver: &Solver,
    assumptions: &[Bool],
    stop: &Stop,
    cheap: &mut bool,
) -> Result<Option<Model>, Open> {
    stop.check()?;
    let mut result = SatResult::Unknown;
    if *cheap {
        result = solver.check_assumptions(assumptions);
        *cheap = result != SatResult::Unknown;
    }
    if result == SatResult::Unknown {
        stop.check()?;
        let left = stop.left();
        let millis = left.and_then(|left| u32::try_from(left.as_millis().max(1)).ok());
        solver.set_params(&params(0, millis));
        result = watched(solver, assumptions, stop)?;
        if result == SatResult::Unknown {
            stop.check()?;
            return Err(given_up(solver));
        }
    }
    match result {
        SatResult::Unsat => Ok(None),
        SatResult::Sat | SatResult::Unknown => match solver.get_model() {
            Some(model) => Ok(Some(model)),
            None => Err(Open::Internal("Z3 gave no model".to_owned())),
        },
    }
}

/// Asks the solver, while another thread waits for a flag that somebody may set: the clock is Z3's.
fn watched(solver: &Solver, assumptions: &[Bool], stop: &Stop) -> Result<SatResult, Open> {
    let work = || solver.check_assumptions(assumptions);
    if !stop.can_interrupt() {
        return Ok(work());
    }
    let context = Context::thread_local();
    let handle = context.handle();
    watch::watched(stop, || handle.interrupt(), work)
}

/// Why Z3 gave up a search that nobody had told it to.
fn given_up(solver: &Solver) -> Open {
    watch::gave_up(&solver.get_reason_unknown().unwrap_or_default())
}
