//! What an order keeps of program order, and of barriers.

use std::collections::BTreeMap;

use crate::model::relation::base::BaseRelation;
use crate::program::events::EventKind;
use crate::program::symbolic::EventId;
use crate::sat::Lit;

use super::Builder;

/// What an order has of an event: its points, when it is executed, and whether it is a barrier.
struct Placed {
    event: EventId,
    points: Vec<usize>,
    executed: Lit,
    barrier: bool,
}

impl Builder<'_, '_> {
    /// The events in the order of the unrolled program.
    fn placed(&self) -> Vec<Placed> {
        let mut known: BTreeMap<EventId, Placed> = BTreeMap::new();
        for (at, point) in self.points.iter().enumerate() {
            let event = point.at.event;
            // The read of an atomic comes first; its write may fail.
            let placed = known.entry(event).or_insert_with(|| Placed {
                event,
                points: Vec::new(),
                executed: point.executed,
                barrier: point.barrier,
            });
            placed.points.push(at);
        }
        known.into_values().collect()
    }

    /// A pair of one thread is in the order, or reversed; two barriers are never reversed. The second are the reversed pairs
    /// that a fence stands between.
    pub(super) fn program_order(&mut self) -> (Vec<Lit>, Vec<Lit>) {
        let (mut result, mut across) = (Vec::new(), Vec::new());
        let events = self.placed();
        let thread =
            |event: EventId, builder: &Self| builder.encoding.frame.unrolled.events[event.0].thread;
        for (position, first) in events.iter().enumerate() {
            for second in &events[position + 1..] {
                if thread(first.event, self) != thread(second.event, self) {
                    continue;
                }
                let both = self.circuit().and(first.executed, second.executed);
                if both == Lit::FALSE {
                    continue;
                }
                let fixed = first.barrier && second.barrier;
                let kept = if fixed {
                    both
                } else {
                    self.circuit().variable()
                };
                for &from in &first.points {
                    for &to in &second.points {
                        self.demand(from, to, kept);
                    }
                }
                if !fixed {
                    let reversed = self.circuit().and(both, !kept);
                    result.push(reversed);
                    let fences = self.fences(first.event, second.event);
                    let fenced = self.circuit().any(fences);
                    across.push(self.circuit().and(reversed, fenced));
                }
            }
        }
        across.retain(|lit| *lit != Lit::FALSE);
        (result, across)
    }

    /// When each fence between two events of a thread is executed.
    fn fences(&self, first: EventId, second: EventId) -> Vec<Lit> {
        let frame = &self.encoding.frame;
        let thread = frame.unrolled.events[first.0].thread;
        let between = (first.0..second.0).filter(|&event| {
            let event = &frame.unrolled.events[event];
            event.thread == thread && matches!(event.kind, EventKind::Fence(_))
        });
        between
            .map(|event| frame.executed[frame.nodes.of_event[event].0])
            .collect()
    }

    /// A thread comes to a barrier before it goes on, and before those go on who wait for it.
    pub(super) fn barriers(&mut self) {
        let events = self.placed();
        let barriers: Vec<&Placed> = events.iter().filter(|one| one.barrier).collect();
        if barriers.is_empty() {
            return;
        }
        let meets = self.encoding.frame.relation(BaseRelation::SyncBarrier);
        for from in &barriers {
            for to in &barriers {
                let (&[comes, _], &[_, goes]) = (&from.points[..], &to.points[..]) else {
                    continue;
                };
                let lit = if from.event == to.event {
                    from.executed
                } else {
                    meets.get(self.points[comes].node, self.points[goes].node)
                };
                self.demand(comes, goes, lit);
            }
        }
    }
}
