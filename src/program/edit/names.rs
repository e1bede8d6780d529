//! Names of a test: where they stand, and which can be given.

use std::collections::BTreeSet;

use super::edits::{EditError, Name};
use crate::syntax::ast::{
    Address, Column, Condition, Declaration, Ident, InitialValue, Operand, Operation, Statement,
    Term, Test,
};
use crate::syntax::print::reserved;
use crate::syntax::span::Span;

/// Whether something can be called like this.
pub(super) fn valid(name: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let digit = name.starts_with(|c: char| c.is_ascii_digit());
    !name.is_empty() && name != "_" && name.chars().all(letter) && !digit && !reserved(name)
}

/// Whether a name can be given instead of another.
pub(super) fn check(test: &Test, name: &Name, to: &str) -> Result<(), EditError> {
    if !valid(to) {
        return Err(EditError::BadName(to.to_owned()));
    }
    let mut test = test.clone();
    let mut all = BTreeSet::new();
    each(&mut test, &mut |name, _| {
        all.insert(name);
    });
    if !all.contains(name) {
        let (Name::Location(own) | Name::Register(_, own) | Name::Label(_, own)) = name;
        return Err(EditError::NoName(own.clone()));
    }
    if all.iter().any(|other| clash(other, name, to)) {
        return Err(EditError::Taken(to.to_owned()));
    }
    Ok(())
}

/// Whether something that is called like this stands in the way of something else of that name.
/// Locations and registers share the operands of instructions; labels are apart.
fn clash(known: &Name, name: &Name, to: &str) -> bool {
    match (known, name) {
        (Name::Label(a, other), Name::Label(b, _))
        | (Name::Register(a, other), Name::Register(b, _)) => a == b && other == to,
        (Name::Label(..), _) | (_, Name::Label(..)) => false,
        (Name::Location(other) | Name::Register(_, other), _) => other == to,
    }
}

/// Whether two names cannot both be given: one stands in the way of the other.
pub(super) fn collide(first: (&Name, &str), second: (&Name, &str)) -> bool {
    let called = match first.0 {
        Name::Location(_) => Name::Location(first.1.to_owned()),
        Name::Register(thread, _) => Name::Register(*thread, first.1.to_owned()),
        Name::Label(thread, _) => Name::Label(*thread, first.1.to_owned()),
    };
    clash(&called, second.0, second.1)
}

/// The registers of a thread: those declared and those written.
pub(super) fn registers(test: &Test, column: &Column) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for declaration in &test.init {
        if let Declaration::Register {
            thread, register, ..
        } = &declaration.node
            && thread.node == column.number.node
        {
            found.insert(register.node.clone());
        }
    }
    for cell in &column.cells {
        if let Statement::Instruction { operation, .. } = &cell.node {
            found.extend(written(operation).map(|name| name.node.clone()));
        }
    }
    found
}

fn written(operation: &Operation) -> Option<&Ident> {
    match operation {
        Operation::Load { dst, .. }
        | Operation::Move { dst, .. }
        | Operation::Arithmetic { dst, .. }
        | Operation::SetPredicate { dst, .. } => Some(dst),
        Operation::Atomic { dst, .. } => dst.as_ref(),
        Operation::Store { .. }
        | Operation::Fence(_)
        | Operation::Barrier { .. }
        | Operation::Branch { .. } => None,
    }
}

/// Calls something with each name of a test and its place, in no order that matters.
pub(super) fn each(test: &mut Test, visit: &mut dyn FnMut(Name, &mut Ident)) {
    each_used(test, visit);
    for declaration in &mut test.init {
        of_declaration(&mut declaration.node, visit);
    }
}

/// Each name of a test with its places, in the order of the text.
#[must_use]
pub fn occurrences(test: &Test) -> Vec<(Name, Span)> {
    let mut found = Vec::new();
    each(&mut test.clone(), &mut |name, ident| {
        found.push((name, ident.span));
    });
    found.sort_by_key(|(_, span)| *span);
    found
}

/// The same of the threads and conditions alone.
pub(super) fn each_used(test: &mut Test, visit: &mut dyn FnMut(Name, &mut Ident)) {
    let registers: Vec<BTreeSet<String>> = test
        .threads
        .iter()
        .map(|column| registers(test, column))
        .collect();
    for (column, registers) in test.threads.iter_mut().zip(&registers) {
        let mut thread = Thread {
            number: column.number.node,
            registers,
            visit,
        };
        for cell in &mut column.cells {
            thread.statement(&mut cell.node);
        }
    }
    for condition in test.filter.iter_mut().chain([&mut test.condition]) {
        of_condition(condition, visit);
    }
}

fn of_declaration(declaration: &mut Declaration, visit: &mut dyn FnMut(Name, &mut Ident)) {
    match declaration {
        Declaration::Location { name, .. } => visit(location(name), name),
        Declaration::Register {
            thread,
            register,
            value,
        } => {
            visit(Name::Register(thread.node, register.node.clone()), register);
            if let InitialValue::AddressOf(name) = value {
                visit(location(name), name);
            }
        }
        Declaration::Alias { name, target, .. } => {
            visit(location(name), name);
            visit(location(target), target);
        }
    }
}

fn location(name: &Ident) -> Name {
    Name::Location(name.node.clone())
}

fn of_condition(condition: &mut Condition, visit: &mut dyn FnMut(Name, &mut Ident)) {
    match condition {
        Condition::Literal(..) | Condition::Terminates(_) => {}
        Condition::Compare(_, a, b, _) => {
            for term in [a, b] {
                match term {
                    Term::Constant(_) => {}
                    Term::Register(thread, name) => {
                        visit(Name::Register(thread.node, name.node.clone()), name);
                    }
                    Term::Location(name, _) => visit(location(name), name),
                }
            }
        }
        Condition::Not(inner, _) => of_condition(inner, visit),
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            for part in parts {
                of_condition(part, visit);
            }
        }
    }
}

struct Thread<'a> {
    number: u32,
    registers: &'a BTreeSet<String>,
    visit: &'a mut dyn FnMut(Name, &mut Ident),
}

impl Thread<'_> {
    fn statement(&mut self, statement: &mut Statement) {
        match statement {
            Statement::Label(name) => self.label(name),
            Statement::Instruction { guard, operation } => {
                if let Some((name, _)) = guard {
                    self.register(name);
                }
                self.operation(operation);
            }
        }
    }

    fn operation(&mut self, operation: &mut Operation) {
        match operation {
            Operation::Load { dst, address, .. } => {
                self.register(dst);
                self.address(address);
            }
            Operation::Store { address, value, .. } => {
                self.address(address);
                self.operand(value);
            }
            Operation::Atomic {
                dst,
                address,
                operands,
                ..
            } => {
                if let Some(dst) = dst {
                    self.register(dst);
                }
                self.address(address);
                for value in operands {
                    self.operand(value);
                }
            }
            Operation::Fence(_) => {}
            Operation::Barrier {
                id,
                barrier,
                quorum,
                ..
            } => {
                let all = [id].into_iter().chain(barrier).chain(quorum);
                all.for_each(|value| self.operand(value));
            }
            Operation::Move { dst, src, .. } => {
                self.register(dst);
                self.operand(src);
            }
            Operation::Arithmetic { dst, a, b, .. } | Operation::SetPredicate { dst, a, b, .. } => {
                self.register(dst);
                self.operand(a);
                self.operand(b);
            }
            Operation::Branch { condition, target } => {
                if let Some((_, a, b)) = condition {
                    self.operand(a);
                    self.operand(b);
                }
                self.label(target);
            }
        }
    }

    fn label(&mut self, name: &mut Ident) {
        (self.visit)(Name::Label(self.number, name.node.clone()), name);
    }

    fn register(&mut self, name: &mut Ident) {
        (self.visit)(Name::Register(self.number, name.node.clone()), name);
    }

    fn address(&mut self, address: &mut Address) {
        self.either(&mut address.name);
    }

    fn operand(&mut self, operand: &mut Operand) {
        match operand {
            Operand::Constant(_) => {}
            Operand::Name(name) => self.either(name),
        }
    }

    /// A register if the thread has one of that name, else a location.
    fn either(&mut self, name: &mut Ident) {
        if self.registers.contains(&name.node) {
            self.register(name);
        } else {
            (self.visit)(location(name), name);
        }
    }
}
