//! Counters of loops that only look: `while (*flag == 0) if (++tries > limit) return;`.
//!
//! Such a register is one that each lap of an innermost loop adds a constant to, while nothing in the loop writes memory but
//! an attempt at a lock: a compare-and-swap, an exchange, each lap looks at the same places, and what it finds may end the loop. Left open, it may be anything from the second lap on, so that laps are alike and the loop is
//! one circle; the launch then does all that it did, and more.

use std::collections::BTreeSet;

use crate::kernel::setup::Setup;
use crate::ptx::family::Family;
use crate::ptx::module::{Body, Instruction, RegisterId};
use crate::ptx::operation::{Base, Compute, Literal, Operand, Operation, Update};
use crate::ptx::types::Space;

use super::nested::loops;
use super::places::Place;

/// Up to so many tries are looked at one by one.
const NEAR: u64 = 64;

/// A launch whose counters of tries are left open.
pub struct Uncounted {
    /// The launch.
    pub setup: Setup,
    /// The instructions that count, by function.
    pub places: Vec<(usize, usize)>,
    /// Whether some counter is held against more than a few tries, or against none.
    pub far: bool,
}

impl Uncounted {
    /// Of a launch; nothing where nobody counts tries.
    #[must_use]
    pub fn of(setup: &Setup) -> Option<Self> {
        let mut places = Vec::new();
        let mut far = false;
        for function in setup.reachable() {
            let body = setup.module.functions[function].body.iter();
            for (at, near) in body.flat_map(counters) {
                places.push((function, at));
                far |= !near;
            }
        }
        if places.is_empty() {
            return None;
        }
        let mut setup = setup.clone();
        for &(function, at) in &places {
            let body = setup.module.functions[function].body.as_mut();
            if let Some(one) = body.and_then(|body| body.code.get_mut(at)) {
                one.operation = Operation::Loose {
                    targets: one.operation.writes().into_iter().map(Some).collect(),
                    sources: one.operation.operands(),
                    what: "how often a loop was gone round",
                };
            }
        }
        Some(Self { setup, places, far })
    }

    /// The loops, by where they count: `the loop at poll.cu:6`.
    #[must_use]
    pub fn loops(&self) -> String {
        let places = self.places.iter();
        let lines = places.filter_map(|&(function, at)| Place::of(&self.setup, function, at));
        let lines: BTreeSet<String> = lines.map(|place| place.short()).collect();
        let lines: Vec<String> = lines.into_iter().collect();
        let word = if lines.len() == 1 { "loop" } else { "loops" };
        format!("the {word} at {}", lines.join(", "))
    }
}

/// The instructions of a function that count tries, and whether each is held against few.
fn counters(body: &Body) -> Vec<(usize, bool)> {
    let code = body.code.iter().enumerate();
    let (loops, innermost) = loops(body);
    let waiting: Vec<bool> = loops.iter().map(|lap| waits(body, lap)).collect();
    let found = code.filter_map(|(at, one)| {
        let (to, from) = counted(one)?;
        let index = innermost[at].filter(|&index| waiting[index])?;
        let lap = &loops[index];
        let values = comes_back(body, lap, to, from).then(|| computed_from(body, to))?;
        let goes = |one: &Instruction| addresses(one).is_some_and(|it| values.contains(&it));
        (!body.code.iter().any(goes)).then(|| (at, is_near(body, lap, &values)))
    });
    found.collect()
}

/// Where a constant is added to a register: the sum, and the register.
fn counted(one: &Instruction) -> Option<(RegisterId, RegisterId)> {
    let Operation::Compute {
        op: Compute::Add | Compute::Sub,
        ty,
        dst: Some(to),
        second: None,
        sources,
    } = &one.operation
    else {
        return None;
    };
    let [
        Operand::Register(from),
        Operand::Literal(Literal::Integer(_)),
    ] = sources[..]
    else {
        return None;
    };
    (!ty.is_float()).then_some((*to, from))
}

/// Whether a loop looks at the same places until it finds something else there.
fn waits(body: &Body, lap: &BTreeSet<usize>) -> bool {
    only_looks(body, lap) && ends_on_finds(body, lap) && stays(body, lap)
}

/// Whether what is found in a lap decides whether there is another.
fn ends_on_finds(body: &Body, lap: &BTreeSet<usize>) -> bool {
    let finds = lap
        .iter()
        .filter(|&&at| body.code[at].operation.access().is_some());
    let finds = finds.flat_map(|&at| body.code[at].operation.writes());
    let values: BTreeSet<RegisterId> = finds.flat_map(|it| computed_from(body, it)).collect();
    lap.iter().any(|&at| {
        let next = body.code[at].successors(at, body.code.len());
        let leaves = next.iter().any(|to| !lap.contains(to));
        leaves && body.code[at].reads().iter().any(|it| values.contains(it))
    })
}

/// Whether no address in a loop moves on from lap to lap.
fn stays(body: &Body, lap: &BTreeSet<usize>) -> bool {
    let moves = lap.iter().filter_map(|&at| {
        let (to, from) = counted(&body.code[at])?;
        comes_back(body, lap, to, from).then(|| computed_from(body, to))
    });
    let moves: BTreeSet<RegisterId> = moves.flatten().collect();
    let mut places = lap.iter().filter_map(|&at| addresses(&body.code[at]));
    places.all(|place| !moves.contains(&place))
}

/// Whether a loop reads memory that threads share, and changes nothing in it where it goes round again for what it found.
fn only_looks(body: &Body, lap: &BTreeSet<usize>) -> bool {
    let mut looks = false;
    for &at in lap {
        match &body.code[at].operation {
            Operation::Load { access, .. } => looks |= is_shared(access.space),
            Operation::Atomic {
                op,
                operands,
                reduces,
                ..
            } => {
                let still = operands
                    .iter()
                    .all(|one| *one == Operand::Literal(Literal::Integer(0)));
                let tries = match op {
                    Update::Cas | Update::Exch => true,
                    Update::Add | Update::Or | Update::Xor => still,
                    Update::And
                    | Update::Min
                    | Update::Max
                    | Update::Inc
                    | Update::Dec
                    | Update::Arrive
                    | Update::Leave => false,
                };
                if *reduces || !tries {
                    return false;
                }
                looks = true;
            }
            other => match other.family() {
                Family::Local | Family::Fence | Family::Jump => {}
                Family::Memory
                | Family::Barrier
                | Family::Warp
                | Family::Active
                | Family::Call
                | Family::Leave
                | Family::Trap
                | Family::Refused => return false,
            },
        }
    }
    looks
}

const fn is_shared(space: Space) -> bool {
    matches!(space, Space::Generic | Space::Global | Space::Shared)
}

/// Whether a sum is what is added to in the next lap: by copies in the loop alone.
fn comes_back(body: &Body, lap: &BTreeSet<usize>, to: RegisterId, from: RegisterId) -> bool {
    let mut names = BTreeSet::from([to]);
    loop {
        let known = names.len();
        for &at in lap {
            if let Operation::Compute {
                op: Compute::Copy,
                dst: Some(dst),
                sources,
                ..
            } = &body.code[at].operation
                && let [Operand::Register(source)] = sources[..]
                && names.contains(&source)
            {
                names.insert(*dst);
            }
        }
        if names.contains(&from) || names.len() == known {
            return names.contains(&from);
        }
    }
}

/// The registers that are computed from one, that one included.
fn computed_from(body: &Body, from: RegisterId) -> BTreeSet<RegisterId> {
    let mut found = BTreeSet::from([from]);
    loop {
        let known = found.len();
        for one in &body.code {
            let local = one.operation.family() == Family::Local;
            if local && one.reads().iter().any(|read| found.contains(read)) {
                found.extend(one.operation.writes());
            }
        }
        if found.len() == known {
            return found;
        }
    }
}

/// The register that an access has its address from.
fn addresses(one: &Instruction) -> Option<RegisterId> {
    let (_, address, _) = one.operation.access()?;
    match address.base {
        Base::Register(register) => Some(register),
        Base::Symbol(_) | Base::Number(_) => None,
    }
}

/// Whether a loop compares a counter, and each time with a small number.
fn is_near(body: &Body, lap: &BTreeSet<usize>, values: &BTreeSet<RegisterId>) -> bool {
    let compares = lap.iter().filter_map(|&at| {
        let Operation::Compute {
            op: Compute::Compare(..),
            sources,
            ..
        } = &body.code[at].operation
        else {
            return None;
        };
        sources
            .iter()
            .any(|it| is_of(it, values))
            .then_some(sources)
    });
    let compares: Vec<_> = compares.collect();
    let small = |one: &Operand| match one {
        Operand::Literal(Literal::Integer(number)) => *number <= NEAR,
        other => is_of(other, values),
    };
    !compares.is_empty() && compares.iter().all(|sources| sources.iter().all(small))
}

fn is_of(operand: &Operand, values: &BTreeSet<RegisterId>) -> bool {
    matches!(operand, Operand::Register(register) if values.contains(register))
}
