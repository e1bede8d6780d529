//! Where instructions could be put into a thread: its code with holes.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::{Instruction, InstructionKind, Program, Thread, Value};
use crate::syntax::ast::{Fence, Proxy};
use crate::syntax::span::Span;

use super::gaps::{gaps, proxy_gaps, straight_places};

/// What can be put into a hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A fence.
    Fence,
    /// This proxy fence.
    Proxy(Fence),
    /// A barrier with this number.
    Barrier(i64),
}

/// Code with holes. Who jumps to an instruction comes through the holes before it.
#[derive(Debug, Clone)]
pub(super) struct Holed {
    /// The code, with a `fence.?` for each hole.
    pub code: Vec<Instruction>,
    /// For each instruction of it what the hole is for; nothing for those of the test.
    pub purposes: Vec<Option<Purpose>>,
}

/// What is put into a thread beyond fences.
#[derive(Debug, Clone, Default)]
pub(super) struct Extras {
    /// The proxy fences that may be of use.
    pub proxies: Vec<Fence>,
    /// For each thread in which a barrier may be of use its number.
    pub barriers: BTreeMap<usize, i64>,
}

impl Holed {
    /// The holes of a thread.
    pub fn of(thread: &Thread, index: usize, extras: &Extras) -> Self {
        let fences = gaps(thread);
        let proxies = if extras.proxies.is_empty() {
            BTreeSet::new()
        } else {
            proxy_gaps(thread)
        };
        let barrier = extras.barriers.get(&index).copied();
        let barriers = barrier.map_or_else(BTreeSet::new, |_| straight_places(thread));
        let holes = |at: usize| {
            let mut holes = Vec::new();
            if barriers.contains(&at) {
                holes.extend(barrier.map(Purpose::Barrier));
            }
            let proxies = extras.proxies.iter().filter(|_| proxies.contains(&at));
            // A fence publishes what a proxy fence before it has made generic; of what it has made
            // seen, a proxy fence behind it informs the other path.
            holes.extend(proxies.clone().copied().map(Purpose::Proxy));
            if fences.contains(&at) {
                holes.push(Purpose::Fence);
                holes.extend(proxies.copied().map(Purpose::Proxy));
            }
            holes
        };
        Self::with(thread, &holes)
    }

    fn with(thread: &Thread, holes: &dyn Fn(usize) -> Vec<Purpose>) -> Self {
        let mut moved = Vec::with_capacity(thread.code.len() + 1);
        let mut holed = Self {
            code: Vec::new(),
            purposes: Vec::new(),
        };
        let last = thread.code.last();
        let last = last.map_or_else(Span::default, |instruction| instruction.span);
        for at in 0..=thread.code.len() {
            moved.push(holed.code.len());
            let instruction = thread.code.get(at);
            let span = instruction.map_or(last, |instruction| instruction.span);
            for purpose in holes(at) {
                holed.code.push(Instruction {
                    span,
                    guard: None,
                    kind: InstructionKind::Fence(Fence::Hole),
                });
                holed.purposes.push(Some(purpose));
            }
            holed.code.extend(instruction.cloned());
            holed.purposes.extend(instruction.map(|_| None));
        }
        for instruction in &mut holed.code {
            if let InstructionKind::Branch { target, .. } = &mut instruction.kind {
                *target = moved.get(*target).copied().unwrap_or(*target);
            }
        }
        holed
    }
}

/// The proxy fences that a test may have a use for: one for each path to memory beside the generic
/// one, and one for aliases.
pub(super) fn useful_proxies(program: &Program) -> Vec<Fence> {
    let code = program.threads.iter().flat_map(|thread| &thread.code);
    let accesses = code.filter_map(|instruction| instruction.kind.accessed());
    let accesses = accesses.map(|(_, access)| access.proxy);
    let declared = program.locations.iter().filter_map(|one| one.proxy);
    let used: BTreeSet<Proxy> = accesses
        .chain(declared)
        .filter(|&proxy| proxy != Proxy::Generic)
        .collect();
    let mut fences: Vec<Fence> = used.into_iter().map(Fence::Proxy).collect();
    let locations = program.locations.iter().enumerate();
    let mut aliases = locations
        .filter(|(index, location)| location.address.0 == *index && location.physical.0 != *index);
    if aliases.next().is_some() {
        fences.push(Fence::Alias);
    }
    fences
}

/// So many ways to put a barrier into the threads of a block are tried.
const WAYS: usize = 256;

/// So many barriers a block has.
const BARRIERS: i64 = 16;

/// For each thread of a block with several threads the number of a barrier that none of them uses.
pub(super) fn useful_barriers(program: &Program) -> BTreeMap<usize, i64> {
    let mut blocks: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    for (index, thread) in program.threads.iter().enumerate() {
        blocks
            .entry((thread.placement.gpu, thread.placement.cta))
            .or_default()
            .push(index);
    }
    let several = blocks.into_values().filter(|threads| threads.len() > 1);
    let mut found = BTreeMap::new();
    for threads in several {
        let places = threads
            .iter()
            .map(|&thread| straight_places(&program.threads[thread]).len());
        let ways = places.fold(1_usize, usize::saturating_mul);
        if let Some(number) = free_barrier(program, &threads)
            && (1..=WAYS).contains(&ways)
        {
            found.extend(threads.into_iter().map(|thread| (thread, number)));
        }
    }
    found
}

/// The lowest number of a barrier that some threads do not use; nothing if all are used, or which
/// are is known only when they run.
fn free_barrier(program: &Program, threads: &[usize]) -> Option<i64> {
    let mut used = BTreeSet::new();
    for &thread in threads {
        for instruction in &program.threads[thread].code {
            if let InstructionKind::Barrier { id, barrier, .. } = instruction.kind {
                for operand in [id, barrier] {
                    match operand {
                        Value::Constant(number) => used.insert(number),
                        Value::Register(_) => return None,
                    };
                }
            }
        }
    }
    (0..BARRIERS).find(|number| !used.contains(number))
}
