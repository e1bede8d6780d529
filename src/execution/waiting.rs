//! Executions in which threads wait for ever: the check that they do, without the formula.

use crate::model::relation::options::Options;
use crate::program::events::{Event, EventKind, Spin, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{Program, ThreadId};

use super::concrete::Execution;

impl Execution {
    /// Checks that this is an execution of the program in which each thread ends, waits at a barrier that
    /// nobody completes, or stays in a lap whose reads find last writes; and that not all threads end.
    /// `spins` are the laps in which threads can stay.
    ///
    /// # Errors
    ///
    /// What is wrong, in a sentence.
    pub fn check_waiting(
        &self,
        program: &Program,
        unrolled: &Unrolled,
        spins: &[Spin],
        options: Options,
    ) -> Result<(), String> {
        self.check_prefix(program, unrolled, options)?;
        let mut waits = false;
        for (index, thread) in unrolled.threads.iter().enumerate() {
            let stopped = self.stop(unrolled, ThreadId(index)).is_some();
            let ended = unrolled
                .symbolic
                .holds(thread.finished, &|event| self.read(event));
            let stays = !stopped && self.stays(unrolled, spins, ThreadId(index)).is_some();
            if !stopped && !ended && !stays {
                return Err(format!("thread {index} neither ends nor waits"));
            }
            waits |= stopped || stays;
        }
        if waits {
            Ok(())
        } else {
            Err("all threads end".to_owned())
        }
    }

    /// The barrier at which a thread waits for ever.
    #[must_use]
    pub fn stop(&self, unrolled: &Unrolled, thread: ThreadId) -> Option<EventId> {
        let waits = |event: &Event| {
            event.thread == Some(thread)
                && matches!(event.kind, EventKind::Barrier { arrive: false, .. })
        };
        let mut stops = self.stops.iter().copied();
        stops.find(|stop| waits(&unrolled.events[stop.0]))
    }

    /// The lap in which a thread stays: it takes it, and nothing follows what it reads there.
    #[must_use]
    pub fn stays<'s>(
        &self,
        unrolled: &Unrolled,
        spins: &'s [Spin],
        thread: ThreadId,
    ) -> Option<&'s Spin> {
        let read = |event| self.read(event);
        let holds = |guard| unrolled.symbolic.holds(guard, &read);
        spins.iter().find(|spin| {
            let members = spin.seen.iter().filter(|seen| holds(seen.when));
            let mut sources = members.filter_map(|seen| self.rf.get(&seen.on));
            let last = |source: &EventId| self.co.iter().all(|(from, _)| from != source);
            spin.thread == thread && holds(spin.taken) && sources.all(last)
        })
    }
}
