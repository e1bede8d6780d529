//! The built-in solver: `batsat`, which is `MiniSat` in Rust. It starts in no time, and says what it
//! derives.

use std::cell::{Cell, RefCell};

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface as _, SolverOpts, Var, lbool};

use crate::stop::{Open, Stop};

use super::proof::Derivation;
use super::solver::Sat;

/// The version of the crate.
pub const VERSION: &str = "0.6.0";

/// So many decisions are made between two looks at the clock.
const PATIENCE: u32 = 256;

/// The built-in solver.
pub struct BuiltIn {
    solver: Solver<Watch>,
    clause: Vec<Lit>,
    core: Vec<i32>,
}

/// What the solver is to do beside solving.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// Keep the derivation.
    pub derivation: bool,
    /// Give up after so many conflicts of one question; none: never.
    pub conflicts: Option<u64>,
}

/// What is told to the solver, and what it tells, while it searches.
struct Watch {
    settings: Settings,
    stop: Stop,
    patience: Cell<u32>,
    conflicts: u64,
    given_up: RefCell<Option<Open>>,
    derivation: Derivation,
}

impl Callbacks for Watch {
    fn on_start(&mut self) {
        self.conflicts = 0;
        self.patience.set(0);
        self.given_up.replace(None);
    }

    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.conflicts += 1;
        if self.settings.derivation {
            self.derivation.add(clause.iter().copied().map(number));
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        if self.settings.derivation {
            self.derivation.delete(clause.iter().copied().map(number));
        }
    }

    fn stop(&self) -> bool {
        // The solver asks again before it gives up: a clock that was looked at is not looked at twice,
        // and the answer is still the same.
        if self.given_up.borrow().is_some() {
            return true;
        }
        if self
            .settings
            .conflicts
            .is_some_and(|most| self.conflicts >= most)
        {
            self.given_up.replace(Some(Open::Effort));
            return true;
        }
        let patience = self.patience.get();
        if patience > 0 {
            self.patience.set(patience - 1);
            return false;
        }
        self.patience.set(PATIENCE);
        match self.stop.check() {
            Ok(()) => false,
            Err(open) => {
                self.given_up.replace(Some(open));
                true
            }
        }
    }
}

fn number(lit: Lit) -> i32 {
    let number = i32::try_from(lit.var().idx() + 1).unwrap_or(i32::MAX);
    if lit.sign() { number } else { -number }
}

fn lit(number: i32) -> Lit {
    let variable = Var::unsafe_from_idx(number.unsigned_abs() - 1);
    Lit::new(variable, number > 0)
}

impl BuiltIn {
    /// A solver without clauses.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let watch = Watch {
            settings,
            stop: Stop::never(),
            patience: Cell::new(0),
            conflicts: 0,
            given_up: RefCell::new(None),
            derivation: Derivation::default(),
        };
        Self {
            solver: Solver::new(SolverOpts::default(), watch),
            clause: Vec::new(),
            core: Vec::new(),
        }
    }

    /// All that was derived so far, if that is kept.
    #[must_use]
    pub fn derivation(&self) -> &Derivation {
        &self.solver.cb().derivation
    }
}

impl Sat for BuiltIn {
    fn variable(&mut self) -> i32 {
        let variable = self.solver.new_var_default();
        number(Lit::new(variable, true))
    }

    fn clause(&mut self, lits: &[i32]) {
        self.clause.clear();
        self.clause.extend(lits.iter().copied().map(lit));
        // That the clauses contradict each other is the answer to the next question.
        let _ = self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[i32], stop: &Stop) -> Result<bool, Open> {
        stop.check()?;
        self.solver.cb_mut().stop = stop.clone();
        let assumed: Vec<Lit> = assumptions.iter().copied().map(lit).collect();
        let answer = self.solver.solve_limited(&assumed);
        if answer == lbool::TRUE {
            return Ok(true);
        }
        if answer == lbool::FALSE {
            // The solver's conflict is a clause: the opposites of assumptions.
            let solver = &self.solver;
            let used = |&&number: &&i32| solver.unsat_core_contains_lit(!lit(number));
            self.core = assumptions.iter().filter(used).copied().collect();
            return Ok(false);
        }
        let given_up = self.solver.cb().given_up.borrow().clone();
        Err(given_up.unwrap_or_else(|| Open::Internal("the solver gave up".to_owned())))
    }

    fn value(&self, number: i32) -> bool {
        self.solver.value_lit(lit(number)) == lbool::TRUE
    }

    fn core(&self) -> &[i32] {
        &self.core
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The solver asks once to leave its search and once to leave for good: were it told to go on then,
    /// it would begin again.
    #[test]
    fn who_was_told_to_stop_is_told_so_again() {
        let mut solver = BuiltIn::new(Settings::default());
        let watch = solver.solver.cb_mut();
        watch.stop = Stop::after(Duration::ZERO);
        assert!(watch.stop() && watch.stop());
        // The next question has a time of its own.
        watch.stop = Stop::never();
        watch.on_start();
        assert!(!watch.stop());
    }
}
