//! How executions end: the final values of locations and registers.

use crate::program::{LocationId, RegisterId, ThreadId};
use crate::sat::{Circuit, Lit};

use super::condition::Ending;
use super::frame::Frame;
use super::values::{Sym, select};

impl Frame<'_> {
    /// For each write that can be the last of a memory, when it is taken as such. Where coherence
    /// is partial there may be several last writes, and any one of them gives the value.
    pub fn last_writes(&mut self, physical: LocationId) -> Vec<(usize, Lit)> {
        if let Some(known) = self.last.get(&physical) {
            return known.clone();
        }
        let mut result = Vec::new();
        for writer in self.writers().to_vec() {
            let Some(there) = self.writes_at(writer, physical) else {
                continue;
            };
            let later: Vec<Lit> = self
                .writers()
                .iter()
                .map(|&other| !self.co.get(writer, other))
                .collect();
            let maximal = self.circuit.all(later);
            let last = self.circuit.and(there, maximal);
            if last != Lit::FALSE {
                result.push((writer, last));
            }
        }
        if self.options.co_partial {
            for (_, lit) in &mut result {
                let chosen = self.circuit.variable();
                self.circuit.clause(&[!chosen, *lit]);
                *lit = chosen;
            }
            let chosen: Vec<Lit> = result.iter().map(|(_, lit)| *lit).collect();
            self.circuit.exactly_one(Lit::TRUE, &chosen);
        }
        self.last.insert(physical, result.clone());
        result
    }

    /// What [`Self::last_writes`] said of a memory, if it was asked.
    #[must_use]
    pub fn chosen_last(&self, physical: LocationId) -> &[(usize, Lit)] {
        self.last.get(&physical).map_or(&[], Vec::as_slice)
    }

    /// When a node writes to a memory; nothing if it never does.
    fn writes_at(&mut self, writer: usize, physical: LocationId) -> Option<Lit> {
        let places: Vec<Lit> = self.places[writer]
            .iter()
            .filter(|(place, _)| self.program.location(*place).physical == physical)
            .map(|(_, lit)| *lit)
            .collect();
        if places.is_empty() {
            return None;
        }
        let there = self.circuit.any(places);
        Some(self.circuit.and(self.writing[writer], there))
    }
}

impl Ending for Frame<'_> {
    fn circuit(&mut self) -> &mut Circuit {
        &mut self.circuit
    }

    fn register(&mut self, thread: ThreadId, register: RegisterId) -> Sym {
        let value = self.unrolled.threads[thread.0].registers[register.0];
        self.values.value(&mut self.circuit, value)
    }

    /// The final value of a location: what a last write of its memory wrote.
    fn final_value(&mut self, location: LocationId) -> Sym {
        let physical = self.program.location(location).physical;
        let last = self.last_writes(physical);
        let mut value: Option<Sym> = None;
        for (writer, lit) in last {
            let written = self.written(writer);
            value = Some(match value {
                None => written,
                Some(others) => select(&mut self.circuit, lit, &written, &others),
            });
        }
        value.unwrap_or_else(|| Sym::constant(self.program.location(physical).initial))
    }
}
