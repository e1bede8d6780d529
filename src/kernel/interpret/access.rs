//! Loads, stores and atomics.

use std::sync::Arc;

use crate::kernel::arithmetic::{cut, update};
use crate::kernel::setup::memory::{FIRST, GLOBAL, LOCAL, PARAM, SHARED, WINDOW, region_of};
use crate::ptx::operation::{Access, Address, Base, Operand, Symbol, Target, Update};
use crate::ptx::types::{Space, Type};

use super::finding::{Finding, Gap};
use super::machine::{Event, Machine};
use super::state::{Bytes, CONTENDED, LOOSE, State, Thread, UNINITIALISED, Value};

/// Where an access goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Into a region: which, the offset, and the generic address.
    Region(usize, usize, u64),
    /// Into the thread's local memory.
    Local(usize),
    /// Into a parameter of a call or function.
    Param(Symbol, usize),
}

/// Why an access cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It is wrong.
    Wrong(Finding),
    /// It is not interpreted.
    Refused(String),
}

/// The space that a generic address lies in.
pub const fn space_of(address: u64) -> Space {
    if address >= GLOBAL {
        Space::Global
    } else if address >= SHARED {
        Space::Shared
    } else if address >= LOCAL {
        Space::Local
    } else if address >= PARAM {
        Space::Param
    } else {
        Space::Global
    }
}

impl Machine<'_> {
    /// Where an access of so many bytes goes, and the taint of its address.
    pub fn place(
        &self,
        state: &State,
        thread: usize,
        space: Space,
        address: Address,
        bytes: u64,
    ) -> Result<(Place, u8), Fault> {
        let it = &state.threads[thread];
        let (space, value) = match address.base {
            Base::Number(number) => (space, Value::known(number)),
            Base::Register(register) => (space, it.register(register)),
            Base::Symbol(symbol) => {
                if let Some(place) = self.parameter(it, symbol, address.offset) {
                    return Ok((place, 0));
                }
                let (own, address) = self.symbol(it, thread, symbol).map_err(Fault::Refused)?;
                (
                    if space == Space::Generic { own } else { space },
                    Value::known(address),
                )
            }
        };
        let address = value.bits.wrapping_add_signed(address.offset);
        let generic = self.generic(thread, space, address);
        if bytes > 0 && !generic.is_multiple_of(bytes) {
            return Err(Fault::Wrong(Finding::Misaligned(generic)));
        }
        let own = self.window(thread, Space::Local);
        if (LOCAL..SHARED).contains(&generic) {
            let offset = generic.wrapping_sub(own);
            if offset >= WINDOW {
                return Err(Fault::Wrong(Finding::WrongSpace(generic)));
            }
            if !matches!(space, Space::Generic | Space::Local) {
                return Err(Fault::Wrong(Finding::WrongSpace(generic)));
            }
            let offset = usize::try_from(offset.wrapping_sub(FIRST)).ok();
            let inside = offset.filter(|&offset| self.is_local(it, offset, bytes));
            let offset = inside.ok_or(Fault::Wrong(Finding::OutOfBounds(generic)))?;
            return Ok((Place::Local(offset), value.taint));
        }
        let Some(region) = region_of(&self.setup.regions, generic) else {
            return Err(Fault::Wrong(Finding::OutOfBounds(generic)));
        };
        let found = &self.setup.regions[region];
        let fits = match space {
            Space::Generic => true,
            Space::Global => found.space == Space::Global,
            Space::Const => found.space == Space::Const,
            Space::Shared | Space::Local | Space::Param => found.space == space,
        };
        if !fits {
            return Err(Fault::Wrong(Finding::WrongSpace(generic)));
        }
        let foreign = found.space == Space::Shared
            && generic.wrapping_sub(self.window(thread, Space::Shared)) >= WINDOW;
        if foreign || generic + bytes > found.end() {
            return Err(Fault::Wrong(Finding::OutOfBounds(generic)));
        }
        let offset = usize::try_from(generic - found.base).unwrap_or(0);
        Ok((Place::Region(region, offset, generic), value.taint))
    }

    /// A parameter that is named, of a call or of a function that is no kernel.
    fn parameter(&self, it: &Thread, symbol: Symbol, offset: i64) -> Option<Place> {
        let frame = it.frame()?;
        let body = self.setup.module.functions[frame.function].body.as_ref()?;
        let named = match symbol {
            Symbol::Own(at) => body.variables.get(at)?.space == Space::Param,
            Symbol::Parameter(_) => it.frames.len() > 1,
            Symbol::Result(_) => true,
            Symbol::Module(_) | Symbol::Function(_) => false,
        };
        let offset = usize::try_from(offset).ok()?;
        named.then_some(Place::Param(symbol, offset))
    }

    /// Whether bytes of local memory lie in one variable of a function that is being run.
    fn is_local(&self, it: &Thread, offset: usize, bytes: u64) -> bool {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        it.frames.iter().any(|frame| {
            let body = self.setup.module.functions[frame.function].body.as_ref();
            let mut end = frame.local;
            let variables = body.iter().flat_map(|body| &body.variables);
            variables
                .filter(|one| one.space == Space::Local)
                .any(|variable| {
                    let start = super::machine::local_place(end, variable.align);
                    end = start + usize::try_from(variable.bytes.unwrap_or(0)).unwrap_or(0);
                    offset >= start && offset.checked_add(bytes).is_some_and(|last| last <= end)
                })
        })
    }

    fn bytes(state: &State, thread: usize, place: Place) -> Option<(&Bytes, usize)> {
        match place {
            Place::Region(region, offset, _) => Some((&state.memory[region], offset)),
            Place::Local(offset) => Some((&state.threads[thread].local, offset)),
            Place::Param(symbol, offset) => {
                let frame = state.threads[thread].frame()?;
                let bytes = match symbol {
                    Symbol::Own(at) => frame.params.get(at),
                    Symbol::Parameter(at) => frame.arguments.get(at),
                    Symbol::Result(at) => frame.results.get(at),
                    Symbol::Module(_) | Symbol::Function(_) => None,
                };
                Some((bytes?, offset))
            }
        }
    }

    fn bytes_mut(state: &mut State, thread: usize, place: Place) -> Option<(&mut Bytes, usize)> {
        match place {
            Place::Region(region, offset, _) => {
                Some((Arc::make_mut(&mut state.memory[region]), offset))
            }
            Place::Local(offset) => {
                Some((&mut Arc::make_mut(&mut state.threads[thread]).local, offset))
            }
            Place::Param(symbol, offset) => {
                let frame = Arc::make_mut(&mut state.threads[thread])
                    .frames
                    .last_mut()?;
                let bytes = match symbol {
                    Symbol::Own(at) => frame.params.get_mut(at),
                    Symbol::Parameter(at) => frame.arguments.get_mut(at),
                    Symbol::Result(at) => frame.results.get_mut(at),
                    Symbol::Module(_) | Symbol::Function(_) => None,
                };
                Some((bytes?, offset))
            }
        }
    }

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
        match self.place(state, thread, access.space, address, bytes) {
            Ok((place, taint)) => {
                self.dependent |= taint & CONTENDED != 0;
                if taint & UNINITIALISED != 0 {
                    self.find(Finding::UninitialisedAddress, thread, state);
                }
                if taint & LOOSE != 0 {
                    self.gap_loose(state, thread);
                }
                Some(place)
            }
            Err(Fault::Wrong(finding)) => {
                self.find(finding, thread, state);
                state.over = true;
                None
            }
            Err(Fault::Refused(why)) => {
                self.refuse(state, thread, why);
                None
            }
        }
    }

    /// That a value that is not known mattered.
    pub fn gap_loose(&mut self, state: &State, thread: usize) {
        if let Some(frame) = state.threads[thread].frame() {
            self.gaps.insert(Gap::Loose(frame.function, frame.at));
        }
    }

    /// Ends the run at what is not interpreted.
    pub fn refuse(&mut self, state: &mut State, thread: usize, why: String) {
        if let Some(frame) = state.threads[thread].frame() {
            self.gaps
                .insert(Gap::Refused(frame.function, frame.at, why));
        }
        state.over = true;
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
            if let Place::Region(region, _, generic) = place {
                let at = generic + (index * size) as u64;
                value.taint |= self.contention_taint(at, size as u64);
                if self.is_shared(region) {
                    self.touch(thread, at, size as u64, false);
                    if access.non_coherent {
                        self.non_coherent(state, thread, at, size as u64);
                    }
                }
                elements.push((at, size, Some(value.bits), None));
            }
            let it = Arc::make_mut(&mut state.threads[thread]);
            self.set(it, *target, value, access.ty);
        }
        if !elements.is_empty() {
            self.tell(state, thread, elements);
        }
    }

    /// Remembers who reads a byte by a path that is not coherent.
    fn non_coherent(&mut self, state: &State, thread: usize, address: u64, bytes: u64) {
        let at = state.threads[thread]
            .frame()
            .map_or((0, 0), |frame| (frame.function, frame.at));
        for byte in address..address + bytes {
            self.incoherent.entry(byte).or_insert((thread, at.0, at.1));
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
                    ..value
                },
                Err(why) => {
                    self.refuse(state, thread, why);
                    return;
                }
            };
            let written = Self::bytes_mut(state, thread, place)
                .and_then(|(bytes, at)| bytes.write(at + index * size, size, value));
            if written.is_none() {
                self.refuse(
                    state,
                    thread,
                    "a parameter that is written beyond its end".to_owned(),
                );
                return;
            }
            if let Place::Region(_, _, generic) = place {
                let at = generic + (index * size) as u64;
                self.touch(thread, at, size as u64, true);
                elements.push((at, size, None, Some(value.bits)));
            }
        }
        if !elements.is_empty() {
            self.tell(state, thread, elements);
        }
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
        let mut with = Vec::new();
        let mut taint = old.taint;
        for operand in operands {
            match self.operand(state, thread, *operand, access.ty) {
                Ok(value) => {
                    taint |= value.taint;
                    with.push(value.bits);
                }
                Err(why) => {
                    self.refuse(state, thread, why);
                    return;
                }
            }
        }
        let (new, writes) = if let Some((bits, writes)) = update(op, access.ty, old.bits, &with) {
            (Value { bits, taint }, writes)
        } else {
            self.gap_loose(state, thread);
            let taint = taint | LOOSE;
            (Value { taint, ..old }, true)
        };
        // What a failed comparison depends on decides what is in memory.
        if op == Update::Cas && taint & UNINITIALISED != 0 {
            self.find(Finding::UninitialisedBranch, thread, state);
        }
        if writes && let Some((bytes, at)) = Self::bytes_mut(state, thread, place) {
            let _ = bytes.write(at, size, new);
        }
        if let Place::Region(_, _, generic) = place {
            self.touch(thread, generic, size as u64, false);
            self.touch(thread, generic, size as u64, true);
            let written = writes.then_some(new.bits);
            self.tell(
                state,
                thread,
                vec![(generic, size, Some(old.bits), written)],
            );
        }
        let it = Arc::make_mut(&mut state.threads[thread]);
        self.set(it, dst, old, Type::new(access.ty.kind, access.ty.bits));
    }

    /// Keeps what happened, if somebody wants to hear.
    pub fn tell(
        &mut self,
        state: &State,
        thread: usize,
        elements: Vec<(u64, usize, Option<u64>, Option<u64>)>,
    ) {
        if !self.telling {
            return;
        }
        if let Some(frame) = state.threads[thread].frame() {
            self.events.push(Event {
                thread,
                function: frame.function,
                at: frame.at,
                elements,
            });
        }
    }
}
