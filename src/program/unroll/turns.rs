//! What is noted of laps.

use crate::program::events::{Spin, Turn};
use crate::program::symbolic::FALSE;

use super::state::{State, list};
use super::threads::IdleLaps;
use super::walk::Walk;

impl Walk<'_> {
    /// Notes the end of a lap.
    pub(super) fn turn(&mut self, index: usize, beyond: bool, state: &State) {
        if state.guard == FALSE {
            return;
        }
        self.out.turns.push(Turn {
            thread: self.id,
            jump: self.laps[index].jump,
            taken: state.guard,
            wrote: state.wrote[index],
            lasting: self.laps[index].lasting.clone(),
            beyond,
            seen: list(&state.seen[index]),
            decides: match self.idle {
                IdleLaps::All => list(&state.ctrl),
                IdleLaps::None | IdleLaps::Told | IdleLaps::One => Vec::new(),
            },
        });
    }

    /// Notes a lap in which the thread may stay, where anybody asks for what is done in laps.
    pub(super) fn spin(&mut self, index: usize, state: &State) {
        match self.idle {
            IdleLaps::None | IdleLaps::One => return,
            IdleLaps::Told | IdleLaps::All => {}
        }
        let still = self.out.symbolic.not(state.wrote[index]);
        let taken = self.out.symbolic.and(state.guard, still);
        if taken != FALSE {
            self.spins.push(Spin {
                thread: self.id,
                jump: self.laps[index].jump,
                taken,
                seen: list(&state.seen[index]),
                after: self.out.events.len(),
                turn: self.out.turns.len(),
            });
        }
    }
}
