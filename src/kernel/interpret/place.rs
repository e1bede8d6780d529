//! Where accesses go.

use crate::kernel::setup::memory::{FIRST, GLOBAL, LOCAL, PARAM, SHARED, WINDOW, region_of};
use crate::ptx::operation::{Address, Base, Symbol};
use crate::ptx::types::Space;

use super::finding::Finding;
use super::machine::Machine;
use super::state::{LOOSE, State, Taint, Thread, Value};

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
#[must_use]
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
    ) -> Result<(Place, Taint), Fault> {
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
            if !matches!(space, Space::Generic | Space::Local) {
                return Err(Fault::Wrong(Finding::WrongSpace(generic)));
            }
            if offset >= WINDOW {
                return Err(Fault::Wrong(Finding::Foreign(generic)));
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
        if foreign {
            return Err(Fault::Wrong(Finding::Foreign(generic)));
        }
        if generic + bytes > found.end() {
            return Err(Fault::Wrong(Finding::OutOfBounds(generic)));
        }
        let offset = usize::try_from(generic - found.base).unwrap_or(0);
        Ok((Place::Region(region, offset, generic), value.taint))
    }

    /// Whether an address is not known.
    #[must_use]
    pub fn is_open(state: &State, thread: usize, address: Address) -> bool {
        match address.base {
            Base::Register(register) => state.threads[thread].register(register).taint & LOOSE != 0,
            Base::Number(_) | Base::Symbol(_) => false,
        }
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
        let Ok(bytes) = usize::try_from(bytes) else {
            return false;
        };
        it.frames.iter().any(|frame| {
            let body = self.setup.module.functions[frame.function].body.as_ref();
            let mut end = frame.local;
            let variables = body.iter().flat_map(|body| &body.variables);
            variables
                .filter(|one| one.space == Space::Local)
                .any(|variable| {
                    let start = local_place(end, variable.align);
                    end = start + usize::try_from(variable.bytes.unwrap_or(0)).unwrap_or(0);
                    offset >= start && offset.checked_add(bytes).is_some_and(|last| last <= end)
                })
        })
    }
}

/// The place of a local variable after another.
#[must_use]
pub fn local_place(at: usize, align: u64) -> usize {
    // Variables of one frame are apart, so that leaving one is noticed.
    let align = usize::try_from(align).unwrap_or(1).max(16);
    (at + 16).next_multiple_of(align)
}
