//! Instructions as a native thread takes them: places are numbers, orders are those of the processor.

use std::sync::atomic::Ordering;

use crate::program::{Instruction, InstructionKind, Program, RegisterId, Target, Thread, Value};
use crate::syntax::ast::{Access, Arithmetic, AtomicOp, Comparison, Fence, Order, Type};

use super::barrier::Meeting;

/// Where an access goes.
#[derive(Debug, Clone, Copy)]
pub enum Place {
    /// The memory of this number.
    Memory(usize),
    /// The one whose address a register holds.
    Register(usize),
}

/// An instruction.
#[derive(Debug, Clone)]
pub struct Code {
    /// The predicate it runs under.
    pub guard: Option<(usize, bool)>,
    /// What it does.
    pub op: Op,
}

/// What an instruction does.
#[derive(Debug, Clone)]
pub enum Op {
    Load {
        dst: usize,
        place: Place,
        ty: Type,
        order: Ordering,
    },
    Store {
        place: Place,
        value: Value,
        ty: Type,
        order: Ordering,
    },
    Update {
        dst: Option<usize>,
        place: Place,
        op: AtomicOp,
        operands: Vec<Value>,
        ty: Type,
    },
    Fence,
    Nothing,
    Barrier {
        meeting: usize,
        arrive: bool,
    },
    Move {
        dst: usize,
        src: Value,
        ty: Type,
    },
    Compute {
        op: Arithmetic,
        dst: usize,
        a: Value,
        b: Value,
        ty: Type,
    },
    Compare {
        cmp: Comparison,
        dst: usize,
        a: Value,
        b: Value,
        ty: Type,
    },
    Branch {
        condition: Option<(Comparison, Value, Value)>,
        target: usize,
    },
}

/// The code of a thread.
pub fn decode(program: &Program, thread: &Thread, meetings: &[Meeting]) -> Vec<Code> {
    let code = thread.code.iter();
    code.map(|instruction| Code {
        guard: instruction
            .guard
            .map(|(register, wanted)| (register.0, wanted)),
        op: op(program, thread, instruction, meetings),
    })
    .collect()
}

fn op(program: &Program, thread: &Thread, instruction: &Instruction, meetings: &[Meeting]) -> Op {
    let place = |target: Target| match target {
        Target::Location(at) => Place::Memory(program.location(at).physical.0),
        Target::Register(register) => Place::Register(register.0),
    };
    match &instruction.kind {
        InstructionKind::Load {
            dst,
            target,
            access,
        } => Op::Load {
            dst: dst.0,
            place: place(*target),
            ty: access.ty,
            order: load_order(*access),
        },
        InstructionKind::Store {
            target,
            value,
            access,
        } => Op::Store {
            place: place(*target),
            value: *value,
            ty: access.ty,
            order: store_order(*access),
        },
        InstructionKind::Atomic {
            dst,
            target,
            op,
            operands,
            access,
        } => Op::Update {
            dst: dst.map(|RegisterId(dst)| dst),
            place: place(*target),
            op: *op,
            operands: operands.clone(),
            ty: access.ty,
        },
        InstructionKind::Fence(fence) => match fence {
            Fence::Sc(_) | Fence::AcqRel(_) => Op::Fence,
            Fence::Proxy(_) | Fence::Alias | Fence::Hole => Op::Nothing,
        },
        InstructionKind::Barrier { arrive, .. } => Op::Barrier {
            meeting: Meeting::find(meetings, thread, instruction),
            arrive: *arrive,
        },
        InstructionKind::Move { dst, src, ty } => Op::Move {
            dst: dst.0,
            src: *src,
            ty: *ty,
        },
        InstructionKind::Arithmetic { op, dst, a, b, ty } => Op::Compute {
            op: *op,
            dst: dst.0,
            a: *a,
            b: *b,
            ty: *ty,
        },
        InstructionKind::SetPredicate { cmp, dst, a, b, ty } => Op::Compare {
            cmp: *cmp,
            dst: dst.0,
            a: *a,
            b: *b,
            ty: *ty,
        },
        InstructionKind::Branch { condition, target } => Op::Branch {
            condition: *condition,
            target: *target,
        },
    }
}

const fn load_order(access: Access) -> Ordering {
    match access.order {
        Order::Weak | Order::Relaxed | Order::Release => Ordering::Relaxed,
        Order::Acquire | Order::AcqRel => Ordering::Acquire,
        Order::Sc => Ordering::SeqCst,
    }
}

const fn store_order(access: Access) -> Ordering {
    match access.order {
        Order::Weak | Order::Relaxed | Order::Acquire => Ordering::Relaxed,
        Order::Release | Order::AcqRel => Ordering::Release,
        Order::Sc => Ordering::SeqCst,
    }
}
