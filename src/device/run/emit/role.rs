//! The instructions of a role, as they are written.

use crate::program::{Instruction, InstructionKind, RegisterId, Target, Value, address_of};
use crate::syntax::ast::{Access, Comparison, Space, Type};

use super::asm::{Asm, Kind};
use super::compute::Registers;
use super::layout::{Field, Layout};
use super::seat::{Playing, Thread, parameter, team};
use super::words;

/// A role that is being written.
pub(super) struct Role<'a> {
    pub(super) layout: &'a Layout<'a>,
    pub(super) index: usize,
    pub(super) playing: &'a Playing,
    pub(super) registers: Registers<'a>,
    /// What was read for nobody, with its instruction.
    pub(super) kept: Vec<(usize, String)>,
    /// 1 once the role ended, 2 while it may yet be given up.
    pub(super) status: String,
    /// Set where an address was none.
    pub(super) astray: Option<String>,
    /// How often a backward jump is taken, where there is one.
    pub(super) spin: Option<String>,
    /// The number of its first barrier less one, in split mode.
    pub(super) barriers: Option<String>,
}

/// A role that was written: what comes before the gate, what the test is, and what stores its results.
#[derive(Debug)]
pub struct Written {
    /// Before the gate.
    pub prelude: Vec<String>,
    /// The test.
    pub body: Vec<String>,
    /// The results.
    pub results: Vec<String>,
}

/// Writes a role.
pub fn write(
    asm: &mut Asm,
    layout: &Layout<'_>,
    role: usize,
    playing: &Playing,
    own: &Thread,
) -> Written {
    let thread = &layout.program.threads[role];
    let registers = Registers::new(asm, layout, role);
    let before = asm.begin();
    let status = asm.fresh(Kind::Word);
    asm.op(format!("mov.u32 {status}, 2"));
    let code = thread.code.iter().enumerate();
    let back = code.filter_map(|(at, one)| one.target().filter(|target| *target <= at));
    let spin = (back.count() > 0).then(|| parameter(asm, layout, Kind::Word, "spin"));
    let waits = |one: &Instruction| matches!(one.kind, InstructionKind::Barrier { .. });
    let barriers = thread.code.iter().any(waits).then(|| {
        let team = team(asm, layout, own);
        let count = layout.places.barriers.len();
        asm.into_fresh(Kind::Word, "mul.lo.u32", &format!("{team}, {count}"))
    });
    let through = |one: &Instruction| matches!(one.kind.accessed(), Some((Target::Register(_), _)));
    let astray = thread.code.iter().any(through).then(|| {
        let astray = asm.fresh(Kind::Word);
        asm.op(format!("mov.u32 {astray}, 1"));
        astray
    });
    let head = asm.end(before);
    let before = asm.begin();
    let mut writer = Role {
        layout,
        index: role,
        playing,
        registers,
        kept: Vec::new(),
        status,
        astray,
        spin,
        barriers,
    };
    writer.code(asm);
    let body = asm.end(before);
    let before = asm.begin();
    writer.results(asm);
    let results = asm.end(before);
    let mut prelude = head;
    prelude.append(&mut writer.registers.prelude);
    Written {
        prelude,
        body,
        results,
    }
}

impl Role<'_> {
    fn code(&mut self, asm: &mut Asm) {
        let code = &self.layout.program.threads[self.index].code;
        let targets: Vec<usize> = code.iter().filter_map(Instruction::target).collect();
        for (index, instruction) in code.iter().enumerate() {
            if targets.contains(&index) {
                asm.label(&self.label(index));
            }
            self.instruction(asm, index, instruction);
        }
        if targets.contains(&code.len()) {
            asm.label(&self.label(code.len()));
        }
        match &self.astray {
            Some(astray) => asm.op(format!("mov.u32 {}, {astray}", self.status)),
            None => asm.op(format!("mov.u32 {}, 1", self.status)),
        }
        if self.spin.is_some() {
            asm.label(&format!("GIVEN_UP_{}", self.index));
        }
    }

    pub(super) fn label(&self, index: usize) -> String {
        format!("P{}_AT_{index}", self.index)
    }

    fn instruction(&mut self, asm: &mut Asm, index: usize, instruction: &Instruction) {
        let guard = instruction.guard.map(|(register, wanted)| {
            let at = Type {
                bits: if self.registers.kind(register) == Kind::Long {
                    64
                } else {
                    32
                },
                ..Type::default()
            };
            let test = if wanted {
                Comparison::Ne
            } else {
                Comparison::Eq
            };
            let pair = (Value::Register(register), Value::Constant(0));
            self.registers.compare(asm, test, pair, at)
        });
        let guard = guard.as_deref();
        match &instruction.kind {
            InstructionKind::Load {
                dst,
                target,
                access,
            } => self.load(asm, index, guard, (*dst, *target, *access)),
            InstructionKind::Store {
                target,
                value,
                access,
            } => {
                let value = self.registers.stored(asm, *value, access.ty);
                let (space, address) = self.address(asm, index, *target);
                let word = format!(
                    "st.{}.{space}.{}",
                    words::order(*access),
                    words::ty(access.ty)
                );
                asm.guarded(guard, format!("{word} [{address}], {value}"));
            }
            InstructionKind::Atomic {
                dst,
                target,
                op,
                operands,
                access,
            } => self.atomic(asm, index, guard, (*dst, *target, *op, operands, *access)),
            InstructionKind::Fence(fence) => {
                if let Some(fence) = words::fence(*fence) {
                    asm.guarded(guard, fence);
                }
            }
            InstructionKind::Barrier { arrive, .. } => self.barrier(asm, guard, index, *arrive),
            InstructionKind::Move { dst, src, ty } => {
                let value = self.registers.operand(asm, *src, *ty);
                self.registers.define(asm, guard, (*dst, *ty), &value);
            }
            InstructionKind::Arithmetic { op, dst, a, b, ty } => {
                let result = self.registers.compute(asm, *op, (*a, *b), *ty);
                self.registers.define(asm, guard, (*dst, *ty), &result);
            }
            InstructionKind::SetPredicate { cmp, dst, a, b, ty } => {
                let holds = self.registers.compare(asm, *cmp, (*a, *b), *ty);
                let bit = asm.into_fresh(Kind::Word, "selp.b32", &format!("1, 0, {holds}"));
                self.registers
                    .define(asm, guard, (*dst, Type::default()), &bit);
            }
            InstructionKind::Branch { condition, target } => {
                self.branch(asm, index, guard, (*condition, *target));
            }
        }
    }

    fn load(
        &mut self,
        asm: &mut Asm,
        index: usize,
        guard: Option<&str>,
        (dst, target, access): (RegisterId, Target, Access),
    ) {
        let (space, address) = self.address(asm, index, target);
        let name = self.registers.name(dst).to_owned();
        // A 32-bit value in a wide register has its sign.
        let kind = self.registers.kind(dst);
        let ty = if kind == Kind::Long && access.ty.bits == 32 {
            "s32".to_owned()
        } else {
            words::ty(access.ty)
        };
        let word = format!("ld.{}.{space}.{ty}", words::order(access));
        asm.guarded(guard, format!("{word} {name}, [{address}]"));
        self.keep(asm, index, guard, (kind, &name));
    }

    /// Keeps what was read if nobody else does.
    pub(super) fn keep(
        &mut self,
        asm: &mut Asm,
        index: usize,
        guard: Option<&str>,
        (kind, from): (Kind, &str),
    ) {
        if !self.layout.fields.contains(&Field::Kept(self.index, index)) {
            return;
        }
        let kept = asm.fresh(kind);
        let bits = if kind == Kind::Long { 64 } else { 32 };
        self.registers
            .prelude
            .push(format!("  mov.b{bits} {kept}, 0;"));
        asm.guarded(guard, format!("mov.b{bits} {kept}, {from}"));
        self.kept.push((index, kept));
    }

    /// The space and the address of an access. Of an address in a register, the location that it stands for is
    /// chosen by its value, so that what it depends on stays what it depends on.
    pub(super) fn address(
        &self,
        asm: &mut Asm,
        index: usize,
        target: Target,
    ) -> (&'static str, String) {
        let copy = self.layout.copy(self.index, index);
        let places = self.layout.targets(self.index, target);
        let own = |at, copy| self.playing.addresses.get(&(at, copy)).cloned();
        // There is at least one, and all are in one space: others are refused.
        let Some(&first) = places.first() else {
            return ("global", "p".to_owned());
        };
        let space = words::space(self.layout.space(first));
        let Target::Register(register) = target else {
            return (space, own(first, copy).unwrap_or_default());
        };
        let ty = Type {
            bits: if self.registers.kind(register) == Kind::Long {
                64
            } else {
                32
            },
            ..Type::default()
        };
        // What is no address goes to the first of them, by another base, and the role counts as given up.
        let mut address = own(first, copy + 1).unwrap_or_default();
        let mut none = "2".to_owned();
        for &place in &places {
            let pair = (
                Value::Register(register),
                Value::Constant(address_of(place)),
            );
            let here = self.registers.compare(asm, Comparison::Eq, pair, ty);
            let other = own(place, copy).unwrap_or_default();
            let operands = format!("{other}, {address}, {here}");
            address = asm.into_fresh(Kind::Long, "selp.b64", &operands);
            none = asm.into_fresh(Kind::Word, "selp.u32", &format!("1, {none}, {here}"));
        }
        if let Some(astray) = &self.astray {
            asm.op(format!("max.u32 {astray}, {astray}, {none}"));
        }
        (space, address)
    }
}

/// The spaces that a register's address may be in.
pub fn spaces(layout: &Layout<'_>, role: usize, target: Target) -> Vec<Space> {
    let places = layout.targets(role, target);
    let mut spaces: Vec<Space> = places.iter().map(|at| layout.space(*at)).collect();
    spaces.sort_unstable();
    spaces.dedup();
    spaces
}
