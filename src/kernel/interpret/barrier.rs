//! Barriers of a block.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::ptx::operation::{Operand, Operation, Reduction, Target};
use crate::ptx::types::Type;

use super::finding::Finding;
use super::machine::Machine;
use super::state::{CONTENDED, LOOSE, State, Status, Taint, UNINITIALISED, Value};

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

    pub fn barrier(
        &mut self,
        state: &mut State,
        thread: usize,
        arrives: bool,
        said: Option<Operand>,
        (id, count): (Operand, Option<Operand>),
    ) {
        let Some(id) = self.deciding(state, thread, id, Type::U32) else {
            return;
        };
        let mut quorum = None;
        if let Some(count) = count {
            quorum = self.deciding(state, thread, count, Type::U32);
            if quorum.is_none() {
                return;
            }
        }
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
        self.tell_barrier(state, thread, id);
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

    /// Lets those go on for whom all have come.
    pub fn release_block(&mut self, state: &mut State, block: usize) {
        let members = self.setup.blocks[block].threads.clone();
        let mut ids = BTreeSet::new();
        for thread in members.clone() {
            if let Status::Barrier { id, count, .. } = state.threads[thread].status {
                ids.insert((id, count));
            }
        }
        for (id, count) in ids {
            let waits = |status: Status| matches!(status, Status::Barrier { id: at, count: of, .. } if (at, of) == (id, count));
            let waiting: Vec<usize> = members
                .clone()
                .filter(|&one| waits(state.threads[one].status))
                .collect();
            let arrived = state
                .arrived
                .iter()
                .find(|(at, barrier, _)| (*at, *barrier) == (block, id));
            let arrived = arrived.map_or(0, |arrived| arrived.2);
            let full = if let Some(count) = count {
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
                self.round(state, &waiting);
            }
        }
    }

    /// A round is complete.
    fn round(&mut self, state: &mut State, waiting: &[usize]) {
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
        let says: Vec<bool> = waiting
            .iter()
            .filter_map(|&thread| match state.threads[thread].status {
                Status::Barrier { says, .. } => Some(says),
                Status::Ready
                | Status::Gathering
                | Status::Collective { .. }
                | Status::Spinning
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
