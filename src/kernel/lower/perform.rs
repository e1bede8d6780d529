//! What a node does, and the ways on from it.

use crate::kernel::interpret::finding::Finding;
use crate::kernel::interpret::state::{READS, State, Taint, UNSEEN};
use crate::ptx::operation::{Operand, Operation, Update};
use crate::ptx::types::Type;

use super::ages::age;
use super::cells::{Age, Datum};
use super::graph::{Edge, Node, Note, What};
use super::next::{Next, Reach};
use super::node::live;
use super::stamps::{Reader, Stamp};
use super::walk::{Failure, Moment, Past, Trail, Walk};

/// The first bit that stands for a read.
const FIRST: u32 = READS.trailing_zeros();

impl Walk<'_, '_> {
    /// What the thread does next.
    #[must_use]
    pub fn operation(&self, state: &State) -> Operation {
        let instruction = self.machine.instruction(&state.threads[self.thread]);
        instruction.map_or(Operation::Nothing, |one| one.operation.clone())
    }

    /// Fills in an access of the next element.
    pub fn access(
        &mut self,
        node: &mut Node,
        state: &State,
        (moment, past): (&Moment, &Past),
        reach: &Reach,
    ) {
        let piece = reach.pieces.get(moment.pending.len());
        let Some((piece, cell)) = piece.and_then(|piece| Some((piece, piece.cell?))) else {
            return;
        };
        let (access, of) = (reach.access, piece.of);
        let operation = self.operation(state);
        // Of some of it nothing may be seen.
        self.know.hidden |= reach.pieces.len() > 1;
        if let Operation::Atomic { op, .. } = operation {
            self.know.updates(cell, op);
        }
        if let Operation::Store { values, .. } = operation {
            let operand = values.get(reach.element(piece)).copied();
            let value = operand
                .and_then(|one| {
                    self.machine
                        .operand(state, self.thread, one, access.ty)
                        .ok()
                })
                .unwrap_or_default();
            let datum = piece.element.piece(value, piece.bytes);
            let data = value.taint & READS;
            self.sharpen_written(past, cell, datum, data);
            let datum = self.know.blurred(cell, datum);
            node.what = What::Write {
                cell,
                of,
                access,
                datum,
                data,
            };
        } else if let Operation::Atomic {
            op, dst, operands, ..
        } = operation
        {
            let uses_old = op != Update::Exch;
            let before = moment.pending.iter().flatten();
            let before = before.fold(0, |all, (_, bit)| all | 1 << bit);
            node.what = What::Update {
                cell,
                of,
                access,
                uses_old,
                reduces: dst.is_none() && !matches!(op, Update::Exch | Update::Cas),
                data: self.data(state, &operands, access.ty) | if uses_old { before } else { 0 },
            };
            self.know.looks(cell, self.thread);
            self.take_bit(node, moment);
        } else {
            if access.non_coherent && self.is_written_meanwhile(cell) {
                let address = self.know.cells[cell].address;
                let (function, at) = node.place;
                node.notes
                    .push(Note::Found(Finding::NonCoherent(address), function, at));
            }
            self.know.looks(cell, self.thread);
            node.what = What::Read { cell, of, access };
            self.take_bit(node, moment);
        }
    }

    /// The reads that operands are computed from.
    #[must_use]
    pub fn data(&self, state: &State, operands: &[Operand], ty: Type) -> Taint {
        let values = operands
            .iter()
            .filter_map(|one| self.machine.operand(state, self.thread, *one, ty).ok());
        values.fold(0, |all, value| all | value.taint) & READS
    }

    /// A bit that no live value has.
    pub fn take_bit(&mut self, node: &mut Node, moment: &Moment) {
        let used = live(moment);
        node.bit = (FIRST..UNSEEN.trailing_zeros()).find(|bit| used >> bit & 1 == 0);
        if node.bit.is_none() {
            let (function, at) = node.place;
            self.failure
                .get_or_insert(Failure::Deep(self.thread, function, at));
        }
    }

    pub fn fence(&self, node: &mut Node, state: &State) {
        if let Operation::Fence { sequential, scope } = self.operation(state) {
            node.what = What::Fence { sequential, scope };
        }
    }

    /// Finds the ways on from a node.
    pub fn expand(&mut self, at: usize) {
        let (moment, mut past) = self.moments[at].clone();
        let what = self.graph.nodes[at].what.clone();
        if what.accessed().is_some() {
            self.takes_turn(&mut past);
        }
        let edges = match what {
            What::Stop { .. } => Vec::new(),
            What::Read { cell, access, .. } => {
                let other = access.non_coherent && self.is_written_meanwhile(cell);
                let found = if other && self.excluded.along.is_none() {
                    self.know.found(cell, None)
                } else {
                    self.found(at, &past, cell)
                };
                self.read(at, &moment, &past, cell, found)
            }
            What::Update { cell, data, .. } => self.update(at, &moment, &past, cell, data),
            What::Write {
                cell, datum, data, ..
            } => {
                let age = age(&past, cell, data | self.graph.nodes[at].address);
                if self.counts(cell) {
                    *past.wrote.entry(cell).or_default() += 1;
                    *past.changed.entry(cell).or_default() += 1;
                    self.doubts(at, &mut past, cell);
                } else {
                    past.unread += 1;
                }
                if !self.is_unexpected(at, &past, data) {
                    let stamp = Stamp::of(&past, self.thread, cell);
                    self.know.add(cell, datum, age, stamp);
                    self.know.sets(cell);
                }
                self.leaves(&mut past, cell, datum);
                self.writes_along(&past, datum);
                let mut pending = moment.pending.clone();
                pending.push(None);
                vec![self.go_on(at, &moment, past, pending, None)]
            }
            What::Fence { .. } => vec![self.go_on(at, &moment, past, Vec::new(), None)],
            What::Meet(meet) => self.pass(at, &moment, &past, meet),
            What::Gather(groups) => self.gathered(at, &moment, &past, &groups),
            What::Choose => self.forked(at, &moment, &past),
        };
        self.sharpen_told(at, &edges);
        self.graph.nodes[at].edges = edges;
    }

    /// Whether it matters how often a thread has written a cell: where nobody looks, only that it wrote anything does.
    fn counts(&self, cell: usize) -> bool {
        let looked_at = self.know.looked_at.contains_key(&cell);
        looked_at || self.know.has_one_writer(self.machine.setup, cell)
    }

    fn read(
        &mut self,
        at: usize,
        moment: &Moment,
        past: &Past,
        cell: usize,
        found: Vec<(Datum, Age)>,
    ) -> Vec<Edge> {
        let Some(bit) = self.graph.nodes[at].bit else {
            return Vec::new();
        };
        let mut ways = self.no_ways();
        for (datum, age) in self.expected_first(at, cell, found) {
            let mut past = past.clone();
            past.read(bit, (cell, age));
            let expected = self.expects(at, &mut past, bit, (cell, datum));
            self.looked(at, &mut past, (cell, datum));
            if !expected && ways.instead(&past, datum, None, &[]) {
                continue;
            }
            let mut pending = moment.pending.clone();
            pending.push(Some((datum, bit)));
            let edge = self.go_on(at, moment, past.clone(), pending, Some((datum, None)));
            ways.keep(edge, past, expected);
        }
        ways.edges
    }

    /// What a node can find in a cell, each with how old it is.
    #[must_use]
    pub fn found(&self, at: usize, past: &Past, cell: usize) -> Vec<(Datum, Age)> {
        if let Some(found) = self.along(at, past, cell) {
            return found;
        }
        let setup = self.machine.setup;
        let sure = past.unsure.count(cell, self.hangs_on(at)) == 0;
        let own = sure && self.know.is_own(cell, self.thread);
        let own = own.then(|| {
            let left = past.left.get(&cell).copied();
            left.unwrap_or_else(|| self.know.first(setup, cell))
        });
        let reader = self.reader(at, past, cell);
        let mut found = self.know.found(cell, reader.as_ref());
        found.retain(|(datum, _)| own.is_none_or(|own| own == *datum));
        self.leave_out(at, past, cell, &mut found);
        found
    }

    /// What a node is as a reader of a cell; what models say of bytes that are used at several sizes is less.
    #[must_use]
    pub fn reader(&self, at: usize, past: &Past, cell: usize) -> Option<Reader<'_>> {
        (!self.know.is_aliased(cell)).then(|| {
            let called = self.moments[at].0.thread.frames.len() > 1;
            let place = (!called).then(|| self.graph.nodes[at].place);
            let bytes = (cell, self.know.cells[cell]);
            let told = (self.machine.setup, self.excluded);
            let unsure = past.unsure.count(cell, self.hangs_on(at));
            let reader = Reader::new(told, (self.thread, past, unsure), bytes, place);
            reader.doubting(&self.know.doubtful)
        })
    }

    /// Remembers what a thread wrote.
    pub fn leaves(&mut self, past: &mut Past, cell: usize, datum: Datum) {
        self.know.writes(cell, self.thread);
        if self.know.is_own(cell, self.thread) {
            past.left.insert(cell, datum);
        }
    }

    /// Goes on to the next piece that is a cell, or behind the instruction.
    pub fn go_on(
        &mut self,
        at: usize,
        moment: &Moment,
        past: Past,
        mut pending: Vec<Option<(Datum, u32)>>,
        on: Option<(Datum, Option<Datum>)>,
    ) -> Edge {
        let mut state = self.state(moment);
        let mut trail = Trail::default();
        let next = self.next(&state);
        if let Next::Access(reach) = &next {
            let private = |at: usize| {
                reach
                    .pieces
                    .get(at)
                    .is_some_and(|piece| piece.cell.is_none())
            };
            while private(pending.len()) {
                pending.push(None);
            }
            if pending.len() < reach.pieces.len() {
                let to = self.node(&state, past, pending, at, next);
                self.graph.nodes[to].follows = true;
                return Edge {
                    on: on.map(|(read, _)| read),
                    new: None,
                    also: Vec::new(),
                    given: Vec::new(),
                    to: Some(to),
                    decided: 0,
                    wandered: 0,
                    opened: false,
                    notes: Vec::new(),
                    stand: None,
                };
            }
            self.finish(&mut state, reach, &pending, &mut trail);
        } else {
            self.step(&mut state, false, &mut trail);
        }
        let mut edge = self.arrive(state, past, at, on);
        edge.notes.splice(0..0, trail.notes);
        edge
    }
}
