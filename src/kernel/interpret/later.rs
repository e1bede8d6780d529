//! What threads may still use: an access that nobody else can disturb comes first, and no other order of it is looked
//! at.
//!
//! Which bytes an instruction reads and writes is found by exploring, as it is found which bytes several threads use:
//! as long as an exploration sees more, it is done again. An access is alone where nobody else can come to one that
//! conflicts with it before its own thread has gone on: a barrier that waits for that thread is as far as others can
//! go. That it commutes with all that they do until then makes it a persistent set (Godefroid, *Partial-Order
//! Methods*, 1996, chapter 4); where such steps alone would lead in a circle, all others are looked at too, so that
//! nobody is put off for ever.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ptx::module::Instruction;
use crate::ptx::operation::{Literal, Operand, Operation};

use super::commuting::Commuting;
use super::machine::Machine;
use super::place::Place;
use super::quorum::{Comings, Held, Quorums, reached};
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
    /// Updates of others that come to the same in whichever order.
    pub updated: BTreeSet<Commuting>,
}

impl Bytes {
    fn add(&mut self, other: &Self) {
        self.read.extend(&other.read);
        self.written.extend(&other.written);
        self.updated.extend(&other.updated);
    }

    /// Whether one of these uses conflicts with an access.
    fn meets(&self, access: &Access) -> bool {
        let one = |bytes: &BTreeSet<u64>| bytes.range(access.start..access.end).next().is_some();
        let mut updated = self.updated.iter();
        one(&self.written)
            || access.writes && one(&self.read)
            || updated.any(|update| {
                update.meets(access.start, access.end) && access.commutes != Some(*update)
            })
    }
}

/// What a thread does next, to bytes from one address to another.
#[derive(Debug, Clone, Copy)]
pub struct Access {
    pub start: u64,
    pub end: u64,
    pub writes: bool,
    /// What it comes to the same with in whichever order.
    pub commutes: Option<Commuting>,
}

impl Access {
    /// Whether it matters which of two accesses comes first.
    pub fn conflicts(&self, other: &Self) -> bool {
        self.start < other.end
            && other.start < self.end
            && (self.writes || other.writes)
            && (self.commutes.is_none() || self.commutes != other.commutes)
    }
}

/// What a thread does next that others may notice.
pub enum Next {
    /// It uses memory.
    Access(Access),
    /// It comes to a barrier, by an instruction of a function.
    Arrival((usize, usize, usize)),
}

/// What keeps a thread from going on before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Tie {
    /// Barriers of their block.
    held: Held,
    /// What the lanes of their warp do together: the other's lane.
    lane: Option<u64>,
}

/// What threads may use from an instruction on.
#[derive(Debug)]
pub struct Later {
    used: Used,
    /// Of a thread at an instruction of a function, as far as it can come before one that it is tied to.
    from: FxHashMap<(usize, usize, usize, Tie), Arc<Bytes>>,
    /// Whether order decides which lanes are together.
    pub gathers: bool,
    quorums: Quorums,
    /// Whether updates that come to the same are to be in every order, too.
    pub every_order: bool,
}

impl Later {
    /// As far as it is known what instructions use, and to which barriers they come.
    #[must_use]
    pub fn new(machine: &Machine, used: Used, comings: Comings) -> Self {
        let setup = machine.setup;
        let bodies = setup.reachable().into_iter();
        let mut code = bodies
            .filter_map(|function| setup.module.functions[function].body.as_ref())
            .flat_map(|body| &body.code);
        Self {
            used,
            from: FxHashMap::default(),
            gathers: code.any(|one| matches!(one.operation, Operation::ActiveMask { .. })),
            quorums: Quorums::new(setup, comings),
            every_order: false,
        }
    }

    /// A thread whose next step is one that no other thread can disturb: an access, or that it comes to a barrier at
    /// which it is waited for.
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
                && match next(machine, state, thread) {
                    Some(Next::Access(mut access)) => {
                        access.commutes = access.commutes.filter(|_| !self.every_order);
                        let held = self.quorums.held(machine, state, thread);
                        let mut others = (0..state.threads.len()).filter(|other| *other != thread);
                        others.all(|other| {
                            let tie = tie(machine, (other, thread), held);
                            follows(machine, other, thread)
                                || !self.disturbs(machine, state, (other, tie), &access)
                        })
                    }
                    Some(Next::Arrival(by)) => {
                        let held = self.quorums.held(machine, state, thread);
                        self.quorums.all(by, held)
                    }
                    None => false,
                }
        })
    }

    /// Whether a thread can come to what conflicts with an access before it waits for the thread of that access.
    fn disturbs(
        &mut self,
        machine: &Machine,
        state: &State,
        (thread, tie): (usize, Tie),
        access: &Access,
    ) -> bool {
        let it = &state.threads[thread];
        let waits = match it.status {
            Status::Exited => true,
            Status::Barrier { id, .. } => tie.held.has(id),
            Status::Collective { mask } => tie.lane.is_some_and(|lane| mask >> lane & 1 == 1),
            Status::Ready | Status::Gathering | Status::Spinning | Status::Parked => false,
        };
        let mut frames = it.frames.iter();
        !waits && frames.any(|frame| self.from(machine, thread, frame, tie).meets(access))
    }

    fn from(&mut self, machine: &Machine, thread: usize, frame: &Frame, tie: Tie) -> Arc<Bytes> {
        let key = (thread, frame.function, frame.at, tie);
        if let Some(known) = self.from.get(&key) {
            return Arc::clone(known);
        }
        let setup = machine.setup;
        let function = setup.module.functions.get(frame.function);
        let reached = function.and_then(|function| {
            let body = function.body.as_ref()?;
            let stops = |at: usize| {
                self.quorums
                    .stops(&body.code[at], (thread, frame.function, at), tie.held)
                    || tie.lane.is_some_and(|lane| meets(&body.code[at], lane))
            };
            reached(machine, body, vec![frame.at], stops)
        });
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
pub fn follows(machine: &Machine, thread: usize, other: usize) -> bool {
    let (setup, threads) = (machine.setup, &machine.setup.threads);
    let after = &setup.launches[threads[thread].launch].after;
    after.contains(&threads[other].launch)
}

/// What a thread does next that others may notice, where it is known.
pub fn next(machine: &Machine, state: &State, thread: usize) -> Option<Next> {
    if !machine.is_visible(state, thread) || machine.forks(state, thread) {
        return None;
    }
    let it = &state.threads[thread];
    let operation = &machine.instruction(it)?.operation;
    if let (Operation::Barrier { .. }, Some(frame)) = (operation, it.frame()) {
        return Some(Next::Arrival((thread, frame.function, frame.at)));
    }
    let (access, address, elements) = operation.access()?;
    let bytes = access.ty.bytes() * elements as u64;
    match machine.place(state, thread, access.space, address, bytes) {
        Ok((Place::Region(_, _, start), _)) => Some(Next::Access(Access {
            start,
            end: start.saturating_add(bytes),
            writes: !matches!(operation, Operation::Load { .. }),
            commutes: machine.next_commuting(it, start),
        })),
        Ok((Place::Local(_) | Place::Param(..), _)) | Err(_) => None,
    }
}

/// What keeps a thread from going on before another, while barriers are held.
fn tie(machine: &Machine, (thread, other): (usize, usize), held: Held) -> Tie {
    let threads = &machine.setup.threads;
    let (it, other) = (&threads[thread], &threads[other]);
    if it.block == other.block {
        let lane = (it.warp() == other.warp()).then(|| other.lane());
        Tie { held, lane }
    } else {
        Tie::default()
    }
}

/// Whether nobody goes past an instruction before a lane of its warp comes to one like it.
fn meets(one: &Instruction, lane: u64) -> bool {
    let mask = one.operation.mask();
    let with =
        matches!(mask, Some(Operand::Literal(Literal::Integer(mask))) if mask >> lane & 1 == 1);
    with && one.guard.is_none()
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
