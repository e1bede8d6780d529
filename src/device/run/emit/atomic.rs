//! Atomics of a role.

use crate::program::{RegisterId, Target, Value};
use crate::syntax::ast::{Access, Arithmetic, AtomicOp, Order};

use super::asm::{Asm, Kind};
use super::layout::Field;
use super::role::Role;
use super::words;

impl Role<'_> {
    pub(super) fn atomic(
        &mut self,
        asm: &mut Asm,
        index: usize,
        guard: Option<&str>,
        (dst, target, op, operands, access): (
            Option<RegisterId>,
            Target,
            AtomicOp,
            &[Value],
            Access,
        ),
    ) {
        let mut values: Vec<String> = Vec::new();
        for operand in operands {
            values.push(self.registers.stored(asm, *operand, access.ty));
        }
        if op == AtomicOp::Arithmetic(Arithmetic::Sub) {
            let word = format!("neg.s{}", access.ty.bits);
            values = values
                .iter()
                .map(|value| asm.into_fresh(Kind::of(access.ty.bits), &word, value))
                .collect();
        }
        let (space, address) = self.address(asm, index, target);
        let operation = words::atomic(op, access.ty);
        let order = words::order(access);
        let values = values.join(", ");
        let kept = self.layout.fields.contains(&Field::Kept(self.index, index));
        let kind = Kind::of(access.ty.bits);
        match dst {
            // `red` has no order that acquires.
            None if !kept && !matches!(access.order, Order::Acquire | Order::AcqRel) => {
                let text = format!("red.{order}.{space}.{operation} [{address}], {values}");
                asm.guarded(guard, text);
            }
            None if !kept => {
                let text = format!("atom.{order}.{space}.{operation} _, [{address}], {values}");
                asm.guarded(guard, text);
            }
            _ => {
                let plain = dst.filter(|dst| self.registers.kind(*dst) == kind);
                let result = match plain {
                    Some(dst) => self.registers.name(dst).to_owned(),
                    None => asm.fresh(kind),
                };
                let text =
                    format!("atom.{order}.{space}.{operation} {result}, [{address}], {values}");
                asm.guarded(guard, text);
                self.keep(asm, index, guard, (kind, &result));
                if let (Some(dst), None) = (dst, plain) {
                    self.registers.define(asm, guard, (dst, access.ty), &result);
                }
            }
        }
    }
}
