//! The instructions of a thread as PTX. Registers have 64 bits and hold what the registers of the test hold:
//! narrow values with their sign.

use std::fmt::Write as _;

use crate::program::{Instruction, InstructionKind, RegisterId, Thread, ThreadId, Value};
use crate::syntax::access::{Access, Order, Scope, Type, TypeKind};
use crate::syntax::ast::Fence;
use crate::syntax::span::Span;

use super::barrier;
use super::print::{Layout, Unprintable, address, name, operand, slot, target, thread_of};

/// A thread being printed.
pub struct Writer<'a> {
    pub layout: &'a Layout<'a>,
    id: ThreadId,
    pub thread: &'a Thread,
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

    pub fn refuse<T>(&self, what: &'static str) -> Result<T, Unprintable> {
        Err(Unprintable {
            span: self.span,
            what,
        })
    }

    pub fn line(&mut self, text: &str) {
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
    pub fn ordered(&self, access: Access, updates: bool) -> Result<String, Unprintable> {
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
