//! What the lanes of a warp do together.

use std::sync::Arc;

use crate::kernel::arithmetic::{cut, update};
use crate::ptx::operation::{Operand, Operation, Shuffle, Target, Vote};
use crate::ptx::types::Type;

use super::finding::Finding;
use super::lanes::place;
use super::machine::Machine;
use super::state::{LOOSE, State, Status, Taint, Value};

impl Machine<'_> {
    /// A lane comes to an instruction that it does together with others.
    pub fn collective(&mut self, state: &mut State, thread: usize, mask: Operand) {
        let Some(mask) = self.deciding(state, thread, mask, Type::B32) else {
            return;
        };
        let mask = cut(mask, 32);
        if mask >> self.setup.threads[thread].lane() & 1 == 0 {
            self.find(Finding::OutsideMask, thread, state);
            state.over = true;
            return;
        }
        self.tell_barrier(state, thread, (mask, None));
        Arc::make_mut(&mut state.threads[thread]).status = Status::Collective { mask };
        self.release_warp(state, thread);
    }

    /// A lane asks which lanes are active: those that happen to be at the instruction with it (PTX ISA, *activemask*),
    /// which may be any that come there. So it first comes; then it goes on with all that have come by then.
    pub fn gather(&mut self, state: &mut State, thread: usize, dst: Target) {
        let mut group = self.warp(thread);
        if state.threads[thread].status == Status::Ready && group.len() > 1 {
            Arc::make_mut(&mut state.threads[thread]).status = Status::Gathering;
            return;
        }
        group.retain(|&one| {
            let gathers = state.threads[one].status == Status::Gathering;
            one == thread || gathers && place(state, one) == place(state, thread)
        });
        let lanes = group.iter().map(|&one| self.setup.threads[one].lane());
        let mask = lanes.fold(0_u64, |all, lane| all | 1 << lane);
        for one in group {
            self.tell_barrier(state, one, (mask, None));
            let it = Arc::make_mut(&mut state.threads[one]);
            self.set(it, dst, Value::known(mask), Type::B32);
            it.status = Status::Ready;
            Self::go_on(state, one);
        }
    }

    /// The threads of a thread's warp.
    pub(super) fn warp(&self, thread: usize) -> Vec<usize> {
        let it = self.setup.threads[thread];
        let members = self.setup.blocks[it.block].threads.clone();
        members
            .filter(|&one| self.setup.threads[one].warp() == it.warp())
            .collect()
    }

    /// Lets lanes go on whose whole mask has come to the same instruction.
    pub fn release_warp(&mut self, state: &mut State, thread: usize) {
        let warp = self.warp(thread);
        let masks: Vec<(usize, u64)> = warp
            .iter()
            .filter_map(|&one| match state.threads[one].status {
                Status::Collective { mask } => Some((one, mask)),
                Status::Ready
                | Status::Gathering
                | Status::Barrier { .. }
                | Status::Spinning
                | Status::Parked
                | Status::Exited => None,
            })
            .collect();
        for (one, mask) in masks {
            let wanted = (state.threads[one].status, self.met_at(state, one));
            if wanted.0 != (Status::Collective { mask }) {
                continue;
            }
            let group: Vec<usize> = warp
                .iter()
                .copied()
                .filter(|&lane| {
                    mask >> self.setup.threads[lane].lane() & 1 == 1
                        && state.threads[lane].status != Status::Exited
                })
                .collect();
            if group
                .iter()
                .all(|&lane| (state.threads[lane].status, self.met_at(state, lane)) == wanted)
            {
                self.together(state, &group, mask);
            }
        }
    }

    /// All lanes of a group do what they came for.
    fn together(&mut self, state: &mut State, group: &[usize], mask: u64) {
        let first = group.first().map(|&first| &state.threads[first]);
        let Some(instruction) = first.and_then(|first| self.instruction(first)) else {
            return;
        };
        let operation = &instruction.operation;
        let lanes = group.iter().map(|&one| self.setup.threads[one].lane());
        let lanes: Vec<u64> = lanes.collect();
        let mut values = Vec::new();
        for &one in group {
            let read = operation
                .operands()
                .into_iter()
                .map(|operand| self.operand(state, one, operand, Type::B64));
            match read.collect::<Result<Vec<Value>, String>>() {
                Ok(read) => values.push(read),
                Err(why) => {
                    self.refuse(state, one, why);
                    return;
                }
            }
        }
        self.absent(state, group, operation, (mask, &lanes, &values));
        self.meet_lanes(state, group, mask);
        for (index, &one) in group.iter().enumerate() {
            let results = exchanged(operation, mask, &lanes, &values, index);
            let it = Arc::make_mut(&mut state.threads[one]);
            for (target, value, ty) in results {
                self.set(it, target, value, ty);
            }
            it.status = Status::Ready;
            Self::go_on(state, one);
        }
    }
}

/// What a lane gets, and where it goes: of the lanes that come, and of each the operands in the order in which the
/// operation lists them (of lanes but the one at `index` the first will do).
#[must_use]
pub fn exchanged(
    operation: &Operation,
    mask: u64,
    lanes: &[u64],
    values: &[Vec<Value>],
    index: usize,
) -> Vec<(Target, Value, Type)> {
    let said: Vec<Value> = values
        .iter()
        .map(|read| read.first().copied().unwrap_or_default())
        .collect();
    let taint = said.iter().fold(0, |all, one| all | one.taint);
    let lane = lanes[index];
    let joint = |bits: u64| Value { bits, taint };
    let mut results = Vec::new();
    match operation {
        Operation::Shuffle {
            mode, dst, within, ..
        } => {
            let read = &values[index];
            let (mut value, inside) = shuffled(*mode, lane, read, lanes, &said);
            // Whose value it is may not be known.
            let open = read.iter().skip(1).any(|one| one.taint & LOOSE != 0);
            value.taint |= if open { taint } else { 0 };
            results.push((*dst, value, Type::B32));
            results.push((*within, inside, Type::PREDICATE));
        }
        Operation::Vote { vote, dst, .. } => {
            let ayes = said.iter().filter(|value| value.bits & 1 == 1).count();
            let bits = match vote {
                Vote::All => u64::from(ayes == said.len()),
                Vote::Any => u64::from(ayes > 0),
                Vote::Uniform => u64::from(ayes == 0 || ayes == said.len()),
                Vote::Ballot => {
                    let all = lanes.iter().zip(&said);
                    all.fold(0, |all, (lane, value)| all | (value.bits & 1) << lane)
                }
            };
            let ty = match vote {
                Vote::Ballot => Type::B32,
                Vote::All | Vote::Any | Vote::Uniform => Type::PREDICATE,
            };
            results.push((*dst, joint(bits), ty));
        }
        Operation::Match {
            all, ty, dst, same, ..
        } => {
            let own = cut(said[index].bits, ty.bits);
            let alike = lanes
                .iter()
                .zip(&said)
                .filter(|(_, value)| cut(value.bits, ty.bits) == own);
            let alike = alike.fold(0_u64, |all, (lane, _)| all | 1 << lane);
            let everybody = lanes.iter().fold(0_u64, |all, lane| all | 1 << lane);
            let bits = if !all || alike == everybody { alike } else { 0 };
            results.push((*dst, joint(bits), Type::B32));
            results.push((*same, joint(u64::from(alike == everybody)), Type::PREDICATE));
        }
        Operation::Reduce { op, ty, dst, .. } => {
            let mut all = said.iter().map(|value| cut(value.bits, ty.bits));
            let start = all.next().unwrap_or(0);
            let sum = all.try_fold(start, |sum, one| {
                update(*op, *ty, sum, &[one]).map(|it| it.0)
            });
            let value = sum.map_or(unknown(taint), joint);
            results.push((*dst, value, *ty));
        }
        Operation::Elect { dst, leads, .. } => {
            let leader = u64::from(mask.trailing_zeros());
            results.push((*dst, Value::known(leader), Type::B32));
            results.push((
                *leads,
                Value::known(u64::from(leader == lane)),
                Type::PREDICATE,
            ));
        }
        Operation::WarpBarrier { .. }
        | Operation::Compute { .. }
        | Operation::Pack { .. }
        | Operation::Unpack { .. }
        | Operation::ConvertAddress { .. }
        | Operation::IsInSpace { .. }
        | Operation::Loose { .. }
        | Operation::Load { .. }
        | Operation::Store { .. }
        | Operation::Atomic { .. }
        | Operation::Fence { .. }
        | Operation::Barrier { .. }
        | Operation::ActiveMask { .. }
        | Operation::Branch { .. }
        | Operation::BranchIndexed { .. }
        | Operation::Call { .. }
        | Operation::Return
        | Operation::Exit
        | Operation::Trap
        | Operation::Nothing
        | Operation::Refused { .. } => {}
    }
    results
}

/// The value of the lane that is read, and whether that lane is within bounds.
fn shuffled(
    mode: Shuffle,
    lane: u64,
    read: &[Value],
    lanes: &[u64],
    said: &[Value],
) -> (Value, Value) {
    let [own, by, clamp, ..] = *read else {
        return (Value::default(), Value::default());
    };
    let (source, inside) = source(mode, lane, by.bits, clamp.bits);
    // What says whose value it is counts as the value does.
    let joined = |one: Value| Value {
        taint: one.taint | by.taint | clamp.taint,
        ..one
    };
    let within = joined(Value::known(u64::from(inside)));
    if !inside {
        return (joined(own), within);
    }
    let found = lanes.iter().position(|&one| one == source);
    let value = found.map_or(unknown(0), |at| said[at]);
    (joined(value), within)
}

/// A value that is not known, and what is said of where it comes from.
const fn unknown(taint: Taint) -> Value {
    Value {
        bits: 0,
        taint: taint | LOOSE,
    }
}

/// The lane that a shuffle reads, and whether that lane is within bounds.
#[must_use]
pub fn source(mode: Shuffle, lane: u64, by: u64, clamp: u64) -> (u64, bool) {
    let by = cut(by, 5);
    let segment = clamp >> 8 & 31;
    let lowest = lane & segment;
    let highest = lowest | clamp & !segment & 31;
    match mode {
        Shuffle::Up => {
            let source = lane.wrapping_sub(by);
            (source, lane >= by && source >= highest)
        }
        Shuffle::Down => (lane + by, lane + by <= highest),
        Shuffle::Bfly => (lane ^ by, (lane ^ by) <= highest),
        Shuffle::Idx => {
            let source = lowest | by & !segment & 31;
            (source, source <= highest)
        }
    }
}
