//! From names to what they stand for. Scopes are lexical: an inner one may declare a register, a
//! variable or a label again.

use rustc_hash::FxHashMap;

use crate::syntax::Diagnostic;

use super::declared::{differ, twice};
use super::decode::{self, Found, Names, Scope};
use super::lines::{Frame, Reader};
use super::module::{Body, Function, Instruction, Module, Register, RegisterId};
use super::operation::{Operation, Symbol};
use super::parse::raw::{self, Statement};

/// Resolves all functions of a module.
pub fn functions(
    mut module: Module,
    raw: Vec<raw::Function<'_>>,
    mistakes: &mut Vec<Diagnostic>,
) -> Module {
    let mut bodies = Vec::new();
    let mut index: FxHashMap<String, usize> = FxHashMap::default();
    for function in raw {
        let known = index.get(function.name.node).copied();
        let at = known.unwrap_or(module.functions.len());
        let body = function.body;
        let resolved = Function {
            name: function.name.node.to_owned(),
            is_entry: function.is_entry,
            results: function.results,
            parameters: function.parameters,
            registers: function.registers.iter().map(passed).collect(),
            required_block: function.required_block,
            cluster: function.cluster,
            largest_block: function.largest_block,
            body: None,
            span: function.name.span,
        };
        if known.is_none() {
            index.insert(resolved.name.clone(), at);
            module.functions.push(resolved);
            bodies.push(body);
            continue;
        }
        differ(&module.functions[at], &resolved, body.is_some(), mistakes);
        if body.is_some() {
            if bodies[at].is_some() {
                let before = module.functions[at].span;
                mistakes.push(
                    Diagnostic::new(
                        format!("`{}` is defined twice", resolved.name),
                        resolved.span,
                        "defined again here",
                    )
                    .with_label(before, "first defined here"),
                );
            }
            module.functions[at] = resolved;
            bodies[at] = body;
        }
    }
    twice(&module, mistakes);
    let mut globals: FxHashMap<&str, Symbol> = FxHashMap::default();
    for (at, function) in module.functions.iter().enumerate() {
        globals.insert(&function.name, Symbol::Function(at));
    }
    for (at, variable) in module.variables.iter().enumerate() {
        globals.insert(&variable.name, Symbol::Module(at));
    }
    let mut resolved = Vec::with_capacity(bodies.len());
    for (function, body) in module.functions.iter().zip(bodies) {
        resolved.push(body.map(|body| resolve(&module, &globals, function, &body, mistakes)));
    }
    drop(globals);
    for (function, body) in module.functions.iter_mut().zip(resolved) {
        function.body = body;
    }
    module
}

/// A parameter or result that is a register.
fn passed(register: &raw::Registers<'_>) -> Register {
    Register {
        name: register.name.node.to_owned(),
        ty: register.ty,
    }
}

fn resolve(
    module: &Module,
    globals: &FxHashMap<&str, Symbol>,
    function: &Function,
    statements: &[Statement<'_>],
    mistakes: &mut Vec<Diagnostic>,
) -> Body {
    let mut body = Body::default();
    let mut scopes = declare(function, statements, &mut body, mistakes);
    let mut reader = Reader::new(&module.files);
    let mut opened = 0;
    let mut declared = (function.registers.len(), 0);
    let mut stack = vec![0];
    let mut code = Vec::new();
    // Tables of jumps name labels that may follow.
    tables(statements, &mut scopes, mistakes);
    for statement in statements {
        match statement {
            Statement::Open => {
                opened += 1;
                stack.push(opened);
            }
            Statement::Close => {
                stack.pop();
            }
            Statement::Location(location) => {
                let frame = |(file, line, column)| Frame { file, line, column };
                reader.read(frame(location.place), location.inlined_at.map(frame));
            }
            Statement::Instruction(instruction) => {
                let names = Names {
                    globals,
                    scopes: &scopes,
                    scope: stack.last().copied().unwrap_or(0),
                    registers: &body.registers,
                    module,
                    own: &body.variables,
                    declared,
                };
                let resolved = one(&names, instruction, reader.current(), mistakes);
                code.push(resolved);
            }
            Statement::Registers(all) => {
                let count = |one: &raw::Registers<'_>| one.count.unwrap_or(1);
                let more = all.iter().map(count).fold(0, u64::saturating_add);
                declared.0 = declared
                    .0
                    .saturating_add(usize::try_from(more).unwrap_or(0));
            }
            Statement::Variable(_) => declared.1 += 1,
            Statement::Label(_) | Statement::Targets(..) => {}
        }
    }
    body.code = code;
    body.lines = reader.finish();
    body
}

fn one(
    names: &Names<'_>,
    raw: &raw::Instruction<'_>,
    line: Option<usize>,
    mistakes: &mut Vec<Diagnostic>,
) -> Instruction {
    let guard = raw.guard.as_ref().and_then(|(name, negated)| {
        match names.predicate(name.node, name.span) {
            Ok(register) => Some((register, *negated)),
            Err(mistake) => {
                mistakes.push(mistake);
                None
            }
        }
    });
    let operation = decode::operation(names, raw).unwrap_or_else(|mistake| {
        mistakes.push(mistake);
        Operation::Nothing
    });
    Instruction {
        span: raw.span,
        opcode: raw.opcode.span,
        guard,
        operation,
        line,
    }
}

/// The scopes of a body with what is declared in them, in the order in which they open.
fn declare<'i>(
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
            Statement::Instruction(_) => at += 1,
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
fn tables<'i>(
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
