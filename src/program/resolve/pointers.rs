//! Accesses whose pointers are computed: which locations they may be of, and so of which size these are.

use std::collections::BTreeSet;

use crate::program::value::fit;
use crate::syntax::ast::{
    Column, Declaration, InitialValue, Operand, Operation, Statement, Test, Type,
};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

use super::locations::{Locations, Name};
use super::registers::{Registers, operands, written};
use super::unused::accesses;
use super::widths::pointed_to;

/// An access with a pointer that is computed.
struct Led {
    ty: Type,
    span: Span,
    /// The locations that it may be of.
    targets: BTreeSet<usize>,
}

impl Locations {
    /// Of what accesses may be whose pointers are computed: where nothing else accesses it, it is of their size, and what it begins
    /// with must fit, as it is not known whether it is cut.
    pub(super) fn led_to(
        &mut self,
        test: &Test,
        registers: &[Registers],
        errors: &mut Vec<Diagnostic>,
    ) {
        let unknown = accesses(test, registers).filter_map(|(column, own, address, access)| {
            let points = own.find(&address.name.node).is_some();
            let known = self.named(test, column, (address, points));
            known.is_none().then(|| Led {
                ty: access.ty,
                span: address.name.span,
                targets: self.targets(test, (column, own), &address.name.node, registers),
            })
        });
        let unknown: Vec<Led> = unknown.collect();
        for led in &unknown {
            for &target in &led.targets {
                let name = &self.names[target];
                if name.ty.is_some() {
                    continue;
                }
                if led.ty.bits > 32 {
                    self.is_of(target, led.ty);
                } else if led.ty.bits < 32 && fit(name.initial, led.ty) != name.initial {
                    errors.push(unfit(name, led));
                }
            }
        }
    }

    /// The locations that a register of a thread may point to.
    fn targets(
        &self,
        test: &Test,
        (column, own): (&Column, &Registers),
        register: &str,
        registers: &[Registers],
    ) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::from([register.to_owned()]);
        let mut work = vec![register.to_owned()];
        while let Some(register) = work.pop() {
            let start = pointed_to(test, column.number.node, &register);
            found.extend(start.and_then(|name| self.memory_of(name)));
            for operation in operations(column) {
                if written(operation).is_none_or(|(name, _)| name.node != register) {
                    continue;
                }
                if let Operation::Load { .. } | Operation::Atomic { .. } = operation {
                    found.extend(self.taken(test, registers));
                }
                for operand in operands(operation) {
                    let Operand::Name(name) = operand else {
                        continue;
                    };
                    if own.find(&name.node).is_none() {
                        found.extend(self.memory_of(&name.node));
                    } else if seen.insert(name.node.clone()) {
                        work.push(name.node.clone());
                    }
                }
            }
        }
        found
    }

    /// The locations whose addresses a test takes.
    fn taken(&self, test: &Test, registers: &[Registers]) -> BTreeSet<usize> {
        let start = test.init.iter().filter_map(|one| match &one.node {
            Declaration::Register {
                value: InitialValue::AddressOf(target),
                ..
            } => self.memory_of(&target.node),
            Declaration::Register { .. }
            | Declaration::Location { .. }
            | Declaration::Alias { .. } => None,
        });
        let threads = test.threads.iter().zip(registers);
        let plain = threads.flat_map(|(column, own)| {
            let all = operations(column).flat_map(operands);
            all.filter_map(move |operand| match operand {
                Operand::Name(name) if own.find(&name.node).is_none() => self.memory_of(&name.node),
                Operand::Name(_) | Operand::Constant(_) => None,
            })
        });
        start.chain(plain).collect()
    }
}

/// The operations of a thread.
fn operations(column: &Column) -> impl Iterator<Item = &Operation> {
    column.cells.iter().filter_map(|cell| match &cell.node {
        Statement::Instruction { operation, .. } => Some(operation),
        Statement::Label(_) => None,
    })
}

fn unfit(name: &Name, led: &Led) -> Diagnostic {
    let text = format!(
        "`{}` begins with {}, and is {} where it is accessed with {} bits",
        name.text,
        name.initial,
        fit(name.initial, led.ty),
        led.ty.bits
    );
    Diagnostic::new(text, name.span, "declared here").with_label(
        led.span,
        "an access of that size, by a pointer that may lead there",
    )
}
