//! Who reads a memory that is counted in, without writing: it has seen the update that it reads from, and all that come before that one,
//! and what it finds is what so many leave.
//!
//! A solver that knows only the update that is read from has to find the last of them among all their orders; said in these terms
//! it is a matter of a step that whoever finds all has seen each.

use crate::program::LocationId;
use crate::program::events::EventKind;
use crate::sat::{Circuit, Lit};

use super::counting::{Chain, Count, Unary};
use super::frame::Frame;
use super::sections::Sections;
use super::updates::Updates;
use super::values::Sym;

/// More triples of an observer and two updates are not looked at.
const MOST: usize = 60_000;

/// One that reads, and does not write.
#[derive(Debug, Clone)]
pub struct Observer {
    /// Its node.
    pub node: usize,
    /// It reads from an update.
    pub reads: Lit,
    /// Whether it has seen each update: it reads from that one, or from a later one with no plain store between.
    pub seen: Vec<Lit>,
    /// What it finds.
    pub found: Sym,
}

impl Frame<'_> {
    /// The observers of a memory all of whose updates are counted; none where these are not.
    pub(crate) fn observers(&mut self, memory: LocationId, updates: &Updates) -> Vec<Observer> {
        let counted = |tally: &super::tally::Tally| tally.counted.iter().all(|one| *one);
        let first = updates.nodes.first().map(|(reader, _)| *reader);
        let (true, Some(first)) = (updates.tally.as_ref().is_some_and(counted), first) else {
            return Vec::new();
        };
        let ty = self.unrolled.events[self.event(first).0].read_type();
        let readers: Vec<usize> = self.readers.clone();
        let readers = readers.into_iter().filter(|&node| {
            let event = &self.unrolled.events[self.event(node).0];
            let here = |place: LocationId| self.program.location(place).physical == memory;
            matches!(event.kind, EventKind::Read { .. })
                && event.read_type() == ty
                && matches!(self.places[node].as_slice(), [(place, Lit::TRUE)] if here(*place))
        });
        let readers: Vec<usize> = readers.collect();
        if readers.len() * updates.nodes.len() * updates.nodes.len() > MOST {
            return Vec::new();
        }
        let same = self.unparted(updates);
        let each = readers.into_iter();
        each.map(|node| self.observer(node, updates, &same))
            .collect()
    }

    /// Whether each update comes before each other one, and no plain store between them.
    fn unparted(&mut self, updates: &Updates) -> Vec<Vec<Lit>> {
        let mut same = self.before(updates);
        for (row, &(_, a)) in same.iter_mut().zip(&updates.nodes) {
            for (lit, &(_, b)) in row.iter_mut().zip(&updates.nodes) {
                for &store in &updates.stores {
                    let parts = [self.co.get(a, store), self.co.get(store, b)];
                    let parted = self.circuit.all(parts);
                    *lit = self.circuit.and(*lit, !parted);
                }
            }
        }
        same
    }

    fn observer(&mut self, node: usize, updates: &Updates, same: &[Vec<Lit>]) -> Observer {
        let from: Vec<Lit> = updates
            .nodes
            .iter()
            .map(|(_, writer)| self.rf.get(*writer, node))
            .collect();
        let seen = same.iter().enumerate().map(|(update, row)| {
            let mut ways = vec![from[update]];
            for (&later, &reads) in row.iter().zip(&from) {
                ways.push(self.circuit.and(later, reads));
            }
            self.circuit.any(ways)
        });
        Observer {
            node,
            seen: seen.collect(),
            reads: self.circuit.any(from),
            found: self.values.read(self.event(node)),
        }
    }
}

impl Chain<'_> {
    /// What observers find is what the sums of all that they have seen say, where all updates are of one section.
    pub(super) fn observed(
        &self,
        circuit: &mut Circuit,
        sections: &Sections,
        counts: &[Count],
        clauses: &mut Vec<Vec<Lit>>,
    ) {
        for (index, start) in self.starts.iter().enumerate() {
            let within = self.updates.iter().zip(&sections.first[index]);
            let within: Vec<Lit> = within
                .map(|(update, &first)| circuit.or(!update.writes, first))
                .collect();
            let within = circuit.all(within);
            for observer in &self.observers {
                let unary = counts.iter().map(|count| {
                    let weighed = observer
                        .seen
                        .iter()
                        .copied()
                        .zip(count.weights.iter().copied());
                    Unary::new(circuit, &count.sums, &weighed.collect::<Vec<_>>())
                });
                let unary: Vec<Unary> = unary.collect();
                let unary: Vec<&Unary> = unary.iter().collect();
                for (began, value) in self.values(start) {
                    for (mut clause, sums) in self.cases(counts, &unary, [began, within]) {
                        clause.push(!observer.reads);
                        if let Some(value) = self.tally.left(value, &sums) {
                            clause.push(observer.found.is(circuit, value));
                        }
                        clauses.push(clause);
                    }
                }
            }
        }
    }
}
