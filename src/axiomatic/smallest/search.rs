//! The search for a smallest execution: first with ever fewer accesses, then with ever fewer relaxations. Of the pairs that it may
//! reverse those are named that no fence stands between, where that is found: what is behind a fence that is there is no one's fault.

use crate::axiomatic::check::Query;
use crate::axiomatic::distance::Sizes;
use crate::axiomatic::encoding::Encoding;
use crate::axiomatic::witness::extract;
use crate::execution::concrete::Execution;
use crate::execution::distance::{Counts, Relaxations, counted, relaxations};
use crate::program::events::{EventKind, Unrolled};
use crate::program::symbolic::EventId;
use crate::sat::cardinality::Counter;
use crate::sat::session::{Answer, Assignment, Session};
use crate::sat::{Circuit, Lit};
use crate::stop::Open;
use crate::verdict::outcome::Smallest;

/// What an execution must do, who says whether it does, and what counts.
pub struct Wanted<'w> {
    pub required: &'w [Lit],
    /// The flags of one that does; else why it does not.
    pub accept: &'w dyn Fn(&Execution) -> Result<Vec<String>, String>,
    pub counts: Counts<'w>,
}

/// The smallest execution found.
pub struct Found {
    pub best: Best,
    pub proven: bool,
    pub open: Option<Open>,
}

impl Found {
    pub fn smallest(&self) -> Option<Smallest> {
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

pub struct Best {
    pub execution: Execution,
    pub accesses: usize,
    /// Of an order that was found; none before one was looked for.
    pub relaxations: Option<Relaxations>,
    /// The model's flags that it raises, where it is not the execution at the start.
    pub flags: Option<Vec<String>>,
}

impl Best {
    /// One without an order yet.
    pub fn new(query: &Query, execution: Execution, counts: Counts) -> Self {
        Self {
            accesses: counted(&query.unrolled, &execution, counts),
            execution,
            relaxations: None,
            flags: None,
        }
    }
}

pub struct Search<'q, 'a> {
    query: &'q Query<'a>,
    wanted: &'q Wanted<'q>,
    encoding: Encoding<'q>,
    sizes: Sizes,
    session: Session,
    pub best: Best,
}

impl Search<'_, '_> {
    pub fn run<'w>(
        query: &'w Query<'_>,
        mut encoding: Encoding<'w>,
        wanted: &'w Wanted<'w>,
        shown: Execution,
    ) -> Found {
        let best = Best::new(query, shown, wanted.counts);
        let sizes = Sizes::new(&mut encoding, wanted.counts);
        let circuit = &mut encoding.frame.circuit;
        let fewer = bounds(circuit, &sizes.executed, best.accesses);
        // With fewer accesses there may be more relaxations than there were.
        let weaker = bounds(circuit, &sizes.relaxed, sizes.relaxed.len());
        let open = bounds(circuit, &sizes.across, sizes.across.len());
        let exposed: Vec<Lit> = fewer.iter().chain(&weaker).chain(&open).copied().collect();
        let session = Session::new(
            &encoding.frame.circuit,
            wanted.required,
            &exposed,
            &query.limits(),
        );
        let mut search = Search {
            query,
            wanted,
            encoding,
            sizes,
            session,
            best,
        };
        let settled = search.search([&fewer, &weaker, &open]);
        Found {
            best: search.best,
            proven: settled.is_ok(),
            open: settled.err(),
        }
    }

    fn search(&mut self, [fewer, weaker, open]: [&[Lit]; 3]) -> Result<(), Open> {
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
        let least = self.least(weaker, &fixed, number)?;
        let fixed: Vec<Lit> = fixed.iter().chain(weaker.get(least)).copied().collect();
        let program = &self.query.unrolled;
        // The numbers are what they are, whichever pairs are named.
        self.least(open, &fixed, |best| across(program, best)).ok();
        Ok(())
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
        let counts = self.wanted.counts;
        let execution = extract(&self.encoding.frame, assignment);
        let flags = (self.wanted.accept)(&execution).map_err(Open::Internal)?;
        let order = self.sizes.order(assignment);
        let found = relaxations(program, unrolled, &execution, &order, counts);
        Ok(Best {
            accesses: counted(unrolled, &execution, counts),
            relaxations: Some(found.map_err(Open::Internal)?),
            flags: Some(flags),
            execution,
        })
    }
}

/// How many pairs are reversed that a fence stands between.
fn across(unrolled: &Unrolled, best: &Best) -> usize {
    let reversed = best.relaxations.iter().flat_map(|it| &it.reversed);
    let fenced = |(first, second): &&(EventId, EventId)| {
        let thread = unrolled.events[first.0].thread;
        let mut between = best.execution.events.range(*first..*second);
        between.any(|(event, _)| {
            let event = &unrolled.events[event.0];
            event.thread == thread && matches!(event.kind, EventKind::Fence(_))
        })
    };
    reversed.filter(fenced).count()
}

/// The literals of "at most 0", "at most 1", …, up to a number.
fn bounds(circuit: &mut Circuit, lits: &[Lit], most: usize) -> Vec<Lit> {
    let counter = Counter::up_to(circuit, lits, most);
    (0..=most)
        .map_while(|number| counter.at_most(number))
        .collect()
}
