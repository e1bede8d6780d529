//! From names to what they stand for.

use rustc_hash::FxHashMap;

use crate::syntax::Diagnostic;

use super::declared::{differ, twice};
use super::decode::{self, Hidden, Names};
use super::form::Forms;
use super::lines::{Frame, Reader};
use super::module::{Body, Function, Instruction, Module, Register};
use super::operation::{Operation, Symbol};
use super::parse::raw::{self, Statement};
use super::scopes::{declare, tables};

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
    let mut forms = Forms::default();
    for (function, body) in module.functions.iter().zip(&bodies) {
        let body = body.as_ref();
        resolved.push(
            body.map(|body| resolve(&module, &globals, function, body, &mut forms, mistakes)),
        );
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

fn resolve<'i>(
    module: &Module,
    globals: &FxHashMap<&str, Symbol>,
    function: &Function,
    statements: &[Statement<'i>],
    forms: &mut Forms<'i>,
    mistakes: &mut Vec<Diagnostic>,
) -> Body {
    let mut body = Body::default();
    let mut scopes = declare(function, statements, &mut body, mistakes);
    let hidden = Hidden::of(statements, &mut body.registers);
    body.carry = hidden.carry;
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
                    hidden,
                };
                let line = reader.current();
                let first = one(&names, instruction, line, forms, mistakes);
                let rest = decode::rest(&names, instruction, &first.operation);
                let rest = rest.into_iter().map(|operation| Instruction {
                    operation,
                    ..first.clone()
                });
                let rest: Vec<_> = rest.collect();
                code.push(first);
                code.extend(rest);
            }
            Statement::Registers(all) => {
                let count = |one: &raw::Registers<'_>| one.count.unwrap_or(1);
                let more = all.iter().map(count).fold(0, u64::saturating_add);
                declared.0 = declared
                    .0
                    .saturating_add(usize::try_from(more).unwrap_or(0));
            }
            Statement::Variable(_) => declared.1 += 1,
            Statement::Label(_) => {
                if !is_passed(&code) {
                    reader.leave();
                }
            }
            Statement::Targets(..) => {}
        }
    }
    body.code = code;
    body.lines = reader.finish();
    body
}

/// Whether a thread goes on behind the last of these instructions.
fn is_passed(code: &[Instruction]) -> bool {
    let next = code.len();
    let last = next.checked_sub(1).map(|at| (at, &code[at]));
    last.is_none_or(|(at, last)| last.successors(at, next + 1).contains(&next))
}

fn one<'i>(
    names: &Names<'_>,
    raw: &raw::Instruction<'i>,
    line: Option<usize>,
    forms: &mut Forms<'i>,
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
    let operation = decode::operation(names, raw, forms).unwrap_or_else(|mistake| {
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
