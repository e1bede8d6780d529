//! Executions in which threads wait for ever: each thread ends, stops at a barrier that nobody completes,
//! or stays in a lap all of whose reads find writes that nothing follows.
//!
//! Such a lap can be taken again and again: it wrote nothing and left no register to the next, so the thread
//! comes to it as before; and nothing leads from a read of a last write to anything but the rest of its
//! thread, so one more lap closes no cycle. A thread that waits for ever and gets to see every write some
//! time takes such a lap: there are only so many writes once all others have ended or wait, too.

use crate::program::ThreadId;
use crate::program::events::{EventKind, Spin};
use crate::sat::Lit;

use super::frame::Frame;

/// What threads that wait for ever do.
#[derive(Debug, Clone)]
pub struct Pauses<'a> {
    /// The laps in which threads may stay.
    pub spins: &'a [Spin],
    /// For each of these laps, that its thread stays there.
    pub stays: Vec<Lit>,
    /// For each barrier that waits, by its node: its thread goes no further.
    pub stops: Vec<(usize, Lit)>,
    /// For each thread: it stops at one of its barriers.
    pub stopped: Vec<Lit>,
    /// Some thread does not end.
    pub some: Lit,
}

impl<'a> Pauses<'a> {
    /// Nothing is known of these laps and of so many threads.
    pub(super) fn new(spins: &'a [Spin], threads: usize) -> Self {
        Self {
            spins,
            stays: Vec::new(),
            stops: Vec::new(),
            stopped: vec![Lit::FALSE; threads],
            some: Lit::FALSE,
        }
    }

    /// That a thread goes no further than a barrier.
    pub(super) fn stop(&self, node: usize) -> Lit {
        let mut stops = self.stops.iter();
        let stop = stops.find(|(barrier, _)| *barrier == node);
        stop.map_or(Lit::FALSE, |(_, stop)| *stop)
    }
}

impl Frame<'_> {
    /// When a node is executed, given when its thread's values lead to it: not behind a barrier where the
    /// thread has stopped.
    pub(super) fn reached(&mut self, node: usize, led: Lit) -> Lit {
        let (Some(thread), Some(pauses)) = (self.nodes.list[node].thread, &mut self.pauses) else {
            return led;
        };
        let stopped = pauses.stopped[thread.0];
        let executed = self.circuit.and(led, !stopped);
        let event = &self.unrolled.events[self.nodes.list[node].event.0];
        if matches!(event.kind, EventKind::Barrier { arrive: false, .. }) {
            let stop = self.circuit.variable();
            self.circuit.clause(&[!stop, executed]);
            pauses.stopped[thread.0] = self.circuit.or(stopped, stop);
            pauses.stops.push((node, stop));
        }
        executed
    }

    /// Each thread ends, stops, or stays in a lap; and some thread does not end.
    pub(super) fn find_pauses(&mut self) {
        let Some(mut pauses) = self.pauses.take() else {
            return;
        };
        for spin in pauses.spins {
            let taken = self.values.guard(&mut self.circuit, spin.taken);
            let stopped = pauses.stopped[spin.thread.0];
            let stays = self.circuit.and(taken, !stopped);
            pauses.stays.push(stays);
        }
        let mut ended = Lit::TRUE;
        for (index, thread) in self.unrolled.threads.iter().enumerate() {
            let stopped = pauses.stopped[index];
            let finished = self.values.guard(&mut self.circuit, thread.finished);
            let finished = self.circuit.and(finished, !stopped);
            let own = pauses.spins.iter().zip(&pauses.stays);
            let own = own.filter(|(spin, _)| spin.thread == ThreadId(index));
            let mut over: Vec<Lit> = own.map(|(_, stays)| *stays).collect();
            over.extend([finished, stopped]);
            let over = self.circuit.any(over);
            self.finished = self.circuit.and(self.finished, over);
            ended = self.circuit.and(ended, finished);
            let truncated = self.values.guard(&mut self.circuit, thread.truncated);
            self.truncated.push(self.circuit.and(truncated, !stopped));
        }
        pauses.some = !ended;
        for (spin, &stays) in pauses.spins.iter().zip(&pauses.stays) {
            if !self.circuit.is_full() {
                self.read_last(spin, stays);
            }
        }
        self.pauses = Some(pauses);
    }

    /// What a thread reads in the lap where it stays, nothing follows.
    fn read_last(&mut self, spin: &Spin, stays: Lit) {
        for seen in &spin.seen {
            let reader = self.nodes.of_event[seen.on.0].0;
            let when = self.values.guard(&mut self.circuit, seen.when);
            for writer in self.sources(reader) {
                let reads = self.rf.get(writer, reader);
                for &later in &self.writers.clone() {
                    let after = self.co.get(writer, later);
                    self.circuit.clause(&[!stays, !when, !reads, !after]);
                }
            }
        }
    }
}
