//! Which registers a thread has: those declared for it and those it writes.

use crate::program::value::fit;
use crate::program::{Register, RegisterId, address_of};
use crate::syntax::ast::{
    Column, Declaration, Ident, InitialValue, Operand, Operation, Statement, Term, Test, Type,
};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Spanned;

use super::code::ThreadNames;
use super::locations::Locations;

/// The registers of one thread, in the order of their first appearance.
pub(super) struct Registers {
    names: Vec<String>,
    /// The widest type that writes each.
    bits: Vec<u8>,
    /// Where those are first read that nobody declares or writes.
    implied: Vec<Implied>,
}

/// A register that is only read.
struct Implied {
    name: Ident,
    /// The one that the same instruction writes.
    beside: Option<String>,
    /// Whether the address of a location could stand in its place.
    operand: bool,
}

impl Registers {
    /// Finds them.
    pub(super) fn collect(column: &Column, init: &[Spanned<Declaration>]) -> Self {
        let mut found = Self {
            names: Vec::new(),
            bits: Vec::new(),
            implied: Vec::new(),
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

    /// Adds those that are only read: they start at 0, as all do.
    pub(super) fn imply(&mut self, column: &Column, test: &Test, locations: &Locations) {
        let mut read: Vec<Implied> = Vec::new();
        let mut add = |name: &Ident, beside: Option<&Ident>, operand| {
            read.push(Implied {
                name: name.clone(),
                beside: beside.map(|beside| beside.node.clone()),
                operand,
            });
        };
        for cell in &column.cells {
            let Statement::Instruction { guard, operation } = &cell.node else {
                continue;
            };
            let beside = written(operation).map(|(register, _)| register);
            if let Some((name, _)) = guard {
                add(name, beside, false);
            }
            for operand in operands(operation) {
                if let Operand::Name(name) = operand {
                    add(name, beside, true);
                }
            }
        }
        read.sort_by_key(|one| one.name.span.start);
        read.retain(|one| !locations.contains(&one.name.node));
        let conditions = [test.filter.as_ref(), Some(&test.condition)];
        for condition in conditions.into_iter().flatten() {
            read.extend(condition.terms().filter_map(|term| match term {
                Term::Register(thread, name) if thread.node == column.number.node => {
                    Some(Implied {
                        name: name.clone(),
                        beside: None,
                        operand: false,
                    })
                }
                Term::Register(..) | Term::Constant(_) | Term::Location(..) => None,
            }));
        }
        for one in read {
            if self.find(&one.name.node).is_none() {
                self.add(&one.name.node, 0);
                self.implied.push(one);
            }
        }
    }

    /// What is to be said of registers that are only read.
    pub(super) fn warnings<'a>(
        &'a self,
        number: u32,
        locations: &'a Locations,
    ) -> impl Iterator<Item = Diagnostic> + 'a {
        self.implied.iter().map(move |one| {
            let name = &one.name;
            let warning = Diagnostic::new(
                format!("P{number} has no register `{}`: it counts as 0", name.node),
                name.span,
                "never written, and not in the init block",
            )
            .as_warning()
            .with_declaration(format!("P{number}:{} = 0;", name.node));
            let implied = |known: &str| self.implied.iter().any(|one| one.name.node == known);
            // Its own result is hardly what an instruction is to read.
            let known = self
                .names()
                .filter(|known| !implied(known) && one.beside.as_deref() != Some(*known));
            let known = known.chain(locations.names().filter(|_| one.operand));
            let near = warning.clone().with_suggestion(&name.node, known);
            if near.help.is_some() {
                return near;
            }
            warning.with_help(format!(
                "`P{number}:{} = 0;` in the init block declares it",
                name.node
            ))
        })
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
                // Nothing says that it has 32 bits but a number that has no more.
                InitialValue::Constant(value)
                    if self.bits[index] == 0 && !super::widths::fits(*value, 32) =>
                {
                    *value
                }
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

/// The values that an operation reads.
pub(super) fn operands(operation: &Operation) -> Vec<&Operand> {
    match operation {
        Operation::Load { .. } | Operation::Fence(_) => Vec::new(),
        Operation::Store { value, .. } => vec![value],
        Operation::Atomic { operands, .. } => operands.iter().collect(),
        Operation::Barrier {
            id,
            barrier,
            quorum,
            ..
        } => [Some(id), barrier.as_ref(), quorum.as_ref()]
            .into_iter()
            .flatten()
            .collect(),
        Operation::Move { src, .. } => vec![src],
        Operation::Arithmetic { a, b, .. } | Operation::SetPredicate { a, b, .. } => vec![a, b],
        Operation::Branch { condition, .. } => {
            condition.iter().flat_map(|(_, a, b)| [a, b]).collect()
        }
    }
}

/// The register an operation writes, and its type.
pub(super) fn written(operation: &Operation) -> Option<(&Ident, Type)> {
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
