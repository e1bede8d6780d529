//! Atomics of a thread that is walked alone.

use crate::kernel::interpret::state::{READS, State, Taint};

use super::ages::age;
use super::cells::Datum;
use super::graph::Edge;
use super::next::{Next, Reach};
use super::stamps::Stamp;
use super::walk::{Moment, Past, Trail, Walk};

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
        let values = self.expected_first(at, cell, self.found(at, past, cell));
        let before = self.state(moment);
        let Next::Access(reach) = self.next(&before) else {
            return Vec::new();
        };
        let last = reach.pieces.iter().rposition(|piece| piece.cell.is_some());
        let here = moment.pending.len();
        let mut ways = self.no_ways();
        for (old, aged) in values {
            let mut past = past.clone();
            past.read(bit, (cell, aged));
            let expected = self.expects(at, &mut past, bit, (cell, old));
            let mut pending = moment.pending.clone();
            pending.push(Some((old, bit)));
            if last > Some(here) {
                self.know.sets(cell);
                // What it writes here is known once it has read the rest.
                let edge = self.go_on(at, moment, past.clone(), pending, Some((old, None)));
                ways.keep(edge, past, expected);
                continue;
            }
            let mut state = before.clone();
            let mut trail = Trail::default();
            self.put(&mut state, &reach, &pending);
            self.machine.telling = true;
            self.step(&mut state, false, &mut trail);
            self.machine.telling = false;
            let told = std::mem::take(&mut self.machine.events);
            let writes = told
                .iter()
                .flat_map(|event| &event.elements)
                .any(|element| element.written.is_some());
            let left = Self::left_by(&state, &reach, &pending, writes);
            self.restore(&mut state, &reach);
            let mut also: Vec<Datum> = Vec::new();
            for (cell, old, new) in left.into_iter().flatten() {
                let from = data | new.1 & READS | self.graph.nodes[at].address;
                let age = age(&past, cell, from);
                self.sharpen_written(&past, cell, new.0, from);
                let blurs = self.know.blurs(cell);
                let new = self.know.blurred(cell, new.0);
                also.push(new);
                // Whether it leaves what it found is not known where values are open.
                if new != old || blurs || !self.know.strong(cell) {
                    *past.wrote.entry(cell).or_default() += 1;
                    self.doubts(at, &mut past, cell);
                }
                // A value that is open may be what was found.
                if new.bits != old.bits && new.flags == 0 && old.flags == 0 {
                    *past.changed.entry(cell).or_default() += 1;
                }
                if !self.is_unexpected(at, &past, from) {
                    let left = new == old && !blurs && new.flags == 0;
                    let stamp = Stamp {
                        left,
                        ..Stamp::of(&past, self.thread, cell)
                    };
                    self.know.add(cell, new, age, stamp);
                }
                self.leaves(&mut past, cell, new);
                self.counted(at, &mut past, (cell, old, new));
                self.adds(at, &mut past, (cell, old, new));
                // Of several cells each is an access of its own: who reads what all of them write follows no run.
                if reach.pieces.len() == 1 {
                    self.writes_along(&past, new);
                }
            }
            if !writes && self.hangs_on(at) == 0 {
                self.failed(at, &mut past, (cell, old));
            }
            let new = also.pop();
            if !expected && ways.instead(&past, old, new, &also) {
                continue;
            }
            let mut edge = self.arrive(state, past.clone(), at, Some((old, new)));
            edge.also = also;
            edge.notes.splice(0..0, trail.notes);
            ways.keep(edge, past, expected);
        }
        ways.edges
    }

    /// What an atomic that writes leaves in each cell: the cell, what it found, and what it wrote with what that is
    /// computed from.
    fn left_by(
        state: &State,
        reach: &Reach,
        pending: &[Option<(Datum, u32)>],
        writes: bool,
    ) -> Vec<Option<Left>> {
        if !writes {
            return Vec::new();
        }
        let memory = &state.memory[reach.region];
        let pieces = reach.pieces.iter().zip(pending);
        let left = pieces.map(|(piece, read)| {
            let (cell, (old, _)) = (piece.cell?, (*read)?);
            let left = memory.read(reach.offset(piece.bytes), piece.bytes.bytes);
            let left = left.unwrap_or_default();
            Some((cell, old, (Datum::new(left.bits, left.taint), left.taint)))
        });
        left.collect()
    }
}

/// What an atomic leaves in a cell.
type Left = (usize, Datum, (Datum, Taint));
