//! The bytes of a place.

use std::sync::Arc;

use crate::ptx::operation::Symbol;

use super::machine::Machine;
use super::place::Place;
use super::state::{Bytes, State};

impl Machine<'_> {
    /// The bytes of a place, and where it begins in them.
    #[must_use]
    pub fn bytes(state: &State, thread: usize, place: Place) -> Option<(&Bytes, usize)> {
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

    /// The same, to be written.
    pub fn bytes_mut(
        state: &mut State,
        thread: usize,
        place: Place,
    ) -> Option<(&mut Bytes, usize)> {
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
}
