//! What is declared in a body, scope by scope: an inner one may declare a register, a variable or a label again.

use crate::syntax::Diagnostic;

use super::decode::{self, Found, Scope};
use super::module::{Body, Function, Register, RegisterId};
use super::operation::Symbol;
use super::parse::raw::{self, Statement};

/// The scopes of a body with what is declared in them, in the order in which they open.
pub fn declare<'i>(
    function: &'i Function,
    statements: &[Statement<'i>],
    body: &mut Body,
    mistakes: &mut Vec<Diagnostic>,
) -> Vec<Scope<'i>> {
    let mut outer = Scope::default();
    for (at, parameter) in function.parameters.iter().enumerate() {
        outer
            .names
            .insert(&parameter.name, Found::Symbol(Symbol::Parameter(at)));
    }
    for (at, result) in function.results.iter().enumerate() {
        outer
            .names
            .insert(&result.name, Found::Symbol(Symbol::Result(at)));
    }
    for (at, register) in function.registers.iter().enumerate() {
        outer.claim(&register.name, function.span, mistakes);
        let found = Found::Register(RegisterId(at));
        outer.names.insert(&register.name, found);
    }
    body.registers.clone_from(&function.registers);
    let mut scopes = vec![outer];
    let mut stack = vec![0];
    let mut at = 0;
    for statement in statements {
        let current = stack.last().copied().unwrap_or(0);
        match statement {
            Statement::Open => {
                stack.push(scopes.len());
                scopes.push(Scope {
                    parent: Some(current),
                    ..Scope::default()
                });
            }
            Statement::Close => {
                stack.pop();
            }
            Statement::Label(label) => {
                let before = scopes[current].labels.insert(label.node, (at, label.span));
                if let Some((_, before)) = before {
                    let message = format!("the label `{}` is defined twice", label.node);
                    let mistake = Diagnostic::new(message, label.span, "defined again here");
                    mistakes.push(mistake.with_label(before, "first defined here"));
                }
            }
            Statement::Registers(all) => {
                for registers in all {
                    declare_registers(registers, &mut scopes[current], body, mistakes);
                }
            }
            Statement::Variable(variable) => {
                let symbol = Found::Symbol(Symbol::Own(body.variables.len()));
                scopes[current].claim(&variable.name, variable.span, mistakes);
                scopes[current].owned.insert(variable.name.clone(), symbol);
                body.variables.push(variable.clone());
            }
            Statement::Instruction(one) => at += 1 + decode::more(one.opcode.node),
            Statement::Location(_) | Statement::Targets(..) => {}
        }
    }
    scopes
}

fn declare_registers<'i>(
    registers: &raw::Registers<'i>,
    scope: &mut Scope<'i>,
    body: &mut Body,
    mistakes: &mut Vec<Diagnostic>,
) {
    let first = body.registers.len();
    let (name, ty) = (registers.name.node, registers.ty);
    match registers.count {
        None => scope.claim(name, registers.name.span, mistakes),
        Some(count) => scope.claim_range(name, count, registers.name.span, mistakes),
    }
    match registers.count {
        None => {
            scope.names.insert(name, Found::Register(RegisterId(first)));
            body.registers.push(Register {
                name: name.to_owned(),
                ty,
            });
        }
        Some(count) => {
            scope.ranges.insert(name, (first, count));
            body.registers.extend((0..count).map(|number| Register {
                name: format!("{name}{number}"),
                ty,
            }));
        }
    }
}

/// Tables of jumps, in the scopes that they stand in.
pub fn tables<'i>(
    statements: &[Statement<'i>],
    scopes: &mut [Scope<'i>],
    mistakes: &mut Vec<Diagnostic>,
) {
    let mut opened = 0;
    let mut stack = vec![0];
    for statement in statements {
        match statement {
            Statement::Open => {
                opened += 1;
                stack.push(opened);
            }
            Statement::Close => {
                stack.pop();
            }
            Statement::Targets(name, labels) => {
                let scope = stack.last().copied().unwrap_or(0);
                let mut targets = Vec::new();
                for label in labels {
                    match decode::label(scopes, scope, label.node, label.span) {
                        Ok(target) => targets.push(target),
                        Err(mistake) => mistakes.push(mistake),
                    }
                }
                scopes[scope].tables.insert(name.node, targets);
            }
            Statement::Label(_)
            | Statement::Registers(_)
            | Statement::Variable(_)
            | Statement::Location(_)
            | Statement::Instruction(_) => {}
        }
    }
}
