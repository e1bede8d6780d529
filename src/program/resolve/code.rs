//! The instructions of a thread: labels become indices, names become registers or locations.

use std::collections::BTreeMap;

use crate::program::{Instruction, InstructionKind, Value};
use crate::syntax::ast::{Column, Ident, Operand, Operation, Statement};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

use super::locations::Locations;
use super::registers::Registers;

/// What the names of a thread can mean.
pub(super) struct ThreadNames<'a> {
    pub(super) number: u32,
    pub(super) registers: &'a Registers,
    pub(super) locations: &'a Locations,
    pub(super) block: (u32, u32),
}

pub(super) type Errors = Vec<Diagnostic>;

/// Resolves a column's cells.
pub(super) fn code(column: &Column, names: &ThreadNames, errors: &mut Errors) -> Vec<Instruction> {
    let labels = labels(column, errors);
    let mut result = Vec::new();
    for cell in &column.cells {
        let Statement::Instruction { guard, operation } = &cell.node else {
            continue;
        };
        let guard = guard.as_ref().and_then(|(name, positive)| {
            let register = names.register(name, errors)?;
            Some((register, *positive))
        });
        if let Some(kind) = names.operation(operation, &labels, errors) {
            result.push(Instruction {
                span: cell.span,
                guard,
                kind,
            });
        }
    }
    result
}

/// The index of the instruction that each label stands before.
fn labels<'a>(column: &'a Column, errors: &mut Errors) -> BTreeMap<&'a str, (usize, Span)> {
    let mut found: BTreeMap<&str, (usize, Span)> = BTreeMap::new();
    let mut index = 0;
    for cell in &column.cells {
        match &cell.node {
            Statement::Instruction { .. } => index += 1,
            Statement::Label(name) => {
                if let Some((_, first)) = found.get(name.node.as_str()) {
                    errors.push(
                        Diagnostic::new(
                            format!("label `{}` is defined twice", name.node),
                            name.span,
                            "again here",
                        )
                        .with_label(*first, "first here"),
                    );
                } else {
                    found.insert(&name.node, (index, name.span));
                }
            }
        }
    }
    found
}

impl ThreadNames<'_> {
    fn operation(
        &self,
        operation: &Operation,
        labels: &BTreeMap<&str, (usize, Span)>,
        errors: &mut Errors,
    ) -> Option<InstructionKind> {
        Some(match operation {
            Operation::Load {
                dst,
                address,
                access,
            } => InstructionKind::Load {
                dst: self.register(dst, errors)?,
                target: self.target(address, *access, errors)?,
                access: *access,
            },
            Operation::Store {
                address,
                value,
                access,
            } => {
                let target = self.target(address, *access, errors);
                InstructionKind::Store {
                    value: self.value(value, errors)?,
                    target: target?,
                    access: *access,
                }
            }
            Operation::Atomic {
                dst,
                address,
                op,
                operands,
                access,
            } => {
                let target = self.target(address, *access, errors);
                let operands: Vec<Value> = operands
                    .iter()
                    .filter_map(|operand| self.value(operand, errors))
                    .collect();
                InstructionKind::Atomic {
                    dst: dst.as_ref().and_then(|dst| self.register(dst, errors)),
                    target: target?,
                    op: *op,
                    operands,
                    access: *access,
                }
            }
            Operation::Fence(fence) => InstructionKind::Fence(*fence),
            Operation::Barrier {
                arrive,
                id,
                barrier,
                quorum,
            } => {
                let id = self.value(id, errors)?;
                if let Some(Operand::Constant(number)) = quorum
                    && number.node < 1
                {
                    let text = format!("a barrier of {} threads", number.node);
                    let one = Diagnostic::new(text, number.span, "expected 1 or more");
                    let help = "write how many threads meet there, or leave it out for all that name the barrier";
                    errors.push(one.with_help(help));
                    return None;
                }
                InstructionKind::Barrier {
                    arrive: *arrive,
                    id,
                    barrier: match barrier {
                        Some(barrier) => self.value(barrier, errors)?,
                        None => id,
                    },
                    quorum: match quorum {
                        Some(quorum) => Some(self.value(quorum, errors)?),
                        None => None,
                    },
                }
            }
            Operation::Branch { condition, target } => {
                let target_index = self.label(target, labels, errors);
                let condition = match condition {
                    Some((cmp, a, b)) => {
                        let a = self.value(a, errors);
                        Some((*cmp, a?, self.value(b, errors)?))
                    }
                    None => None,
                };
                InstructionKind::Branch {
                    condition,
                    target: target_index?,
                }
            }
            Operation::Move { .. }
            | Operation::Arithmetic { .. }
            | Operation::SetPredicate { .. } => self.register_operation(operation, errors)?,
        })
    }

    fn register_operation(
        &self,
        operation: &Operation,
        errors: &mut Errors,
    ) -> Option<InstructionKind> {
        Some(match operation {
            Operation::Move { dst, src, ty } => InstructionKind::Move {
                dst: self.register(dst, errors)?,
                src: self.movable(src, errors)?,
                ty: *ty,
            },
            Operation::Arithmetic { op, dst, a, b, ty } => {
                let a = self.value(a, errors);
                InstructionKind::Arithmetic {
                    op: *op,
                    dst: self.register(dst, errors)?,
                    b: self.value(b, errors)?,
                    a: a?,
                    ty: *ty,
                }
            }
            Operation::SetPredicate { cmp, dst, a, b, ty } => {
                let a = self.value(a, errors);
                InstructionKind::SetPredicate {
                    cmp: *cmp,
                    dst: self.register(dst, errors)?,
                    b: self.value(b, errors)?,
                    a: a?,
                    ty: *ty,
                }
            }
            Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::Atomic { .. }
            | Operation::Fence(_)
            | Operation::Barrier { .. }
            | Operation::Branch { .. } => return None,
        })
    }

    fn label(
        &self,
        name: &Ident,
        labels: &BTreeMap<&str, (usize, Span)>,
        errors: &mut Errors,
    ) -> Option<usize> {
        let found = labels.get(name.node.as_str()).map(|(index, _)| *index);
        if found.is_none() {
            errors.push(
                Diagnostic::new(
                    format!("P{} has no label `{}`", self.number, name.node),
                    name.span,
                    "labels are local to their thread",
                )
                .with_suggestion(&name.node, labels.keys().copied()),
            );
        }
        found
    }
}
