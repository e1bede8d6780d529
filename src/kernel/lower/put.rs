//! What an access finds in the memory of a thread that is walked alone.

use std::sync::Arc;

use crate::kernel::interpret::state::{State, Value};

use super::cells::Datum;
use super::next::Reach;
use super::walk::{Trail, Walk};

impl Walk<'_, '_> {
    /// Does an access with what was read, and forgets what cells hold.
    pub fn finish(
        &mut self,
        state: &mut State,
        reach: &Reach,
        pending: &[Option<(Datum, u32)>],
        trail: &mut Trail,
    ) {
        self.put(state, reach, pending);
        self.step(state, false, trail);
        self.restore(state, reach);
    }

    /// Puts what was read where an instruction finds it.
    pub fn put(&self, state: &mut State, reach: &Reach, pending: &[Option<(Datum, u32)>]) {
        for (piece, read) in reach.pieces.iter().zip(pending) {
            if let Some((datum, bit)) = read {
                let value = Value {
                    bits: datum.bits,
                    taint: datum.flags | 1 << bit,
                };
                let bytes = Arc::make_mut(&mut state.memory[reach.region]);
                let _ = bytes.write(reach.offset(piece.bytes), piece.bytes.bytes, value);
            }
        }
    }

    /// Puts back what cells held at the start: what they hold is no part of a thread.
    pub fn restore(&self, state: &mut State, reach: &Reach) {
        for piece in reach.pieces.iter().filter(|piece| piece.cell.is_some()) {
            let base = &self.base.memory[reach.region];
            let offset = reach.offset(piece.bytes);
            let range = offset..offset + piece.bytes.bytes;
            let bytes = Arc::make_mut(&mut state.memory[reach.region]);
            bytes.bytes[range.clone()].copy_from_slice(&base.bytes[range.clone()]);
            bytes.taint[range.clone()].copy_from_slice(&base.taint[range]);
        }
    }
}
