//! What threads may still use: an access that nobody else can disturb comes first, and no other order of it is looked
//! at.
//!
//! Which bytes an instruction reads and writes is found by exploring, as it is found which bytes several threads use:
//! as long as an exploration sees more, it is done again. An access is alone where nobody else can come to one that
//! conflicts with it before its own thread has gone on: a barrier that waits for that thread is as far as others can
//! go. That it commutes with all that they do until then makes it a persistent set (Godefroid, *Partial-Order
//! Methods*, 1996, chapter 4); where it leads to a moment that is known already, all others are looked at too, so that
//! nobody is put off for ever.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ptx::module::Instruction;
use crate::ptx::operation::{Literal, Operand, Operation};

use super::machine::Machine;
use super::place::Place;
use super::state::{Frame, State, Status};

/// The bytes, of those that several threads use, that a thread uses by an instruction of a function.
pub type Used = BTreeMap<(usize, usize, usize), Bytes>;

/// Bytes that are used.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bytes {
    /// Those that are read.
    pub read: BTreeSet<u64>,
    /// Those that are written.
    pub written: BTreeSet<u64>,
}

impl Bytes {
    fn add(&mut self, other: &Self) {
        self.read.extend(&other.read);
        self.written.extend(&other.written);
    }

    /// Whether one of these uses conflicts with an access.
    fn meets(&self, access: &Access) -> bool {
        let one = |bytes: &BTreeSet<u64>| bytes.range(access.start..access.end).next().is_some();
        one(&self.written) || access.writes && one(&self.read)
    }
}

/// What a thread does next, to bytes from one address to another.
struct Access {
    start: u64,
    end: u64,
    writes: bool,
}

/// What keeps a thread from going on before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Tie {
    /// Nothing.
    None,
    /// Barriers of their block.
    Block,
    /// These, and what the lanes of their warp do together: the other's lane.
    Warp(u64),
}

/// What threads may use from an instruction on.
#[derive(Debug)]
pub struct Later {
    used: Used,
    /// Of a thread at an instruction of a function, as far as it can come before one that it is tied to.
    from: FxHashMap<(usize, usize, usize, Tie), Arc<Bytes>>,
    /// Whether order decides which lanes are together.
    gathers: bool,
    /// Whether a thread may come to a barrier of all without waiting, and be counted twice.
    arrives: bool,
}

impl Later {
    /// As far as it is known what instructions use.
    #[must_use]
    pub fn new(machine: &Machine, used: Used) -> Self {
        let functions = &machine.setup.module.functions;
        let bodies = functions.iter().filter_map(|one| one.body.as_ref());
        let code: Vec<&Operation> = bodies
            .flat_map(|body| body.code.iter().map(|one| &one.operation))
            .collect();
        let arrival = |one: &&Operation| matches!(one, Operation::Barrier { arrives: true, .. });
        Self {
            used,
            from: FxHashMap::default(),
            gathers: code
                .iter()
                .any(|one| matches!(one, Operation::ActiveMask { .. })),
            arrives: code.iter().any(arrival),
        }
    }

    /// A thread whose next step is an access that no other thread can disturb.
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
                && next(machine, state, thread).is_some_and(|access| {
                    let mut others = (0..state.threads.len()).filter(|other| *other != thread);
                    others.all(|other| !self.disturbs(machine, state, (other, thread), &access))
                })
        })
    }

    /// Whether a thread can come to what conflicts with an access before the thread of that access has gone on.
    fn disturbs(
        &mut self,
        machine: &Machine,
        state: &State,
        (thread, other): (usize, usize),
        access: &Access,
    ) -> bool {
        let it = &state.threads[thread];
        let tie = self.tie(machine, thread, other);
        let waits = match it.status {
            Status::Exited => true,
            Status::Barrier { count: None, .. } => tie != Tie::None,
            Status::Collective { mask } => {
                matches!(tie, Tie::Warp(lane) if mask >> lane & 1 == 1)
            }
            Status::Barrier { count: Some(_), .. }
            | Status::Ready
            | Status::Gathering
            | Status::Spinning
            | Status::Parked => false,
        };
        !waits
            && !follows(machine, thread, other)
            && it
                .frames
                .iter()
                .any(|frame| self.from(machine, thread, frame, tie).meets(access))
    }

    fn tie(&self, machine: &Machine, thread: usize, other: usize) -> Tie {
        let threads = &machine.setup.threads;
        let (it, other) = (&threads[thread], &threads[other]);
        if it.block != other.block || self.arrives {
            Tie::None
        } else if it.warp() == other.warp() {
            Tie::Warp(other.lane())
        } else {
            Tie::Block
        }
    }

    fn from(&mut self, machine: &Machine, thread: usize, frame: &Frame, tie: Tie) -> Arc<Bytes> {
        let key = (thread, frame.function, frame.at, tie);
        if let Some(known) = self.from.get(&key) {
            return Arc::clone(known);
        }
        let reached = reached(machine, frame, tie);
        let mut bytes = Bytes::default();
        for ((user, function, at), used) in &self.used {
            let here = |reached: &Vec<bool>| {
                *function == frame.function && reached.get(*at).copied().unwrap_or(true)
            };
            // A function that is called may do anything.
            if *user == thread && reached.as_ref().is_none_or(here) {
                bytes.add(used);
            }
        }
        let bytes = Arc::new(bytes);
        self.from.insert(key, Arc::clone(&bytes));
        bytes
    }
}

/// Whether a thread is of a launch that begins when another's has ended.
fn follows(machine: &Machine, thread: usize, other: usize) -> bool {
    let (setup, threads) = (machine.setup, &machine.setup.threads);
    let after = &setup.launches[threads[thread].launch].after;
    after.contains(&threads[other].launch)
}

/// The instructions of a function that a thread in it can come to before it waits for one that it is tied to; nothing
/// where it can call others.
fn reached(machine: &Machine, frame: &Frame, tie: Tie) -> Option<Vec<bool>> {
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
        if !ends(one, tie) {
            work.extend(one.successors(at, code.len()));
        }
    }
    Some(reached)
}

/// Whether nobody goes past an instruction before the thread that it is tied to comes to one like it, or ends.
fn ends(one: &Instruction, tie: Tie) -> bool {
    if one.guard.is_some() {
        return false;
    }
    let waits = matches!(one.operation, Operation::Barrier { count: None, .. });
    match tie {
        Tie::None => false,
        Tie::Block => waits,
        Tie::Warp(lane) => {
            let mask = one.operation.mask();
            waits
                || matches!(
                    mask,
                    Some(Operand::Literal(Literal::Integer(mask))) if mask >> lane & 1 == 1
                )
        }
    }
}

/// What a thread does next to memory that others use.
fn next(machine: &Machine, state: &State, thread: usize) -> Option<Access> {
    if !machine.is_visible(state, thread) || machine.forks(state, thread) {
        return None;
    }
    let operation = &machine.instruction(&state.threads[thread])?.operation;
    let (access, address, elements) = operation.access()?;
    let bytes = access.ty.bytes() * elements as u64;
    match machine.place(state, thread, access.space, address, bytes) {
        Ok((Place::Region(_, _, start), _)) => Some(Access {
            start,
            end: start.saturating_add(bytes),
            writes: !matches!(operation, Operation::Load { .. }),
        }),
        Ok((Place::Local(_) | Place::Param(..), _)) | Err(_) => None,
    }
}

impl Machine<'_> {
    /// Records that bytes are used.
    pub fn touch(&mut self, thread: usize, address: u64, length: u64, writes: bool) {
        let bit = 1_u64 << (thread % 64);
        for byte in address..address.saturating_add(length) {
            let users = self.users.entry(byte).or_default();
            if writes {
                users.writers |= bit;
            } else {
                users.readers |= bit;
            }
            if self.contended.contains(&byte) {
                let by = (thread, self.here.0, self.here.1);
                let used = self.used.entry(by).or_default();
                let bytes = if writes {
                    &mut used.written
                } else {
                    &mut used.read
                };
                bytes.insert(byte);
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
