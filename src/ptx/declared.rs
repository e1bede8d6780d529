//! Declarations held against each other.

use rustc_hash::FxHashMap;

use crate::syntax::Diagnostic;
use crate::syntax::span::Span;

use super::module::{Function, InitialValue, Module, Register, Variable};
use super::types::Space;

/// A name that stands for two things.
pub fn again(name: &str, span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(
        format!("`{name}` is declared twice"),
        span,
        "declared again here",
    )
    .with_label(before, "first declared here")
}

/// Variables that are defined twice, parameters of one name, and initial values that are no addresses.
pub fn twice(module: &Module, mistakes: &mut Vec<Diagnostic>) {
    let mut seen: FxHashMap<&str, &Variable> = FxHashMap::default();
    for function in &module.functions {
        let mut own: FxHashMap<&str, Span> = FxHashMap::default();
        for one in function
            .results
            .iter()
            .chain(&function.parameters)
            .filter(|one| one.name != "_")
        {
            if let Some(before) = own.insert(&one.name, one.span) {
                mistakes.push(again(&one.name, one.span, before));
            }
        }
    }
    for variable in &module.variables {
        if let Some(before) = seen.insert(&variable.name, variable)
            && !(before.is_extern || variable.is_extern)
        {
            mistakes.push(again(&variable.name, variable.span, before.span));
        }
    }
    for function in &module.functions {
        if let Some(before) = seen.get(function.name.as_str()) {
            mistakes.push(again(&function.name, function.span, before.span));
        }
    }
    for piece in module
        .variables
        .iter()
        .flat_map(|variable| &variable.initial)
    {
        let InitialValue::Address { name, .. } = &piece.value else {
            continue;
        };
        let function = module.functions.iter().any(|one| one.name == *name);
        match seen.get(name.as_str()) {
            Some(it) if matches!(it.space, Space::Global | Space::Const) => {}
            Some(it) => {
                let message = format!("the address of `{name}` is no initial value");
                let label = format!(
                    "`{name}` is `.{}`, expected `.global` or `.const`",
                    it.space.name()
                );
                mistakes.push(Diagnostic::new(message, piece.span, label));
            }
            None if function => {}
            None => {
                let mut known: Vec<&str> = seen.keys().copied().collect();
                known.sort_unstable();
                let mistake = Diagnostic::new(
                    format!("unknown name `{name}`"),
                    piece.span,
                    "no variable or function of this module",
                );
                mistakes.push(mistake.with_suggestion(name, known));
            }
        }
    }
}

/// Two declarations that do not agree, or a definition among them.
pub fn differ(before: &Function, now: &Function, defined: bool, mistakes: &mut Vec<Diagnostic>) {
    let sizes = |all: &[Variable]| all.iter().map(|one| one.bytes).collect::<Vec<_>>();
    let types = |all: &[Register]| all.iter().map(|one| one.ty).collect::<Vec<_>>();
    if before.is_entry != now.is_entry {
        let message = format!("`{}` is a kernel and a function", now.name);
        let mistake = Diagnostic::new(message, now.span, "declared again here");
        mistakes.push(mistake.with_label(before.span, "first declared here"));
        return;
    }
    if sizes(&before.results) == sizes(&now.results)
        && sizes(&before.parameters) == sizes(&now.parameters)
        && types(&before.registers) == types(&now.registers)
    {
        return;
    }
    let message = format!(
        "`{}` is declared with other parameters or results",
        now.name
    );
    let label = if defined {
        "defined here"
    } else {
        "declared again here"
    };
    mistakes
        .push(Diagnostic::new(message, now.span, label).with_label(before.span, "declared here"));
}
