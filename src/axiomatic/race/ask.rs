//! The question about races, asked before any other of models that promise nothing of racy
//! programs.

use std::collections::BTreeSet;

use crate::execution::axioms::{Evidence, evaluate};
use crate::execution::concrete::Execution;
use crate::execution::evaluate::{Evaluation, Value};
use crate::execution::judge::Judged;
use crate::model::registry::{DATA_RACE, RACE};
use crate::program::Program;
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::sat::Lit;

use super::paths::Ground;
use crate::axiomatic::check::{Found, Query};
use crate::axiomatic::encoding::{Encoding, Goal};
use crate::axiomatic::reason::explain;
use crate::verdict::outcome::{Conclusion, Outcome, Race, Shown, Verdict};
use crate::verdict::remark::About;
use crate::verdict::why::{Fault, Missing, Why};

/// What a model may call its happens-before: where it does, an answer speaks of no
/// synchronization as missing that the model says is there.
const HAPPENS_BEFORE: &str = "hhb";

impl Query<'_> {
    /// The answer, if it is that the program is racy, or that this was not found out. Whatever the
    /// filter says, one execution with a race is enough.
    pub(crate) fn racy(&self, encoding: &mut Encoding) -> Option<Outcome> {
        match self.find_race(encoding)? {
            Found::Execution(execution, flags) => {
                let race = self.race(&execution);
                let witness = Shown::execution(*execution, flags);
                Some(Conclusion::Racy { witness, race })
            }
            Found::Open(why) => Some(Conclusion::open(About::Race, why)),
            Found::None => None,
        }
        .map(|conclusion| Outcome::bare(conclusion, self.credit().found))
    }

    /// An execution with a race, or that there is none; nothing under a model without the notion.
    pub(super) fn find_race(&self, encoding: &mut Encoding) -> Option<Found> {
        let wanted = self.model.race_flag()?;
        let goal = encoding
            .flags(self.model)
            .into_iter()
            .find(|goal| matches!(goal, Goal::Flag(index, _) if *index == wanted))?;
        Some(match self.ask(encoding, goal) {
            found @ Found::None if encoding.truncated != Lit::FALSE => self
                .truncated(encoding, &found, None)
                .map_or(Found::None, Found::Open),
            found => found,
        })
    }

    /// Why no execution has a race, once it is known that none has.
    pub(crate) fn add_race_freedom(&self, outcome: &mut Outcome) {
        let answered = matches!(outcome.verdict(), Verdict::Reachable | Verdict::Unreachable);
        let Some(flag) = self.model.race_flag().filter(|_| answered) else {
            return;
        };
        if !self.options.reason {
            return;
        }
        let goal = Goal::Flag(flag, Lit::TRUE);
        let limits = self.options.reason_limits();
        match explain(self.program, &self.unrolled, self.model, goal, &limits) {
            Ok(reason) => outcome.race_freedom = Some(reason),
            Err(why) => outcome.remark(About::RaceFreedom, why),
        }
    }

    /// The two accesses that race in an execution, and why.
    pub(crate) fn race(&self, execution: &Execution) -> Option<Race> {
        let (first, second) = self.racing(self.program, &self.unrolled, execution)?;
        let clues = self
            .ground(self.program, &self.unrolled, execution)
            .clues(first, second);
        let mut why = Why {
            missing: clues.missing.clone(),
            ..Why::default()
        };
        if self.options.reason {
            self.repair(execution, (first, second), &clues, &mut why);
        }
        Some(Race { first, second, why })
    }

    /// The two accesses that race in an execution, under a model that only flags data races, and why
    /// moral strength does not order them: such models tell it from causality.
    pub(crate) fn flagged_race(&self, execution: &Execution) -> Option<Race> {
        let (first, second) = self.racing(self.program, &self.unrolled, execution)?;
        let ground = self.ground(self.program, &self.unrolled, execution);
        let pairs = [(first, second), (second, first)];
        let faults = pairs.into_iter().filter_map(|(at, with)| {
            let fault = if !ground.atomic(at) {
                Fault::Weak
            } else if ground.atomic(with) && !ground.reaches(at, with) {
                Fault::Narrow
            } else {
                return None;
            };
            Some(Missing { fault, at, with })
        });
        let mut missing: Vec<Missing> = faults.collect();
        if missing.iter().all(|one| one.fault == Fault::Weak) {
            // Of two weak ones it is said once.
            missing.truncate(1);
        }
        if missing.is_empty() {
            missing.push(Missing {
                fault: Fault::Path,
                at: first,
                with: second,
            });
        }
        let why = Why {
            missing,
            ..Why::default()
        };
        Some(Race { first, second, why })
    }

    /// The accesses of a race in an execution of a program, if the model allows it and it has one.
    pub(super) fn racing(
        &self,
        program: &Program,
        unrolled: &Unrolled,
        execution: &Execution,
    ) -> Option<(EventId, EventId)> {
        let definition = &self.model.definition;
        let judged = Judged::new(program, unrolled, execution, definition.options);
        let verdicts = evaluate(definition, &judged);
        let flag = verdicts
            .flagged()
            .find(|flag| flag.name == RACE || flag.name == DATA_RACE);
        let event = |node: usize| judged.nodes().list.get(node).map(|node| node.event);
        match flag?.evidence {
            Some(Evidence::Pair(a, b)) if verdicts.allowed() => event(a).zip(event(b)),
            _ => None,
        }
    }

    /// An execution with what the model says of who happens before whom.
    pub(super) fn ground<'g>(
        &self,
        program: &'g Program,
        unrolled: &'g Unrolled,
        execution: &'g Execution,
    ) -> Ground<'g> {
        let definition = &self.model.definition;
        let judged = Judged::new(program, unrolled, execution, definition.options);
        let mut before = BTreeSet::new();
        if let Some(name) = definition.named(HAPPENS_BEFORE)
            && let Value::Relation(pairs) = Evaluation::new(&definition.arena, &judged).value(name)
        {
            let event = |node: usize| judged.nodes().list[node].event;
            before.extend(pairs.iter().map(|(a, b)| (event(a), event(b))));
        }
        Ground {
            program,
            unrolled,
            execution,
            before,
        }
    }
}
