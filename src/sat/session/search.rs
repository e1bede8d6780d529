//! Which solver is asked, with what, and what it says.

use crate::sat::Lit;
use crate::stop::{Open, Stop};

use super::super::builtin::{BuiltIn, Settings};
use super::super::engine::Engine;
use super::super::solver::{Sat, load};
use super::super::z3;
use super::{Session, Told, Who};

/// So many conflicts the built-in solver may have in one question before Z3 is asked.
const CONFLICTS: u64 = 10_000;

/// An assumption: as a literal of the circuit, and as a number.
type Assumed = (Lit, i32);

impl Session {
    /// What the engine's solver says, and who that was; where it is Z3, it is this one.
    pub(super) fn search(&mut self, assumptions: &[Lit], z3: Who) -> (Told, Who) {
        if let Some(open) = &self.open {
            return (Told::Unknown(open.clone()), Who::Nobody);
        }
        if self.cnf.contradictory() {
            return (Told::Unsat(Vec::new()), Who::Nobody);
        }
        let assumed = match self.assumed(assumptions) {
            Ok(assumed) => assumed,
            Err(told) => return (told, Who::Nobody),
        };
        if self.cnf.is_empty() {
            return (self.settled(&assumed), Who::Nobody);
        }
        let who = match self.engine {
            Engine::Auto | Engine::Sat | Engine::Both => Who::BuiltIn,
            Engine::Z3 => z3,
        };
        match self.ask(&assumed, who) {
            Told::Unknown(Open::Effort) => (self.ask(&assumed, z3), z3),
            told => (told, who),
        }
    }

    /// The assumptions that the clauses leave open; or what they say by themselves.
    fn assumed(&self, assumptions: &[Lit]) -> Result<Vec<Assumed>, Told> {
        let mut assumed: Vec<Assumed> = Vec::new();
        for &lit in assumptions {
            match lit {
                Lit::TRUE => continue,
                Lit::FALSE => return Err(Told::Unsat(vec![lit])),
                _ => {}
            }
            // What is in no clause was not exposed.
            let Some(number) = self.cnf.number(lit) else {
                let why = "an assumption is in no clause".to_owned();
                return Err(Told::Unknown(Open::Internal(why)));
            };
            match self.cnf.fixed(number) {
                Some(true) => {}
                Some(false) => return Err(Told::Unsat(vec![lit])),
                None => assumed.push((lit, number)),
            }
        }
        Ok(assumed)
    }

    /// No clause is left: the assumptions alone decide.
    fn settled(&mut self, assumed: &[Assumed]) -> Told {
        let chosen = |number: i32| assumed.iter().any(|&(_, other)| other == number);
        if let Some(&(lit, _)) = assumed.iter().find(|&&(_, number)| chosen(-number)) {
            return Told::Unsat(vec![lit, !lit]);
        }
        let numbers = 1..=self.cnf.variables();
        let truth = |number| self.cnf.fixed(number).unwrap_or_else(|| chosen(number));
        self.values = numbers.map(truth).collect();
        Told::Sat
    }

    /// Asks a solver.
    fn ask(&mut self, assumed: &[Assumed], who: Who) -> Told {
        let numbers: Vec<i32> = assumed.iter().map(|&(_, number)| number).collect();
        let stop = self.stop.clone();
        let variables = self.cnf.variables();
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        let solver = match self.solver(who) {
            Ok(solver) => solver,
            Err(open) => return Told::Unknown(open),
        };
        match solver.solve(&numbers, &stop) {
            Err(open) => Told::Unknown(open),
            Ok(false) => {
                let core = solver.core();
                let used = assumed.iter().filter(|(_, number)| core.contains(number));
                Told::Unsat(used.map(|&(lit, _)| lit).collect())
            }
            Ok(true) => {
                values.extend((1..=variables).map(|number| solver.value(number)));
                for (value, number) in values.iter_mut().zip(1..) {
                    *value = self.cnf.fixed(number).unwrap_or(*value);
                }
                self.values = values;
                Told::Sat
            }
        }
    }

    /// A solver with the clauses in it.
    fn solver(&mut self, who: Who) -> Result<&mut dyn Sat, Open> {
        let settings = self.settings();
        let (variables, stop) = (self.cnf.variables(), &self.stop);
        match who {
            Who::Nobody | Who::BuiltIn => {
                let loaded = if let Some(solver) = self.built_in.take() {
                    solver
                } else {
                    let mut solver = BuiltIn::new(settings);
                    load(&mut solver, variables, self.cnf.clauses(), stop)?;
                    solver
                };
                Ok(self.built_in.insert(loaded))
            }
            Who::Z3 => reach(&mut self.z3, variables, self.cnf.clauses(), stop),
            Who::Reference => reach(&mut self.reference, variables, self.cnf.original(), stop),
        }
    }

    fn settings(&self) -> Settings {
        let derives = Settings {
            derivation: true,
            conflicts: None,
        };
        match self.engine {
            Engine::Sat => derives,
            Engine::Auto if !Engine::Z3.is_available() => derives,
            Engine::Auto => Settings {
                derivation: !self.whole,
                conflicts: Some(CONFLICTS),
            },
            Engine::Both | Engine::Z3 => Settings::default(),
        }
    }
}

/// Z3 with these clauses in it.
pub(super) fn reach<'a, 'c>(
    place: &'a mut Option<Box<dyn Sat>>,
    variables: i32,
    clauses: impl Iterator<Item = &'c [i32]>,
    stop: &Stop,
) -> Result<&'a mut dyn Sat, Open> {
    if place.is_none() {
        let Some(mut solver) = z3::solver(variables) else {
            return Err(Open::Missing("this build has no Z3".to_owned()));
        };
        load(&mut *solver, variables, clauses, stop)?;
        *place = Some(solver);
    }
    match place {
        Some(solver) => Ok(&mut **solver),
        None => Err(Open::Missing("this build has no Z3".to_owned())),
    }
}
