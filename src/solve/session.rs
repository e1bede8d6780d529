//! The only place that names Z3: clauses go in, assignments and cores come out, as plain data.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use z3::ast::Bool;
use z3::{Config, Params, SatResult, Solver};

use crate::logic::{Circuit, Cnf, Lit};

/// What a check found.
#[derive(Debug, Clone)]
pub enum Answer {
    /// Satisfiable, by these values.
    Sat(Assignment),
    /// Unsatisfiable, because of these of the assumptions.
    Unsat(Vec<Lit>),
    /// Given up, for this reason.
    Unknown(String),
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

/// When to give up on a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Wall-clock time for one query; none for as long as it takes.
    pub timeout: Option<Duration>,
}

/// A formula in the solver, to be asked under assumptions.
pub struct Session {
    cnf: Cnf,
    solver: Option<Solver>,
    deadline: Option<Instant>,
    /// The formula was too large to be written down.
    too_large: bool,
}

/// Formulas from this many clauses on get a context of their own: one that has held a large
/// formula stays slow for small ones.
pub const LARGE: usize = 20_000;

/// So many variables a thread's context has from the start. Z3 prefers terms that were made earlier:
/// were these made as they are needed, between the terms of other tests, then which witness or core
/// is found would depend on what was asked before.
const FIRST: usize = 4096;

/// Variables of the thread's context, made once: their number is their name.
#[derive(Default)]
struct Pool {
    /// How many there are at least.
    least: usize,
    plain: Vec<Bool>,
    negated: Vec<Bool>,
}

thread_local! {
    static POOL: RefCell<Pool> = const {
        RefCell::new(Pool {
            least: FIRST,
            plain: Vec::new(),
            negated: Vec::new(),
        })
    };
}

impl Pool {
    fn reserve(&mut self, count: usize) {
        for index in self.plain.len()..count.max(self.least) {
            let name = u32::try_from(index).unwrap_or(u32::MAX);
            let variable = Bool::new_const(name);
            self.negated.push(variable.not());
            self.plain.push(variable);
        }
    }

    fn get(&self, number: i32) -> &Bool {
        let index = number.unsigned_abs() as usize - 1;
        if number > 0 {
            &self.plain[index]
        } else {
            &self.negated[index]
        }
    }
}

/// Runs something in a fresh solver context, and drops the context afterwards.
pub fn in_fresh_context<T: Send + Sync>(work: impl FnOnce() -> T + Send + Sync) -> T {
    let outer = POOL.take();
    let result = z3::with_z3_config(&Config::new(), || {
        let result = work();
        POOL.take();
        result
    });
    POOL.replace(outer);
    result
}

impl Session {
    /// Puts the clauses of a circuit into a solver, with all required literals true. The exposed
    /// literals are those that [`Self::check`] will be asked to assume.
    #[must_use]
    pub fn new(circuit: &Circuit, required: &[Lit], exposed: &[Lit], limits: Limits) -> Self {
        let too_large = circuit.is_full();
        let cnf = if too_large {
            Cnf::default()
        } else {
            Cnf::new(circuit, required, exposed)
        };
        // What unit propagation settles needs no search.
        let solver = if cnf.contradictory() || cnf.is_empty() {
            None
        } else {
            Solver::new_for_logic("QF_FD")
        };
        if let Some(solver) = &solver {
            load(solver, &cnf);
        }
        Self {
            cnf,
            solver,
            deadline: limits.timeout.map(|timeout| Instant::now() + timeout),
            too_large,
        }
    }

    /// How many clauses the formula has.
    #[must_use]
    pub fn clauses(&self) -> usize {
        self.cnf.len()
    }

    /// Is the formula satisfiable where all assumptions hold?
    pub fn check(&mut self, circuit: &Circuit, assumptions: &[Lit]) -> Answer {
        if self.too_large {
            return Answer::Unknown("the formula of this test is too large".to_owned());
        }
        if assumptions.contains(&Lit::FALSE) {
            return Answer::Unsat(vec![Lit::FALSE]);
        }
        let Some(solver) = &self.solver else {
            return if self.cnf.contradictory() {
                Answer::Unsat(Vec::new())
            } else if self.cnf.is_empty() {
                self.settled(circuit, assumptions)
            } else {
                Answer::Unknown("Z3 has no solver for finite domains".to_owned())
            };
        };
        let mut params = Params::new();
        // What Ctrl-C means is not for Z3 to say: it would take the signal from whoever waits for it,
        // and answer that it does not know.
        params.set_bool("ctrl_c", false);
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(millis) = u32::try_from(left.as_millis().max(1)) else {
                return Answer::Unknown("the time limit is too large".to_owned());
            };
            params.set_u32("timeout", millis);
        }
        solver.set_params(&params);
        let mut assumed: Vec<(Lit, i32)> = Vec::new();
        for &lit in assumptions {
            match self.cnf.number(lit) {
                None => {}
                Some(number) => match self.cnf.fixed(number) {
                    Some(true) => {}
                    Some(false) => return Answer::Unsat(vec![lit]),
                    None => assumed.push((lit, number)),
                },
            }
        }
        POOL.with_borrow(|pool| {
            let terms: Vec<Bool> = assumed
                .iter()
                .map(|&(_, number)| pool.get(number).clone())
                .collect();
            match solver.check_assumptions(&terms) {
                SatResult::Sat => self.assignment(circuit, pool, solver),
                SatResult::Unsat => {
                    let core = solver.get_unsat_core();
                    let used = assumed.iter().zip(&terms);
                    Answer::Unsat(
                        used.filter(|(_, term)| core.contains(term))
                            .map(|((lit, _), _)| *lit)
                            .collect(),
                    )
                }
                SatResult::Unknown => Answer::Unknown(
                    solver
                        .get_reason_unknown()
                        .map_or_else(|| "no reason given".to_owned(), |reason| readable(&reason)),
                ),
            }
        })
    }

    /// No clause is left: the assumptions alone decide.
    fn settled(&self, circuit: &Circuit, assumptions: &[Lit]) -> Answer {
        let mut chosen: Vec<i32> = Vec::new();
        for &lit in assumptions {
            let Some(number) = self.cnf.number(lit) else {
                continue;
            };
            if self.cnf.fixed(number) == Some(false) {
                return Answer::Unsat(vec![lit]);
            }
            if chosen.contains(&-number) {
                return Answer::Unsat(vec![lit, !lit]);
            }
            chosen.push(number);
        }
        let truth = |number: i32| {
            self.cnf
                .fixed(number)
                .unwrap_or_else(|| chosen.contains(&number))
        };
        self.evaluate(circuit, truth)
    }

    fn assignment(&self, circuit: &Circuit, pool: &Pool, solver: &Solver) -> Answer {
        let Some(model) = solver.get_model() else {
            return Answer::Unknown("Z3 gave no model".to_owned());
        };
        self.evaluate(circuit, |number| self.truth(number, pool, &model))
    }

    /// Every node's value, from those of the variables.
    fn evaluate(&self, circuit: &Circuit, truth: impl Fn(i32) -> bool) -> Answer {
        use crate::logic::circuit::Node;
        let mut nodes = vec![false; circuit.len()];
        for index in 0..circuit.len() {
            nodes[index] = match circuit.node(index) {
                Node::True => true,
                Node::Variable => self.cnf.variable(index).is_some_and(&truth),
                Node::And(start, end) => circuit
                    .inputs(start, end)
                    .iter()
                    .all(|input| nodes[input.node()] != input.negated()),
            };
        }
        Answer::Sat(Assignment { nodes })
    }
}

impl Session {
    fn truth(&self, number: i32, pool: &Pool, model: &z3::Model) -> bool {
        self.cnf.fixed(number).unwrap_or_else(|| {
            model
                .eval(pool.get(number), true)
                .and_then(|value| value.as_bool())
                .unwrap_or(false)
        })
    }
}

fn load(solver: &Solver, cnf: &Cnf) {
    let count = usize::try_from(cnf.variables()).unwrap_or(0);
    POOL.with_borrow_mut(|pool| pool.reserve(count));
    POOL.with_borrow(|pool| {
        for clause in cnf.clauses() {
            if let [one] = clause {
                solver.assert(pool.get(*one));
            } else {
                let lits: Vec<&Bool> = clause.iter().map(|&number| pool.get(number)).collect();
                solver.assert(Bool::or(&lits));
            }
        }
    });
}

fn readable(reason: &str) -> String {
    match reason {
        "timeout" | "canceled" => "the time limit was reached".to_owned(),
        other => format!("Z3 says: {other}"),
    }
}

/// The version of the linked Z3.
#[must_use]
pub fn version() -> String {
    z3::full_version().to_owned()
}
