//! Barriers of a thread that is walked alone.

use std::sync::Arc;

use crate::kernel::arithmetic::cut;
use crate::kernel::interpret::finding::{Finding, Gap};
use crate::kernel::interpret::machine::Machine;
use crate::kernel::interpret::state::{READS, State, Status};
use crate::ptx::operation::{Operand, Operation};
use crate::ptx::types::Type;

use super::graph::{Edge, Node, Note, Stopped, What};
use super::walk::{Moment, Past, Trail, Walk};

impl Walk<'_, '_> {
    /// A barrier: each round has a name of its own, so that whoever has exited is not waited for.
    pub fn meet(&mut self, node: &mut Node, mut state: State, past: &Past) {
        let operation = self.operation(&state);
        self.machine.decided = 0;
        let setup = self.machine.setup;
        let (key, count, arrives, aligned) = if let Operation::Barrier {
            id,
            count,
            arrives,
            reduction,
            aligned,
        } = operation
        {
            if reduction.is_some()
                && setup.blocks[setup.threads[self.thread].block].threads.len() > 1
            {
                self.refuse(
                    node,
                    "a barrier that reduces, in executions that are no interleavings",
                );
                return;
            }
            let id = self
                .machine
                .deciding(&mut state, self.thread, id, Type::U32);
            let count = count.map(|count| {
                self.machine
                    .deciding(&mut state, self.thread, count, Type::U32)
                    .unwrap_or(0)
            });
            let id = cut(id.unwrap_or(0), 32);
            ((0, id, 0), count, arrives, aligned)
        } else if let Operation::WarpBarrier { mask } = operation {
            let mask = self
                .machine
                .deciding(&mut state, self.thread, mask, Type::B32);
            let mask = cut(mask.unwrap_or(0), 32);
            let warp = setup.threads[self.thread].warp();
            if mask >> setup.threads[self.thread].lane() & 1 == 0 {
                let (function, at) = node.place;
                node.notes
                    .push(Note::Found(Finding::OutsideMask, function, at));
                self.over(node);
                return;
            }
            ((warp + 1, 0, mask), None, false, false)
        } else {
            return;
        };
        node.guard |= self.machine.decided & READS;
        let round = past.rounds.get(&key).copied().unwrap_or(0);
        let name = self
            .know
            .meeting(key, if count.is_some() { u32::MAX } else { round });
        node.what = What::Meet {
            name,
            count: count.map(u64::cast_signed),
            arrives,
            aligned,
        };
    }

    fn over(&self, node: &mut Node) {
        node.what = What::Stop {
            how: Stopped::Over,
            finals: vec![Arc::default(); self.outputs.len()],
        };
    }

    fn refuse(&self, node: &mut Node, why: &str) {
        let (function, at) = node.place;
        node.notes
            .push(Note::Gap(Gap::Refused(function, at, why.to_owned())));
        self.over(node);
    }

    pub fn pass(&mut self, at: usize, moment: &Moment, mut past: Past) -> Edge {
        let mut state = self.state(moment);
        let operation = self.operation(&state);
        let setup = self.machine.setup;
        let number = |walk: &Self, operand: Operand| {
            let value = walk
                .machine
                .operand(&state, walk.thread, operand, Type::U32);
            value.map_or(0, |value| cut(value.bits, 32))
        };
        let mut alone = false;
        let key = if let Operation::Barrier { id, reduction, .. } = operation {
            alone = reduction.is_some();
            (0, number(self, id), 0)
        } else if let Operation::WarpBarrier { mask } = operation {
            let warp = setup.threads[self.thread].warp();
            (warp + 1, 0, number(self, mask))
        } else {
            (0, 0, 0)
        };
        *past.rounds.entry(key).or_default() += 1;
        let mut trail = Trail::default();
        if alone {
            // Alone in its block, it is its own quorum.
            self.step(&mut state, false, &mut trail);
            Arc::make_mut(&mut state.threads[self.thread]).status = Status::Ready;
        } else {
            Machine::go_on(&mut state, self.thread);
        }
        let mut edge = self.arrive(state, past, at, None);
        edge.notes.splice(0..0, trail.notes);
        edge
    }
}
