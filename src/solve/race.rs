//! The verdict `racy`: asked before any other, of models that promise nothing of racy programs.

use crate::execution::concrete::Execution;
use crate::logic::Lit;
use crate::models::registry::RACE;
use crate::program::symbolic::EventId;
use crate::relation::judge::Judged;
use crate::relation::verdict::{Evidence, evaluate};

use super::check::{Found, Query};
use super::encoding::{Encoding, Goal};
use super::outcome::{Outcome, Race, Verdict};

impl Query<'_> {
    /// The answer, if it is that the program is racy, or that this was not found out. Whatever the
    /// filter says, one execution with a race is enough.
    pub(super) fn racy(&self, encoding: &mut Encoding) -> Option<Outcome> {
        let axioms = &self.model.definition.axioms;
        let goal = encoding
            .flags(self.model)
            .into_iter()
            .find(|goal| matches!(goal, Goal::Flag(index, _) if axioms[*index].name == RACE))?;
        let open = |why: String| Outcome {
            notes: vec![format!("whether the program is racy is open: {why}")],
            ..Outcome::bare(Verdict::Unknown)
        };
        match self.ask(encoding, goal) {
            Found::Execution(execution, flags) => Some(Outcome {
                race: self.race(&execution),
                witness: Some(*execution),
                flags,
                ..Outcome::bare(Verdict::Racy)
            }),
            Found::Open(why) => Some(open(why)),
            Found::None if encoding.truncated == Lit::FALSE => None,
            found @ Found::None => self.truncated(encoding, &found, None).map(open),
        }
    }

    /// The two accesses that race in an execution.
    pub(super) fn race(&self, execution: &Execution) -> Option<Race> {
        let definition = &self.model.definition;
        let judged = Judged::new(self.program, &self.unrolled, execution, definition.options);
        let verdicts = evaluate(definition, &judged);
        let flag = verdicts.flagged().find(|flag| flag.name == RACE)?;
        let event = |node: usize| -> EventId { judged.nodes().list[node].event };
        match flag.evidence {
            Some(Evidence::Pair(a, b)) => Some(Race {
                first: event(a),
                second: event(b),
            }),
            _ => None,
        }
    }
}
