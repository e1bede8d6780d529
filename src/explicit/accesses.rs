//! Memory accesses on a path.

use std::collections::BTreeSet;

use super::domains::Reader;
use super::event::Event;
use super::matrix::Set;
use super::paths::{Next, Runner};
use super::state::State;
use crate::program::value::{atomic, fit};
use crate::program::{LocationId, RegisterId, Target, Value, location_at};
use crate::syntax::ast::{Access, AtomicOp};

impl Runner<'_> {
    /// One state for each value the load may find.
    pub(super) fn load(
        &self,
        state: &mut State,
        dst: RegisterId,
        target: Target,
        access: Access,
        guard: Set,
    ) -> Next {
        let Some((location, addr)) = self.resolve(state, target) else {
            return state.miss(Some(dst), guard);
        };
        let found = self.find(state, location);
        Next::Fork(
            found
                .into_iter()
                .map(|value| {
                    let mut next = state.clone();
                    let mut event = Event::access(self.id, state.pc, location, access);
                    event.read = Some(value);
                    let read = next.record(event, addr, 0, guard);
                    next.set(dst, fit(value, access.ty), read | guard);
                    next.pc += 1;
                    next
                })
                .collect(),
        )
    }

    /// Stores at once.
    pub(super) fn store(
        &self,
        state: &mut State,
        target: Target,
        value: Value,
        access: Access,
        guard: Set,
    ) -> Next {
        let Some((location, addr)) = self.resolve(state, target) else {
            return state.miss(None, guard);
        };
        let mut event = Event::access(self.id, state.pc, location, access);
        event.written = Some(fit(state.value(value), access.ty));
        state.record(event, addr, state.taint(value), guard);
        Next::Follow
    }

    /// One state for each value the atomic may find.
    pub(super) fn atomic(
        &self,
        state: &mut State,
        (dst, target, op): (Option<RegisterId>, Target, AtomicOp),
        operands: &[Value],
        access: Access,
        guard: Set,
    ) -> Next {
        let Some((location, addr)) = self.resolve(state, target) else {
            return state.miss(dst, guard);
        };
        let values: Vec<i64> = operands
            .iter()
            .map(|operand| state.value(*operand))
            .collect();
        let data = operands
            .iter()
            .fold(0, |set, operand| set | state.taint(*operand));
        let found = self.find(state, location);
        Next::Fork(
            found
                .into_iter()
                .map(|old| {
                    let mut next = state.clone();
                    let mut event = Event::access(self.id, state.pc, location, access);
                    event.locked = true;
                    event.read = Some(old);
                    event.written = atomic(op, old, &values, access.ty);
                    let read = next.record(event, addr, data, guard);
                    if let Some(dst) = dst {
                        next.set(dst, fit(old, access.ty), read | guard);
                    }
                    next.pc += 1;
                    next
                })
                .collect(),
        )
    }

    fn find(&self, state: &State, location: LocationId) -> BTreeSet<i64> {
        self.domains.values(Reader {
            thread: self.id,
            instruction: state.pc,
            location,
            own: state.own(location),
        })
    }

    /// The memory a target names, and the reads that its address depends on; nothing if there is
    /// none, or it is shared memory of another block.
    fn resolve(&self, state: &State, target: Target) -> Option<(LocationId, Set)> {
        let (named, addr) = match target {
            Target::Location(location) => (location, 0),
            Target::Register(register) => {
                let address = state.registers[register.0];
                let location = location_at(address, self.program.locations.len())?;
                (location, state.taint[register.0])
            }
        };
        let location = self.program.location(named);
        let placement = &self.thread.placement;
        let mine = location
            .block
            .is_none_or(|block| block == (placement.gpu, placement.cta));
        mine.then_some((location.physical, addr))
    }
}

impl State {
    /// Goes on without an access whose address is none.
    fn miss(&mut self, dst: Option<RegisterId>, guard: Set) -> Next {
        self.stuck.get_or_insert(self.steps.len());
        if let Some(dst) = dst {
            self.set(dst, 0, guard);
        }
        Next::Follow
    }
}
