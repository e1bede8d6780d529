//! Reads-from, and what it makes reads return.

use crate::program::events::EventKind;
use crate::program::symbolic::EventId;
use crate::sat::{Lit, bits};
use crate::syntax::ast::TypeKind;

use super::domain::Domain;
use super::frame::Frame;
use super::values::Sym;

impl Frame<'_> {
    /// The variables of reads-from, before anything is known about them.
    pub(super) fn reads_from(&mut self) {
        for &reader in &self.readers {
            for &writer in &self.writers {
                let (from, to) = (self.event(writer), self.event(reader));
                let meet = self.domains.meet(self.program, from.0, to.0);
                if from != to && meet && !self.apart.contains(writer, reader) {
                    let lit = self.circuit.variable();
                    self.rf.set(writer, reader, lit);
                }
            }
        }
    }

    /// What reads return: read off reads-from where all its writes are constants, new variables
    /// (linked in [`Self::link_values`]) elsewhere.
    pub(super) fn read_values(&mut self) {
        for reader in self.readers.clone() {
            if self.circuit.is_full() {
                return;
            }
            let event = self.event(reader);
            let Some(ty) = self.unrolled.events[event.0].read_type() else {
                continue;
            };
            let constants: Option<Vec<(i64, Lit)>> = self
                .sources(reader)
                .into_iter()
                .map(|writer| {
                    let value = self.constant_write(writer)?;
                    let fitted = crate::program::value::fit(value, ty);
                    Some((fitted, self.rf.get(writer, reader)))
                })
                .collect();
            let value = match (constants, self.domains.read(event)) {
                (Some(choices), _) => {
                    let lits: Vec<Lit> = choices.iter().map(|(_, lit)| *lit).collect();
                    let sym = Sym::Choice(choices).fit(&mut self.circuit, ty);
                    // The value of a read that can read one write only is known.
                    if lits.len() == 1 {
                        sym_constant(sym)
                    } else {
                        sym
                    }
                }
                (None, Domain::Finite(values)) => Sym::Choice(
                    values
                        .iter()
                        .map(|&value| (value, self.circuit.variable()))
                        .collect(),
                ),
                (None, Domain::Wide) => {
                    let signed = ty.bits >= 32 || ty.kind == TypeKind::Signed;
                    let bits = bits::unknown(&mut self.circuit, usize::from(ty.bits), signed);
                    Sym::Bits(Box::new(bits))
                }
            };
            self.values.set_read(event, value);
        }
    }

    /// What nobody wrote is 0 or 1.
    pub(super) fn choices(&mut self) {
        for (index, event) in self.unrolled.events.iter().enumerate() {
            if matches!(event.kind, EventKind::Choice) {
                let one = self.circuit.variable();
                let value = Sym::Choice(vec![(0, !one), (1, one)]);
                self.values.set_read(EventId(index), value);
            }
        }
    }

    /// Every executed read reads from exactly one executed write of its memory.
    pub(super) fn reads_from_rules(&mut self) {
        for reader in self.readers.clone() {
            if self.circuit.is_full() {
                return;
            }
            let executed = self.executed[reader];
            let sources = self.sources(reader);
            let lits: Vec<Lit> = sources
                .iter()
                .map(|&writer| self.rf.get(writer, reader))
                .collect();
            self.circuit.exactly_one(executed, &lits);
            for (writer, lit) in sources.into_iter().zip(lits) {
                let same = self.same_memory(writer, reader);
                for needed in [executed, self.writing[writer], same] {
                    self.circuit.clause(&[!lit, needed]);
                }
            }
        }
    }

    /// Where a read's value has variables of its own, it is the value of the write it reads from.
    pub(super) fn link_values(&mut self) {
        for reader in self.readers.clone() {
            if self.circuit.is_full() {
                return;
            }
            let event = self.event(reader);
            let Some(ty) = self.unrolled.events[event.0].read_type() else {
                continue;
            };
            let sources = self.sources(reader);
            if sources
                .iter()
                .all(|&writer| self.constant_write(writer).is_some())
            {
                continue;
            }
            let read = self.values.read(event);
            if let Sym::Choice(choices) = &read {
                let lits: Vec<Lit> = choices.iter().map(|(_, lit)| *lit).collect();
                self.circuit.exactly_one(self.executed[reader], &lits);
            }
            for writer in sources {
                let rf = self.rf.get(writer, reader);
                let written = self.written(writer).fit(&mut self.circuit, ty);
                self.link(rf, &read, &written);
            }
        }
    }

    fn link(&mut self, rf: Lit, read: &Sym, written: &Sym) {
        if let Sym::Choice(choices) = read
            && let Sym::Choice(sources) = written
        {
            for &(value, lit) in sources {
                let same = choices
                    .iter()
                    .find(|(other, _)| *other == value)
                    .map_or(Lit::FALSE, |(_, lit)| *lit);
                self.circuit.clause(&[!rf, !lit, same]);
            }
            return;
        }
        let read = read.to_bits(&mut self.circuit);
        let written = written.to_bits(&mut self.circuit);
        for (a, b) in read.into_iter().zip(written) {
            self.circuit.clause(&[!rf, !a, b]);
            self.circuit.clause(&[!rf, a, !b]);
        }
    }
}

fn sym_constant(sym: Sym) -> Sym {
    match sym.as_constant() {
        Some(value) => Sym::constant(value),
        None => sym,
    }
}
