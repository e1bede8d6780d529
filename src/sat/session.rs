//! The only place, with `pool`, that names Z3: clauses go in, assignments and cores come out, as
//! plain data.

use std::time::{Duration, Instant};

use z3::ast::Bool;
use z3::{Model, Params, SatResult, Solver};

use super::{Circuit, Cnf, Lit};

use super::pool::{POOL, Pool, load};

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
    /// No query has cost more than [`CHEAP`] yet, and none has a time limit.
    cheap: bool,
    /// The formula was too large to be written down.
    too_large: bool,
}

const TIME: &str = "the time limit was reached";

/// What a query may cost before its time is limited, in Z3's units: some tens of milliseconds. Under a
/// time limit Z3 has a thread of its own watch the clock, and waking it for every small query costs a
/// quarter of the time of a suite with reasons.
const CHEAP: u32 = 200_000;

/// Formulas from this many clauses on get a context of their own: one that has held a large
/// formula stays slow for small ones.
pub const LARGE: usize = 20_000;

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
            solver.set_params(&params(CHEAP, None));
        }
        Self {
            cnf,
            solver,
            cheap: true,
            deadline: limits
                .timeout
                .and_then(|timeout| Instant::now().checked_add(timeout)),
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
        let mut cheap = self.cheap;
        let answer = POOL.with_borrow(|pool| {
            let terms: Vec<Bool> = assumed
                .iter()
                .map(|&(_, number)| pool.get(number).clone())
                .collect();
            match limited(solver, &terms, self.deadline, &mut cheap) {
                Ok(Some(model)) => {
                    self.evaluate(circuit, |number| self.truth(number, pool, &model))
                }
                Ok(None) => {
                    let core = solver.get_unsat_core();
                    let used = assumed.iter().zip(&terms);
                    Answer::Unsat(
                        used.filter(|(_, term)| core.contains(term))
                            .map(|((lit, _), _)| *lit)
                            .collect(),
                    )
                }
                Err(why) => Answer::Unknown(why),
            }
        });
        self.cheap = cheap;
        answer
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

    /// Every node's value, from those of the variables.
    fn evaluate(&self, circuit: &Circuit, truth: impl Fn(i32) -> bool) -> Answer {
        use super::circuit::Node;
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
    fn truth(&self, number: i32, pool: &Pool, model: &Model) -> bool {
        self.cnf.fixed(number).unwrap_or_else(|| {
            model
                .eval(pool.get(number), true)
                .and_then(|value| value.as_bool())
                .unwrap_or(false)
        })
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
    deadline: Option<Instant>,
    cheap: &mut bool,
) -> Result<Option<Model>, String> {
    let left = || match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    {
        Some(Duration::ZERO) => Err(TIME.to_owned()),
        left => Ok(left),
    };
    left()?;
    let mut result = SatResult::Unknown;
    if *cheap {
        result = solver.check_assumptions(assumptions);
        *cheap = result != SatResult::Unknown;
    }
    if result == SatResult::Unknown {
        let millis = left()?.and_then(|left| u32::try_from(left.as_millis().max(1)).ok());
        solver.set_params(&params(0, millis));
        result = solver.check_assumptions(assumptions);
    }
    match result {
        SatResult::Unsat => Ok(None),
        SatResult::Sat => match solver.get_model() {
            Some(model) => Ok(Some(model)),
            None => Err("Z3 gave no model".to_owned()),
        },
        SatResult::Unknown => Err(match solver.get_reason_unknown().as_deref() {
            None => "no reason given".to_owned(),
            Some("timeout" | "canceled" | "sat.canceled") => TIME.to_owned(),
            Some(other) => format!("Z3 says: {other}"),
        }),
    }
}

/// The version of the linked Z3.
#[must_use]
pub fn version() -> String {
    z3::full_version().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One pigeon too many: no hole is left for it, which takes a long search to see.
    #[test]
    fn a_costly_query_goes_on_under_the_clock() {
        const HOLES: usize = 9;
        let mut circuit = Circuit::default();
        let sits: Vec<Vec<Lit>> = (0..=HOLES)
            .map(|_| (0..HOLES).map(|_| circuit.variable()).collect())
            .collect();
        let mut required = Vec::new();
        for (index, one) in sits.iter().enumerate() {
            for other in &sits[..index] {
                for (&a, &b) in one.iter().zip(other) {
                    required.push(!circuit.and(a, b));
                }
            }
        }
        let housed: Vec<Lit> = sits
            .iter()
            .map(|holes| circuit.any(holes.iter().copied()))
            .collect();
        let limits = Limits {
            timeout: Some(Duration::from_secs(600)),
        };
        let mut session = Session::new(&circuit, &required, &housed, limits);
        assert!(matches!(
            session.check(&circuit, &housed[1..]),
            Answer::Sat(_)
        ));
        assert!(session.cheap);
        let Answer::Unsat(mut core) = session.check(&circuit, &housed) else {
            panic!("every pigeon has a hole");
        };
        assert!(!session.cheap);
        core.sort();
        assert_eq!(core, housed);
        assert!(matches!(
            session.check(&circuit, &housed[1..]),
            Answer::Sat(_)
        ));
    }
}
