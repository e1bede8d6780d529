//! Runs in which threads wait for ever: each thread ends, or stays in a lap that wrote nothing, leaves no
//! register to the next, and whose reads come after all that is ever written to their cells. That a thread
//! which waits for ever comes to such a lap says [`crate::ugpu::machine::waiting`].

use crate::axiomatic::candidate::values::Values;
use crate::program::ThreadId;
use crate::program::events::Spin;
use crate::program::symbolic::EventId;
use crate::sat::{Circuit, Lit};

use super::encoding::Encoding;

/// The laps in which threads may stay.
#[derive(Debug, Clone)]
pub struct Pauses<'a> {
    /// Each of them.
    pub spins: &'a [Spin],
    /// Its thread stays there.
    pub stays: Vec<Lit>,
    /// Some thread stays.
    pub some: Lit,
}

impl<'a> Pauses<'a> {
    /// Lets each thread stay in one of its laps, or none. What is read is known to `values`.
    pub fn new(circuit: &mut Circuit, values: &mut Values, spins: &'a [Spin]) -> Self {
        let mut stays = Vec::new();
        for spin in spins {
            let taken = values.guard(circuit, spin.taken);
            let lit = circuit.variable();
            circuit.clause(&[!lit, taken]);
            stays.push(lit);
        }
        for (index, spin) in spins.iter().enumerate() {
            let own = spins.iter().zip(&stays);
            let own = own.filter(|(other, _)| other.thread == spin.thread);
            let own: Vec<Lit> = own.map(|(_, lit)| *lit).collect();
            if spins[..index]
                .iter()
                .all(|other| other.thread != spin.thread)
            {
                circuit.at_most_one(&own);
            }
        }
        let some = circuit.any(stays.iter().copied());
        Self { spins, stays, some }
    }

    /// A thread stays in a lap before one of its events.
    pub fn before(&self, circuit: &mut Circuit, thread: ThreadId, event: EventId) -> Lit {
        let earlier = |spin: &Spin| spin.thread == thread && spin.after <= event.0;
        self.any(circuit, earlier)
    }

    /// A thread stays somewhere.
    pub fn of(&self, circuit: &mut Circuit, thread: ThreadId) -> Lit {
        self.any(circuit, |spin| spin.thread == thread)
    }

    /// A thread stays in a lap before one of its laps; and in that one.
    pub fn at_turn(&self, circuit: &mut Circuit, thread: ThreadId, turn: usize) -> (Lit, Lit) {
        let before = self.any(circuit, |spin| spin.thread == thread && spin.turn < turn);
        let here = self.any(circuit, |spin| spin.thread == thread && spin.turn == turn);
        (before, here)
    }

    fn any(&self, circuit: &mut Circuit, which: impl Fn(&Spin) -> bool) -> Lit {
        let all = self.spins.iter().zip(&self.stays);
        let lits = all.filter(|(spin, _)| which(spin)).map(|(_, lit)| *lit);
        circuit.any(lits)
    }
}

impl Encoding<'_> {
    /// What a thread reads in the lap where it stays, its cells hold to the end.
    pub fn read_last(&mut self) {
        let Some(pauses) = self.pauses.clone() else {
            return;
        };
        for (spin, &stays) in pauses.spins.iter().zip(&pauses.stays) {
            for seen in &spin.seen {
                if self.circuit.is_full() {
                    return;
                }
                let mut known = self.operations.iter();
                let Some(read) = known.position(|own| own.event == seen.on && own.reads()) else {
                    continue;
                };
                let when = self.values.guard(&mut self.circuit, seen.when);
                let here = [stays, when, self.operations[read].executed];
                let here = self.circuit.all(here);
                self.last_of_its_cell(read, here);
            }
        }
    }

    /// Where a literal holds, all writes of the cell that a read finds are before it.
    fn last_of_its_cell(&mut self, read: usize, here: Lit) {
        for (location, there) in self.operations[read].places.clone() {
            self.deliveries(location);
            let view = self.operations[read].view;
            for write in self.cells.of(view, location).to_vec() {
                if write.point != read {
                    let earlier = self.before(write.point, read);
                    self.circuit
                        .clause(&[!here, !there, !write.active, earlier]);
                }
            }
        }
    }
}
