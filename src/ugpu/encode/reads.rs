//! What loads and atomics find.

use crate::axiomatic::candidate::values::Sym;
use crate::program::LocationId;
use crate::sat::Lit;

use super::cells::{Borrow, CellWrite};
use super::encoding::Encoding;
use super::laps::Kept;
use crate::verdict::machine::Rule;

impl Encoding<'_> {
    /// Every read takes the value of its own cell, or borrows.
    pub fn reads(&mut self) {
        for borrow in self.cells.borrows.clone() {
            if self.circuit.is_full() {
                break;
            }
            self.borrow(borrow);
        }
        for read in 0..self.operations.len() {
            if self.circuit.is_full() {
                break;
            }
            if !self.operations[read].reads() {
                continue;
            }
            let borrows: Vec<Lit> = self.cells.borrows_of(read).map(|each| each.lit).collect();
            self.circuit.at_most_one(&borrows);
            for (location, there) in self.operations[read].places.clone() {
                let here = self.circuit.and(self.operations[read].executed, there);
                self.read(read, location, here);
            }
        }
    }

    /// A borrowing load takes the value of a store that its owner still holds and has not shared
    /// with the borrower.
    fn borrow(&mut self, borrow: Borrow) {
        let Borrow {
            load,
            store,
            location,
            lit,
        } = borrow;
        let (reader, writer) = (
            self.operations[load].clone(),
            self.operations[store].clone(),
        );
        for needed in [reader.executed, reader.at(location)] {
            self.circuit.clause(&[!lit, needed]);
        }
        let lend = self.rule(Rule::Lend, location);
        // A clause each takes a fraction of the memory of one literal for all.
        for [a, b, c] in self.ownership(store, location, Some(load)) {
            self.circuit.clause(&[!lend, !lit, a, b, c]);
        }
        if let Some(point) = writer.sharing {
            let earlier = self.before(load, point);
            self.circuit.clause(&[!lend, !lit, !writer.shared, earlier]);
        }
        if self.layout.same_block(reader.view, writer.view) {
            let partials: Vec<_> = self.cells.partials_of(store).copied().collect();
            for partial in partials {
                let earlier = self.before(load, partial.fence);
                self.circuit.clause(&[!lend, !lit, !partial.lit, earlier]);
            }
        }
        let cell = self.rule(Rule::OwnCell, location);
        let taken = self.circuit.and(cell, lit);
        self.link(taken, &reader.read, &writer.written);
    }

    /// Finds the last write of the own cell before a read.
    fn read(&mut self, read: usize, location: LocationId, here: Lit) {
        let borrows = self.cells.borrows_of(read);
        let borrows = borrows.filter(|borrow| borrow.location == location);
        let borrows: Vec<Lit> = borrows.map(|borrow| borrow.lit).collect();
        let borrowed = self.circuit.any(borrows);
        let cell = self.rule(Rule::OwnCell, location);
        let once = self.rule(Rule::BorrowOnce, location);
        let local = self.circuit.all([cell, here, !borrowed]);
        let view = self.operations[read].view;
        let writes = self.cells.of(view, location).to_vec();
        let others: Vec<CellWrite> = writes
            .into_iter()
            .filter(|write| write.point != read)
            .collect();
        let mut choices = Vec::new();
        let initial = self.last_before(read, None, &others);
        if initial != Lit::FALSE {
            choices.push(initial);
            let value = self.program.location(location).initial;
            let taken = self.circuit.and(initial, local);
            let found = self.operations[read].read.clone();
            self.link(taken, &found, &Sym::constant(value));
        }
        for (index, write) in others.iter().enumerate() {
            let last = self.last_before(read, Some(index), &others);
            if last == Lit::FALSE {
                continue;
            }
            choices.push(last);
            if write.borrowed {
                // What is borrowed already does not make way for another borrowing.
                self.circuit.clause(&[!once, !last, !borrowed]);
                let lit = self.circuit.all([last, here, !borrowed]);
                self.kept.push(Kept {
                    load: write.by,
                    read,
                    lit,
                });
            }
            let taken = self.circuit.and(last, local);
            let by = &self.operations[write.by];
            let value = if write.borrowed {
                &by.read
            } else {
                &by.written
            };
            let (found, value) = (self.operations[read].read.clone(), value.clone());
            self.link(taken, &found, &value);
        }
        choices.extend([!here, !cell]);
        self.circuit.clause(&choices);
    }

    /// A literal under which one of the writes, or none, is the last before a point. Where it does not hold, nothing is
    /// said: what a read finds must be one of its last writes, so nobody asks for more, and a clause takes a fraction of
    /// the memory of a gate.
    fn last_before(&mut self, point: usize, last: Option<usize>, writes: &[CellWrite]) -> Lit {
        let chosen = last.map(|index| writes[index]);
        let mut clauses = Vec::new();
        if let Some(write) = chosen {
            clauses.push([write.active, Lit::FALSE, Lit::FALSE]);
            let before = self.before(write.point, point);
            clauses.push([before, Lit::FALSE, Lit::FALSE]);
        }
        for (index, other) in writes.iter().enumerate() {
            if Some(index) == last {
                continue;
            }
            let over = chosen.map_or(Lit::FALSE, |write| self.before(other.point, write.point));
            let later = self.before(point, other.point);
            clauses.push([!other.active, over, later]);
        }
        clauses.retain(|clause| !clause.contains(&Lit::TRUE));
        if clauses.contains(&[Lit::FALSE; 3]) {
            return Lit::FALSE;
        }
        if clauses.is_empty() {
            return Lit::TRUE;
        }
        let holds = self.circuit.variable();
        for [a, b, c] in clauses {
            self.circuit.clause(&[!holds, a, b, c]);
        }
        holds
    }

    /// Where a literal holds, two values are equal.
    pub fn link(&mut self, when: Lit, read: &Sym, written: &Sym) {
        if let (Sym::Choice(choices), Sym::Choice(sources)) = (read, written) {
            for &(value, lit) in sources {
                let mut known = choices.iter();
                let same = known.find(|(other, _)| *other == value);
                let same = same.map_or(Lit::FALSE, |(_, lit)| *lit);
                self.circuit.clause(&[!when, !lit, same]);
            }
            return;
        }
        let read = read.to_bits(&mut self.circuit);
        let written = written.to_bits(&mut self.circuit);
        for (a, b) in read.into_iter().zip(written) {
            self.circuit.clause(&[!when, !a, b]);
            self.circuit.clause(&[!when, a, !b]);
        }
    }
}
