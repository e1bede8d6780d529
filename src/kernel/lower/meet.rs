//! Places where threads meet, in a thread that is walked alone.

use std::sync::Arc;

use crate::kernel::arithmetic::cut;
use crate::kernel::interpret::finding::Finding;
use crate::kernel::interpret::lanes::ANYWHERE;
use crate::kernel::interpret::machine::Machine;
use crate::kernel::interpret::state::{READS, State, Taint};
use crate::ptx::operation::Operation;
use crate::ptx::types::Type;

use super::cells::{Age, Datum};
use super::graph::{Edge, Meet, Node, Note, Stand, Stopped, What};
use super::meetings::{Meeting, Round};
use super::walk::{Moment, Past, Walk};

impl Walk<'_, '_> {
    /// A place where threads meet: each round has a name of its own, so that whoever has exited is not waited for.
    pub fn meet(&mut self, node: &mut Node, mut state: State, moment: &Moment, past: &Past) {
        let operation = self.operation(&state);
        self.machine.decided = 0;
        let meet = if let Operation::Barrier { .. } = operation {
            self.barrier(&mut state, &operation)
        } else {
            self.lanes(node, &mut state, &operation)
        };
        let (function, at) = node.place;
        let found = std::mem::take(&mut self.machine.found);
        let found = found.into_keys();
        let found = found.map(|finding| Note::Found(finding, function, at));
        node.notes.extend(found);
        let gaps = std::mem::take(&mut self.machine.gaps);
        node.notes.extend(gaps.into_iter().map(Note::Gap));
        let Some(mut meet) = meet.filter(|_| !state.over) else {
            self.over(node);
            return;
        };
        node.guard |= self.machine.decided & READS;
        if node.guard != 0 && meet.with.whole().is_some() {
            // Nothing that comes after it hangs on whether the thread came, nor what others find.
            let block = self.machine.setup.threads[self.thread].block;
            self.know.grown |= self.know.doubtful.insert(block);
        }
        meet.round = past.round(meet.with);
        let name = self.know.meeting(meet.with, meet.round);
        self.know.meeting(meet.with, Round::ANY);
        if let Some((datum, data)) = meet.says {
            let whole = behind(past, data);
            self.know
                .say(name, self.thread, Some(datum), Age { whole, own: 0 });
        }
        let alone = meet.with.group(self.machine.setup, self.thread).len() < 2;
        if meet.hears && !alone {
            self.take_bit(node, moment);
        }
        node.what = What::Meet(meet);
    }

    fn barrier(&mut self, state: &mut State, operation: &Operation) -> Option<Meet> {
        let Operation::Barrier {
            id,
            count,
            arrives,
            reduction,
            aligned,
        } = *operation
        else {
            return None;
        };
        let (id, count) = self.machine.which(state, self.thread, id, count)?;
        let mut says = (Datum::new(0, 0), 0);
        if let Some((_, _, said)) = reduction {
            let value = self
                .machine
                .operand(state, self.thread, said, Type::PREDICATE);
            let taint = value.map_or(0, |value| value.taint);
            let bits = self
                .machine
                .deciding(state, self.thread, said, Type::PREDICATE)?;
            says = (Datum::new(bits & 1, 0), taint & READS);
        }
        Some(Meet {
            with: Meeting::Barrier { id, count },
            round: Round::of(0),
            arrives,
            aligned,
            orders: true,
            hears: reduction.is_some(),
            says: (!arrives).then_some(says),
        })
    }

    fn lanes(&mut self, node: &mut Node, state: &mut State, operation: &Operation) -> Option<Meet> {
        let mask = operation.mask()?;
        let mask = self.machine.deciding(state, self.thread, mask, Type::B32)?;
        let mask = cut(mask, 32);
        let it = self.machine.setup.threads[self.thread];
        let (function, at) = node.place;
        if mask >> it.lane() & 1 == 0 {
            node.notes
                .push(Note::Found(Finding::OutsideMask, function, at));
            return None;
        }
        let depth = state.threads[self.thread].frames.len();
        let orders = matches!(operation, Operation::WarpBarrier { .. });
        let hears = !orders && !matches!(operation, Operation::Elect { .. });
        let mut says = (Datum::new(0, 0), 0);
        if hears {
            let value = self.said(state, operation).first().copied()?;
            says = (Datum::new(value.bits, value.taint), value.taint & READS);
        }
        Some(Meet {
            with: Meeting::Lanes {
                warp: it.warp(),
                at: if orders && self.machine.setup.module.meets_anywhere() {
                    ANYWHERE
                } else {
                    (function, at, depth)
                },
                mask,
            },
            round: Round::of(0),
            arrives: false,
            aligned: false,
            orders,
            hears,
            says: Some(says),
        })
    }

    /// A number for the moment of a node and as much of its past as those who meet there do not have in common.
    fn stand(&mut self, node: usize, meet: &Meet, guard: Taint) -> Stand {
        let (moment, mut past) = self.moments[node].clone();
        past.rounds.retain(|other, _| !meet.with.includes(other));
        let wrote = past.wrote.keys().copied();
        let settled = wrote.filter(|cell| self.settles((meet, guard), &past, *cell));
        let settled: Vec<usize> = settled.collect();
        for cell in &settled {
            past.wrote.remove(cell);
            past.changed.remove(cell);
        }
        let count = self.stands.len();
        Stand {
            number: *self.stands.entry((moment, past)).or_insert(count),
            settled: !settled.is_empty(),
        }
    }

    /// Nothing comes after this.
    pub fn over(&self, node: &mut Node) {
        node.what = What::Stop {
            how: Stopped::Over,
            finals: vec![Arc::default(); self.outputs.len()],
        };
    }

    /// The ways on from a place where threads meet: one for each thing that can be heard.
    pub fn pass(&mut self, at: usize, moment: &Moment, past: &Past, meet: Meet) -> Vec<Edge> {
        let mut past = past.clone();
        *past.rounds.entry(meet.with).or_default() += 1;
        let state = self.state(moment);
        let mut edges = Vec::new();
        let (all, others) = self.hear(&state, &meet);
        let bit = self.graph.nodes[at].bit.filter(|_| !others.is_empty());
        self.graph.nodes[at].heard = others;
        let several = all.len() > 1;
        let guard = self.graph.nodes[at].guard;
        for heard in all {
            let mut state = state.clone();
            let mut past = past.clone();
            let it = Arc::make_mut(&mut state.threads[self.thread]);
            for (target, mut value, ty) in heard.results {
                if let Some(bit) = bit
                    && value.taint & HEARD != 0
                {
                    value.taint |= 1 << bit;
                }
                value.taint = value.taint & !HEARD | guard;
                self.machine.set(it, target, value, ty);
            }
            if let Some(bit) = bit {
                let age = Age {
                    whole: heard.whole,
                    own: 0,
                };
                past.read(bit, (usize::MAX, age));
            }
            Machine::go_on(&mut state, self.thread);
            let mut edge = self.arrive(state, past, at, None);
            edge.stand = edge.to.map(|to| self.stand(to, &meet, guard));
            if several {
                edge.given = heard.given;
            }
            edges.push(edge);
        }
        edges
    }
}

/// The taint of what other threads say, until a bit of this thread stands for it: no flag and no bit of a read that
/// is used when it is set.
pub const HEARD: Taint = 4;

/// How many writes are at least behind a value that is computed from these reads.
#[must_use]
pub fn behind(past: &Past, data: Taint) -> u32 {
    let reads = past.ages.iter();
    let those = reads.filter(|(bit, _)| data >> *bit & 1 == 1);
    those.map(|(_, (_, age))| age.whole).max().unwrap_or(0)
}
