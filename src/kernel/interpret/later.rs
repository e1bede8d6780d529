//! What threads may still write: a read of what nobody else will write any more comes first, and no other order of it
//! is looked at.
//!
//! Which bytes an instruction writes is found by exploring, as it is found which bytes several threads use: as long as
//! an exploration sees more, it is done again. That a read commutes with all that others do from then on makes it a
//! persistent set (Godefroid, *Partial-Order Methods*, 1996, chapter 4); where it leads to a moment that is known
//! already, all others are looked at too, so that nobody is put off for ever.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ptx::operation::Operation;

use super::machine::Machine;
use super::place::Place;
use super::state::{Frame, State, Status};

/// The bytes, of those that several threads use, that a thread wrote by an instruction of a function.
pub type Written = BTreeMap<(usize, usize, usize), BTreeSet<u64>>;

/// What threads may write from an instruction on.
#[derive(Debug)]
pub struct Later {
    written: Written,
    /// Of a thread at an instruction of a function.
    from: FxHashMap<(usize, usize, usize), Arc<BTreeSet<u64>>>,
    /// Whether order decides which lanes are together.
    gathers: bool,
}

impl Later {
    /// As far as it is known what instructions write.
    #[must_use]
    pub fn new(machine: &Machine, written: Written) -> Self {
        let functions = &machine.setup.module.functions;
        let mut code = functions
            .iter()
            .filter_map(|function| function.body.as_ref())
            .flat_map(|body| &body.code);
        Self {
            written,
            from: FxHashMap::default(),
            gathers: code.any(|one| matches!(one.operation, Operation::ActiveMask { .. })),
        }
    }

    /// A thread whose next step is a read of what no other thread can write any more.
    pub fn first(
        &mut self,
        machine: &Machine,
        state: &State,
        ready: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        if self.gathers {
            return None;
        }
        let mut threads = 0..state.threads.len();
        threads.find(|&thread| {
            ready(thread)
                && read(machine, state, thread).is_some_and(|(start, end)| {
                    let mut others = (0..state.threads.len()).filter(|other| *other != thread);
                    others.all(|other| !self.writes(machine, state, other, (start, end)))
                })
        })
    }

    /// Whether a thread may still write one of these bytes.
    fn writes(
        &mut self,
        machine: &Machine,
        state: &State,
        thread: usize,
        (start, end): (u64, u64),
    ) -> bool {
        let it = &state.threads[thread];
        it.status != Status::Exited
            && it.frames.iter().any(|frame| {
                let from = self.from(machine, thread, frame);
                from.range(start..end).next().is_some()
            })
    }

    fn from(&mut self, machine: &Machine, thread: usize, frame: &Frame) -> Arc<BTreeSet<u64>> {
        let key = (thread, frame.function, frame.at);
        if let Some(known) = self.from.get(&key) {
            return Arc::clone(known);
        }
        let reached = reached(machine, frame);
        let written = self.written.iter().filter(|((writer, function, at), _)| {
            let here = |reached: &Vec<bool>| {
                *function == frame.function && reached.get(*at).copied().unwrap_or(true)
            };
            // A function that is called may do anything.
            *writer == thread && reached.as_ref().is_none_or(here)
        });
        let bytes = written.flat_map(|(_, bytes)| bytes).copied();
        let bytes: Arc<BTreeSet<u64>> = Arc::new(bytes.collect());
        self.from.insert(key, Arc::clone(&bytes));
        bytes
    }
}

/// The instructions of a function that a thread in it can come to; nothing where it can call others.
fn reached(machine: &Machine, frame: &Frame) -> Option<Vec<bool>> {
    let function = machine.setup.module.functions.get(frame.function)?;
    let code = &function.body.as_ref()?.code;
    let mut reached = vec![false; code.len()];
    let mut work = vec![frame.at];
    while let Some(at) = work.pop() {
        let Some(one) = code.get(at) else {
            continue;
        };
        if std::mem::replace(&mut reached[at], true) {
            continue;
        }
        if matches!(one.operation, Operation::Call { .. }) {
            return None;
        }
        work.extend(one.successors(at, code.len()));
    }
    Some(reached)
}

/// The bytes that a thread reads next, from one address to another, where it only reads.
fn read(machine: &Machine, state: &State, thread: usize) -> Option<(u64, u64)> {
    if !machine.is_visible(state, thread) {
        return None;
    }
    let operation = &machine.instruction(&state.threads[thread])?.operation;
    let Operation::Load { access, .. } = operation else {
        return None;
    };
    let (_, address, elements) = operation.access()?;
    let bytes = access.ty.bytes() * elements as u64;
    match machine.place(state, thread, access.space, address, bytes) {
        Ok((Place::Region(_, _, generic), _)) => Some((generic, generic.saturating_add(bytes))),
        Ok((Place::Local(_) | Place::Param(..), _)) | Err(_) => None,
    }
}

impl Machine<'_> {
    /// Records that a byte is used.
    pub fn touch(&mut self, thread: usize, address: u64, length: u64, writes: bool) {
        let bit = 1_u64 << (thread % 64);
        for byte in address..address.saturating_add(length) {
            let users = self.users.entry(byte).or_default();
            if writes {
                self.writes += 1;
                users.writers |= bit;
                if self.contended.contains(&byte) {
                    let by = (thread, self.here.0, self.here.1);
                    self.written.entry(by).or_default().insert(byte);
                }
            } else {
                users.readers |= bit;
            }
        }
    }

    /// The bytes that one thread writes and another uses.
    #[must_use]
    pub fn contention(&self) -> BTreeSet<u64> {
        let shared = self.users.iter().filter(|(_, users)| {
            users.writers != 0 && (users.readers | users.writers).count_ones() > 1
        });
        shared.map(|(byte, _)| *byte).collect()
    }
}
