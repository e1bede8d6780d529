//! Loops of a thread: which backward jumps there are, when their laps are counted anew, and which
//! laps change nothing.

use std::collections::BTreeSet;

use super::limits::{Budget, Exhausted};
use crate::program::{Condition, InstructionKind, Program, Target, Term, Thread, ThreadId, Value};

/// A backward jump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    /// Index of the instruction that jumps.
    pub jump: usize,
    /// Index of the instruction it jumps to: the head.
    pub head: usize,
    /// First and last instruction of the interval that control must leave for the count of laps to
    /// start anew: the loop's own, joined with those that cross it.
    pub region: (usize, usize),
    /// Whether a lap leaves no trace in the registers: none that is live at the head is defined in
    /// the body. Such a lap changes nothing unless it writes memory.
    pub idle: bool,
}

impl Loop {
    /// Whether an instruction lies between the head and the jump.
    #[must_use]
    pub const fn contains(&self, pc: usize) -> bool {
        self.head <= pc && pc <= self.jump
    }

    /// Whether an instruction lies in the region.
    #[must_use]
    pub const fn covers(&self, pc: usize) -> bool {
        self.region.0 <= pc && pc <= self.region.1
    }
}

/// The loops of a thread, in the order of their jumps.
///
/// # Errors
/// When the time is over.
pub fn loops(program: &Program, id: ThreadId, budget: &Budget) -> Result<Vec<Loop>, Exhausted> {
    let thread = program.thread(id);
    let live = live_in(thread, &observed(program, id), budget)?;
    let jumps = backward_jumps(thread);
    let regions = regions(&jumps, budget)?;
    let mut found = Vec::new();
    for ((head, jump), region) in jumps.into_iter().zip(regions) {
        budget.go_on()?;
        let mut defined = thread.code[head..=jump]
            .iter()
            .filter_map(|instruction| defined(&instruction.kind));
        found.push(Loop {
            jump,
            head,
            region,
            idle: defined.all(|register| !live[head].contains(&register)),
        });
    }
    Ok(found)
}

/// Pairs of head and jump.
fn backward_jumps(thread: &Thread) -> Vec<(usize, usize)> {
    let jumps = thread.code.iter().enumerate();
    jumps
        .filter_map(|(pc, instruction)| Some((instruction.target()?, pc)))
        .filter(|(target, pc)| target <= pc)
        .collect()
}

/// The region of each loop: its interval, joined with those that cross it. What remains is nested
/// or apart, so that an inner loop is entered anew in each lap of the outer one.
fn regions(jumps: &[(usize, usize)], budget: &Budget) -> Result<Vec<(usize, usize)>, Exhausted> {
    let mut regions = jumps.to_vec();
    while let Some((a, b)) = crossing(&regions) {
        budget.go_on()?;
        let union = (regions[a].0, regions[b].1);
        regions[a] = union;
        regions[b] = union;
    }
    Ok(regions)
}

/// Two intervals, the first of which ends inside the second and does not hold its end.
fn crossing(regions: &[(usize, usize)]) -> Option<(usize, usize)> {
    let pairs = (0..regions.len()).flat_map(|a| (0..regions.len()).map(move |b| (a, b)));
    pairs.into_iter().find(|(a, b)| {
        let (first, second) = (regions[*a], regions[*b]);
        first.0 < second.0 && second.0 <= first.1 && first.1 < second.1
    })
}

/// The registers of a thread that the condition or the filter names.
fn observed(program: &Program, id: ThreadId) -> BTreeSet<usize> {
    let mut registers = BTreeSet::new();
    let conditions = program.filter.iter().chain([&program.condition]);
    for condition in conditions {
        collect(condition, id, &mut registers);
    }
    registers
}

fn collect(condition: &Condition, id: ThreadId, registers: &mut BTreeSet<usize>) {
    match condition {
        Condition::Literal(..) | Condition::Terminates(_) => {}
        Condition::Compare(_, a, b, _) => {
            for term in [a, b] {
                match term {
                    Term::Register(thread, register) if *thread == id => {
                        registers.insert(register.0);
                    }
                    Term::Register(..) | Term::Constant(_) | Term::Location(_) => {}
                }
            }
        }
        Condition::Not(inner, _) => collect(inner, id, registers),
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            for part in parts {
                collect(part, id, registers);
            }
        }
    }
}

/// For each instruction, the registers whose value before it may still matter: those read before
/// they are written on some path from there, unless only for what does not matter itself. At the end
/// these are the observed ones.
fn live_in(
    thread: &Thread,
    observed: &BTreeSet<usize>,
    budget: &Budget,
) -> Result<Vec<BTreeSet<usize>>, Exhausted> {
    let end = thread.code.len();
    let mut live = vec![BTreeSet::new(); end + 1];
    live[end].clone_from(observed);
    loop {
        let mut changed = false;
        for pc in (0..end).rev() {
            budget.go_on()?;
            let before = live_before(thread, pc, &live);
            changed |= before != live[pc];
            live[pc] = before;
        }
        if !changed {
            return Ok(live);
        }
    }
}

fn live_before(thread: &Thread, pc: usize, live: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let instruction = &thread.code[pc];
    let mut set = BTreeSet::new();
    for next in successors(thread, pc) {
        set.extend(&live[next]);
    }
    let computes = match &instruction.kind {
        InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. } => true,
        InstructionKind::Load { .. }
        | InstructionKind::Store { .. }
        | InstructionKind::Atomic { .. }
        | InstructionKind::Fence(_)
        | InstructionKind::Barrier { .. }
        | InstructionKind::Branch { .. } => false,
    };
    let into = defined(&instruction.kind);
    if computes && into.is_some_and(|register| !set.contains(&register)) {
        // Nobody asks for it: nor for what it is computed from.
        return set;
    }
    // A guarded instruction may not run, and then leaves its register alone.
    match (instruction.guard, into) {
        (None, Some(register)) => {
            set.remove(&register);
        }
        (Some((guard, _)), _) => {
            set.insert(guard.0);
        }
        (None, None) => {}
    }
    set.extend(used(&instruction.kind));
    set
}

fn successors(thread: &Thread, pc: usize) -> Vec<usize> {
    let instruction = &thread.code[pc];
    match &instruction.kind {
        InstructionKind::Branch { condition, target } => {
            let falls = condition.is_some() || instruction.guard.is_some();
            let mut next = vec![(*target).min(thread.code.len())];
            next.extend(falls.then_some(pc + 1));
            next
        }
        InstructionKind::Load { .. }
        | InstructionKind::Store { .. }
        | InstructionKind::Atomic { .. }
        | InstructionKind::Fence(_)
        | InstructionKind::Barrier { .. }
        | InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. } => vec![pc + 1],
    }
}

/// The register an instruction writes.
pub(super) fn defined(kind: &InstructionKind) -> Option<usize> {
    match kind {
        InstructionKind::Load { dst, .. }
        | InstructionKind::Move { dst, .. }
        | InstructionKind::Arithmetic { dst, .. }
        | InstructionKind::SetPredicate { dst, .. } => Some(dst.0),
        InstructionKind::Atomic { dst, .. } => dst.map(|register| register.0),
        InstructionKind::Store { .. }
        | InstructionKind::Fence(_)
        | InstructionKind::Barrier { .. }
        | InstructionKind::Branch { .. } => None,
    }
}

/// The registers an instruction reads, its guard apart.
fn used(kind: &InstructionKind) -> Vec<usize> {
    let (values, target) = operands(kind);
    let values = values.into_iter().filter_map(|value| match value {
        Value::Register(register) => Some(register.0),
        Value::Constant(_) => None,
    });
    let target = match target {
        Some(Target::Register(register)) => Some(register.0),
        Some(Target::Location(_)) | None => None,
    };
    values.chain(target).collect()
}

fn operands(kind: &InstructionKind) -> (Vec<Value>, Option<Target>) {
    match kind {
        InstructionKind::Load { target, .. } => (Vec::new(), Some(*target)),
        InstructionKind::Store { target, value, .. } => (vec![*value], Some(*target)),
        InstructionKind::Atomic {
            target, operands, ..
        } => (operands.clone(), Some(*target)),
        InstructionKind::Barrier {
            id,
            barrier,
            quorum,
            ..
        } => {
            let mut values = vec![*id, *barrier];
            values.extend(*quorum);
            (values, None)
        }
        InstructionKind::Move { src, .. } => (vec![*src], None),
        InstructionKind::Arithmetic { a, b, .. } | InstructionKind::SetPredicate { a, b, .. } => {
            (vec![*a, *b], None)
        }
        InstructionKind::Branch { condition, .. } => (
            condition.map_or_else(Vec::new, |(_, a, b)| vec![a, b]),
            None,
        ),
        InstructionKind::Fence(_) => (Vec::new(), None),
    }
}
