//! What depends on what each access reads, by the text of a test.

use std::collections::BTreeSet;

use crate::program::{InstructionKind, RegisterId, Target, Thread, Value};

/// Instructions whose reads something comes from.
pub type Reads = BTreeSet<usize>;

/// What the access of an instruction depends on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Depends {
    /// Through its address.
    pub address: Reads,
    /// Through what it stores.
    pub data: Reads,
    /// Through the branches before it, or its predicate.
    pub control: Reads,
    /// Whether it may be left out at all.
    pub conditional: bool,
}

/// The dependencies of a thread, instruction by instruction, its code taken once from top to bottom.
#[must_use]
pub fn depends(thread: &Thread) -> Vec<Depends> {
    let mut from: Vec<Reads> = vec![Reads::new(); thread.registers.len()];
    let mut control = Reads::new();
    let mut conditional = false;
    let mut all = Vec::new();
    for (index, instruction) in thread.code.iter().enumerate() {
        let read = |from: &[Reads], value: Value| match value {
            Value::Constant(_) => Reads::new(),
            Value::Register(RegisterId(register)) => from[register].clone(),
        };
        let guard = instruction.guard.map(|(register, _)| register);
        let guard = guard.map(|register| from[register.0].clone());
        let mut own = Depends {
            control: control.clone(),
            conditional: conditional || guard.is_some(),
            ..Depends::default()
        };
        own.control.extend(guard.iter().flatten());
        let address = |target: Target| match target {
            Target::Location(_) => Reads::new(),
            Target::Register(register) => from[register.0].clone(),
        };
        let mut defined = None;
        match &instruction.kind {
            InstructionKind::Load { dst, target, .. } => {
                own.address = address(*target);
                defined = Some((*dst, Reads::from([index])));
            }
            InstructionKind::Store { target, value, .. } => {
                own.address = address(*target);
                own.data = read(&from, *value);
            }
            InstructionKind::Atomic {
                dst,
                target,
                operands,
                ..
            } => {
                own.address = address(*target);
                let operands = operands.iter().map(|one| read(&from, *one));
                own.data = operands.flatten().collect();
                defined = dst.map(|dst| (dst, Reads::from([index])));
            }
            InstructionKind::Move { dst, src, .. } => defined = Some((*dst, read(&from, *src))),
            InstructionKind::Arithmetic { dst, a, b, .. }
            | InstructionKind::SetPredicate { dst, a, b, .. } => {
                let mut both = read(&from, *a);
                both.extend(read(&from, *b));
                defined = Some((*dst, both));
            }
            InstructionKind::Branch { condition, .. } => {
                if let Some((_, a, b)) = condition {
                    control.extend(read(&from, *a));
                    control.extend(read(&from, *b));
                }
                control.extend(guard.iter().flatten());
                conditional |= condition.is_some() || guard.is_some();
            }
            InstructionKind::Fence(_) | InstructionKind::Barrier { .. } => {}
        }
        if let Some((RegisterId(register), reads)) = defined {
            if let Some(guard) = guard {
                from[register].extend(reads);
                from[register].extend(guard);
            } else {
                from[register] = reads;
            }
        }
        all.push(own);
    }
    all
}
