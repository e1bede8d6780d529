//! Runs in which threads wait, for a while or for ever.

use crate::execution::concrete::Execution;
use crate::kernel::lower::cells::Meeting;
use crate::kernel::lower::end::{EXITED, OVER};
use crate::kernel::lower::graph::What;
use crate::kernel::lower::lowered::{END, Lowered};
use crate::program::{Condition, LocationId, Term};
use crate::syntax::ast::Comparison;

use super::weak::{Said, Weak, here, is, register};

impl Weak<'_> {
    /// Whoever goes on from a barrier has met all who must come and have not exited.
    #[must_use]
    pub fn possible(&self, lowered: &Lowered) -> Condition {
        let mut parts = Vec::new();
        for (barrier, name) in lowered.know.rounds() {
            for thread in 0..self.setup.threads.len() {
                let Some(goes) = passed(lowered, thread, name) else {
                    continue;
                };
                for other in self.group(barrier, thread) {
                    let mut cases = vec![
                        Condition::Not(Box::new(goes.clone()), here()),
                        is(register(other, END), EXITED),
                    ];
                    cases.extend(passed(lowered, other, name));
                    parts.push(Condition::Or(cases, here()));
                }
            }
        }
        Condition::And(parts, here())
    }

    /// The other threads that a thread waits for at a barrier; none at one that counts.
    fn group(&self, (warp, _, mask): Meeting, thread: usize) -> Vec<usize> {
        let own = self.setup.threads[thread];
        let members = self.setup.blocks[own.block].threads.clone();
        members
            .filter(|&one| one != thread)
            .filter(|&one| {
                let it = self.setup.threads[one];
                warp == 0 || it.warp() + 1 == warp && mask >> it.lane() & 1 == 1
            })
            .collect()
    }

    /// Whether some run blocks a thread for ever.
    #[must_use]
    pub fn blocked(&self) -> Said {
        let lowered = &self.stuck;
        let threads = 0..self.setup.threads.len();
        let over = threads.clone().map(|thread| {
            let over = is(register(thread, END), OVER);
            Condition::Not(Box::new(over), here())
        });
        let mut parts: Vec<Condition> = over.collect();
        parts.push(Condition::Not(Box::new(self.complete()), here()));
        parts.push(self.possible(lowered));
        for spun in &lowered.spun {
            if let Some((cell, read)) = spun.read {
                let stays = is(register(spun.thread, spun.stays), 1);
                let still = Condition::Compare(
                    Comparison::Eq,
                    Term::Location(LocationId(cell)),
                    register(spun.thread, read),
                    here(),
                );
                let goes = Condition::Not(Box::new(stays), here());
                parts.push(Condition::Or(vec![goes, still], here()));
            }
        }
        for (barrier, name) in lowered.know.rounds() {
            for thread in threads.clone() {
                let Some(waits) = waiting(lowered, thread, name) else {
                    continue;
                };
                let mut missing = vec![Condition::Not(Box::new(waits), here())];
                for other in self.group(barrier, thread) {
                    let mut never = vec![Condition::Not(
                        Box::new(is(register(other, END), EXITED)),
                        here(),
                    )];
                    let comes = [passed(lowered, other, name), waiting(lowered, other, name)];
                    for comes in comes.into_iter().flatten() {
                        never.push(Condition::Not(Box::new(comes), here()));
                    }
                    missing.push(Condition::And(never, here()));
                }
                parts.push(Condition::Or(missing, here()));
            }
        }
        self.one(lowered, &Condition::And(parts, here()))
    }

    /// Whether what a thread that stays in a lap reads is what stays there.
    #[must_use]
    pub fn stays(&self, execution: &Execution) -> bool {
        let lowered = &self.stuck;
        let followed = |event| execution.co.iter().any(|(from, _)| *from == event);
        lowered.spun.iter().all(|spun| {
            let here = execution.registers[spun.thread][spun.stays] == 1;
            let only = spun.read.is_some() && {
                let mut own = execution.events.keys().rev().filter(|event| {
                    lowered.told[event.0].is_some_and(|told| told.thread == spun.thread)
                });
                let last = own.find(|event| execution.rf.contains_key(event));
                last.is_some_and(|last| !followed(execution.rf[last]))
            };
            !here || only
        })
    }

    /// Whether two threads of a block can come to a round of an aligned barrier at different instructions.
    #[must_use]
    pub fn diverges(&self) -> Said {
        let lowered = &self.stuck;
        let mut cases = Vec::new();
        for (one, &first) in &lowered.came {
            for (other, &second) in lowered.came.range(one..).skip(1) {
                let block = |thread: usize| self.setup.threads[thread].block;
                if one.name == other.name
                    && one.thread != other.thread
                    && block(one.thread) == block(other.thread)
                    && one.place != other.place
                    && (one.aligned || other.aligned)
                    && one.place.is_some()
                    && other.place.is_some()
                {
                    cases.push(Condition::And(
                        vec![
                            is(register(one.thread, first), 1),
                            is(register(other.thread, second), 1),
                        ],
                        here(),
                    ));
                }
            }
        }
        if cases.is_empty() {
            return Said::Never;
        }
        let possible = self.possible(lowered);
        let condition = Condition::And(vec![possible, Condition::Or(cases, here())], here());
        self.one(lowered, &condition)
    }

    /// Whether some barrier counts those who come.
    #[must_use]
    pub fn counts(&self) -> bool {
        let graphs = self.threads.graphs.iter();
        graphs
            .flat_map(|graph| &graph.nodes)
            .any(|node| match node.what {
                What::Meet { count, arrives, .. } => count.is_some() || arrives,
                What::Read { .. }
                | What::Write { .. }
                | What::Update { .. }
                | What::Fence { .. }
                | What::Stop { .. } => false,
            })
    }
}

/// A thread goes on from a round of a barrier.
fn passed(lowered: &Lowered, thread: usize, name: i64) -> Option<Condition> {
    let came = lowered.came.iter();
    let these =
        came.filter(|(came, _)| came.thread == thread && came.name == name && came.place.is_some());
    let cases: Vec<Condition> = these.map(|(_, &at)| is(register(thread, at), 1)).collect();
    (!cases.is_empty()).then(|| Condition::Or(cases, here()))
}

/// A thread waits there.
fn waiting(lowered: &Lowered, thread: usize, name: i64) -> Option<Condition> {
    let came = lowered
        .came
        .iter()
        .find(|(came, _)| came.thread == thread && came.name == name && came.place.is_none());
    came.map(|(_, &at)| is(register(thread, at), 1))
}
