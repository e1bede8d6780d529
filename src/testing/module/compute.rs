//! Atomics, arithmetic and comparisons of a thread as PTX.

use crate::program::{InstructionKind, RegisterId, Target, Value};
use crate::syntax::access::{Access, Type, TypeKind};
use crate::syntax::ast::{Arithmetic, AtomicOp, Comparison};

use super::code::Writer;
use super::print::{Unprintable, operand, target};

impl Writer<'_> {
    pub fn atomic(
        &mut self,
        dst: Option<RegisterId>,
        place: Target,
        op: AtomicOp,
        operands: &[Value],
        access: Access,
    ) -> Result<(), Unprintable> {
        let Some((name, kind)) = atomic(op, access.ty) else {
            return self.refuse("an atomic that PTX has not");
        };
        let bits = access.ty.bits;
        let (space, place) = target(self.layout, place);
        let how = self.ordered(access, true)?;
        let mut with = Vec::new();
        for (at, value) in operands.iter().enumerate() {
            with.push(self.narrow(*value, access.ty, at + 1)?);
        }
        let with = with.join(", ");
        let reduces = dst.is_none() && !matches!(op, AtomicOp::Exch | AtomicOp::Cas);
        if reduces {
            self.line(&format!(
                "red.{how}{space}.{name}.{kind}{bits} \t{place}, {with}"
            ));
            return Ok(());
        }
        let got = match (dst, bits) {
            (None, _) => "_",
            (Some(_), 64) => "%w0",
            (Some(_), _) => "%t0",
        };
        self.line(&format!(
            "atom.{how}{space}.{name}.{kind}{bits} \t{got}, {place}, {with}"
        ));
        if let Some(RegisterId(dst)) = dst {
            self.widen(dst, access.ty, got);
        }
        Ok(())
    }

    /// A value cut to a type's width, in a register of this number unless it is a number itself.
    pub fn narrow(&mut self, value: Value, ty: Type, at: usize) -> Result<String, Unprintable> {
        match (value, ty.bits) {
            (Value::Constant(_), 32 | 64) | (Value::Register(_), 64) => Ok(operand(value)),
            (Value::Register(_), 32) => {
                let from = operand(value);
                self.line(&format!("cvt.u32.u64 \t%t{at}, {from}"));
                Ok(format!("%t{at}"))
            }
            (Value::Constant(_) | Value::Register(_), _) => {
                self.refuse("arithmetic of fewer than 32 bits")
            }
        }
    }

    /// Puts a value of a type in a register, with its sign.
    pub fn widen(&mut self, dst: usize, ty: Type, from: &str) {
        if ty.bits == 64 || !from.starts_with('%') {
            self.line(&format!("mov.u64 \t%r{dst}, {from}"));
        } else {
            self.line(&format!("cvt.s64.s32 \t%r{dst}, {from}"));
        }
    }

    pub fn arithmetic(
        &mut self,
        op: Arithmetic,
        dst: usize,
        (a, b): (Value, Value),
        ty: Type,
    ) -> Result<(), Unprintable> {
        let sign = if ty.kind == TypeKind::Signed {
            's'
        } else {
            'u'
        };
        let (name, kind) = match op {
            Arithmetic::Add => ("add", 's'),
            Arithmetic::Sub => ("sub", 's'),
            Arithmetic::Mul => ("mul.lo", 's'),
            Arithmetic::And => ("and", 'b'),
            Arithmetic::Or => ("or", 'b'),
            Arithmetic::Xor => ("xor", 'b'),
            Arithmetic::Min => ("min", sign),
            Arithmetic::Max => ("max", sign),
            Arithmetic::Shl => ("shl", 'b'),
            Arithmetic::Shr => ("shr", sign),
        };
        if ty.kind == TypeKind::Float {
            return self.refuse("arithmetic on floats");
        }
        // Addresses have 64 bits, where tests compute with 32.
        let ty = if self.computes_addresses(dst) && matches!(op, Arithmetic::Add) {
            Type { bits: 64, ..ty }
        } else {
            ty
        };
        let left = self.narrow(a, ty, 1)?;
        let shifts = matches!(op, Arithmetic::Shl | Arithmetic::Shr);
        let right = if shifts {
            self.narrow(b, Type { bits: 32, ..ty }, 2)?
        } else {
            self.narrow(b, ty, 2)?
        };
        let bits = ty.bits;
        let got = if bits == 64 { "%w0" } else { "%t0" };
        self.line(&format!("{name}.{kind}{bits} \t{got}, {left}, {right}"));
        self.widen(dst, ty, got);
        Ok(())
    }

    /// Whether a register is the target of an access.
    fn computes_addresses(&self, register: usize) -> bool {
        self.thread.code.iter().any(|one| match &one.kind {
            InstructionKind::Load { target, .. }
            | InstructionKind::Store { target, .. }
            | InstructionKind::Atomic { target, .. } => {
                *target == Target::Register(RegisterId(register))
            }
            InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Move { .. }
            | InstructionKind::Arithmetic { .. }
            | InstructionKind::SetPredicate { .. }
            | InstructionKind::Branch { .. } => false,
        })
    }

    /// Compares, into `%p0`.
    pub fn compare(
        &mut self,
        cmp: Comparison,
        (a, b): (Value, Value),
        ty: Type,
    ) -> Result<(), Unprintable> {
        let name = cmp.letters();
        let sign = if ty.kind == TypeKind::Signed {
            's'
        } else {
            'u'
        };
        let (a, b) = (self.narrow(a, ty, 1)?, self.narrow(b, ty, 2)?);
        let bits = ty.bits;
        self.line(&format!("setp.{name}.{sign}{bits} \t%p0, {a}, {b}"));
        Ok(())
    }
}

/// What an atomic is called, and the kind of its type.
const fn atomic(op: AtomicOp, ty: Type) -> Option<(&'static str, char)> {
    let sign = match ty.kind {
        TypeKind::Signed => 's',
        TypeKind::Unsigned => 'u',
        TypeKind::Float => return None,
    };
    Some(match op {
        AtomicOp::Arithmetic(Arithmetic::Add) => ("add", 'u'),
        AtomicOp::Arithmetic(Arithmetic::And) => ("and", 'b'),
        AtomicOp::Arithmetic(Arithmetic::Or) => ("or", 'b'),
        AtomicOp::Arithmetic(Arithmetic::Xor) => ("xor", 'b'),
        AtomicOp::Arithmetic(Arithmetic::Min) => ("min", sign),
        AtomicOp::Arithmetic(Arithmetic::Max) => ("max", sign),
        AtomicOp::Exch => ("exch", 'b'),
        AtomicOp::Cas => ("cas", 'b'),
        AtomicOp::Inc if ty.bits == 32 => ("inc", 'u'),
        AtomicOp::Dec if ty.bits == 32 => ("dec", 'u'),
        AtomicOp::Inc
        | AtomicOp::Dec
        | AtomicOp::Arithmetic(
            Arithmetic::Sub | Arithmetic::Mul | Arithmetic::Shl | Arithmetic::Shr,
        ) => return None,
    })
}
