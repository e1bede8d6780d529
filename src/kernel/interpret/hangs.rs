//! What an instruction that nobody else notices leaves behind hangs on more than on its operands: on the guard that switches it on
//! or off, and on the address, which says where it reads or writes. An access that others notice is an event, with dependencies of its
//! own; memory that one thread uses alone is to its thread what registers are.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::ptx::family::Family;
use crate::ptx::module::RegisterId;
use crate::ptx::operation::Operation;
use crate::ptx::types::Space;

use super::machine::Machine;
use super::place::Place;
use super::state::{READS, State, Taint, UNSEEN};

/// What the instruction at hand hangs on.
#[derive(Debug, Clone, Default)]
pub struct Hanging {
    /// Whether nobody else notices it.
    pub alone: bool,
    /// The reads that its guard and its address are computed from.
    pub on: Taint,
    /// Bytes that some instruction has written of which reads said whether or where it writes.
    pub written: BTreeSet<u64>,
}

impl Machine<'_> {
    /// That the instruction at hand hangs on some reads, too.
    pub fn hangs(&mut self, taint: Taint) {
        if self.hanging.alone {
            self.hanging.on |= taint & READS;
        }
    }

    /// What stands for a read that nobody else notices: another thread may yet write there, where nobody has been seen to.
    #[must_use]
    pub fn unseen(&self, place: Place) -> Taint {
        match place {
            Place::Region(region, ..)
                if self.hanging.alone
                    && !matches!(
                        self.setup.regions[region].space,
                        Space::Const | Space::Param
                    ) =>
            {
                UNSEEN
            }
            Place::Region(..) | Place::Local(_) | Place::Param(..) => 0,
        }
    }

    /// That it writes so many bytes there.
    pub fn writes_hanging(&mut self, state: &mut State, thread: usize, place: Place, bytes: u64) {
        let on = self.hanging.on;
        if on == 0 {
            return;
        }
        match place {
            Place::Region(_, _, generic) => {
                self.hanging.written.extend(generic..generic + bytes);
            }
            Place::Local(_) => hang_local(state, thread, on),
            Place::Param(..) => {}
        }
    }

    /// What an instruction with a guard leaves in its registers, new or old, hangs on what the guard is computed from.
    pub fn guarded(
        &mut self,
        state: &mut State,
        thread: usize,
        operation: &Operation,
        (taint, skipped): (Taint, bool),
    ) {
        let on = taint & READS;
        let straight = matches!(operation.family(), Family::Local | Family::Memory);
        if on == 0 || !skipped && !straight {
            return;
        }
        if skipped
            && !matches!(operation, Operation::Load { .. })
            && let Some((access, address, _)) = operation.access()
            && let Ok((Place::Local(_), _)) = self.place(state, thread, access.space, address, 1)
        {
            hang_local(state, thread, on);
        }
        let Some(frame) = Arc::make_mut(&mut state.threads[thread]).frames.last_mut() else {
            return;
        };
        for RegisterId(at) in operation.writes() {
            if let Some(register) = frame.registers.get_mut(at) {
                register.taint |= on;
            }
        }
    }

    /// Of the bytes that were written so, those that somebody reads.
    #[must_use]
    pub fn hanging_bytes(&self) -> BTreeSet<u64> {
        let read = |byte: &&u64| self.users.get(byte).is_some_and(|users| users.readers != 0);
        self.hanging.written.iter().filter(read).copied().collect()
    }
}

/// Which bytes of a thread's own memory hold what, hangs on these reads.
fn hang_local(state: &mut State, thread: usize, on: Taint) {
    let local = &mut Arc::make_mut(&mut state.threads[thread]).local;
    local.taint.iter_mut().for_each(|taint| *taint |= on);
}
