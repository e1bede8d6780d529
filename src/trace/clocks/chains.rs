//! Which logs are of that kind, and the order of their read-modify-writes.

use std::collections::{BTreeMap, BTreeSet};

use crate::trace::bend::{Bend, bent};
use crate::trace::log::{Event, Init, Log, Mode, Op, Order};

use super::super::log::SCOPES;
use super::super::value::Word;
use crate::syntax::ast::Scope;

/// The most threads: each has a clock with an entry for each.
const THREADS: usize = 4096;

/// So many ways are tried where values were read twice.
const WAYS: usize = 16;

/// The models whose promise to race-free programs this is.
const MODELS: [&str; 4] = ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"];

/// The read-modify-writes of a log.
pub(super) struct Chains {
    /// Those that read the same value of the same location, where there are such.
    pub(super) twice: Vec<Vec<u32>>,
}

/// The scope instance of an operation.
type Instance = (usize, u32, u32, u32);

/// How a location is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    /// By ordinary loads and stores.
    Ordinary,
    /// By read-modify-writes in this scope instance.
    Atomic(Instance),
    /// By read-modify-writes that all acquire and release: in one block at its scope, from elsewhere on the GPU remotely. The next
    /// one is always promoted, or promotes the one before: all of them are a chain.
    Promoted {
        /// The GPU.
        gpu: u32,
        /// The block, if one of them is in it.
        home: Option<u32>,
    },
}

impl Access {
    /// How a location is accessed that is accessed in both ways; nothing if they do not go together.
    fn and(self, other: Self) -> Option<Self> {
        if let (
            Self::Promoted { gpu, home },
            Self::Promoted {
                gpu: same,
                home: new,
            },
        ) = (self, other)
            && gpu == same
            && (home.is_none() || new.is_none())
        {
            let home = home.or(new);
            return Some(Self::Promoted { gpu, home });
        }
        (self == other).then_some(self)
    }
}

impl Chains {
    /// Nothing if what they read does not say in which order they were, or the model might mean something else.
    pub(super) fn of(log: &Log, model: &str) -> Option<Self> {
        let kinds = MODELS.contains(&model)
            && log.threads.len() <= THREADS
            && log.dependencies.is_empty()
            && log.written_back.is_empty();
        if !kinds {
            return None;
        }
        let mut places: Vec<Option<Access>> = vec![None; log.locations.len()];
        let mut readers: BTreeMap<(u32, Word), Vec<u32>> = BTreeMap::new();
        let mut writers: BTreeMap<(u32, Word), u32> = BTreeMap::new();
        let mut scope = None;
        let remote = remote(log, model);
        for (number, event) in (0..).zip(&log.events) {
            let access = if remote.contains(&event.place) {
                Self::promoted(log, event)?
            } else {
                Self::access(log, event)?
            };
            let known = places.get_mut(event.place as usize)?;
            *known = Some(known.map_or(Some(access), |known| known.and(access))?);
            // HRF-direct does not chain through scopes of several kinds.
            if let Access::Atomic(instance) = access
                && model == "hrf-direct"
                && *scope.get_or_insert(instance.0) != instance.0
            {
                return None;
            }
            if access != Access::Ordinary {
                let same = readers.entry((event.place, event.read)).or_default();
                same.push(number);
                // Who writes what is already there changes nothing that could be seen.
                let again = writers.insert((event.place, event.wrote), number).is_some();
                let alike = same.len() > 1;
                if again && !alike || event.read == event.wrote {
                    return None;
                }
            }
        }
        let init = |place: u32| log.locations.get(place as usize).map(|one| one.init);
        let known = writers.keys().all(|(place, value)| match init(*place) {
            Some(Init::Known(first)) => first != *value,
            Some(Init::Unknown) | None => false,
        });
        let twice: Vec<Vec<u32>> = readers
            .into_values()
            .filter(|same| same.len() > 1)
            .collect();
        let mut ways: usize = 1;
        for same in &twice {
            ways = ways.checked_mul(same.len())?;
        }
        (known && ways <= WAYS).then_some(Self { twice })
    }

    /// How an event accesses a location that is accessed remotely; nothing if it does not fit.
    fn promoted(log: &Log, event: &Event) -> Option<Access> {
        let thread = log.threads.get(usize::from(event.thread))?;
        let remote = event.mode == Mode::new(Order::RmAcqRel, Scope::Gpu);
        let near = event.mode == Mode::new(Order::AcqRel, Scope::Cta);
        let home = if near { Some(thread.cta?) } else { None };
        let fits = (near || remote) && event.op == Op::Rmw && event.reads() && event.writes();
        fits.then_some(Access::Promoted {
            gpu: thread.gpu,
            home,
        })
    }

    /// How an event accesses its location; nothing if it does not fit.
    fn access(log: &Log, event: &Event) -> Option<Access> {
        let weak = event.mode.order() == Order::Weak;
        match event.op {
            Op::Load | Op::Store if weak => {
                let init = log.locations.get(event.place as usize)?.init;
                return matches!(init, Init::Known(_)).then_some(Access::Ordinary);
            }
            Op::Rmw if !weak && event.reads() && event.writes() => {}
            Op::Load | Op::Store | Op::Rmw | Op::Fence | Op::Barrier | Op::WriteBack => {
                return None;
            }
        }
        match event.mode.order() {
            Order::Relaxed | Order::Acquire | Order::Release | Order::AcqRel => {}
            Order::Weak | Order::Sc | Order::RmAcquire | Order::RmRelease | Order::RmAcqRel => {
                return None;
            }
        }
        let thread = log.threads.get(usize::from(event.thread))?;
        let scope = event.mode.scope();
        let kind = SCOPES.iter().position(|(one, _)| *one == scope)?;
        if bent(Bend::ClockScopes) {
            return Some(Access::Atomic((0, 0, 0, 0)));
        }
        let (own, cta) = (u32::from(event.thread), thread.cta?);
        Some(Access::Atomic(match scope {
            Scope::Thread => (kind, own, 0, 0),
            Scope::Cta => (kind, thread.gpu, cta, 0),
            Scope::Gpu => (kind, thread.gpu, 0, 0),
            Scope::Sys => (kind, 0, 0, 0),
            Scope::Warp => (kind, thread.gpu, cta, thread.warp?),
        }))
    }

    /// For each way to choose one of those that read the same, the others, which lose.
    pub(super) fn choices(&self) -> impl Iterator<Item = Vec<u32>> + '_ {
        let ways: usize = self.twice.iter().map(Vec::len).product();
        (0..ways).map(move |way| {
            let mut rest = way;
            let mut lost = Vec::new();
            for same in &self.twice {
                let wins = rest % same.len();
                rest /= same.len();
                let others = same.iter().enumerate().filter(|(at, _)| *at != wins);
                lost.extend(others.map(|(_, event)| *event));
            }
            lost
        })
    }
}

/// The locations that are accessed remotely, under the model that has this.
fn remote(log: &Log, model: &str) -> BTreeSet<u32> {
    let is_remote = |event: &&Event| event.mode.order() == Order::RmAcqRel;
    let events = log.events.iter().filter(|_| model == "hrf-rsp");
    events.filter(is_remote).map(|event| event.place).collect()
}
