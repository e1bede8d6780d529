//! A formula, and questions about it: a circuit's clauses go to a solver, assignments and cores come
//! out, as plain data.

use super::circuit::Node;
use super::{Circuit, Cnf, Lit};
use crate::stop::{Open, Stop};

use super::builtin::{BuiltIn, Settings};
use super::engine::{Certificate, Credit, Engine, Finder};
use super::proof::{Checker, Fault, Written};
use super::solver::{Sat, load};
use super::z3;

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

/// So many conflicts the built-in solver may have in one question before Z3 is asked.
const CONFLICTS: u64 = 10_000;

/// A formula in a solver, to be asked under assumptions.
pub struct Session {
    cnf: Cnf,
    engine: Engine,
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

/// An assumption: as a literal of the circuit, and as a number.
type Assumed = (Lit, i32);

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
        let open = circuit.open();
        let cnf = if open.is_some() {
            Cnf::default()
        } else {
            Cnf::new(circuit, required, exposed)
        };
        Self {
            cnf,
            engine: limits.engine,
            stop: limits.stop.clone(),
            open,
            built_in: None,
            z3: None,
            reference: None,
            checker: None,
            values: Vec::new(),
        }
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

    /// What was told, with every node's value.
    fn answer(&self, circuit: &Circuit, told: Told) -> Answer {
        match told {
            Told::Sat => Answer::Sat(self.assignment(circuit)),
            Told::Unsat(core) => Answer::Unsat(core),
            Told::Unknown(open) => Answer::Unknown(open),
        }
    }

    /// What the engine's solver says, and who that was; where it is Z3, it is this one.
    fn search(&mut self, assumptions: &[Lit], z3: Who) -> (Told, Who) {
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
        let variables = self.cnf.variables();
        match who {
            Who::Nobody | Who::BuiltIn => Ok(self.built_in.get_or_insert_with(|| {
                let mut solver = BuiltIn::new(settings);
                load(&mut solver, variables, self.cnf.clauses());
                solver
            })),
            Who::Z3 => reach(&mut self.z3, variables, self.cnf.clauses()),
            Who::Reference => reach(&mut self.reference, variables, self.cnf.original()),
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
                derivation: true,
                conflicts: Some(CONFLICTS),
            },
            Engine::Both | Engine::Z3 => Settings::default(),
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

/// Confirmation.
impl Session {
    /// That there is an assignment: both must say so where both are asked, and the judge will look at
    /// it in any case.
    fn agree(&mut self, assumptions: &[Lit]) -> Result<Certificate, Open> {
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
    fn confirm(&mut self, core: &[Lit]) -> Result<Option<Certificate>, Open> {
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
                let refuted = self.refuted(core)?;
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
        reach(&mut self.reference, variables, clauses)?.solve(&numbers, &self.stop)
    }

    /// Whether what the built-in solver derived is a proof.
    fn proven(&mut self, core: &[Lit]) -> Result<bool, Open> {
        if core.contains(&Lit::FALSE) {
            return Ok(true);
        }
        let opposite: Vec<i32> = self.numbers(core).into_iter().map(|lit| -lit).collect();
        let (checker, checked) = self.checker.get_or_insert_with(|| {
            let mut checker = Checker::default();
            if self.cnf.contradictory() {
                // Nobody searched: these are enough.
                for clause in self.cnf.conflict() {
                    checker.assume(clause);
                }
            } else {
                for clause in self.cnf.original() {
                    checker.assume(clause);
                }
            }
            (checker, 0)
        });
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

/// Z3 with these clauses in it.
fn reach<'a, 'c>(
    place: &'a mut Option<Box<dyn Sat>>,
    variables: i32,
    clauses: impl Iterator<Item = &'c [i32]>,
) -> Result<&'a mut dyn Sat, Open> {
    if place.is_none() {
        let Some(mut solver) = z3::solver(variables) else {
            return Err(Open::Missing("this build has no Z3".to_owned()));
        };
        load(&mut *solver, variables, clauses);
        *place = Some(solver);
    }
    match place {
        Some(solver) => Ok(&mut **solver),
        None => Err(Open::Missing("this build has no Z3".to_owned())),
    }
}

fn split() -> Open {
    Open::Internal("the built-in solver and Z3 do not agree".to_owned())
}

fn gap() -> Open {
    Open::Internal("the built-in solver's proof did not pass the check".to_owned())
}
