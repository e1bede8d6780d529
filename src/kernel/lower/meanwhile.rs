//! What is read by the non-coherent path must not be written meanwhile: a thread that does so has done what is wrong only in executions in
//! which somebody writes there.

use std::collections::BTreeMap;

use crate::kernel::interpret::finding::Finding;
use crate::program::events::EventKind;
use crate::program::symbolic::{FALSE, GuardId};

use super::emit::Emitter;
use super::graph::Note;

impl Emitter<'_> {
    /// What is to be said of a thread, and when, once all events are made.
    pub fn meanwhile(
        &mut self,
        thread: usize,
        notes: BTreeMap<Note, GuardId>,
    ) -> BTreeMap<Note, GuardId> {
        let each = notes.into_iter().map(|(note, when)| {
            let when = match note {
                Note::Found(Finding::NonCoherent(address), ..) => {
                    let written = self.written_meanwhile(thread, address);
                    self.out.symbolic.and(when, written)
                }
                Note::Found(..) | Note::Gap(_) | Note::Unexpected => when,
            };
            (note, when)
        });
        each.collect()
    }

    /// When some thread of a launch that may run at the same time writes a cell.
    fn written_meanwhile(&mut self, thread: usize, address: u64) -> GuardId {
        let mut any = FALSE;
        for (event, told) in self.out.events.iter().zip(&self.told) {
            let Some(told) = told else { continue };
            let cell = told.cell.map(|cell| self.know.cells[cell].address);
            if cell != Some(address) || self.setup.apart(told.thread, thread) {
                continue;
            }
            let symbolic = &mut self.out.symbolic;
            match event.kind {
                EventKind::Write { .. } => any = symbolic.or(any, event.guard),
                EventKind::ReadWrite { success, .. } => {
                    let writes = symbolic.and(event.guard, success);
                    any = symbolic.or(any, writes);
                }
                EventKind::Initial { .. }
                | EventKind::Read { .. }
                | EventKind::Fence(_)
                | EventKind::Barrier { .. }
                | EventKind::Choice => {}
            }
        }
        any
    }
}
