//! Values in registers: cut to a type, computed with, put into a role's register.
//!
//! A PTX register of 32 bits stands for the number that its bits are with a sign; what is narrower was extended
//! when it was made, as PTX extends it. So both widths hold the values of [`crate::program::value`].

use std::collections::BTreeMap;

use crate::program::value::{AMOUNT, fit, unsigned};
use crate::program::{Program, RegisterId, Value};
use crate::syntax::ast::{Arithmetic, Comparison, Type, TypeKind};

use super::asm::{Asm, Kind};
use super::layout::Layout;
use super::words;

/// The registers of a role while its instructions are written.
#[derive(Debug)]
pub struct Registers<'a> {
    layout: &'a Layout<'a>,
    role: usize,
    names: Vec<String>,
    /// Constants that stand in registers before the test begins.
    constants: BTreeMap<(bool, i64), String>,
    /// The lines that put them there.
    pub prelude: Vec<String>,
}

impl<'a> Registers<'a> {
    /// Those of a role, holding what they hold at the start.
    pub fn new(asm: &mut Asm, layout: &'a Layout<'a>, role: usize) -> Self {
        let program: &Program = layout.program;
        let thread = &program.threads[role];
        let mut prelude = Vec::new();
        let mut names = Vec::new();
        for (index, register) in thread.registers.iter().enumerate() {
            let kind = layout.kind(role, RegisterId(index));
            let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let own = if register.name.chars().all(plain) {
                format!("P{}_{}", thread.number, register.name)
            } else {
                format!("P{}__{index}", thread.number)
            };
            let name = asm.named(kind, &own);
            let ty = if kind == Kind::Long { "s64" } else { "s32" };
            prelude.push(format!("  mov.{ty} {name}, {};", register.initial));
            names.push(name);
        }
        Self {
            layout,
            role,
            names,
            constants: BTreeMap::new(),
            prelude,
        }
    }

    /// The PTX register of a role's register.
    pub fn name(&self, register: RegisterId) -> &str {
        &self.names[register.0]
    }

    /// The kind of PTX register.
    pub fn kind(&self, register: RegisterId) -> Kind {
        self.layout.kind(self.role, register)
    }

    /// A constant in a register that is filled before the test begins.
    pub fn constant(&mut self, asm: &mut Asm, value: i64, kind: Kind) -> String {
        let key = (kind == Kind::Long, value);
        if let Some(known) = self.constants.get(&key) {
            return known.clone();
        }
        let register = asm.fresh(kind);
        let ty = if kind == Kind::Long { "s64" } else { "s32" };
        self.prelude
            .push(format!("  mov.{ty} {register}, {value};"));
        self.constants.insert(key, register.clone());
        register
    }

    /// A value cut to a type, as a register or an immediate of its width.
    pub fn operand(&self, asm: &mut Asm, value: Value, ty: Type) -> String {
        let register = match value {
            Value::Constant(value) => return fit(value, ty).to_string(),
            Value::Register(register) => register,
        };
        let name = self.name(register);
        match (self.kind(register), ty.bits) {
            (_, 8 | 16) => {
                let (to, from) = (words::wide(ty), narrow(ty));
                asm.into_fresh(Kind::Word, &format!("cvt.{to}.{from}"), name)
            }
            (Kind::Long, 64) | (Kind::Word | Kind::Predicate, 32) => name.to_owned(),
            (Kind::Long, _) => asm.into_fresh(Kind::Word, "cvt.u32.u64", name),
            (Kind::Word | Kind::Predicate, _) => asm.into_fresh(Kind::Long, "cvt.s64.s32", name),
        }
    }

    /// A value to be stored or used by an atomic: always in a register.
    pub fn stored(&mut self, asm: &mut Asm, value: Value, ty: Type) -> String {
        let kind = Kind::of(ty.bits);
        match value {
            Value::Constant(value) => self.constant(asm, fit(value, ty), kind),
            // The store cuts it.
            Value::Register(register) if ty.bits < 32 && self.kind(register) == Kind::Word => {
                self.name(register).to_owned()
            }
            Value::Register(_) => self.operand(asm, value, ty),
        }
    }

    /// Puts what was computed at a type into a register.
    pub fn define(
        &self,
        asm: &mut Asm,
        guard: Option<&str>,
        (dst, ty): (RegisterId, Type),
        result: &str,
    ) {
        let name = self.name(dst);
        let text = match (self.kind(dst), ty.bits) {
            (Kind::Long, 64) => format!("mov.b64 {name}, {result}"),
            (Kind::Long, _) => format!("cvt.s64.s32 {name}, {result}"),
            (Kind::Word | Kind::Predicate, _) => format!("mov.b32 {name}, {result}"),
        };
        asm.guarded(guard, text);
    }

    /// An arithmetic instruction; its result, cut to the type.
    pub fn compute(
        &self,
        asm: &mut Asm,
        op: Arithmetic,
        (a, b): (Value, Value),
        ty: Type,
    ) -> String {
        let kind = Kind::of(ty.bits);
        let left = self.operand(asm, a, ty);
        let bits = ty.bits.max(32);
        let right = match op {
            Arithmetic::Shl | Arithmetic::Shr => self.amount(asm, b),
            Arithmetic::Add
            | Arithmetic::Sub
            | Arithmetic::Mul
            | Arithmetic::And
            | Arithmetic::Or
            | Arithmetic::Xor
            | Arithmetic::Min
            | Arithmetic::Max => self.operand(asm, b, ty),
        };
        let at = words::wide(ty);
        let word = match op {
            Arithmetic::Add => format!("add.{at}"),
            Arithmetic::Sub => format!("sub.{at}"),
            Arithmetic::Mul => format!("mul.lo.{at}"),
            Arithmetic::And => format!("and.b{bits}"),
            Arithmetic::Or => format!("or.b{bits}"),
            Arithmetic::Xor => format!("xor.b{bits}"),
            Arithmetic::Min => format!("min.{at}"),
            Arithmetic::Max => format!("max.{at}"),
            Arithmetic::Shl => format!("shl.b{bits}"),
            Arithmetic::Shr => format!("shr.{at}"),
        };
        let result = asm.into_fresh(kind, &word, &format!("{left}, {right}"));
        if ty.bits >= 32 {
            return result;
        }
        let (to, from) = (words::wide(ty), narrow(ty));
        asm.into_fresh(kind, &format!("cvt.{to}.{from}"), &result)
    }

    /// How far a shift goes: unsigned, in 32 bits.
    fn amount(&self, asm: &mut Asm, value: Value) -> String {
        match value {
            Value::Constant(value) => unsigned(value, AMOUNT).min(64).to_string(),
            Value::Register(_) => self.operand(asm, value, AMOUNT),
        }
    }

    /// Whether a comparison holds, as a predicate.
    pub fn compare(
        &self,
        asm: &mut Asm,
        cmp: Comparison,
        (a, b): (Value, Value),
        ty: Type,
    ) -> String {
        let left = self.operand(asm, a, ty);
        let right = self.operand(asm, b, ty);
        // The first operand of a comparison is a register.
        let left = match a {
            Value::Constant(_) => {
                let to = if ty.bits == 64 { "mov.s64" } else { "mov.s32" };
                asm.into_fresh(Kind::of(ty.bits), to, &left)
            }
            Value::Register(_) => left,
        };
        let word = format!("setp.{}.{}", cmp.letters(), words::wide(ty));
        asm.into_fresh(Kind::Predicate, &word, &format!("{left}, {right}"))
    }
}

fn narrow(ty: Type) -> String {
    let letter = match ty.kind {
        TypeKind::Signed => 's',
        TypeKind::Unsigned | TypeKind::Float => 'u',
    };
    format!("{letter}{}", ty.bits)
}
