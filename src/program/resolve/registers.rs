//! Which registers a thread has: those declared for it and those it writes.

use crate::program::types::{Register, RegisterId, address_of};
use crate::program::value::fit;
use crate::syntax::ast::{
    Column, Declaration, Ident, InitialValue, Operation, Statement, Test, Type,
};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Spanned;

use super::code::ThreadNames;

/// The registers of one thread, in the order of their first appearance.
pub(super) struct Registers {
    names: Vec<String>,
    /// The widest type that writes each.
    bits: Vec<u8>,
}

impl Registers {
    /// Finds them.
    pub(super) fn collect(column: &Column, init: &[Spanned<Declaration>]) -> Self {
        let mut found = Self {
            names: Vec::new(),
            bits: Vec::new(),
        };
        for declaration in init {
            if let Declaration::Register {
                thread, register, ..
            } = &declaration.node
                && thread.node == column.number.node
            {
                found.add(&register.node, 0);
            }
        }
        for cell in &column.cells {
            if let Statement::Instruction { operation, .. } = &cell.node
                && let Some((register, ty)) = written(operation)
            {
                found.add(&register.node, ty.bits);
            }
        }
        found
    }

    fn add(&mut self, name: &str, bits: u8) {
        if let Some(RegisterId(index)) = self.find(name) {
            self.bits[index] = self.bits[index].max(bits);
        } else {
            self.names.push(name.to_owned());
            self.bits.push(bits);
        }
    }

    /// The register of that name.
    pub(super) fn find(&self, name: &str) -> Option<RegisterId> {
        let index = self.names.iter().position(|known| known == name)?;
        Some(RegisterId(index))
    }

    /// All names, for suggestions.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The widest type, in bits, that ever writes the register; 0 if none does.
    pub(super) fn bits(&self, register: RegisterId) -> u8 {
        self.bits[register.0]
    }

    /// The registers with their initial values.
    pub(super) fn finish(
        &self,
        column: &Column,
        init: &[Spanned<Declaration>],
        names: &ThreadNames,
        errors: &mut Vec<Diagnostic>,
    ) -> Vec<Register> {
        let mut result: Vec<Register> = self
            .names
            .iter()
            .map(|name| Register {
                name: name.clone(),
                initial: 0,
            })
            .collect();
        for declaration in init {
            let Declaration::Register {
                thread,
                register,
                value,
            } = &declaration.node
            else {
                continue;
            };
            if thread.node != column.number.node {
                continue;
            }
            let Some(RegisterId(index)) = self.find(&register.node) else {
                continue;
            };
            result[index].initial = match value {
                InitialValue::Constant(value) if self.bits[index] > 32 => *value,
                InitialValue::Constant(value) => fit(*value, Type::default()),
                InitialValue::AddressOf(location) => {
                    names.location(location, errors).map_or(0, address_of)
                }
            };
        }
        result
    }

    /// A declaration for a thread that the header does not have.
    pub(super) fn check_thread(
        declaration: &Spanned<Declaration>,
        test: &Test,
        errors: &mut Vec<Diagnostic>,
    ) {
        let Declaration::Register { thread, .. } = &declaration.node else {
            return;
        };
        if let Some(error) = unknown_thread(thread, test) {
            errors.push(error);
        }
    }
}

/// The complaint about a thread number that the header does not have.
pub(super) fn unknown_thread(thread: &Spanned<u32>, test: &Test) -> Option<Diagnostic> {
    if test
        .threads
        .iter()
        .any(|column| column.number.node == thread.node)
    {
        return None;
    }
    let known: Vec<String> = test
        .threads
        .iter()
        .map(|column| format!("P{}", column.number.node))
        .collect();
    Some(
        Diagnostic::new(
            format!("there is no thread P{}", thread.node),
            thread.span,
            "not in the header row",
        )
        .with_help(format!("the threads are {}", known.join(", "))),
    )
}

/// The register an operation writes, and its type.
fn written(operation: &Operation) -> Option<(&Ident, Type)> {
    match operation {
        Operation::Load { dst, access, .. } => Some((dst, access.ty)),
        Operation::Atomic { dst, access, .. } => dst.as_ref().map(|dst| (dst, access.ty)),
        Operation::Move { dst, ty, .. } | Operation::Arithmetic { dst, ty, .. } => Some((dst, *ty)),
        Operation::SetPredicate { dst, .. } => Some((dst, Type::default())),
        Operation::Store { .. }
        | Operation::Fence(_)
        | Operation::Barrier { .. }
        | Operation::Branch { .. } => None,
    }
}
