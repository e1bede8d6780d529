//! How executions end: the final values of locations and registers.

use crate::axiomatic::candidate::condition::Ending;
use crate::axiomatic::candidate::values::{Sym, select};
use crate::program::{LocationId, RegisterId, ThreadId};
use crate::sat::{Circuit, Lit};

use super::accesses::Kind;
use super::cells::CellWrite;
use super::encoding::{Encoding, can_share};
use crate::verdict::machine::Rule;

/// The final value of a location.
pub type Last = Sym;

impl Encoding<'_> {
    /// All that counts for the final value of a location. What its owner holds to the end must be
    /// shared by then.
    pub fn deliveries(&mut self, location: LocationId) -> Vec<CellWrite> {
        let mut deliveries = Vec::new();
        for store in 0..self.operations.len() {
            if self.circuit.is_full() {
                break;
            }
            let operation = self.operations[store].clone();
            let there = operation.at(location);
            if there == Lit::FALSE || operation.writes == Lit::FALSE {
                continue;
            }
            let sharing = operation
                .sharing
                .filter(|_| can_share(&self.layout, self.model, operation.kind, location));
            let (point, happens) = match (sharing, operation.kind) {
                (Some(point), _) => {
                    let owned = self.owned(store, location, None);
                    let rule = self.rule(Rule::ShareAll, location);
                    self.circuit.clause(&[!rule, !owned, operation.shared]);
                    (point, operation.shared)
                }
                (None, Kind::Store | Kind::Update(_)) => (store, operation.writes),
                (None, _) => continue,
            };
            deliveries.push(CellWrite {
                point,
                active: self.circuit.and(happens, there),
                by: store,
                borrowed: false,
            });
        }
        deliveries
    }
}

impl Ending for Encoding<'_> {
    fn circuit(&mut self) -> &mut Circuit {
        &mut self.circuit
    }

    fn register(&mut self, thread: ThreadId, register: RegisterId) -> Sym {
        let value = self.unrolled.threads[thread.0].registers[register.0];
        self.values.value(&mut self.circuit, value)
    }

    /// The final value of a location: what was last delivered, once nothing is left to share.
    fn final_value(&mut self, location: LocationId) -> Sym {
        let location = self.program.location(location).physical;
        if let Some(known) = self.last.get(&location) {
            return known.clone();
        }
        let deliveries = self.deliveries(location);
        let mut value = Sym::constant(self.program.location(location).initial);
        for (index, delivery) in deliveries.iter().enumerate() {
            let mut all = vec![delivery.active];
            for (other, write) in deliveries.iter().enumerate() {
                if other != index {
                    let earlier = self.before(write.point, delivery.point);
                    all.push(self.circuit.or(!write.active, earlier));
                }
            }
            let last = self.circuit.all(all);
            let written = self.operations[delivery.by].written.clone();
            value = select(&mut self.circuit, last, &written, &value);
        }
        self.last.insert(location, value.clone());
        value
    }
}
