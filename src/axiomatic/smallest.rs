//! The smallest execution that shows an answer: of all witnesses one with the fewest accesses, and
//! of those one with the fewest relaxations, as [`crate::execution::distance`] defines them, or for a
//! machine [`mod@crate::ugpu::machine::measure`].

use crate::execution::concrete::Execution;
use crate::execution::distance::{Relaxations, accesses, relaxations};
use crate::model::registry::{Axiomatic, DATA_RACE};
use crate::program::Program;
use crate::sat::cardinality::Counter;
use crate::sat::{Circuit, Lit};

use super::check::{OWN_CONTEXT, Query};
use super::distance::Sizes;
use super::encoding::{Encoding, Goal};
use super::witness::{extract, verify};
use crate::sat::in_fresh_context;
use crate::sat::session::{Answer, Assignment, Session};
use crate::stop::Open;
use crate::verdict::ledger::Ledger;
use crate::verdict::outcome::{Conclusion, Outcome, Run, Shown, Smallest, Verdict};
use crate::verdict::query::Options;
use crate::verdict::remark::About;

/// The most accesses of a test for which a smallest execution is looked for: the formula of an
/// order grows with their third power.
pub const ACCESSES: usize = 200;

/// Puts a smallest execution in the place of the one that shows an answer: of the witness, the
/// counterexample of a `forall`, or an execution with a race.
pub fn shrink(program: &Program, model: &Axiomatic, options: &Options, outcome: &mut Outcome) {
    let (Some(shown), Some(unrolled)) = (outcome.execution().cloned(), outcome.unrolled.clone())
    else {
        return;
    };
    let events = unrolled.events.iter();
    let found = events.filter(|event| event.thread.is_some() && event.memory().is_some());
    if found.count() > ACCESSES {
        let why = format!("the test has more than {ACCESSES} accesses");
        outcome.remark(About::Smaller, Open::Size(why));
        return;
    }
    let query = Query {
        program,
        model,
        options: options.clone(),
        limits: options.limits(),
        unrolled,
        ledger: Ledger::default(),
    };
    let verdict = outcome.verdict();
    let search = || Search::run(&query, verdict, shown.clone());
    let found = if query.unrolled.events.len() >= OWN_CONTEXT {
        in_fresh_context(search)
    } else {
        search()
    };
    if let Conclusion::Racy { race, .. } = &mut outcome.conclusion {
        *race = query.race(&found.best.execution);
    }
    outcome.smallest = found.smallest();
    if let Some(why) = found.open {
        outcome.remark(About::Smallest, why);
    }
    let before = outcome.shown().cloned();
    let Some(shown) = outcome.shown_mut() else {
        return;
    };
    shown.run = Run::Execution(Box::new(found.best.execution));
    if let Some(flags) = found.best.flags {
        shown.flags = flags;
        // Another one races now, or this one does.
        let other = outcome.other_race.take().map(|other| other.witness);
        let races = |shown: &Shown| shown.flags.iter().any(|flag| flag == DATA_RACE);
        let racing = before.filter(races).or(other);
        query.add_flagged_race(outcome, racing);
    }
}

/// The smallest execution found.
struct Found {
    best: Best,
    proven: bool,
    open: Option<Open>,
}

impl Found {
    fn smallest(&self) -> Option<Smallest> {
        let relaxations = self.best.relaxations.as_ref()?;
        Some(Smallest {
            accesses: self.best.accesses,
            relaxations: relaxations.len(),
            reversed: relaxations.reversed.clone(),
            torn: relaxations.torn.clone(),
            proven: self.proven,
        })
    }
}

struct Best {
    execution: Execution,
    accesses: usize,
    /// Of an order that was found; none before one was looked for.
    relaxations: Option<Relaxations>,
    /// The model's flags that it raises, where it is not the execution at the start.
    flags: Option<Vec<String>>,
}

struct Search<'q, 'a> {
    query: &'q Query<'a>,
    encoding: Encoding<'q>,
    sizes: Sizes,
    session: Session,
    goal: Goal,
    best: Best,
}

impl<'q> Search<'q, '_> {
    fn run(query: &'q Query<'_>, verdict: Verdict, shown: Execution) -> Found {
        let mut encoding = Encoding::new(
            query.program,
            &query.unrolled,
            query.model,
            &query.limits.stop,
        );
        let goal = goal(query, verdict, &shown, &mut encoding);
        let best = Best {
            accesses: accesses(&query.unrolled, &shown),
            execution: shown,
            relaxations: None,
            flags: None,
        };
        let Some(goal) = goal else {
            return Found {
                best,
                proven: false,
                open: Some(Open::Internal("the model has no race".to_owned())),
            };
        };
        let sizes = Sizes::new(&mut encoding);
        let circuit = &mut encoding.frame.circuit;
        let fewer = bounds(circuit, &sizes.executed, best.accesses);
        // With fewer accesses there may be more relaxations than there were.
        let weaker = bounds(circuit, &sizes.relaxed, sizes.relaxed.len());
        let exposed: Vec<Lit> = fewer.iter().chain(&weaker).copied().collect();
        let required = encoding.required(goal);
        let session = Session::new(
            &encoding.frame.circuit,
            &required,
            &exposed,
            &query.limits(),
        );
        let mut search = Search {
            query,
            encoding,
            sizes,
            session,
            goal,
            best,
        };
        let settled = search.search(&fewer, &weaker);
        Found {
            best: search.best,
            proven: settled.is_ok(),
            open: settled.err(),
        }
    }

    fn search(&mut self, fewer: &[Lit], weaker: &[Lit]) -> Result<(), Open> {
        let least = self.least(fewer, &[], |best| best.accesses)?;
        let fixed: Vec<Lit> = fewer.get(least).copied().into_iter().collect();
        // The execution at hand has no order yet.
        if !self.finds(&fixed)? {
            return Err(Open::Internal("an execution was lost".to_owned()));
        }
        let number = |best: &Best| {
            best.relaxations
                .as_ref()
                .map_or(usize::MAX, Relaxations::len)
        };
        self.least(weaker, &fixed, number).map(|_| ())
    }

    /// Finds the least number for which there is an execution, where `at_most` bounds it; the best
    /// execution then has it.
    fn least(
        &mut self,
        at_most: &[Lit],
        fixed: &[Lit],
        number: impl Fn(&Best) -> usize,
    ) -> Result<usize, Open> {
        // Below `refuted` there is nothing.
        let mut refuted = 0;
        while refuted < number(&self.best) {
            let middle = usize::midpoint(refuted, number(&self.best) - 1);
            let Some(&bound) = at_most.get(middle) else {
                return Err(Open::Internal("a number was not counted".to_owned()));
            };
            let assumed: Vec<Lit> = fixed.iter().copied().chain([bound]).collect();
            if !self.finds(&assumed)? {
                refuted = middle + 1;
            } else if number(&self.best) > middle {
                return Err(Open::Internal("a bound was not kept".to_owned()));
            }
        }
        Ok(refuted)
    }

    /// Whether there is an execution within bounds; it is the best one then.
    fn finds(&mut self, bounds: &[Lit]) -> Result<bool, Open> {
        match self.session.check(&self.encoding.frame.circuit, bounds) {
            Answer::Unsat(_) => Ok(false),
            Answer::Unknown(why) => Err(why),
            Answer::Sat(assignment) => {
                self.best = self.found(&assignment)?;
                Ok(true)
            }
        }
    }

    /// The execution of an assignment, checked and counted without the solver.
    fn found(&self, assignment: &Assignment) -> Result<Best, Open> {
        let (program, unrolled) = (self.query.program, &self.query.unrolled);
        let execution = extract(&self.encoding.frame, assignment);
        let flags = verify(program, unrolled, self.query.model, &execution, self.goal);
        let order = self.sizes.order(assignment);
        let found = relaxations(program, unrolled, &execution, &order).map_err(Open::Internal)?;
        Ok(Best {
            accesses: accesses(unrolled, &execution),
            relaxations: Some(found),
            flags: Some(flags.map_err(Open::Internal)?),
            execution,
        })
    }
}

/// What the execution that is shown shows.
fn goal(
    query: &Query,
    verdict: Verdict,
    shown: &Execution,
    encoding: &mut Encoding,
) -> Option<Goal> {
    if verdict == Verdict::Racy {
        let race = query.model.race_flag()?;
        let flags = encoding.flags(query.model);
        let races = |goal: &Goal| matches!(goal, Goal::Flag(index, _) if *index == race);
        return flags.into_iter().find(races);
    }
    let program = query.program;
    let holds = program.condition.holds(&|term| shown.value(program, term));
    Some(if holds {
        Goal::Condition
    } else {
        Goal::Opposite
    })
}

/// The literals of "at most 0", "at most 1", …, up to a number.
fn bounds(circuit: &mut Circuit, lits: &[Lit], most: usize) -> Vec<Lit> {
    let counter = Counter::up_to(circuit, lits, most);
    (0..=most)
        .map_while(|number| counter.at_most(number))
        .collect()
}
