//! Locations that are declared and that nothing can reach, and those that may be none.

use std::collections::BTreeSet;

use crate::program::Unused;
use crate::program::value::fit;
use crate::syntax::ast::{
    Access, Address, Column, Declaration, InitialValue, Operand, Operation, Statement, Term, Test,
    Type,
};
use crate::syntax::diagnostic::Diagnostic;

use super::locations::{Locations, Name};
use super::registers::Registers;

impl Locations {
    /// Locations that nothing names are no part of the program: where there are no pointers, nothing
    /// can reach them. Those that share memory with others stay.
    pub(super) fn leave_out(&mut self, test: &Test, registers: &[Registers]) {
        let Some(named) = named(test, registers) else {
            return;
        };
        let joined = |name: &Name| name.target.is_some() || name.proxy.is_some();
        if self.names.iter().any(joined) {
            return;
        }
        let all = std::mem::take(&mut self.names);
        let wanted = |name: &Name| named.contains(name.text.as_str());
        self.declared = all
            .iter()
            .take(self.declared)
            .filter(|name| wanted(name))
            .count();
        (self.names, self.unused) = all.into_iter().partition(wanted);
        let texts = self.names.iter().map(|name| name.text.clone());
        self.known = texts
            .enumerate()
            .map(|(index, text)| (text, index))
            .collect();
    }

    /// The locations that are no part of the program.
    pub(super) fn unused(&self) -> Vec<Unused> {
        let unused = self.unused.iter().map(|name| Unused {
            name: name.text.clone(),
            space: name.space,
            initial: fit(name.initial, Type::default()),
            span: name.span,
        });
        unused.collect()
    }

    /// What is to be said of locations that may have been meant as registers.
    pub(super) fn warnings(&self) -> impl Iterator<Item = Diagnostic> {
        self.doubtful.iter().map(|(number, name)| {
            let name_of = &name.node;
            Diagnostic::new(
                format!("`{name_of}` is taken for a location"),
                name.span,
                format!("P{number} has no register of this name"),
            )
            .as_warning()
            .with_help(format!(
                "`{name_of} = 0;` in the init block declares a location, `P{number}:{name_of} = x;` a \
                 register that points to `x`"
            ))
        })
    }
}

/// The names that instructions and conditions use; none where an address may be computed, or may be
/// seen as a number.
fn named<'a>(test: &'a Test, registers: &[Registers]) -> Option<BTreeSet<&'a str>> {
    let mut names = BTreeSet::new();
    for declaration in &test.init {
        match &declaration.node {
            Declaration::Register {
                value: InitialValue::AddressOf(_),
                ..
            } => return None,
            Declaration::Register { .. }
            | Declaration::Location { .. }
            | Declaration::Alias { .. } => {}
        }
    }
    for (column, own) in test.threads.iter().zip(registers) {
        for cell in &column.cells {
            let Statement::Instruction { operation, .. } = &cell.node else {
                continue;
            };
            if let Operation::Move {
                src: Operand::Name(name),
                ..
            } = operation
                && own.find(&name.node).is_none()
            {
                return None;
            }
            if let Some((address, _)) = memory(operation) {
                if own.find(&address.name.node).is_some() {
                    return None;
                }
                names.insert(address.name.node.as_str());
            }
        }
    }
    let conditions = [test.filter.as_ref(), Some(&test.condition)];
    for condition in conditions.into_iter().flatten() {
        names.extend(condition.terms().filter_map(|term| match term {
            Term::Location(name, _) => Some(name.node.as_str()),
            Term::Constant(_) | Term::Register(..) => None,
        }));
    }
    Some(names)
}

/// Whether a name looks like a register's: `r0` and the like.
pub(super) fn looks_like_register(name: &str) -> bool {
    name.strip_prefix('r').is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The accesses of a test, each with its thread and that one's registers.
pub(super) fn accesses<'t>(
    test: &'t Test,
    registers: &'t [Registers],
) -> impl Iterator<Item = (&'t Column, &'t Registers, &'t Address, &'t Access)> {
    let threads = test.threads.iter().zip(registers);
    threads.flat_map(|(column, own)| {
        column
            .cells
            .iter()
            .filter_map(move |cell| match &cell.node {
                Statement::Instruction { operation, .. } => {
                    let (address, access) = memory(operation)?;
                    Some((column, own, address, access))
                }
                Statement::Label(_) => None,
            })
    })
}

/// The memory operand of an operation.
pub(super) fn memory(operation: &Operation) -> Option<(&Address, &Access)> {
    match operation {
        Operation::Load {
            address, access, ..
        }
        | Operation::Store {
            address, access, ..
        }
        | Operation::Atomic {
            address, access, ..
        } => Some((address, access)),
        Operation::Fence(_)
        | Operation::Barrier { .. }
        | Operation::Move { .. }
        | Operation::Arithmetic { .. }
        | Operation::SetPredicate { .. }
        | Operation::Branch { .. } => None,
    }
}
