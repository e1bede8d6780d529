//! The question itself: is the condition reachable, and in how many executions does it hold?

use super::answer::{Answer, Findings, Verdict, Witness};
use super::domains::{Hints, all_paths};
use super::enumerate::{Orders, Setting, Visitor};
use super::graph::Execution;
use super::hrf;
use super::hrf::Variant;
use super::limits::{Budget, Exhausted, Limits};
use super::matrix::members;
use super::models::{Model, THIN_AIR};
use super::paths::{End, Path};
use super::support::{Unsupported, supported};
use super::switches::{Switch, Switches};
use crate::program::Program;
use crate::stop::Open;

pub(super) const BOUND: &str =
    "some execution goes on after the loop bound; a larger --bound may decide it";
pub(super) const ROUND: &str = "some execution goes on after the loop bound with laps that do the same again and again; \
     no larger --bound decides it";
pub(super) const LIMITS: &str = "the enumeration reached its limit of time, candidates or events";

/// Enumerates the executions of a program that a model allows, and counts those that satisfy its
/// condition.
///
/// Under a model that promises nothing of racy programs, the first question is whether some execution
/// has a race, whatever the filter says.
///
/// An execution counts if every thread ended and the filter, if any, is satisfied. A backward jump
/// is taken at most `bound` times each time its loop is entered; where the answer depends on what
/// comes after, the verdict is unknown. `mutation` takes parts of the axioms away;
/// [`Switches::ALL`] leaves the model as it is.
///
/// # Errors
/// When an instruction has no meaning in these models.
pub fn check(
    program: &Program,
    model: Model,
    limits: &Limits,
    bound: usize,
    mutation: &Switches,
) -> Result<Answer, Unsupported> {
    supported(program, model)?;
    let mut budget = Budget::new(limits);
    let mut tally = Tally::new(program, model, *mutation);
    let hints = Hints {
        coherent: model.is_coherent(*mutation),
        grounded: mutation.all_on(&THIN_AIR),
        halves: model.ptx().is_some(),
        idle_lap: model.hrf().is_some() || model.ptx().is_some(),
    };
    let finished = all_paths(program, bound, hints, &mut budget).and_then(|paths| {
        let setting = Setting {
            program,
            model,
            switches: *mutation,
            paths: &paths,
        };
        setting.enumerate(&mut budget, &mut tally)
    });
    Ok(tally.answer(finished, limits))
}

/// What was seen so far.
struct Tally<'a> {
    program: &'a Program,
    hrf: Option<Variant>,
    flags: bool,
    switches: Switches,
    executions: usize,
    /// An execution that counts and has a data race of the kind that is only flagged.
    racing: Option<Witness>,
    truncated: bool,
    /// Somebody goes round in the same way for ever.
    round: bool,
    witness: Option<Witness>,
    counterexample: Option<Witness>,
    race: Option<((usize, usize), Witness)>,
}

impl<'a> Tally<'a> {
    const fn new(program: &'a Program, model: Model, switches: Switches) -> Self {
        Self {
            program,
            hrf: model.hrf(),
            flags: model.ptx().is_some(),
            switches,
            executions: 0,
            racing: None,
            truncated: false,
            round: false,
            witness: None,
            counterexample: None,
            race: None,
        }
    }

    fn answer(self, finished: Result<(), Exhausted>, limits: &Limits) -> Answer {
        let open = match finished {
            Err(Exhausted) => {
                let memory = limits.stop.short_of_memory();
                memory.or_else(|| Some(Open::Size(LIMITS.to_owned())))
            }
            Ok(()) if self.round => Some(Open::Endless(ROUND.to_owned())),
            Ok(()) if self.truncated => Some(Open::Bound(BOUND.to_owned())),
            Ok(()) => None,
        };
        if let Some((race, witness)) = self.race {
            return Answer {
                race: Some(race),
                witness: Some(witness),
                executions: self.executions,
                ..Answer::bare(Verdict::Racy)
            };
        }
        if open.is_some() && self.hrf.is_some() {
            // What was not seen may have a race, and then nothing is promised.
            return Answer {
                executions: self.executions,
                open,
                ..Answer::bare(Verdict::Unknown)
            };
        }
        let (some, other) = (self.witness.is_some(), self.counterexample.is_some());
        let findings = Findings::seen(some, other, open.is_none());
        // One is enough; that there is none takes all of them.
        let flagged = self.racing.is_some();
        let flagged = (flagged || open.is_none()).then_some(flagged);
        Answer {
            race: None,
            flagged: flagged.filter(|_| self.flags),
            racing: self.racing,
            verdict: findings.verdict(),
            quantity: findings.quantity(),
            holds: findings.holds(self.program.quantifier),
            open,
            witness: self.witness,
            counterexample: self.counterexample,
            executions: self.executions,
        }
    }
}

impl Visitor for Tally<'_> {
    fn wants(&self, end: End) -> bool {
        // One race is enough.
        let open = self.race.is_none();
        match end {
            End::Done => open,
            // One is enough to know that the bound matters.
            End::Truncated => open && !self.truncated,
            End::Stuck => false,
        }
    }

    fn visit(
        &mut self,
        end: End,
        execution: &Execution,
        paths: &[&Path],
        orders: &Orders,
        flagged: Option<(usize, usize)>,
    ) {
        if end != End::Done {
            self.truncated = true;
            self.round = paths.iter().any(|path| path.round);
            return;
        }
        let witness = Witness {
            flagged,
            ..witness(self.program, execution, paths, orders)
        };
        let counts = witness.passes_filter(self.program);
        if let Some(variant) = self.hrf
            && (counts || self.switches.on(Switch::HrfRaceFilter))
            && let Some(pair) = hrf::race(self.program, variant, execution, self.switches)
        {
            self.race = Some((pair, witness));
            return;
        }
        if !counts {
            return;
        }
        self.executions += 1;
        if flagged.is_some() && self.racing.is_none() {
            self.racing = Some(witness.clone());
        }
        let satisfied = witness.satisfies(self.program);
        let place = if satisfied {
            &mut self.witness
        } else {
            &mut self.counterexample
        };
        place.get_or_insert(witness);
    }
}

pub(super) fn witness(
    program: &Program,
    execution: &Execution,
    paths: &[&Path],
    orders: &Orders,
) -> Witness {
    let count = execution.events.len();
    let mut rf: Vec<(usize, usize)> = (0..count)
        .flat_map(|write| members(execution.rf.row(write)).map(move |read| (write, read)))
        .collect();
    rf.sort_unstable_by_key(|(_, read)| *read);
    Witness {
        events: execution.events.clone(),
        rf,
        co: orders.to_vec(),
        flagged: None,
        registers: paths.iter().map(|path| path.registers.clone()).collect(),
        memory: memory(program, execution, orders),
    }
}

/// The final value of each location: that of the last write of its memory.
fn memory(program: &Program, execution: &Execution, orders: &Orders) -> Vec<i64> {
    let last = |index: usize| {
        let physical = program.locations[index].physical;
        let (_, order) = orders.iter().find(|(location, _)| *location == physical)?;
        execution.events[*order.last()?].written
    };
    let locations = program.locations.iter().enumerate();
    locations
        .map(|(index, location)| last(index).unwrap_or(location.initial))
        .collect()
}
