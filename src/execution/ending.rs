//! How executions end: the final values of locations, and conditions on them.

use crate::logic::Lit;
use crate::program::{Condition, LocationId, Term};
use crate::syntax::ast::{Type, TypeKind};

use super::frame::Frame;
use super::values::{Sym, compare, select};

/// Conditions compare whole values.
const WHOLE: Type = Type {
    kind: TypeKind::Signed,
    bits: 64,
};

impl Frame<'_> {
    /// The final value of a location: what a last write of its memory wrote.
    pub fn final_value(&mut self, location: LocationId) -> Sym {
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

    fn term(&mut self, term: Term) -> Sym {
        match term {
            Term::Constant(value) => Sym::constant(value),
            Term::Register(thread, register) => {
                let value = self.unrolled.threads[thread.0].registers[register.0];
                self.values.value(&mut self.circuit, value)
            }
            Term::Location(location) => self.final_value(location),
        }
    }

    /// The literal of a condition, for executions that have ended.
    pub fn condition(&mut self, condition: &Condition) -> Lit {
        match condition {
            Condition::Literal(truth, _) => Lit::constant(*truth),
            Condition::Compare(cmp, a, b, _) => {
                let a = self.term(*a);
                let b = self.term(*b);
                compare(&mut self.circuit, *cmp, WHOLE, &a, &b)
            }
            Condition::Not(inner, _) => !self.condition(inner),
            Condition::And(parts, _) => {
                let lits: Vec<Lit> = parts.iter().map(|part| self.condition(part)).collect();
                self.circuit.all(lits)
            }
            Condition::Or(parts, _) => {
                let lits: Vec<Lit> = parts.iter().map(|part| self.condition(part)).collect();
                self.circuit.any(lits)
            }
        }
    }
}
