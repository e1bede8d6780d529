//! The instructions of a thread as PTX. Registers have 64 bits and hold what the registers of the test hold:
//! narrow values with their sign.

use std::fmt::Write as _;

use crate::program::{Instruction, InstructionKind, RegisterId, Target, Thread, ThreadId, Value};
use crate::syntax::access::{Access, Order, Scope, Type, TypeKind};
use crate::syntax::ast::{Arithmetic, AtomicOp, Comparison, Fence};
use crate::syntax::span::Span;

use super::barrier;
use super::print::{Layout, Unprintable, address, name, operand, slot, target, thread_of};

/// A thread being printed.
pub struct Writer<'a> {
    layout: &'a Layout<'a>,
    id: ThreadId,
    thread: &'a Thread,
    text: String,
    /// The guard of the instruction being printed.
    guard: String,
    span: Span,
}

impl<'a> Writer<'a> {
    /// A thread without instructions yet.
    pub fn new(layout: &'a Layout<'a>, id: ThreadId) -> Self {
        Self {
            layout,
            id,
            thread: thread_of(layout, id),
            text: String::new(),
            guard: String::new(),
            span: Span::default(),
        }
    }

    /// The whole thread.
    pub fn thread(mut self) -> Result<String, Unprintable> {
        for at in 0..self.thread.registers.len() {
            self.start(RegisterId(at))?;
        }
        for (at, instruction) in self.thread.code.iter().enumerate() {
            self.label(at);
            self.instruction(instruction)?;
        }
        self.label(self.thread.code.len());
        let out = self.layout.globals().len();
        for at in 0..self.thread.registers.len() {
            if let Some(slot) = slot(self.layout, self.id, RegisterId(at)) {
                let place = slot * 8;
                self.line(&format!("st.global.u64 \t[%g{out}+{place}], %r{at}"));
            }
        }
        self.line("ret");
        Ok(self.text)
    }

    fn refuse<T>(&self, what: &'static str) -> Result<T, Unprintable> {
        Err(Unprintable {
            span: self.span,
            what,
        })
    }

    fn line(&mut self, text: &str) {
        let guard = &self.guard;
        let _ = writeln!(self.text, "\t{guard}{text};");
    }

    fn label(&mut self, at: usize) {
        let (thread, code) = (self.id.0, &self.thread.code);
        if code.iter().any(|one| one.target() == Some(at)) {
            let _ = writeln!(self.text, "L{thread}_{at}:");
        }
    }

    /// What a register holds at the start.
    fn start(&mut self, register: RegisterId) -> Result<(), Unprintable> {
        let RegisterId(at) = register;
        let initial = self.thread.registers[at].initial;
        let Some(location) = address(self.layout.program, initial) else {
            self.line(&format!("mov.u64 \t%r{at}, {initial}"));
            return Ok(());
        };
        if slot(self.layout, self.id, register).is_some() {
            self.span = self.thread.span;
            return self.refuse("a comparison with an address");
        }
        let globals = self.layout.globals();
        if let Some(place) = globals.iter().position(|one| *one == location) {
            self.line(&format!("mov.u64 \t%r{at}, %a{place}"));
        } else {
            self.line(&format!("mov.u64 \t%w0, {}", name(location)));
            self.line(&format!("cvta.shared.u64 \t%r{at}, %w0"));
        }
        Ok(())
    }

    fn instruction(&mut self, instruction: &Instruction) -> Result<(), Unprintable> {
        self.span = instruction.span;
        self.guard.clear();
        if let Some((RegisterId(at), wanted)) = instruction.guard {
            self.line(&format!("setp.ne.s64 \t%p1, %r{at}, 0"));
            self.guard = format!("@{}%p1 ", if wanted { "" } else { "!" });
        }
        match &instruction.kind {
            InstructionKind::Load {
                dst: RegisterId(dst),
                target: place,
                access,
            } => {
                let (space, place) = target(self.layout, *place);
                let (how, ty) = (self.ordered(*access, false)?, memory(access.ty));
                self.line(&format!("ld.{how}{space}.{ty} \t%r{dst}, {place}"));
            }
            InstructionKind::Store {
                target: place,
                value,
                access,
            } => {
                let (space, place) = target(self.layout, *place);
                let (how, ty) = (self.ordered(*access, false)?, memory(access.ty));
                let value = operand(*value);
                self.line(&format!("st.{how}{space}.{ty} \t{place}, {value}"));
            }
            InstructionKind::Atomic {
                dst,
                target,
                op,
                operands,
                access,
            } => self.atomic(*dst, *target, *op, operands, *access)?,
            InstructionKind::Fence(fence) => self.fence(*fence)?,
            InstructionKind::Barrier { arrive, .. } => {
                let operands = barrier::operands(self.layout, self.id, instruction)?;
                let name = if *arrive {
                    "barrier.arrive"
                } else {
                    "barrier.sync"
                };
                self.line(&format!("{name} \t{operands}"));
            }
            InstructionKind::Move {
                dst: RegisterId(dst),
                src,
                ty,
            } => {
                if let Value::Constant(number) = src
                    && address(self.layout.program, *number).is_some()
                {
                    return self.refuse("an address that is computed");
                }
                let src = self.narrow(*src, *ty, 0)?;
                self.widen(*dst, *ty, &src);
            }
            InstructionKind::Arithmetic {
                op,
                dst: RegisterId(dst),
                a,
                b,
                ty,
            } => self.arithmetic(*op, *dst, (*a, *b), *ty)?,
            InstructionKind::SetPredicate {
                cmp,
                dst: RegisterId(dst),
                a,
                b,
                ty,
            } => {
                self.compare(*cmp, (*a, *b), *ty)?;
                self.line(&format!("selp.b64 \t%r{dst}, 1, 0, %p0"));
            }
            InstructionKind::Branch { condition, target } => {
                let label = format!("L{}_{target}", self.id.0);
                if let Some((cmp, a, b)) = condition {
                    if !self.guard.is_empty() {
                        return self.refuse("a comparing branch under a predicate");
                    }
                    self.compare(*cmp, (*a, *b), Type::default())?;
                    "@%p0 ".clone_into(&mut self.guard);
                }
                self.line(&format!("bra \t{label}"));
            }
        }
        self.guard.clear();
        Ok(())
    }

    /// `.relaxed.gpu`, without its first dot.
    fn ordered(&self, access: Access, updates: bool) -> Result<String, Unprintable> {
        let order = match access.order {
            Order::Weak if updates => return self.refuse("an atomic that is weak"),
            Order::Weak => return Ok("weak".to_owned()),
            Order::Relaxed => "relaxed",
            Order::Acquire => "acquire",
            Order::Release => "release",
            Order::AcqRel if updates => "acq_rel",
            Order::AcqRel | Order::Sc => return self.refuse("an order that PTX has not"),
        };
        Ok(format!("{order}.{}", self.scope(access.scope)?))
    }

    fn scope(&self, scope: Scope) -> Result<&'static str, Unprintable> {
        match scope {
            Scope::Cta => Ok("cta"),
            Scope::Gpu => Ok("gpu"),
            Scope::Sys => Ok("sys"),
            Scope::Thread | Scope::Warp => self.refuse("a scope that PTX has not"),
        }
    }

    fn fence(&mut self, fence: Fence) -> Result<(), Unprintable> {
        let text = match fence {
            Fence::Sc(scope) => format!("fence.sc.{}", self.scope(scope)?),
            Fence::AcqRel(scope) => format!("fence.acq_rel.{}", self.scope(scope)?),
            Fence::Proxy(_) | Fence::Alias => return self.refuse("a fence between proxies"),
            Fence::Hole => return Ok(()),
        };
        self.line(&text);
        Ok(())
    }

    fn atomic(
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
    fn narrow(&mut self, value: Value, ty: Type, at: usize) -> Result<String, Unprintable> {
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
    fn widen(&mut self, dst: usize, ty: Type, from: &str) {
        if ty.bits == 64 || !from.starts_with('%') {
            self.line(&format!("mov.u64 \t%r{dst}, {from}"));
        } else {
            self.line(&format!("cvt.s64.s32 \t%r{dst}, {from}"));
        }
    }

    fn arithmetic(
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
    fn compare(
        &mut self,
        cmp: Comparison,
        (a, b): (Value, Value),
        ty: Type,
    ) -> Result<(), Unprintable> {
        let name = match cmp {
            Comparison::Eq => "eq",
            Comparison::Ne => "ne",
            Comparison::Lt => "lt",
            Comparison::Le => "le",
            Comparison::Gt => "gt",
            Comparison::Ge => "ge",
        };
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

/// The type that memory is read and written at.
fn memory(ty: Type) -> String {
    let kind = match ty.kind {
        // From 32 bits on, registers hold values with their sign.
        TypeKind::Unsigned if ty.bits < 32 => 'u',
        TypeKind::Signed | TypeKind::Unsigned | TypeKind::Float => 's',
    };
    format!("{kind}{}", ty.bits)
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
