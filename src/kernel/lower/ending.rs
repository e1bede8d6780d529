//! How a thread ends, as guards and registers.

use std::collections::BTreeMap;

use crate::axiomatic::demand::Lasting;
use crate::kernel::interpret::state::Taint;
use crate::program::events::UnrolledThread;
use crate::program::symbolic::{FALSE, GuardId, Symbolic, ValueId};

use super::emit::Emitter;
use super::end::{EXITED, OVER, ROUND, WAITS, number};
use super::graph::{Node, Note, Stopped, What};
use super::lowered::{Came, Spun};
use super::numbers::whole;

/// A lap that a thread stays in.
#[derive(Debug, Clone)]
pub struct Stay {
    /// When.
    guard: GuardId,
    /// Where it begins, as (function, index).
    place: Option<(usize, usize)>,
    /// What is read on the way; nothing where that is not known.
    reads: Option<Vec<Lasting>>,
}

/// What is known of a thread's ends.
#[derive(Debug, Clone)]
pub struct End {
    /// It ends.
    pub finished: GuardId,
    /// It goes beyond the bound.
    pub truncated: GuardId,
    /// How it ends.
    pub codes: Vec<(GuardId, i64)>,
    /// What it alone leaves in outputs: one more than the place in the list.
    pub left: Vec<(GuardId, i64)>,
    /// All that it can leave.
    pub finals: Vec<Vec<(u8, Taint)>>,
    /// Barriers that it comes to.
    pub came: BTreeMap<Came, GuardId>,
    /// Laps that it stays in.
    pub spun: Vec<Stay>,
}

impl End {
    /// When it exits.
    pub fn exits(&self, symbolic: &mut Symbolic) -> GuardId {
        let exits = self.codes.iter().filter(|(_, code)| *code == EXITED);
        exits.fold(FALSE, |all, (guard, _)| symbolic.or(all, *guard))
    }
}

impl Default for End {
    fn default() -> Self {
        Self {
            finished: FALSE,
            truncated: FALSE,
            codes: Vec::new(),
            left: Vec::new(),
            finals: Vec::new(),
            came: BTreeMap::new(),
            spun: Vec::new(),
        }
    }
}

impl Emitter<'_> {
    /// A thread stops here, and leaves these bytes in outputs.
    pub fn stop(
        &mut self,
        end: &mut End,
        (how, place): (Stopped, (usize, usize)),
        bytes: Vec<(u8, Taint)>,
        guard: GuardId,
    ) {
        let code = match how {
            Stopped::Beyond => {
                end.truncated = self.out.symbolic.or(end.truncated, guard);
                return;
            }
            Stopped::Spins => {
                self.stay(end, guard, Some(place), Some(Vec::new()));
                return;
            }
            Stopped::Exited => EXITED,
            Stopped::Over => OVER,
        };
        end.finished = self.out.symbolic.or(end.finished, guard);
        end.codes.push((guard, code));
        let place = end.finals.iter().position(|one| *one == bytes);
        let place = place.unwrap_or_else(|| {
            end.finals.push(bytes);
            end.finals.len() - 1
        });
        end.left.push((guard, whole(place + 1)));
    }

    /// A thread goes round a lap that changes nothing, and may stay there.
    pub fn stay(
        &mut self,
        end: &mut End,
        guard: GuardId,
        place: Option<(usize, usize)>,
        reads: Option<Vec<Lasting>>,
    ) {
        if self.look.stuck {
            end.finished = self.out.symbolic.or(end.finished, guard);
            end.codes.push((guard, ROUND));
            end.spun.push(Stay {
                guard,
                place,
                reads,
            });
        }
    }

    /// A thread comes to where it meets others; gives when it goes on.
    pub fn come(&mut self, end: &mut End, thread: usize, node: &Node, guard: GuardId) -> GuardId {
        let What::Meet(meet) = &node.what else {
            return guard;
        };
        let mut at = Came {
            thread,
            name: self.know.name(meet.with, meet.round),
            place: None,
            aligned: meet.aligned,
            waits: !meet.arrives,
        };
        let mut guard = guard;
        if self.look.stuck && self.waits(thread, &node.what) {
            let waits = self.chance(thread, guard);
            let stays = self.out.symbolic.and(guard, waits);
            end.finished = self.out.symbolic.or(end.finished, stays);
            end.codes.push((stays, WAITS));
            let known = end.came.get(&at).copied().unwrap_or(FALSE);
            end.came.insert(at, self.out.symbolic.or(known, stays));
            let places = self.halts.entry((thread, at.name)).or_default();
            places.insert(node.place);
            let goes = self.out.symbolic.not(waits);
            guard = self.out.symbolic.and(guard, goes);
        }
        at.place = Some(node.place);
        let known = end.came.get(&at).copied().unwrap_or(FALSE);
        end.came.insert(at, self.out.symbolic.or(known, guard));
        guard
    }

    /// Makes registers of how a thread ends; gives what it can leave in outputs.
    pub fn end(
        &mut self,
        thread: usize,
        mut end: End,
        mut notes: BTreeMap<Note, GuardId>,
    ) -> Vec<Vec<(u8, Taint)>> {
        let symbolic = &mut self.out.symbolic;
        if let Some(guard) = notes.remove(&Note::Unexpected) {
            end.truncated = symbolic.or(end.truncated, guard);
        }
        let mut registers: Vec<ValueId> =
            vec![number(symbolic, &end.codes), number(symbolic, &end.left)];
        for (note, guard) in notes {
            let users = self.notes.entry(note).or_default();
            users.push((thread, registers.len()));
            registers.push(number(&mut self.out.symbolic, &[(guard, 1)]));
        }
        for (at, guard) in end.came {
            self.came.insert(at, registers.len());
            registers.push(number(&mut self.out.symbolic, &[(guard, 1)]));
        }
        for Stay {
            guard,
            place,
            reads,
        } in end.spun
        {
            let stays = registers.len();
            registers.push(number(&mut self.out.symbolic, &[(guard, 1)]));
            self.spun.push(Spun {
                thread,
                stays,
                place,
                reads,
            });
        }
        self.out.threads.push(UnrolledThread {
            finished: end.finished,
            truncated: end.truncated,
            registers,
        });
        end.finals
    }
}
