//! What would mend a race: changes of orders and scopes that the model has been asked about.
//!
//! A change is proposed where the executions with races that are known so far would have none with
//! it, which the solver-free evaluation of the model says; it is reported only if the model, asked
//! about all executions of the changed program, finds no race. An execution with a race that comes
//! back is kept to judge the next proposals by, and widens the choice of instructions.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::execution::concrete::Execution;
use crate::model::relation::base::BaseSet;
use crate::model::relation::expr::{Expr, ExprId};
use crate::program::Program;
use crate::program::edit::{AccessEdit, InstructionId, apply};
use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::stop::Stop;

use super::alternatives;
use super::alternatives::{Cost, Priced};
use super::clues::Clues;
use super::raced::Recall;
use super::reordered::Reordered;
use crate::axiomatic::check::Query;
use crate::verdict::why::{Missing, Repair, Why};

/// The most questions of the solver.
const QUERIES: usize = 24;

/// The most proposals that are judged without it.
const PROPOSALS: usize = 4000;

/// Larger tests get no proposals: each takes as long as the verdict did.
const EVENTS: usize = 200;

/// The most instructions that are chosen from, or changed together.
pub(super) const INVOLVED: usize = 12;

/// Enough to choose from.
const ENOUGH: usize = 3;

/// What the model says of a changed program.
pub(super) enum Tried {
    RaceFree,
    Racy(Box<Execution>, (EventId, EventId)),
    Open,
}

pub(super) struct Search<'q, 'a> {
    pub query: &'q Query<'a>,
    /// The race to be mended.
    pair: (EventId, EventId),
    /// Executions with races, of the program or a changed one: the events are the same.
    known: Vec<(Execution, Recall)>,
    /// Of what is not known yet.
    recall: Recall,
    reordered: Reordered,
    pub involved: BTreeSet<InstructionId>,
    pub missing: Vec<Missing>,
    remote: bool,
    pub asked: Vec<Vec<AccessEdit>>,
    pub found: Vec<Repair>,
    /// The first proposal after which another race remains.
    partial: Option<Repair>,
    pub proposals: usize,
    pub stop: Stop,
    /// There are more instructions than can be chosen from.
    crowded: bool,
    pub limited: bool,
}

impl Query<'_> {
    /// Looks for repairs of a race.
    pub(super) fn repair(
        &self,
        execution: &Execution,
        pair: (EventId, EventId),
        clues: &Clues,
        stop: Stop,
        why: &mut Why,
    ) {
        if self.unrolled.events.len() > EVENTS {
            why.limited = true;
            return;
        }
        let arena = &self.model.definition.arena;
        let remote = (0..arena.len())
            .filter_map(|index| u32::try_from(index).ok())
            .any(|index| arena.get(ExprId(index)) == Expr::Set(BaseSet::Remote));
        let recall = Recall::of(arena);
        let mut search = Search {
            query: self,
            pair,
            known: vec![(execution.clone(), recall.clone())],
            recall,
            reordered: Reordered::new(self.program, &self.unrolled),
            involved: clues.involved.clone(),
            missing: clues.missing.clone(),
            remote,
            asked: Vec::new(),
            found: Vec::new(),
            partial: None,
            proposals: 0,
            stop,
            crowded: false,
            limited: false,
        };
        search.run();
        why.limited = search.limited || search.crowded && search.found.is_empty();
        why.repairs = search.found;
        if why.repairs.is_empty() {
            why.repairs.extend(search.partial);
        }
    }
}

impl Search<'_, '_> {
    fn run(&mut self) {
        self.rounds(1, self.remote, ENOUGH);
        // A remote order is dear: two wider scopes are worth knowing, too.
        let local = self
            .found
            .iter()
            .any(|repair| !self.is_remote(&repair.edits));
        if !local {
            let remote = self.remote && self.found.is_empty();
            self.rounds(2, remote, self.found.len().max(ENOUGH - 1) + 1);
        }
        self.fences();
        if self.found.is_empty() {
            self.strengthen_all();
        }
    }

    /// Whether a change makes something remote.
    fn is_remote(&self, edits: &[AccessEdit]) -> bool {
        edits.iter().any(|edit| {
            let own = edit.at.access(self.query.program);
            edit.remote && own.is_some_and(|own| !own.remote)
        })
    }

    /// Tries changes of so many instructions, from cheap to dear; once more from the start where a
    /// new race brought new instructions.
    fn rounds(&mut self, size: usize, remote: bool, enough: usize) {
        loop {
            let before = self.involved.len();
            for edits in self.choices(size, remote) {
                if self.found.len() >= enough || self.spent() {
                    return;
                }
                self.propose(edits);
                if self.involved.len() > before {
                    break;
                }
            }
            if self.involved.len() == before {
                return;
            }
        }
    }

    /// All changes of so many instructions, from cheap to dear.
    fn choices(&self, size: usize, remote: bool) -> Vec<Vec<AccessEdit>> {
        let program = self.query.program;
        let scopes = alternatives::scopes(program, &self.involved);
        let single: Vec<Vec<Priced>> = self
            .involved
            .iter()
            .map(|&at| alternatives::of(program, at, &scopes, remote))
            .collect();
        let mut priced: Vec<(Vec<Cost>, Vec<AccessEdit>)> = Vec::new();
        for (index, own) in single.iter().enumerate() {
            for &(cost, edit) in own {
                if size == 1 {
                    priced.push((vec![cost], vec![edit]));
                    continue;
                }
                for &(more, other) in single.iter().skip(index + 1).flatten() {
                    priced.push((vec![cost, more], vec![edit, other]));
                }
            }
        }
        let total = |costs: &[Cost]| {
            let changes: usize = costs.iter().map(|cost| cost.0).sum();
            let widest = costs.iter().map(|cost| cost.1).max();
            let strongest = costs.iter().map(|cost| cost.2).max();
            (changes, widest, strongest)
        };
        priced.sort_by(|(a, x), (b, y)| total(a).cmp(&total(b)).then_with(|| x.cmp(y)));
        priced.into_iter().map(|(_, edits)| edits).collect()
    }

    pub fn spent(&mut self) -> bool {
        if self.stop.check().is_err() || self.asked.len() >= QUERIES || self.proposals >= PROPOSALS
        {
            self.limited = true;
        }
        self.limited
    }

    /// Asks the model about a change, unless a known execution or repair speaks against it.
    fn propose(&mut self, edits: Vec<AccessEdit>) {
        let known = self
            .found
            .iter()
            .any(|repair| self.adds_nothing(&edits, repair));
        if known || self.asked.contains(&edits) {
            return;
        }
        self.proposals += 1;
        if !self.mends_known(&edits) {
            return;
        }
        self.asked.push(edits.clone());
        match self.ask(&edits) {
            Tried::RaceFree => self.found.push(Repair {
                edits,
                fences: Vec::new(),
                remaining: None,
            }),
            Tried::Racy(execution, pair) => self.learn(*execution, pair, edits),
            Tried::Open => {}
        }
    }

    /// Whether a change does what a repair does already, and perhaps more.
    fn adds_nothing(&self, edits: &[AccessEdit], repair: &Repair) -> bool {
        let covers =
            |own: &AccessEdit| edits.iter().any(|edit| alternatives::at_least(*edit, *own));
        let places = |edits: &[AccessEdit]| edits.iter().map(|edit| edit.at).collect::<Vec<_>>();
        let alike = self.is_remote(edits) && self.is_remote(&repair.edits);
        repair.edits.iter().all(covers) || alike && places(edits) == places(&repair.edits)
    }

    /// Whether no execution known so far has a race with the change; the model may also forbid it.
    /// What a race that remains involves is chosen from, too.
    pub fn mends_known(&mut self, edits: &[AccessEdit]) -> bool {
        let Some((program, unrolled)) = self.reordered.with(edits) else {
            return false;
        };
        let query = self.query;
        let remaining = self.known.iter_mut().find_map(|(execution, recall)| {
            let raced = query.raced(program, unrolled, execution, recall)?;
            Some(raced.clues().involved)
        });
        match remaining {
            Some(involved) => {
                self.involve(involved);
                false
            }
            None => true,
        }
    }

    fn involve(&mut self, instructions: BTreeSet<InstructionId>) {
        for at in instructions {
            if self.involved.len() < INVOLVED {
                self.involved.insert(at);
            } else if !self.involved.contains(&at) {
                self.crowded = true;
            }
        }
    }

    /// The program with a change, and its events.
    fn changed(&self, edits: &[AccessEdit]) -> Option<(Program, Arc<Unrolled>)> {
        self.unrolled(apply(self.query.program, edits).ok()?)
    }

    /// Does any execution of the changed program have a race?
    pub fn ask(&self, edits: &[AccessEdit]) -> Tried {
        self.changed(edits)
            .map_or(Tried::Open, |changed| self.races(&changed))
    }

    /// Keeps a race that remains with a change.
    pub fn learn(
        &mut self,
        execution: Execution,
        pair: (EventId, EventId),
        edits: Vec<AccessEdit>,
    ) {
        if let Some((program, unrolled)) = self.changed(&edits) {
            let ground = self.query.ground(&program, &unrolled, &execution);
            let involved = ground.clues(pair.0, pair.1).involved;
            self.involve(involved);
        }
        self.known.push((execution, self.recall.clone()));
        if pair == self.pair || pair == (self.pair.1, self.pair.0) {
            return;
        }
        self.partial.get_or_insert(Repair {
            edits,
            fences: Vec::new(),
            remaining: Some(pair),
        });
    }
}
