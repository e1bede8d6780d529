//! A formula, and questions about it: a circuit's clauses go to a solver, assignments and cores come
//! out, as plain data.

use super::circuit::Node;
use super::{Circuit, Cnf, Lit};
use crate::stop::{Open, Stop};

use super::builtin::BuiltIn;
use super::engine::{Credit, Engine, Finder};
use super::proof::{Checker, Written};
use super::solver::Sat;

mod confirm;
mod search;

pub use super::engine::Limits;

/// What a check found.
#[derive(Debug, Clone)]
pub enum Answer {
    /// Satisfiable, by these values.
    Sat(Assignment),
    /// Unsatisfiable, because of these of the assumptions.
    Unsat(Vec<Lit>),
    /// Given up, for this reason.
    Unknown(Open),
}

/// As [`Answer`], without the values: for those who only ask whether there are some.
#[derive(Debug, Clone)]
pub enum Told {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable, because of these of the assumptions.
    Unsat(Vec<Lit>),
    /// Given up, for this reason.
    Unknown(Open),
}

/// A truth value for every literal of a circuit.
#[derive(Debug, Clone)]
pub struct Assignment {
    nodes: Vec<bool>,
}

impl Assignment {
    /// The truth of a literal.
    #[must_use]
    pub fn truth(&self, lit: Lit) -> bool {
        self.nodes.get(lit.node()).copied().unwrap_or(false) != lit.negated()
    }
}

/// A formula in a solver, to be asked under assumptions.
pub struct Session {
    cnf: Cnf,
    engine: Engine,
    /// Whether Z3 confirms answers by the formula itself, whatever they rest on.
    whole: bool,
    stop: Stop,
    /// Why the formula was not written down.
    open: Option<Open>,
    /// The solvers that were asked so far, each with the clauses.
    built_in: Option<BuiltIn>,
    z3: Option<Box<dyn Sat>>,
    /// Z3 with the clauses as they were before unit propagation.
    reference: Option<Box<dyn Sat>>,
    /// The checker of what the built-in solver derives, and how much of it is checked.
    checker: Option<(Checker, usize)>,
    /// After a question that was answered with yes: the value of each variable.
    values: Vec<bool>,
}

/// Who said something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    /// Nobody: unit propagation settled it.
    Nobody,
    /// The built-in solver.
    BuiltIn,
    /// Z3.
    Z3,
    /// Z3, of the clauses as they were before unit propagation.
    Reference,
}

impl Session {
    /// Writes down the clauses of a circuit, with all required literals true. The exposed literals
    /// are those that [`Self::check`] will be asked to assume.
    #[must_use]
    pub fn new(circuit: &Circuit, required: &[Lit], exposed: &[Lit], limits: &Limits) -> Self {
        let cnf = match circuit.open() {
            Some(open) => Err(open),
            None => Cnf::new(circuit, required, exposed, &limits.stop),
        };
        let (cnf, open) = match cnf {
            Ok(cnf) => (cnf, None),
            Err(open) => (Cnf::default(), Some(open)),
        };
        Self {
            cnf,
            engine: limits.engine,
            whole: false,
            stop: limits.stop.clone(),
            open,
            built_in: None,
            z3: None,
            reference: None,
            checker: None,
            values: Vec::new(),
        }
    }

    /// That there is nothing to be found is confirmed by asking Z3 for the whole formula too, not for what the answer
    /// rests on: for few long questions of one formula, of which nearly all is needed.
    #[must_use]
    pub fn confirmed_whole(mut self) -> Self {
        self.whole = Engine::Z3.is_available();
        self
    }

    /// How many clauses the formula has.
    #[must_use]
    pub fn clauses(&self) -> usize {
        self.cnf.len()
    }

    /// Is the formula satisfiable where all assumptions hold? Nobody confirms that it is not: this is
    /// for searches whose result is confirmed at their end.
    pub fn check(&mut self, circuit: &Circuit, assumptions: &[Lit]) -> Answer {
        let told = self.search(assumptions, Who::Z3).0;
        self.answer(circuit, told)
    }

    /// As [`Self::check`], where nobody wants the values.
    pub fn refute(&mut self, assumptions: &[Lit]) -> Told {
        self.search(assumptions, Who::Z3).0
    }

    /// Is the formula satisfiable where all assumptions hold? That it is not is confirmed as the
    /// engine demands it; what could not be confirmed is unknown. With who answered.
    pub fn decide(&mut self, circuit: &Circuit, assumptions: &[Lit]) -> (Answer, Credit) {
        let (told, who) = self.search(assumptions, Who::Reference);
        let found = match (who, self.engine) {
            (Who::Nobody, Engine::Z3) | (Who::Z3 | Who::Reference, _) => Finder::Z3,
            (Who::Nobody | Who::BuiltIn, _) => Finder::BuiltIn,
        };
        let confirmed = match &told {
            Told::Unknown(_) => Ok(None),
            Told::Sat => self.agree(assumptions).map(Some),
            Told::Unsat(_) if who == Who::Reference => Ok(None),
            Told::Unsat(core) => self.confirm(core),
        };
        match confirmed {
            Ok(confirmed) => (self.answer(circuit, told), Credit { found, confirmed }),
            Err(open) => {
                let confirmed = None;
                (Answer::Unknown(open), Credit { found, confirmed })
            }
        }
    }

    /// Demands one more clause from now on, over literals that were exposed.
    ///
    /// # Errors
    ///
    /// One was not, or the formula was not written down, as when time was over.
    pub fn demand(&mut self, clause: &[Lit]) -> Result<(), Open> {
        if let Some(open) = &self.open {
            return Err(open.clone());
        }
        let Some(added) = self.cnf.also(clause) else {
            let why = "a clause speaks of what is in none".to_owned();
            return Err(Open::Internal(why));
        };
        if !added.counts {
            return Ok(());
        }
        if let Some(solver) = &mut self.built_in {
            solver.clause(&added.open);
        }
        if let Some(solver) = &mut self.z3 {
            solver.clause(&added.open);
        }
        if let Some(solver) = &mut self.reference {
            solver.clause(&added.whole);
        }
        // What was derived so far follows from more clauses too: it is checked again from the start.
        self.checker = None;
        Ok(())
    }

    /// What was told, with every node's value.
    fn answer(&self, circuit: &Circuit, told: Told) -> Answer {
        match told {
            Told::Sat => Answer::Sat(self.assignment(circuit)),
            Told::Unsat(core) => Answer::Unsat(core),
            Told::Unknown(open) => Answer::Unknown(open),
        }
    }

    /// Every node's value, from those of the variables.
    fn assignment(&self, circuit: &Circuit) -> Assignment {
        let truth = |number: i32| {
            let index = (number.unsigned_abs() as usize).checked_sub(1);
            let value = index.and_then(|index| self.values.get(index));
            value.copied().unwrap_or(false)
        };
        let mut nodes = vec![false; circuit.len()];
        for index in 0..circuit.len() {
            nodes[index] = match circuit.node(index) {
                Node::True => true,
                Node::Variable => self.cnf.variable(index).is_some_and(truth),
                Node::And(start, end) => circuit
                    .inputs(start, end)
                    .iter()
                    .all(|input| nodes[input.node()] != input.negated()),
            };
        }
        Assignment { nodes }
    }
}

/// For others to read.
impl Session {
    /// The clauses with these assumptions, and what the built-in solver derived from them: as texts,
    /// with what was asked and what some literals mean.
    #[must_use]
    pub fn written(
        &self,
        question: &str,
        core: &[Lit],
        events: &[String],
        meanings: &[(Lit, String)],
    ) -> Written {
        let mut comments = events.to_vec();
        for (lit, meaning) in meanings {
            if let Some(number) = self.cnf.number(*lit) {
                comments.push(format!("variable {number}: {meaning}"));
            }
        }
        let mut clauses: Vec<&[i32]> = self.cnf.original().collect();
        let numbers = self.numbers(core);
        clauses.extend(numbers.chunks(1));
        if core.contains(&Lit::FALSE) {
            clauses.push(&[]);
        }
        let derivation = self.built_in.as_ref().map(BuiltIn::derivation);
        let written = Written::new(
            &comments,
            self.cnf.variables(),
            clauses.into_iter(),
            derivation,
        );
        Written {
            question: question.to_owned(),
            ..written
        }
    }

    fn numbers(&self, assumptions: &[Lit]) -> Vec<i32> {
        let numbers = assumptions.iter().filter_map(|&lit| self.cnf.number(lit));
        numbers.collect()
    }
}
