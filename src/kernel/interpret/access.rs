//! Loads, stores and atomics.

use std::sync::Arc;

use crate::kernel::arithmetic::{cut, update, update_global};
use crate::ptx::operation::{Access, Address, Operand, Target, Update};
use crate::ptx::types::{Space, Type};

use super::event::Element;
use super::finding::Finding;
use super::holes;
use super::machine::Machine;
use super::place::{Fault, Place};
use super::state::{CONTENDED, LOOSE, State, Taint, UNINITIALISED, UNWRITTEN, Value};

impl Machine<'_> {
    /// Finds the place of an access, or ends the run.
    fn locate(
        &mut self,
        state: &mut State,
        thread: usize,
        access: Access,
        address: Address,
        elements: usize,
    ) -> Option<Place> {
        let bytes = access.ty.bytes() * elements as u64;
        // Where such an address leads is not known, nor whether it leads anywhere.
        let open = Self::is_open(state, thread, address);
        if open {
            self.gap_loose(state, thread);
        }
        match self.place(state, thread, access.space, address, bytes) {
            Ok((place, taint)) => {
                self.dependent |= taint & CONTENDED != 0;
                self.hangs(taint);
                if taint & UNINITIALISED != 0 {
                    self.find(Finding::UninitialisedAddress, thread, state);
                    self.unwritten(state, thread, taint);
                }
                Some(place)
            }
            Err(Fault::Wrong(finding)) => {
                if !open {
                    self.find(finding, thread, state);
                }
                state.over = true;
                None
            }
            Err(Fault::Refused(why)) => {
                self.refuse(state, thread, why);
                None
            }
        }
    }

    pub fn load(
        &mut self,
        state: &mut State,
        thread: usize,
        access: Access,
        targets: &[Target],
        address: Address,
    ) {
        let Some(place) = self.locate(state, thread, access, address, targets.len()) else {
            return;
        };
        let size = usize::try_from(access.ty.bytes()).unwrap_or(0);
        let mut elements = Vec::new();
        for (index, target) in targets.iter().enumerate() {
            let read = Self::bytes(state, thread, place)
                .and_then(|(bytes, at)| bytes.read(at + index * size, size));
            let Some(mut value) = read else {
                self.refuse(
                    state,
                    thread,
                    "a parameter that is read beyond its end".to_owned(),
                );
                return;
            };
            value.taint |= self.hanging.on | self.unseen(place);
            if let Place::Region(region, _, generic) = place {
                let at = generic + (index * size) as u64;
                value.taint |= self.contention_taint(at, size as u64);
                if self.is_shared(region) {
                    self.touch(thread, at, size as u64, false);
                    if access.non_coherent {
                        self.non_coherent(state, thread, at, size as u64);
                    }
                }
                elements.push(Element {
                    address: at,
                    size,
                    read: Some(value),
                    written: None,
                });
            }
            let it = Arc::make_mut(&mut state.threads[thread]);
            self.set_bytes(it, *target, value, access.ty);
        }
        if !elements.is_empty() {
            self.tell(state, thread, elements);
        }
    }

    pub fn store(
        &mut self,
        state: &mut State,
        thread: usize,
        access: Access,
        address: Address,
        values: &[Operand],
    ) {
        let Some(place) = self.locate(state, thread, access, address, values.len()) else {
            return;
        };
        if self.writes_const(state, thread, place) {
            return;
        }
        let size = usize::try_from(access.ty.bytes()).unwrap_or(0);
        let mut elements = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let value = match self.operand(state, thread, *value, access.ty) {
                Ok(value) => Value {
                    bits: cut(value.bits, access.ty.bits),
                    taint: value.taint | self.hanging.on,
                },
                Err(why) => {
                    self.refuse(state, thread, why);
                    return;
                }
            };
            self.keeps(value.taint);
            let written = Self::bytes_mut(state, thread, place)
                .and_then(|(bytes, at)| bytes.write(at + index * size, size, value));
            let Some(changes) = written else {
                self.refuse(
                    state,
                    thread,
                    "a parameter that is written beyond its end".to_owned(),
                );
                return;
            };
            if let Place::Region(_, _, generic) = place {
                self.changes += u64::from(changes);
                let at = generic + (index * size) as u64;
                self.touch(thread, at, size as u64, true);
                self.spreads(at, size as u64, value);
                elements.push(Element {
                    address: at,
                    size,
                    read: None,
                    written: Some(value),
                });
            }
        }
        self.writes_hanging(state, thread, place, (size * values.len()) as u64);
        if !elements.is_empty() {
            self.tell(state, thread, elements);
        }
    }

    fn spreads(&mut self, address: u64, bytes: u64, value: Value) {
        let others = self.contention_taint(address, bytes) != 0;
        self.spread |= others && value.taint & UNINITIALISED != 0;
    }

    fn writes_const(&mut self, state: &mut State, thread: usize, place: Place) -> bool {
        let Place::Region(region, _, generic) = place else {
            return false;
        };
        let constant = matches!(
            self.setup.regions[region].space,
            Space::Const | Space::Param
        );
        if constant {
            self.find(Finding::WritesConst(generic), thread, state);
            state.over = true;
        }
        constant
    }

    #[expect(clippy::too_many_arguments, reason = "an atomic has as many parts")]
    pub fn atomic(
        &mut self,
        state: &mut State,
        thread: usize,
        access: Access,
        op: Update,
        dst: Target,
        address: Address,
        operands: &[Operand],
    ) {
        let Some(place) = self.locate(state, thread, access, address, 1) else {
            return;
        };
        if self.writes_const(state, thread, place) {
            return;
        }
        let size = usize::try_from(access.ty.bytes()).unwrap_or(0);
        let Some(mut old) =
            Self::bytes(state, thread, place).and_then(|(bytes, at)| bytes.read(at, size))
        else {
            return;
        };
        if let Place::Region(_, _, generic) = place {
            old.taint |= self.contention_taint(generic, size as u64);
        }
        old.taint |= self.hanging.on | self.unseen(place);
        let mut with = Vec::new();
        // What is exchanged takes nothing of what was there.
        let found = if op == Update::Exch {
            !UNWRITTEN
        } else {
            Taint::MAX
        };
        let (mut taint, mut compared) = (old.taint & found, 0);
        for operand in operands {
            match self.operand(state, thread, *operand, access.ty) {
                Ok(value) => {
                    taint |= value.taint;
                    if with.is_empty() {
                        compared = value.taint;
                    }
                    with.push(value.bits);
                }
                Err(why) => {
                    self.refuse(state, thread, why);
                    return;
                }
            }
        }
        let shared = matches!(place, Place::Region(region, ..)
            if self.setup.regions[region].space == Space::Shared);
        let computed = if shared {
            update(op, access.ty, old.bits, &with)
        } else {
            update_global(op, access.ty, old.bits, &with)
        };
        let (new, writes) = if let Some((bits, writes)) = computed {
            let taint = holes::whole(taint);
            (Value { bits, taint }, writes)
        } else {
            self.gap_loose(state, thread);
            let taint = taint | LOOSE;
            (Value { taint, ..old }, true)
        };
        // What a failed comparison depends on decides what is in memory.
        if op == Update::Cas && taint & UNINITIALISED != 0 {
            self.find(Finding::UninitialisedBranch, thread, state);
            self.unwritten(state, thread, taint);
        }
        let compared = old.taint | compared;
        if op == Update::Cas && compared & LOOSE != 0 {
            self.gap_loose(state, thread);
        }
        self.keeps(new.taint);
        if op == Update::Cas {
            self.hangs(compared);
        }
        if writes {
            self.writes_hanging(state, thread, place, size as u64);
        }
        if writes && let Some((bytes, at)) = Self::bytes_mut(state, thread, place) {
            let changes = bytes.write(at, size, new) == Some(true);
            if let Place::Region(..) = place {
                self.changes += u64::from(changes);
            }
        }
        if let Place::Region(_, _, generic) = place {
            if let Some(update) = self.commuting(self.here, (op, access.ty), dst, generic) {
                self.touch_commuting(thread, update);
            } else {
                self.touch(thread, generic, size as u64, false);
                self.touch(thread, generic, size as u64, true);
            }
            self.spreads(generic, size as u64, new);
            let element = Element {
                address: generic,
                size,
                read: Some(old),
                written: writes.then_some(new),
            };
            self.tell(state, thread, vec![element]);
        }
        let it = Arc::make_mut(&mut state.threads[thread]);
        self.set_bytes(it, dst, old, Type::new(access.ty.kind, access.ty.bits));
    }
}
