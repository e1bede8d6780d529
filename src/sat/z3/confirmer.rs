//! A solver that a thread keeps, to be asked of one small formula after another whether it is
//! unsatisfiable.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use z3::Solver;
use z3::ast::Bool;

use crate::stop::{Open, Stop};

use super::super::watch::CHEAP;
use super::{limited, params};

/// So many formulas one solver is asked about: what it keeps of each adds up.
const USES: u32 = 100;

/// So many clauses are asserted between two looks at the stop.
const CLAUSES: usize = 1024;

/// The solver, with terms for variables 1, 2, … in the order in which a formula names its own.
#[derive(Default)]
pub(super) struct Confirmer {
    solver: Option<Solver>,
    uses: u32,
    terms: Vec<[Bool; 2]>,
    names: FxHashMap<u32, u32>,
    /// How many names the formula at hand has so far.
    next: u32,
}

thread_local! {
    pub(super) static CONFIRMER: RefCell<Confirmer> = RefCell::default();
}

impl Confirmer {
    /// The solver, to be given back: a clone would be a copy of all that it holds.
    fn take(&mut self) -> Result<Solver, Open> {
        self.uses += 1;
        match self.solver.take() {
            Some(solver) if self.uses < USES => Ok(solver),
            Some(_) | None => {
                self.uses = 0;
                let missing = || Open::Internal("Z3 has no solver of clauses".to_owned());
                let solver = Solver::new_for_logic("QF_FD").ok_or_else(missing)?;
                solver.set_params(&params(CHEAP, None));
                Ok(solver)
            }
        }
    }

    /// The term of a literal. Z3 is given the variables of each formula under the same few names.
    fn term(&mut self, lit: i32) -> &Bool {
        let next = self.next;
        let index = *self.names.entry(lit.unsigned_abs()).or_insert(next);
        if index == next {
            self.next += 1;
        }
        if index as usize == self.terms.len() {
            let variable = Bool::new_const(index);
            let negated = variable.not();
            self.terms.push([variable, negated]);
        }
        &self.terms[index as usize][usize::from(lit < 0)]
    }

    fn clause(&mut self, lits: &[i32]) -> Bool {
        let terms: Vec<Bool> = lits.iter().map(|&lit| self.term(lit).clone()).collect();
        match terms.as_slice() {
            [one] => one.clone(),
            terms => Bool::or(terms),
        }
    }

    fn refutes<'a>(
        &mut self,
        clauses: impl Iterator<Item = &'a [i32]>,
        stop: &Stop,
    ) -> Result<bool, Open> {
        let solver = self.take()?;
        self.names.clear();
        self.next = 0;
        solver.push();
        for (index, clause) in clauses.enumerate() {
            if index % CLAUSES == 0 {
                stop.check()?;
            }
            solver.assert(self.clause(clause));
        }
        let mut cheap = true;
        let model = limited(&solver, &[], stop, &mut cheap);
        // One that had to search for long has other limits now.
        if cheap {
            solver.pop(1);
            self.solver = Some(solver);
        }
        Ok(model?.is_none())
    }
}

/// Whether no assignment satisfies these clauses.
pub(super) fn refutes<'a>(
    clauses: impl Iterator<Item = &'a [i32]>,
    stop: &Stop,
) -> Result<bool, Open> {
    CONFIRMER.with_borrow_mut(|confirmer| confirmer.refutes(clauses, stop))
}
