//! Which barriers of a block nobody goes past as long as one of its threads stays where it is.
//!
//! A round of a barrier is over when as many have come as it waits for. Where all others together cannot come so often
//! before they wait themselves, the thread that stays is needed: who waits there waits for it, and the order in which
//! they come and it does makes no difference. Which barriers these are is the greatest set that agrees with itself:
//! the first round among them that would be over had too few. To which barriers a thread comes by an instruction is
//! found by exploring, as what it uses is ([`super::later`]).

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::kernel::setup::Setup;

use crate::ptx::module::{Body, Instruction};
use crate::ptx::operation::Operation;

use super::barrier::stands_at;
use super::finding::Gap;
use super::machine::Machine;
use super::search::Search;
use super::state::{State, Status};

/// A block has so many barriers (PTX ISA, *barrier*).
const BARRIERS: usize = 16;

/// How often somebody may come to each barrier.
type Often = [u64; BARRIERS];

/// Without end.
const ENDLESS: u64 = u64::MAX;

/// Barriers that nobody goes past, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Held(u16);

impl Held {
    /// Whether a barrier is one of them.
    #[must_use]
    pub const fn has(self, id: u64) -> bool {
        id < BARRIERS as u64 && self.0 >> id & 1 == 1
    }
}

/// To which barriers a thread comes by an instruction of a function, and for how many it waits there: for all of its
/// block, where it does not say so.
pub type Comings = BTreeMap<(usize, usize, usize), BTreeSet<(u64, Option<u64>)>>;

/// Who comes to which barriers, as far as it is known.
#[derive(Debug)]
pub struct Quorums {
    comings: Comings,
    /// Those that can be held.
    candidates: u16,
    /// For how many each waits at least, where it says so.
    least: [Option<u64>; BARRIERS],
    /// How often a thread comes to each, from an instruction of a function on, while some are held.
    often: FxHashMap<(usize, usize, usize, Held), Often>,
}

impl Quorums {
    /// As far as it is known who comes to what.
    #[must_use]
    pub fn new(setup: &Setup, comings: Comings) -> Self {
        let mut least: [Option<u64>; BARRIERS] = [None; BARRIERS];
        let (mut mentioned, mut whole, mut arriving) = (0_u16, 0_u16, 0_u16);
        for ((_, function, at), barriers) in &comings {
            let arrives = arrives(setup, *function, *at);
            for &(id, count) in barriers {
                let Some(least) = usize::try_from(id).ok().and_then(|id| least.get_mut(id)) else {
                    continue;
                };
                mentioned |= 1 << id;
                arriving |= u16::from(arrives) << id;
                match count {
                    None => whole |= 1 << id,
                    Some(count) => *least = Some(least.map_or(count, |least| least.min(count))),
                }
            }
        }
        Self {
            // Who arrives and exits is one fewer to wait for, and has come all the same.
            candidates: mentioned & !(whole & arriving),
            comings,
            least,
            often: FxHashMap::default(),
        }
    }

    /// Whether the barriers that a thread comes to by an instruction are all held: those that are known so far, which
    /// may be none yet.
    #[must_use]
    pub fn all(&self, by: (usize, usize, usize), held: Held) -> bool {
        let barriers = self.comings.get(&by);
        barriers.is_none_or(|barriers| barriers.iter().all(|(id, _)| held.has(*id)))
    }

    /// Whether a thread does not go past an instruction while barriers are held.
    #[must_use]
    pub fn stops(&self, one: &Instruction, by: (usize, usize, usize), held: Held) -> bool {
        if one.guard.is_some()
            || !matches!(one.operation, Operation::Barrier { arrives: false, .. })
        {
            return false;
        }
        let barriers = self.comings.get(&by);
        barriers.is_some_and(|barriers| barriers.iter().all(|(id, _)| held.has(*id)))
    }

    /// The barriers of a thread's block that nobody goes past before it takes a step.
    pub fn held(&mut self, machine: &Machine, state: &State, stays: usize) -> Held {
        let mut held = self.candidates;
        if self.least.iter().all(Option::is_none) {
            return Held(held);
        }
        let block = machine.setup.threads[stays].block;
        let members = machine.setup.blocks[block].threads.clone();
        loop {
            let mut total: Often = [0; BARRIERS];
            for &(at, id, count) in &state.arrived {
                if at == block {
                    add(&mut total, id, count);
                }
            }
            for thread in members.clone().filter(|&thread| thread != stays) {
                let often = self.comes(machine, state, thread, Held(held));
                for (id, often) in (0..).zip(often) {
                    add(&mut total, id, often);
                }
            }
            let over = |id: &usize| self.least[*id].is_some_and(|least| total[*id] >= least);
            let over = (0..BARRIERS).filter(over).fold(0, |all, id| all | 1 << id);
            if held & over == 0 {
                return Held(held);
            }
            held &= !over;
        }
    }

    /// How often a thread comes to barriers at most before it waits at one that is held.
    fn comes(&mut self, machine: &Machine, state: &State, thread: usize, held: Held) -> Often {
        let it = &state.threads[thread];
        let mut often = [0; BARRIERS];
        match it.status {
            Status::Exited => return often,
            Status::Barrier { id, .. } if held.has(id) => {
                add(&mut often, id, 1);
                return often;
            }
            Status::Barrier { .. }
            | Status::Ready
            | Status::Collective { .. }
            | Status::Gathering
            | Status::Spinning
            | Status::Parked => {}
        }
        let [frame] = &it.frames[..] else {
            return [ENDLESS; BARRIERS];
        };
        let here = (thread, frame.function, frame.at, held);
        let Some((id, arrives)) = stands_at(machine, it) else {
            return self.known_from(machine, here);
        };
        if !arrives && held.has(id) {
            add(&mut often, id, 1);
            return often;
        }
        let mut often = self.known_from(machine, (thread, frame.function, frame.at + 1, held));
        add(&mut often, id, 1);
        often
    }

    /// The same of a thread from an instruction of a function on, found once.
    fn known_from(&mut self, machine: &Machine, key: (usize, usize, usize, Held)) -> Often {
        if let Some(known) = self.often.get(&key) {
            return *known;
        }
        let found = self.from(machine, key);
        self.often.insert(key, found);
        found
    }

    /// The same of a thread at an instruction of a function.
    fn from(
        &self,
        machine: &Machine,
        (thread, function, at, held): (usize, usize, usize, Held),
    ) -> Often {
        let functions = &machine.setup.module.functions;
        let Some(body) = functions.get(function).and_then(|one| one.body.as_ref()) else {
            return [ENDLESS; BARRIERS];
        };
        let stops = |at: usize| self.stops(&body.code[at], (thread, function, at), held);
        let Some(ahead) = reached(machine, body, vec![at], stops) else {
            return [ENDLESS; BARRIERS];
        };
        let (mut often, mut last): (Often, Often) = ([0; BARRIERS], [0; BARRIERS]);
        let mine = (thread, function, 0)..=(thread, function, usize::MAX);
        for (&(_, _, at), barriers) in self.comings.range(mine) {
            if !ahead.get(at).copied().unwrap_or(false) {
                continue;
            }
            let stays = stops(at);
            let next = body.code[at].successors(at, body.code.len());
            let again = || reached(machine, body, next, stops).is_none_or(|again| again[at]);
            let times = if !stays && again() { ENDLESS } else { 1 };
            for &(id, _) in barriers {
                if !stays {
                    add(&mut often, id, times);
                } else if let Some(last) = of(&mut last, id) {
                    // At one of them it ends.
                    *last = 1;
                }
            }
        }
        std::array::from_fn(|id| last[id].saturating_add(often[id]))
    }
}

/// How often it is of one barrier.
fn of(often: &mut Often, id: u64) -> Option<&mut u64> {
    often.get_mut(usize::try_from(id).ok()?)
}

fn add(often: &mut Often, id: u64, times: u64) {
    if let Some(often) = of(often, id) {
        *often = often.saturating_add(times);
    }
}

/// Whether who comes to a barrier by an instruction does not wait.
fn arrives(setup: &Setup, function: usize, at: usize) -> bool {
    let body = setup.module.functions[function].body.as_ref();
    body.is_some_and(|body| {
        matches!(
            body.code[at].operation,
            Operation::Barrier { arrives: true, .. }
        )
    })
}

impl Search<'_, '_> {
    /// Barriers at which some only arrive, and others wait for all of the block: whoever ends after arriving is one
    /// fewer to wait for, so that also the order of ends would decide who goes past them. It is not looked at.
    pub(super) fn unclear(&mut self) {
        let machine = &mut *self.machine;
        let mut unclear = Vec::new();
        for ((_, function, at), barriers) in &machine.comings {
            if !arrives(machine.setup, *function, *at) {
                continue;
            }
            for (id, _) in barriers {
                if machine
                    .comings
                    .values()
                    .flatten()
                    .any(|one| *one == (*id, None))
                {
                    let why = format!(
                        "to arrive at barrier {id}, which others wait at for all threads of the block"
                    );
                    unclear.push(Gap::Refused(*function, *at, why));
                }
            }
        }
        machine.gaps.extend(unclear);
    }
}

/// The instructions that come after some, up to where somebody stops; nothing where functions are called.
pub fn reached(
    machine: &Machine,
    body: &Body,
    mut work: Vec<usize>,
    stops: impl Fn(usize) -> bool,
) -> Option<Vec<bool>> {
    let mut reached = vec![false; body.code.len()];
    while let Some(at) = work.pop() {
        let Some(one) = body.code.get(at) else {
            continue;
        };
        if std::mem::replace(&mut reached[at], true) {
            continue;
        }
        if let Operation::Call { function, .. } = one.operation
            && machine.setup.module.functions[function].body.is_some()
        {
            return None;
        }
        if !stops(at) {
            work.extend(one.successors(at, body.code.len()));
        }
    }
    Some(reached)
}
