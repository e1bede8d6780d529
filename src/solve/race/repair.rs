//! What would mend a race: changes of orders and scopes that the model has been asked about.
//!
//! A change is proposed where the executions with races that are known so far would have none with
//! it, which the solver-free evaluation of the model says; it is reported only if the model, asked
//! about all executions of the changed program, finds no race. An execution with a race that comes
//! back is kept to judge the next proposals by, and widens the choice of instructions.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::execution::base::BaseSet;
use crate::execution::concrete::Execution;
use crate::program::edit::{AccessEdit, InstructionId, apply};
use crate::program::symbolic::EventId;
use crate::program::unroll::unroll;
use crate::program::{Program, ThreadId};
use crate::relation::expr::{Expr, ExprId};
use crate::syntax::ast::{Order, Scope};

use super::super::check::{Found, Options, Query};
use super::super::encoding::Encoding;
use super::alternatives::{self, Priced};
use super::clues::Clues;
use super::why::{Repair, Why};

/// The most questions of the solver.
const QUERIES: usize = 24;

/// The most proposals that are judged without it.
const PROPOSALS: usize = 4000;

/// Larger tests get no proposals: each takes as long as the verdict did.
const EVENTS: usize = 200;

/// Enough to choose from.
const ENOUGH: usize = 3;

/// What the model says of a changed program.
enum Tried {
    RaceFree,
    Racy(Box<Execution>, (EventId, EventId)),
    Open,
}

struct Search<'q, 'a> {
    query: &'q Query<'a>,
    /// The race to be mended.
    pair: (EventId, EventId),
    /// Executions with races, of the program or a changed one: the events are the same.
    known: Vec<Execution>,
    involved: BTreeSet<InstructionId>,
    remote: bool,
    asked: Vec<Vec<AccessEdit>>,
    found: Vec<Repair>,
    /// The first proposal after which another race remains.
    partial: Option<Repair>,
    proposals: usize,
    deadline: Option<Instant>,
    limited: bool,
}

impl Query<'_> {
    /// Looks for repairs of a race.
    pub(super) fn repair(
        &self,
        execution: &Execution,
        pair: (EventId, EventId),
        clues: &Clues,
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
        let mut search = Search {
            query: self,
            pair,
            known: vec![execution.clone()],
            involved: clues.involved.clone(),
            remote,
            asked: Vec::new(),
            found: Vec::new(),
            partial: None,
            proposals: 0,
            deadline: self.options.timeout.map(|time| Instant::now() + time),
            limited: false,
        };
        search.run();
        why.limited = search.limited;
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
        let mut priced: Vec<(Vec<(usize, Scope, Order)>, Vec<AccessEdit>)> = Vec::new();
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
        let total = |costs: &[(usize, Scope, Order)]| {
            let changes: usize = costs.iter().map(|cost| cost.0).sum();
            let widest = costs.iter().map(|cost| cost.1).max();
            let strongest = costs.iter().map(|cost| cost.2).max();
            (changes, widest, strongest)
        };
        priced.sort_by(|(a, x), (b, y)| total(a).cmp(&total(b)).then_with(|| x.cmp(y)));
        priced.into_iter().map(|(_, edits)| edits).collect()
    }

    fn spent(&mut self) -> bool {
        let late = self
            .deadline
            .is_some_and(|deadline| Instant::now() > deadline);
        if late || self.asked.len() >= QUERIES || self.proposals >= PROPOSALS {
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
    fn mends_known(&self, edits: &[AccessEdit]) -> bool {
        let Ok(program) = apply(self.query.program, edits) else {
            return false;
        };
        let Ok(unrolled) = unroll(&program, self.query.options.bound) else {
            return false;
        };
        self.known.iter().all(|execution| {
            let verdicts = self.query.judge(&program, &unrolled, execution);
            !verdicts.allowed() || verdicts.flagged().next().is_none()
        })
    }

    /// Does any execution of the changed program have a race?
    fn ask(&self, edits: &[AccessEdit]) -> Tried {
        let Ok(program) = apply(self.query.program, edits) else {
            return Tried::Open;
        };
        let Ok(unrolled) = unroll(&program, self.query.options.bound) else {
            return Tried::Open;
        };
        let unrolled = Arc::new(unrolled);
        let left = self.deadline.map(|deadline| {
            let left = deadline.saturating_duration_since(Instant::now());
            left.max(Duration::from_millis(1))
        });
        let query = Query {
            program: &program,
            model: self.query.model,
            options: Options {
                timeout: left,
                ..self.query.options
            },
            unrolled: unrolled.clone(),
        };
        let mut encoding = Encoding::new(&program, &unrolled, query.model);
        match query.find_race(&mut encoding) {
            Some(Found::Execution(execution, _)) => {
                match query.racing(&program, &unrolled, &execution) {
                    Some(pair) => Tried::Racy(execution, pair),
                    None => Tried::Open,
                }
            }
            Some(Found::None) => Tried::RaceFree,
            Some(Found::Open(_)) | None => Tried::Open,
        }
    }

    /// Keeps a race that remains with a change.
    fn learn(&mut self, execution: Execution, pair: (EventId, EventId), edits: Vec<AccessEdit>) {
        if let Ok(program) = apply(self.query.program, &edits)
            && let Ok(unrolled) = unroll(&program, self.query.options.bound)
        {
            let ground = self.query.ground(&program, &unrolled, &execution);
            self.involved.extend(ground.clues(pair.0, pair.1).involved);
        }
        self.known.push(execution);
        if pair == self.pair || pair == (self.pair.1, self.pair.0) {
            return;
        }
        self.partial.get_or_insert(Repair {
            edits,
            remaining: Some(pair),
        });
    }

    /// The last resort: every atomic as strong and wide as it can be, then without what is not
    /// needed of it; the same with the accesses that race made atomic.
    fn strengthen_all(&mut self) {
        let program = self.query.program;
        let threads = (0..program.threads.len()).map(ThreadId);
        let Some(scope) = alternatives::common(program, &threads.collect()) else {
            return;
        };
        let weak = |at: &InstructionId| {
            let access = at.access(program);
            access.is_none_or(|access| access.order == Order::Weak)
        };
        let strong = all(program).filter(|at| !weak(at));
        let atomics: Vec<InstructionId> = strong.collect();
        let racing = self.involved.iter().copied().filter(weak);
        let both: Vec<InstructionId> = atomics.iter().copied().chain(racing).collect();
        for chosen in [atomics, both] {
            let edits: Vec<AccessEdit> = chosen
                .into_iter()
                .filter_map(|at| alternatives::strongest(program, at, scope))
                .filter(|edit| AccessEdit::none(program, edit.at) != Some(*edit))
                .collect();
            if self.holds(&edits) {
                let edits = self.thin(edits);
                self.found.push(Repair {
                    edits,
                    remaining: None,
                });
                return;
            }
        }
    }

    /// Whether a change makes the program race-free.
    fn holds(&mut self, edits: &[AccessEdit]) -> bool {
        if edits.is_empty() || self.spent() || !self.mends_known(edits) {
            return false;
        }
        self.asked.push(edits.to_vec());
        match self.ask(edits) {
            Tried::RaceFree => true,
            Tried::Racy(execution, pair) => {
                self.learn(*execution, pair, edits.to_vec());
                false
            }
            Tried::Open => false,
        }
    }

    /// Leaves out what is not needed, the first edits first; then what only had to be wider, or
    /// only stronger.
    fn thin(&mut self, mut edits: Vec<AccessEdit>) -> Vec<AccessEdit> {
        let mut position = 0;
        while position < edits.len() {
            let mut without = edits.clone();
            without.remove(position);
            if self.holds(&without) {
                edits = without;
            } else {
                position += 1;
            }
        }
        for position in 0..edits.len() {
            let Some(own) = AccessEdit::none(self.query.program, edits[position].at) else {
                continue;
            };
            if own.order == Order::Weak || own.order == edits[position].order {
                continue;
            }
            let mut weaker = edits.clone();
            weaker[position].order = own.order;
            if self.holds(&weaker) {
                edits = weaker;
            }
        }
        edits
    }
}

/// The instructions of a program that access memory.
fn all(program: &Program) -> impl Iterator<Item = InstructionId> + '_ {
    program
        .threads
        .iter()
        .enumerate()
        .flat_map(|(thread, found)| {
            let ids = (0..found.code.len()).map(move |index| InstructionId {
                thread: ThreadId(thread),
                index,
            });
            ids.filter(|at| at.kind(program).is_some())
        })
}
