//! Atomics of a thread that is walked alone.

use std::sync::Arc;

use crate::kernel::interpret::state::{READS, Taint, Value};

use super::cells::Datum;
use super::graph::Edge;
use super::next::Next;
use super::walk::{Moment, Past, Trail, Walk, age};

impl Walk<'_, '_> {
    pub fn update(
        &mut self,
        at: usize,
        moment: &Moment,
        past: &Past,
        cell: usize,
        data: Taint,
    ) -> Vec<Edge> {
        let Some(bit) = self.graph.nodes[at].bit else {
            return Vec::new();
        };
        let values = self.found(past, cell);
        let before = self.state(moment);
        let Next::Access(reach) = self.next(&before) else {
            return Vec::new();
        };
        let mut edges = Vec::new();
        for (old, aged) in values {
            let mut past = past.clone();
            let mut state = before.clone();
            let mut trail = Trail::default();
            past.ages.insert(bit, (cell, aged));
            let value = Value {
                bits: old.bits,
                taint: old.flags | 1 << bit,
            };
            let bytes = Arc::make_mut(&mut state.memory[reach.region]);
            let _ = bytes.write(reach.offset, reach.size, value);
            self.machine.telling = true;
            self.step(&mut state, false, &mut trail);
            self.machine.telling = false;
            let told = std::mem::take(&mut self.machine.events);
            let writes = told
                .iter()
                .flat_map(|event| &event.elements)
                .any(|element| element.3.is_some());
            let left = state.memory[reach.region].read(reach.offset, reach.size);
            let left = left.unwrap_or_default();
            self.restore(&mut state, reach.region, reach.offset, reach.size);
            let new = Datum::new(left.bits, left.taint);
            if writes {
                let from = data | left.taint & READS | self.graph.nodes[at].address;
                let age = age(&past, cell, from);
                self.know.add(cell, new, age);
                self.leaves(&mut past, cell, new);
                if new != old || !self.know.strong(cell) {
                    *past.wrote.entry(cell).or_default() += 1;
                }
            }
            let on = Some((old, writes.then_some(new)));
            let mut edge = self.arrive(state, past, at, on);
            edge.notes.splice(0..0, trail.notes);
            edges.push(edge);
        }
        edges
    }
}
