//! The control flow of one thread: loops, live registers, threads that cannot end.

use std::collections::BTreeSet;

use crate::stop::{Open, Stop};
use crate::syntax::span::Span;

use super::{
    Condition, Instruction, InstructionKind, Program, RegisterId, Target, Term, Thread, ThreadId,
    Value,
};

/// Where control can go from an instruction.
#[must_use]
pub fn successors(thread: &Thread, at: usize) -> Vec<usize> {
    let instruction = &thread.code[at];
    match instruction.target() {
        Some(target) if instruction.always_jumps() => vec![target],
        Some(target) => vec![at + 1, target],
        None => vec![at + 1],
    }
}

/// If no path leads from the start to the end: the place of a jump that keeps the thread busy.
#[must_use]
pub fn endless_jump(thread: &Thread) -> Option<Span> {
    let mut seen = vec![false; thread.code.len() + 1];
    let mut work = vec![0];
    while let Some(at) = work.pop() {
        if std::mem::replace(&mut seen[at], true) || at == thread.code.len() {
            continue;
        }
        work.extend(successors(thread, at));
    }
    if seen[thread.code.len()] {
        return None;
    }
    let jump = (0..thread.code.len())
        .rev()
        .find(|&at| seen[at] && successors(thread, at).iter().any(|&next| next <= at))?;
    Some(thread.code[jump].span)
}

/// A jump backward.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lap {
    /// Index of the jump.
    pub jump: usize,
    /// Where it goes.
    pub target: usize,
    /// First index of the loop: the union with all loops that overlap without nesting.
    pub start: usize,
    /// Last index of the loop.
    pub end: usize,
    /// The registers that a lap leaves to the next: it defines them, and they are live at its head.
    pub lasting: Vec<RegisterId>,
}

impl Lap {
    /// Whether a lap that writes nothing leaves the thread as it was. Such a lap can be left out of
    /// any execution, unless a load leaves something behind.
    #[must_use]
    pub const fn is_forgetful(&self) -> bool {
        self.lasting.is_empty()
    }
}

/// The backward jumps of a thread, outer loops before inner ones.
///
/// # Errors
///
/// Time ran out.
pub fn laps(program: &Program, id: ThreadId, stop: &Stop) -> Result<Vec<Lap>, Open> {
    let thread = program.thread(id);
    let live = live_in(thread, &observed(program, id), stop)?;
    let mut laps = Vec::new();
    for (jump, instruction) in thread.code.iter().enumerate() {
        let Some(target) = instruction.target().filter(|&target| target <= jump) else {
            continue;
        };
        stop.check()?;
        let body = thread.code[target..=jump].iter();
        let defined = body.filter_map(|one| one.kind.written());
        let lasting: BTreeSet<RegisterId> = defined
            .filter(|register| live[target].contains(register))
            .collect();
        laps.push(Lap {
            jump,
            target,
            start: target,
            end: jump,
            lasting: lasting.into_iter().collect(),
        });
    }
    merge(&mut laps, stop)?;
    laps.sort_by_key(|lap| (lap.start, std::cmp::Reverse(lap.end), lap.jump));
    Ok(laps)
}

/// Makes loops nested or disjoint by joining those that overlap otherwise.
fn merge(laps: &mut [Lap], stop: &Stop) -> Result<(), Open> {
    loop {
        let mut changed = false;
        for a in 0..laps.len() {
            stop.check()?;
            for b in 0..laps.len() {
                let (first, second) = (&laps[a], &laps[b]);
                let crossing = first.start < second.start
                    && second.start <= first.end
                    && first.end < second.end;
                if crossing {
                    let (start, end) = (first.start, second.end);
                    for index in [a, b] {
                        laps[index].start = start;
                        laps[index].end = end;
                    }
                    changed = true;
                }
            }
        }
        if !changed {
            return Ok(());
        }
    }
}

/// The registers of a thread that the condition or the filter names.
fn observed(program: &Program, thread: ThreadId) -> BTreeSet<RegisterId> {
    let mut found = BTreeSet::new();
    let mut term = |term: &Term| {
        if let Term::Register(owner, register) = term
            && *owner == thread
        {
            found.insert(*register);
        }
    };
    for condition in program.filter.iter().chain([&program.condition]) {
        each_term(condition, &mut term);
    }
    found
}

fn each_term(condition: &Condition, visit: &mut impl FnMut(&Term)) {
    match condition {
        Condition::Literal(..) | Condition::Terminates(_) => {}
        Condition::Compare(_, a, b, _) => {
            visit(a);
            visit(b);
        }
        Condition::Not(inner, _) => each_term(inner, visit),
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            for part in parts {
                each_term(part, visit);
            }
        }
    }
}

/// The registers whose value may still matter before each instruction, and at the end: to what the thread
/// does, where it goes, or who looks at it in the end. One that only counts laps for itself is none.
fn live_in(
    thread: &Thread,
    at_end: &BTreeSet<RegisterId>,
    stop: &Stop,
) -> Result<Vec<BTreeSet<RegisterId>>, Open> {
    let mut live = vec![BTreeSet::new(); thread.code.len() + 1];
    live[thread.code.len()].clone_from(at_end);
    loop {
        let mut changed = false;
        for at in (0..thread.code.len()).rev() {
            stop.check()?;
            let instruction = &thread.code[at];
            let mut set: BTreeSet<RegisterId> = BTreeSet::new();
            for next in successors(thread, at) {
                set.extend(&live[next]);
            }
            // What is computed into a register that matters to nobody uses nothing.
            let faint = is_pure(instruction)
                && instruction
                    .kind
                    .written()
                    .is_some_and(|register| !set.contains(&register));
            if instruction.guard.is_none()
                && let Some(register) = instruction.kind.written()
            {
                set.remove(&register);
            }
            if !faint {
                set.extend(used(instruction));
            }
            changed |= set != live[at];
            live[at] = set;
        }
        if !changed {
            return Ok(live);
        }
    }
}

/// Whether all that an instruction does is to write a register.
const fn is_pure(instruction: &Instruction) -> bool {
    match instruction.kind {
        InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. } => true,
        InstructionKind::Load { .. }
        | InstructionKind::Store { .. }
        | InstructionKind::Atomic { .. }
        | InstructionKind::Fence(_)
        | InstructionKind::Barrier { .. }
        | InstructionKind::Branch { .. } => false,
    }
}

/// The registers an instruction reads.
fn used(instruction: &Instruction) -> Vec<RegisterId> {
    let mut values = Vec::new();
    let mut address = None;
    match &instruction.kind {
        InstructionKind::Load { target, .. } => address = Some(*target),
        InstructionKind::Store { target, value, .. } => {
            address = Some(*target);
            values.push(*value);
        }
        InstructionKind::Atomic {
            target, operands, ..
        } => {
            address = Some(*target);
            values.extend(operands);
        }
        InstructionKind::Fence(_) => {}
        InstructionKind::Barrier {
            id,
            barrier,
            quorum,
            ..
        } => {
            values.extend([*id, *barrier]);
            values.extend(*quorum);
        }
        InstructionKind::Move { src, .. } => values.push(*src),
        InstructionKind::Arithmetic { a, b, .. } | InstructionKind::SetPredicate { a, b, .. } => {
            values.extend([*a, *b]);
        }
        InstructionKind::Branch { condition, .. } => {
            values.extend(condition.iter().flat_map(|(_, a, b)| [*a, *b]));
        }
    }
    let registers = values.into_iter().filter_map(|value| match value {
        Value::Register(register) => Some(register),
        Value::Constant(_) => None,
    });
    let address = address.and_then(|target| match target {
        Target::Register(register) => Some(register),
        Target::Location(_) => None,
    });
    let guard = instruction.guard.map(|(register, _)| register);
    registers.chain(address).chain(guard).collect()
}
