//! What the instructions of a test become.

use crate::program::{Instruction, InstructionKind, LocationId, Program};
use crate::syntax::ast::{
    Access, Arithmetic, AtomicOp, Fence, Order, Scope, Space, Type, TypeKind,
};

use super::super::place::LANES;
use super::super::quorum::quorum;

/// A word that is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The instruction that it is for.
    pub index: usize,
    /// The words that will do.
    pub words: Vec<String>,
    /// Whether it may be missing: then the machine has it in the access itself.
    pub optional: bool,
    /// Whether it accesses memory for the test.
    pub access: bool,
}

/// What a thread of a test becomes.
#[must_use]
pub fn expected(
    program: &Program,
    role: usize,
    space: &impl Fn(usize) -> Option<LocationId>,
) -> Vec<Expected> {
    let mut all = Vec::new();
    let thread = &program.threads[role];
    for (index, instruction) in thread.code.iter().enumerate() {
        let space = space(index).map_or(Space::Global, |at| program.location(at).space);
        let count = quorum(program, thread, &instruction.kind);
        let count = count.map(|count| count * u64::from(LANES));
        instruction_words(index, instruction, (space, count), &mut all);
    }
    all
}

fn instruction_words(
    index: usize,
    instruction: &Instruction,
    (space, count): (Space, Option<u64>),
    all: &mut Vec<Expected>,
) {
    let mut add = |words: Vec<String>, optional, access| {
        all.push(Expected {
            index,
            words,
            optional,
            access,
        });
    };
    let letter = match space {
        Space::Global => 'G',
        Space::Shared => 'S',
    };
    match &instruction.kind {
        InstructionKind::Load { access, .. } => {
            let word = format!("LD{letter}{}{}", size(access.ty), strength(*access, space));
            add(vec![word], false, true);
            after(*access, space, &mut add);
        }
        InstructionKind::Store { access, .. } => {
            before(*access, &mut add);
            let word = format!("ST{letter}{}{}", size(access.ty), strength(*access, space));
            add(vec![word], false, true);
        }
        InstructionKind::Atomic { op, access, .. } => {
            before(*access, &mut add);
            let rest = format!("{}{}", operation(*op, access.ty), strength(*access, space));
            let mut words = vec![format!("ATOM{letter}{rest}")];
            if instruction.kind.is_reduction() && space == Space::Global {
                words.push(format!("RED{rest}"));
            }
            add(words, false, true);
            after(*access, space, &mut add);
        }
        InstructionKind::Fence(fence) => match fence {
            Fence::Sc(scope) => {
                membars("SC", *scope, &mut add);
                invalidate(*scope, false, &mut add);
            }
            Fence::AcqRel(scope) => {
                membars("ALL", *scope, &mut add);
                invalidate(*scope, false, &mut add);
            }
            Fence::Proxy(_) | Fence::Alias | Fence::Hole => {}
        },
        InstructionKind::Barrier { arrive, .. } => {
            let word = if *arrive { "BAR.ARV" } else { "BAR.SYNC" };
            let count = count.unwrap_or_default();
            add(vec![format!("{word} {count}")], false, false);
        }
        InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. }
        | InstructionKind::Branch { .. } => {}
    }
}

/// What a release puts before its access.
fn before(access: Access, add: &mut impl FnMut(Vec<String>, bool, bool)) {
    match access.order {
        Order::Release | Order::AcqRel => membars("ALL", access.scope, add),
        Order::Weak | Order::Relaxed | Order::Acquire | Order::Sc => {}
    }
}

/// What an acquire puts after its access.
fn after(access: Access, space: Space, add: &mut impl FnMut(Vec<String>, bool, bool)) {
    match access.order {
        // Up to sm_80 none is put after a read of shared memory.
        Order::Acquire | Order::AcqRel => {
            invalidate(access.scope, space == Space::Shared, add);
        }
        Order::Weak | Order::Relaxed | Order::Release | Order::Sc => {}
    }
}

/// Empties the first cache, which a block has to itself.
fn invalidate(scope: Scope, optional: bool, add: &mut impl FnMut(Vec<String>, bool, bool)) {
    match scope {
        Scope::Thread | Scope::Warp | Scope::Cta => {}
        Scope::Gpu | Scope::Sys => add(vec!["CCTL.IVALL".to_owned()], optional, false),
    }
}

/// A fence. The assembler of driver 13.0 puts one for the block before each that reaches further, for `sm_90`.
fn membars(kind: &str, scope: Scope, add: &mut impl FnMut(Vec<String>, bool, bool)) {
    match scope {
        Scope::Thread | Scope::Warp | Scope::Cta => {}
        Scope::Gpu | Scope::Sys => add(vec![membar("ALL", Scope::Cta)], true, false),
    }
    add(vec![membar(kind, scope)], false, false);
}

fn membar(kind: &str, scope: Scope) -> String {
    let scope = match scope {
        Scope::Thread | Scope::Warp | Scope::Cta => "CTA",
        Scope::Gpu => "GPU",
        Scope::Sys => "SYS",
    };
    format!("MEMBAR.{kind}.{scope}")
}

fn size(ty: Type) -> &'static str {
    match (ty.bits, ty.kind) {
        (8, TypeKind::Signed) => ".S8",
        (8, TypeKind::Unsigned | TypeKind::Float) => ".U8",
        (16, TypeKind::Signed) => ".S16",
        (16, TypeKind::Unsigned | TypeKind::Float) => ".U16",
        (64, _) => ".64",
        (_, _) => "",
    }
}

fn strength(access: Access, space: Space) -> &'static str {
    match (space, access.order) {
        // A block has its shared memory to itself.
        (Space::Shared, _) | (Space::Global, Order::Weak) => "",
        (
            Space::Global,
            Order::Relaxed | Order::Acquire | Order::Release | Order::AcqRel | Order::Sc,
        ) => match access.scope {
            Scope::Thread | Scope::Warp | Scope::Cta => ".STRONG.SM",
            Scope::Gpu => ".STRONG.GPU",
            Scope::Sys => ".STRONG.SYS",
        },
    }
}

fn operation(op: AtomicOp, ty: Type) -> String {
    let wide = if ty.bits == 64 { ".64" } else { "" };
    let signed = match (ty.kind, ty.bits) {
        (TypeKind::Signed, 64) => ".S64",
        (TypeKind::Signed, _) => ".S32",
        (TypeKind::Unsigned | TypeKind::Float, 64) => ".64",
        (TypeKind::Unsigned | TypeKind::Float, _) => "",
    };
    match op {
        AtomicOp::Exch => format!(".EXCH{wide}"),
        AtomicOp::Cas => format!(".CAS{wide}"),
        AtomicOp::Inc => ".INC".to_owned(),
        AtomicOp::Dec => ".DEC".to_owned(),
        AtomicOp::Arithmetic(op) => match op {
            Arithmetic::Add | Arithmetic::Sub if ty.bits == 64 => ".ADD.64".to_owned(),
            Arithmetic::Add | Arithmetic::Sub => format!(".ADD{signed}"),
            Arithmetic::And => format!(".AND{wide}"),
            Arithmetic::Or => format!(".OR{wide}"),
            Arithmetic::Xor => format!(".XOR{wide}"),
            Arithmetic::Min => format!(".MIN{signed}"),
            Arithmetic::Max => format!(".MAX{signed}"),
            // These are refused.
            Arithmetic::Mul => ".MUL".to_owned(),
            Arithmetic::Shl => ".SHL".to_owned(),
            Arithmetic::Shr => ".SHR".to_owned(),
        },
    }
}
