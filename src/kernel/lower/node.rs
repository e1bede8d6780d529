//! What a thread does at a moment, as a node.

use std::sync::Arc;

use crate::kernel::interpret::finding::Gap;
use crate::kernel::interpret::state::{READS, Taint};

use super::graph::{Node, Note, Stopped, What};
use super::next::Next;
use super::walk::{Moment, Past, Walk};

impl Walk<'_, '_> {
    pub fn make(
        &mut self,
        moment: &Moment,
        past: &Past,
        place: (usize, usize),
        next: Next,
        beyond: bool,
    ) -> Node {
        let mut node = Node {
            what: What::Stop {
                how: Stopped::Beyond,
                finals: Vec::new(),
            },
            place,
            address: 0,
            guard: 0,
            bit: None,
            edges: Vec::new(),
            notes: Vec::new(),
            follows: false,
            heard: Vec::new(),
            rounds: Arc::new(past.rounds.clone()),
        };
        if beyond {
            return node;
        }
        let state = self.state(moment);
        if let Some(instruction) = self.machine.instruction(&moment.thread)
            && let Some((register, _)) = instruction.guard
        {
            node.guard = moment.thread.register(register).taint & READS;
        }
        match next {
            Next::Alone { .. } => {}
            Next::Stop => {
                let exited = moment.thread.frames.is_empty();
                let finals = self.outputs.iter();
                node.what = What::Stop {
                    how: if exited {
                        Stopped::Exited
                    } else {
                        Stopped::Over
                    },
                    finals: finals
                        .map(|&region| Arc::clone(&moment.memory[region]))
                        .collect(),
                };
            }
            Next::Spin => {
                node.what = What::Stop {
                    how: Stopped::Spins,
                    finals: Vec::new(),
                };
            }
            Next::Refused(why) => {
                let gap = Gap::Refused(place.0, place.1, why);
                node.notes.push(Note::Gap(gap));
                node.what = What::Stop {
                    how: Stopped::Over,
                    finals: Vec::new(),
                };
            }
            Next::Access(reach) => {
                node.address = reach.from;
                self.access(&mut node, &state, (moment, past), &reach);
            }
            Next::Fence => self.fence(&mut node, &state),
            Next::Meet => self.meet(&mut node, state, moment, past),
            Next::Gather => self.come_together(&mut node, &state, past),
            Next::Choose => {
                self.sharpen_read(past, node.guard);
                node.what = What::Choose;
            }
        }
        node
    }
}

/// The bits of the reads that a moment's values are computed from.
#[must_use]
pub fn live(moment: &Moment) -> Taint {
    let mut all = 0;
    let mut more = |taints: &[Taint]| {
        for taint in taints {
            all |= taint;
        }
    };
    for frame in &moment.thread.frames {
        for value in &frame.registers {
            more(&[value.taint]);
        }
        let bytes = frame.arguments.iter().chain(&frame.results);
        for bytes in bytes.chain(&frame.params) {
            more(&bytes.taint);
        }
    }
    more(&moment.thread.local.taint);
    for region in &moment.memory {
        more(&region.taint);
    }
    for (_, bit) in moment.pending.iter().flatten() {
        all |= 1 << bit;
    }
    all & READS
}
