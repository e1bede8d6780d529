//! Many questions about events that come from elsewhere than a test: one encoding for all of them.

use std::sync::Arc;

use crate::execution::concrete::Execution;
use crate::execution::distance::Counts;
use crate::model::registry::{Axiomatic, DATA_RACE};
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::program::{Condition, Program};
use crate::sat::Lit;
use crate::sat::session::Answer;
use crate::stop::Open;
use crate::verdict::ledger::{BEYOND, Ledger};
use crate::verdict::query::Options;

use super::check::{EVENTS, Found, Query};
use super::demand::Demand;
use super::encoding::{Encoding, Goal};
use super::smallest::{self, Least};
use super::witness::{extract, verify};

/// The answer to a question.
#[derive(Debug)]
pub enum Reply {
    /// An execution, accepted by the judge.
    Execution(Box<Execution>),
    /// There is none, and a second opinion agrees.
    None,
    /// It was not found out.
    Open(Open),
}

/// Whether an execution that comes from elsewhere is one of these events and does as demanded, with a data race where
/// one is asked for: what the judge of executions says, without a solver.
#[must_use]
pub fn accepts(
    (program, unrolled): (&Program, &Unrolled),
    model: &Axiomatic,
    execution: &Execution,
    demand: &Demand,
    race: bool,
) -> bool {
    let goal = if race {
        let axioms = &model.definition.axioms;
        let flag = axioms
            .iter()
            .position(|axiom| axiom.flag && axiom.name == DATA_RACE);
        let Some(index) = flag else {
            return false;
        };
        Goal::Flag(index, Lit::FALSE)
    } else {
        Goal::Condition
    };
    demand.holds(program, execution) && verify(program, unrolled, model, execution, goal).is_ok()
}

/// Events under a model, to be asked about. The program says where threads run, which locations and which
/// registers there are; its own condition is not looked at.
pub struct Questions<'a> {
    query: Query<'a>,
    encoding: Encoding<'a>,
    /// The model's flag of data races, once it was asked about.
    flag: Option<Goal>,
    /// Whether it is known that no execution reaches the loop bound.
    within: bool,
}

impl<'a> Questions<'a> {
    /// Encodes events.
    ///
    /// # Errors
    ///
    /// There are too many, or time ran out.
    pub fn new(
        program: &'a Program,
        unrolled: &'a Arc<Unrolled>,
        model: &'a Axiomatic,
        options: &Options,
    ) -> Result<Self, Open> {
        let events = unrolled.events.len();
        if events > EVENTS {
            return Err(Open::events(events, EVENTS));
        }
        let limits = options.limits();
        let encoding = Encoding::new(program, unrolled, model, &limits.stop);
        if let Some(open) = encoding.frame.circuit.open() {
            return Err(open);
        }
        Ok(Self {
            query: Query {
                program,
                model,
                options: options.clone(),
                limits,
                unrolled: Arc::clone(unrolled),
                ledger: Ledger::default(),
            },
            encoding,
            flag: None,
            within: false,
        })
    }

    /// Takes for known that no execution reaches the loop bound: it was asked of events that have all these.
    #[must_use]
    pub const fn known_within(mut self, within: bool) -> Self {
        self.within = within;
        self
    }

    /// Whether it is known by now that no execution reaches the loop bound.
    #[must_use]
    pub const fn is_within(&self) -> bool {
        self.within
    }

    /// Is there an execution that reaches the loop bound? It has what threads do up to there.
    pub fn beyond(&mut self) -> Reply {
        if let Some(open) = self.query.cannot_tell(&self.encoding) {
            return Reply::Open(open);
        }
        let limits = self.query.limits();
        let truncated = [self.encoding.truncated];
        match self
            .query
            .solve(&self.encoding, &truncated, BEYOND, &limits)
        {
            Answer::Unsat(_) => {
                self.within = true;
                Reply::None
            }
            Answer::Unknown(open) => Reply::Open(open),
            Answer::Sat(found) => Reply::Execution(Box::new(extract(&self.encoding.frame, &found))),
        }
    }

    /// Is there an execution that ends so?
    pub fn ask(&mut self, condition: &Condition) -> Reply {
        self.ask_for(&Demand::Ends(condition.clone()))
    }

    /// Is there an execution that does so?
    pub fn ask_for(&mut self, demand: &Demand) -> Reply {
        let met = self.demanded(demand);
        self.solve(&[self.encoding.finished, met], demand, Goal::Condition)
    }

    /// Is there an execution that does so and has a data race? Nothing where the model knows none.
    pub fn race(&mut self, demand: &Demand) -> Option<Reply> {
        let flag = self.flag()?;
        let Goal::Flag(_, raised) = flag else {
            return None;
        };
        let met = self.demanded(demand);
        Some(self.solve(&[self.encoding.finished, met, raised], demand, flag))
    }

    /// A smallest execution that does so, as one at hand does, and has a data race where one is asked for.
    #[must_use]
    pub fn least(&self, demand: &Demand, race: bool, shown: &Execution, counts: Counts) -> Least {
        smallest::least(&self.query, demand, race, shown, counts)
    }

    /// The accesses that race in an execution.
    #[must_use]
    pub fn racing(&self, execution: &Execution) -> Option<(EventId, EventId)> {
        self.query
            .racing(self.query.program, &self.query.unrolled, execution)
    }

    fn flag(&mut self) -> Option<Goal> {
        if self.flag.is_none() {
            let axioms = &self.query.model.definition.axioms;
            let index = axioms
                .iter()
                .position(|axiom| axiom.flag && axiom.name == DATA_RACE)?;
            self.encoding.frame.circuit.renew(self.query.limits().stop);
            let flags = self.encoding.flags(self.query.model);
            self.flag = flags
                .into_iter()
                .find(|goal| matches!(goal, Goal::Flag(at, _) if *at == index));
        }
        self.flag
    }

    fn demanded(&mut self, demand: &Demand) -> Lit {
        self.encoding.frame.circuit.renew(self.query.limits().stop);
        self.encoding.frame.demanded(demand)
    }

    fn solve(&mut self, required: &[Lit], demand: &Demand, goal: Goal) -> Reply {
        if let Some(open) = self.encoding.frame.circuit.open() {
            return Reply::Open(open);
        }
        let limits = self.query.limits();
        match self.query.solve(&self.encoding, required, "is so", &limits) {
            Answer::Unsat(_) if self.within => Reply::None,
            Answer::Unsat(_) => match self.query.truncated(&self.encoding, &Found::None, None) {
                None => {
                    self.within = true;
                    Reply::None
                }
                Some(open) => Reply::Open(open),
            },
            Answer::Unknown(open) => Reply::Open(open),
            Answer::Sat(assignment) => {
                let execution = extract(&self.encoding.frame, &assignment);
                match self.verify(&execution, demand, goal) {
                    Ok(()) => Reply::Execution(Box::new(execution)),
                    Err(why) => Reply::Open(Open::Internal(format!(
                        "the solver's execution did not pass the check ({why})"
                    ))),
                }
            }
        }
    }

    fn verify(&self, execution: &Execution, demand: &Demand, goal: Goal) -> Result<(), String> {
        let program = self.query.program;
        let (unrolled, model) = (&self.query.unrolled, self.query.model);
        verify(program, unrolled, model, execution, goal)?;
        if demand.holds(program, execution) {
            Ok(())
        } else {
            Err("the execution does not end as asked".to_owned())
        }
    }
}
