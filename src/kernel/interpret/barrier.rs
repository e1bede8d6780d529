//! Barriers of a block.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::kernel::arithmetic::cut;
use crate::ptx::operation::{Literal, Operand, Operation, Reduction, Target};
use crate::ptx::types::Type;

use super::finding::Finding;
use super::machine::Machine;
use super::state::{CONTENDED, KEPT, LOOSE, State, Status, Taint, Thread, UNINITIALISED, Value};

/// The last barrier of a block (PTX ISA, *barrier*: 16 of them).
const LAST: u64 = 15;

impl Machine<'_> {
    /// The value of an operand that decides what a thread does.
    pub fn deciding(
        &mut self,
        state: &mut State,
        thread: usize,
        operand: Operand,
        ty: Type,
    ) -> Option<u64> {
        match self.operand(state, thread, operand, ty) {
            Ok(value) => {
                self.decides(state, thread, value.taint);
                self.unwritten(state, thread, value.taint);
                Some(value.bits)
            }
            Err(why) => {
                self.refuse(state, thread, why);
                None
            }
        }
    }

    /// A value decides what a thread does: it must be known.
    pub fn decides(&mut self, state: &State, thread: usize, taint: Taint) {
        self.dependent |= taint & CONTENDED != 0;
        self.decided |= taint;
        if taint & UNINITIALISED != 0 {
            self.find(Finding::UninitialisedBranch, thread, state);
        }
        if taint & LOOSE != 0 {
            self.gap_loose(state, thread);
        }
    }

    /// Which barrier a thread comes to, and how many must come, where it says so.
    pub fn which(
        &mut self,
        state: &mut State,
        thread: usize,
        id: Operand,
        count: Option<Operand>,
    ) -> Option<(u64, Option<u64>)> {
        let id = cut(self.deciding(state, thread, id, Type::U32)?, 32);
        if id > LAST {
            let why = format!("barrier {id}, where a block has 0 to {LAST}");
            self.refuse(state, thread, why);
            return None;
        }
        let Some(count) = count else {
            return Some((id, None));
        };
        let count = cut(self.deciding(state, thread, count, Type::U32)?, 32);
        if count == 0 {
            let why = format!("barrier {id} for 0 threads: it would wait for nobody");
            self.refuse(state, thread, why);
            return None;
        }
        Some((id, Some(count)))
    }

    pub fn barrier(
        &mut self,
        state: &mut State,
        thread: usize,
        arrives: bool,
        said: Option<Operand>,
        (id, count): (Operand, Option<Operand>),
    ) {
        let Some((id, quorum)) = self.which(state, thread, id, count) else {
            return;
        };
        let mut says = false;
        if let Some(said) = said {
            match self.operand(state, thread, said, Type::PREDICATE) {
                Ok(value) => {
                    self.decides(state, thread, value.taint);
                    self.unwritten(state, thread, value.taint);
                    says = value.bits & 1 == 1;
                }
                Err(why) => {
                    self.refuse(state, thread, why);
                    return;
                }
            }
        }
        let (function, at) = self.here;
        let comings = self.comings.entry((thread, function, at)).or_default();
        comings.insert((id, quorum));
        self.tell_barrier(state, thread, (id, quorum));
        let block = self.setup.threads[thread].block;
        if arrives {
            match state
                .arrived
                .iter_mut()
                .find(|(at, barrier, _)| (*at, *barrier) == (block, id))
            {
                Some(arrived) => arrived.2 += 1,
                None => state.arrived.push((block, id, 1)),
            }
            state.arrived.sort_unstable();
            self.over_alone(state, block, (id, quorum));
            Self::go_on(state, thread);
        } else {
            let it = Arc::make_mut(&mut state.threads[thread]);
            it.status = Status::Barrier {
                id,
                count: quorum,
                says,
            };
        }
        self.release_block(state, block);
    }

    /// Ends a round to which only such have come as do not wait: the barrier begins anew (PTX ISA, *bar*).
    fn over_alone(&self, state: &mut State, block: usize, (id, quorum): (u64, Option<u64>)) {
        let mut members = self.setup.blocks[block].threads.clone();
        let waits = members.any(
            |one| matches!(state.threads[one].status, Status::Barrier { id: at, .. } if at == id),
        );
        state.arrived.retain(|(at, barrier, come)| {
            let full = quorum.is_some_and(|quorum| *come >= quorum);
            (*at, *barrier) != (block, id) || waits || !full
        });
    }

    /// Lets those go on for whom all have come.
    pub fn release_block(&mut self, state: &mut State, block: usize) {
        let members = self.setup.blocks[block].threads.clone();
        // Who says no count waits for all threads of the block, as does who says so many.
        let all = members.len() as u64;
        let whole = |count: Option<u64>| count.unwrap_or(all);
        let mut ids: BTreeMap<(u64, u64), bool> = BTreeMap::new();
        for thread in members.clone() {
            if let Status::Barrier { id, count, .. } = state.threads[thread].status {
                *ids.entry((id, whole(count))).or_default() |= count.is_some();
            }
        }
        for ((id, count), counts) in ids {
            let waits = |status: Status| matches!(status, Status::Barrier { id: at, count: of, .. } if (at, whole(of)) == (id, count));
            let waiting: Vec<usize> = members
                .clone()
                .filter(|&one| waits(state.threads[one].status))
                .collect();
            let arrived = state
                .arrived
                .iter()
                .find(|(at, barrier, _)| (*at, *barrier) == (block, id));
            let arrived = arrived.map_or(0, |arrived| arrived.2);
            let full = if counts {
                waiting.len() as u64 + arrived >= count
            } else {
                let alive = members
                    .clone()
                    .filter(|&one| state.threads[one].status != Status::Exited);
                waiting.len() as u64 + arrived >= alive.count() as u64
            };
            if full {
                state
                    .arrived
                    .retain(|(at, barrier, _)| (*at, *barrier) != (block, id));
                self.round(state, &waiting, members.clone());
            }
        }
    }

    /// A round is complete.
    fn round(&mut self, state: &mut State, waiting: &[usize], members: Range<usize>) {
        let place = |state: &State, thread: usize| {
            state.threads[thread]
                .frame()
                .map(|frame| (frame.function, frame.at))
        };
        let first = waiting.first().map(|&thread| place(state, thread));
        let differs = waiting
            .iter()
            .find(|&&thread| Some(place(state, thread)) != first);
        let aligned = waiting.iter().any(|&thread| {
            let instruction = self.instruction(&state.threads[thread]);
            matches!(
                instruction.map(|one| &one.operation),
                Some(Operation::Barrier { aligned: true, .. })
            )
        });
        if let Some(&thread) = differs.filter(|_| aligned) {
            self.find(Finding::Divergence, thread, state);
        }
        self.pass_over(state, waiting, members.clone());
        self.meet(state, waiting, members);
        let says: Vec<bool> = waiting
            .iter()
            .filter_map(|&thread| match state.threads[thread].status {
                Status::Barrier { says, .. } => Some(says),
                Status::Ready
                | Status::Gathering
                | Status::Collective { .. }
                | Status::Spinning
                | Status::Parked
                | Status::Exited => None,
            })
            .collect();
        for &thread in waiting {
            let operation = self
                .instruction(&state.threads[thread])
                .map(|one| &one.operation);
            let reduction = if let Some(Operation::Barrier { reduction, .. }) = operation {
                reduction.map(|(what, target, _)| (what, target))
            } else {
                None
            };
            if let Some((what, target)) = reduction {
                self.reduce(state, thread, what, target, &says);
            }
            Arc::make_mut(&mut state.threads[thread]).status = Status::Ready;
            Self::go_on(state, thread);
        }
    }

    fn reduce(
        &self,
        state: &mut State,
        thread: usize,
        what: Reduction,
        target: Target,
        says: &[bool],
    ) {
        let (bits, ty) = reduced(what, says);
        let it = Arc::make_mut(&mut state.threads[thread]);
        self.set(it, target, Value::known(bits), ty);
    }
}

/// What arrivals say together.
#[must_use]
pub fn reduced(what: Reduction, says: &[bool]) -> (u64, Type) {
    match what {
        Reduction::And => (u64::from(says.iter().all(|&one| one)), Type::PREDICATE),
        Reduction::Or => (u64::from(says.iter().any(|&one| one)), Type::PREDICATE),
        Reduction::Popc => (says.iter().filter(|&&one| one).count() as u64, Type::U32),
    }
}

/// Which barrier a thread is about to come to, where it stands at one for certain, and whether it does not wait there: the
/// instruction may be for others, too, at other times.
pub(super) fn stands_at(machine: &Machine, thread: &Thread) -> Option<(u64, bool)> {
    let instruction = machine.instruction(thread)?;
    let Operation::Barrier { arrives, id, .. } = &instruction.operation else {
        return None;
    };
    let id = match id {
        Operand::Literal(Literal::Integer(id)) => *id,
        Operand::Register(register) => {
            let value = thread.register(*register);
            (value.taint & KEPT == 0).then_some(value.bits & 0xFFFF_FFFF)?
        }
        Operand::Literal(_) | Operand::Not(_) | Operand::Special(_) | Operand::Symbol(..) => {
            return None;
        }
    };
    (instruction.guard.is_none() && thread.status == Status::Ready).then_some((id, *arrives))
}
