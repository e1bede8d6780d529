//! The last resort of a search for repairs: everything as strong as it can be, then without what
//! is not needed.

use crate::program::edit::{AccessEdit, InstructionId};
use crate::program::{Program, ThreadId};
use crate::syntax::ast::Order;

use super::alternatives;
use super::repair::{INVOLVED, Search, Tried};
use crate::verdict::why::Repair;

impl Search<'_, '_> {
    /// The last resort: every atomic as strong and wide as it can be, then without what is not
    /// needed of it; the same with the accesses that race made atomic.
    pub fn strengthen_all(&mut self) {
        let program = self.query.program;
        let threads = (0..program.threads.len()).map(ThreadId);
        let Some(scope) = alternatives::common(program, &threads.collect()) else {
            return;
        };
        let atomic = |at: &InstructionId| {
            let access = at.access(program);
            access.is_some_and(|access| access.order != Order::Weak)
        };
        let mut chosen: Vec<InstructionId> = all(program).filter(atomic).collect();
        let own = chosen.iter().filter_map(|at| at.access(program));
        let scope = own.map(|access| access.scope).fold(scope, Ord::max);
        while chosen.len() <= INVOLVED && !self.spent() {
            let before = self.involved.len();
            let edits: Vec<AccessEdit> = chosen
                .iter()
                .filter_map(|&at| alternatives::strongest(program, at, scope))
                .filter(|edit| AccessEdit::none(program, edit.at) != Some(*edit))
                .collect();
            if self.holds(&edits) {
                let edits = self.thin(edits);
                self.found.push(Repair {
                    edits,
                    fences: Vec::new(),
                    remaining: None,
                });
                return;
            }
            // What still races may have to be atomic, too.
            let plain = self.involved.iter().filter(|at| !chosen.contains(at));
            let plain: Vec<InstructionId> = plain.copied().collect();
            if plain.is_empty() && self.involved.len() == before {
                return;
            }
            chosen.extend(plain);
        }
        self.limited = true;
    }

    /// Whether a change makes the program race-free.
    fn holds(&mut self, edits: &[AccessEdit]) -> bool {
        self.proposals += 1;
        if self.spent() || !self.mends_known(edits) {
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
            let order = own.order.max(Order::Relaxed);
            if order == edits[position].order {
                continue;
            }
            let mut weaker = edits.clone();
            weaker[position].order = order;
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
