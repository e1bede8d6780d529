//! Who agrees with an answer of a solver: see `docs/engines.md`.

use crate::sat::Lit;
use crate::stop::Open;

use super::super::engine::{Certificate, Engine};
use super::super::proof::{Checker, Fault};
use super::super::z3;
use super::Session;
use super::search::reach;

/// The checker takes so many clauses between two looks at the stop.
const CLAUSES: usize = 4096;

impl Session {
    /// That these assumptions leave no assignment, once more: what a search has ended with is confirmed as
    /// the engine demands it, whoever answered on the way. That there was no time or memory for it says
    /// nothing against it.
    ///
    /// # Errors
    ///
    /// Somebody does not agree.
    pub fn reconfirm(&mut self, core: &[Lit]) -> Result<(), Open> {
        match self.engine {
            // One solver was asked alone.
            Engine::Sat | Engine::Z3 => return Ok(()),
            Engine::Auto | Engine::Both => {}
        }
        match self.confirm(core) {
            Err(split @ Open::Internal(_)) => Err(split),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// That there is an assignment: both must say so where both are asked, and the judge will look at
    /// it in any case.
    pub(super) fn agree(&mut self, assumptions: &[Lit]) -> Result<Certificate, Open> {
        match self.engine {
            Engine::Auto | Engine::Sat | Engine::Z3 => Ok(Certificate::Judge),
            Engine::Both => {
                if self.refer(assumptions)? {
                    Ok(Certificate::Z3)
                } else {
                    Err(split())
                }
            }
        }
    }

    /// That there is no assignment under these assumptions.
    pub(super) fn confirm(&mut self, core: &[Lit]) -> Result<Option<Certificate>, Open> {
        match self.engine {
            Engine::Z3 => {
                let refuted = !self.refer(core)?;
                refuted.then_some(None).ok_or_else(split)
            }
            Engine::Both => {
                let refuted = !self.refer(core)?;
                refuted.then_some(Some(Certificate::Z3)).ok_or_else(split)
            }
            Engine::Auto if Engine::Z3.is_available() => {
                let refuted = if self.whole {
                    !self.refer(core)?
                } else {
                    self.refuted(core)?
                };
                refuted.then_some(Some(Certificate::Z3)).ok_or_else(split)
            }
            Engine::Auto | Engine::Sat => {
                let proven = self.proven(core)?;
                proven.then_some(Some(Certificate::Proof)).ok_or_else(gap)
            }
        }
    }

    /// Whether Z3 says so too, of clauses as they were before unit propagation: of those that the
    /// built-in solver's answer rests on. They are few, and where they contradict each other all do.
    fn refuted(&mut self, core: &[Lit]) -> Result<bool, Open> {
        if core.contains(&Lit::FALSE) {
            return Ok(true);
        }
        if self.cnf.contradictory() {
            return z3::refutes(self.cnf.conflict(), &self.stop);
        }
        let numbers = self.numbers(core);
        if self.proven(core)?
            && let Some((checker, _)) = &self.checker
        {
            let clauses = checker.core();
            let clauses = clauses.into_iter().chain(numbers.chunks(1));
            return z3::refutes(clauses, &self.stop);
        }
        // Where our own checker does not follow, it may be what is wrong.
        self.refer(core).map(|satisfiable| !satisfiable)
    }

    /// What Z3 says of the clauses as they were before unit propagation.
    fn refer(&mut self, assumptions: &[Lit]) -> Result<bool, Open> {
        if assumptions.contains(&Lit::FALSE) {
            return Ok(false);
        }
        let numbers = self.numbers(assumptions);
        let (variables, clauses) = (self.cnf.variables(), self.cnf.original());
        reach(&mut self.reference, variables, clauses, &self.stop)?.solve(&numbers, &self.stop)
    }

    /// A checker that takes the clauses for granted.
    fn assumed_by_checker(&self) -> Result<Checker, Open> {
        let mut checker = Checker::default();
        if self.cnf.contradictory() {
            // Nobody searched: these are enough.
            for clause in self.cnf.conflict() {
                checker.assume(clause);
            }
            return Ok(checker);
        }
        for (index, clause) in self.cnf.original().enumerate() {
            if index % CLAUSES == 0 {
                self.stop.check()?;
            }
            checker.assume(clause);
        }
        Ok(checker)
    }

    /// Whether what the built-in solver derived is a proof.
    fn proven(&mut self, core: &[Lit]) -> Result<bool, Open> {
        if core.contains(&Lit::FALSE) {
            return Ok(true);
        }
        let opposite: Vec<i32> = self.numbers(core).into_iter().map(|lit| -lit).collect();
        if self.checker.is_none() {
            self.checker = Some((self.assumed_by_checker()?, 0));
        }
        let Some((checker, checked)) = &mut self.checker else {
            return Ok(false);
        };
        if let Some(solver) = &self.built_in {
            let derivation = solver.derivation();
            for step in derivation.steps(*checked) {
                match checker.step(step, &self.stop) {
                    Ok(()) => {}
                    Err(Fault::Open(open)) => return Err(open),
                    Err(Fault::Gap(_)) => return Ok(false),
                }
            }
            *checked = derivation.len();
        }
        checker.follows(&opposite, &self.stop)
    }
}

fn split() -> Open {
    Open::Internal("the built-in solver and Z3 do not agree".to_owned())
}

fn gap() -> Open {
    Open::Internal("the built-in solver's proof did not pass the check".to_owned())
}
