//! `ld`, `st` and the accesses by other proxies.

use super::decode::Instruction;
use super::modifier::{Modifiers, Rules, Types};
use super::operands::Form;
use super::orders::SCOPE_LIST;
use crate::syntax::ast::{Access, Operation, Order, Proxy, Scope};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::raw::RawOperand;

pub(super) const LOAD: Rules = Rules {
    orders: &["weak", "relaxed", "acquire", "rm_acquire", "volatile", "sc"],
    scopes: true,
    memory: true,
    types: Types::Any,
    ..Rules::NONE
};

pub(super) const STORE: Rules = Rules {
    orders: &["weak", "relaxed", "release", "rm_release", "volatile", "sc"],
    ..LOAD
};

pub(super) const OTHER_PROXY: Rules = Rules {
    orders: &["weak"],
    scopes: false,
    ..LOAD
};

const LOAD_FORM: Form = Form::new(&["the register", "the location"], "ld.weak r0, x");
const STORE_FORM: Form = Form::new(&["the location", "the value"], "st.weak x, 1");
const SURFACE_STORE_FORM: Form = Form::new(&["the surface", "the value"], "sust.weak s, 1");

/// `ld`: a load, or a move where the source is a number and nothing speaks of memory.
pub(super) fn load(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let modifiers = instruction.modifiers(&LOAD);
    let complete = instruction.form(&LOAD_FORM);
    let constant =
        matches!(instruction.operands.get(1), Some(o) if matches!(o.node, RawOperand::Number(_)));
    if constant && complete.is_some() {
        return number_load(instruction, &modifiers?);
    }
    let access = modifiers.and_then(|modifiers| access(instruction, &modifiers));
    complete?;
    let (dst, address) = (instruction.register(0), instruction.address(1));
    Some(Operation::Load {
        dst: dst?,
        address: address?,
        access: access?,
    })
}

/// `ld r0, 1`
fn number_load(
    instruction: &mut Instruction<'_, '_>,
    modifiers: &Modifiers<'_>,
) -> Option<Operation> {
    let plain = modifiers.order.is_none()
        && modifiers.scope.is_none()
        && modifiers.space.is_none()
        && !modifiers.cached;
    if !plain {
        let at = instruction.operands.get(1)?.span;
        instruction.sink.push(
            Diagnostic::new(
                "a load reads a location, not a number",
                at,
                "expected a location",
            )
            .with_help("to give a register a value, write `mov r0, 1`"),
        );
        return None;
    }
    let (dst, src) = (instruction.register(0), instruction.value(1));
    Some(Operation::Move {
        dst: dst?,
        src: src?,
        ty: modifiers.ty(),
    })
}

/// `st`
pub(super) fn store(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let modifiers = instruction.modifiers(&STORE);
    let access = modifiers.and_then(|modifiers| access(instruction, &modifiers));
    instruction.form(&STORE_FORM)?;
    let (address, value) = (instruction.address(0), instruction.value(1));
    Some(Operation::Store {
        address: address?,
        value: value?,
        access: access?,
    })
}

/// `suld`, `tld`, `cold`
pub(super) fn proxy_load(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let (proxy, form) = match instruction.name() {
        "suld" => (
            Proxy::Surface,
            Form::new(&["the register", "the surface"], "suld.weak r0, s"),
        ),
        "tld" => (
            Proxy::Texture,
            Form::new(&["the register", "the texture"], "tld.weak r0, t"),
        ),
        _ => (
            Proxy::Constant,
            Form::new(&["the register", "the constant"], "cold.weak r0, c"),
        ),
    };
    let modifiers = instruction.modifiers(&OTHER_PROXY);
    instruction.form(&form)?;
    let (dst, address) = (instruction.register(0), instruction.address(1));
    let access = weak(&modifiers?, proxy);
    Some(Operation::Load {
        dst: dst?,
        address: address?,
        access,
    })
}

/// `sust`
pub(super) fn surface_store(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let modifiers = instruction.modifiers(&OTHER_PROXY);
    instruction.form(&SURFACE_STORE_FORM)?;
    let (address, value) = (instruction.address(0), instruction.value(1));
    let access = weak(&modifiers?, Proxy::Surface);
    Some(Operation::Store {
        address: address?,
        value: value?,
        access,
    })
}

fn weak(modifiers: &Modifiers<'_>, proxy: Proxy) -> Access {
    Access {
        order: Order::Weak,
        scope: Scope::Sys,
        remote: false,
        proxy,
        space: modifiers.space.as_ref().map(|space| space.node),
        ty: modifiers.ty(),
    }
}

/// The access of `ld` and `st`: a strong one needs a scope, a weak or volatile one has none.
fn access(instruction: &mut Instruction<'_, '_>, modifiers: &Modifiers<'_>) -> Option<Access> {
    let name = instruction.name();
    let mut access = weak(modifiers, Proxy::Generic);
    let diagnostic = match (&modifiers.order, &modifiers.scope) {
        (None, None) => return Some(access),
        (None, Some(scope)) => Diagnostic::new(
            "a scope without an order",
            scope.span,
            "a weak access has no scope",
        )
        .with_help(format!(
            "write `{name}.relaxed` and the scope for a strong access, or `{name}.weak`"
        )),
        (Some(order), scope) => {
            let written = order.node;
            access.order = written.order;
            access.remote = written.remote;
            match scope {
                None if written.volatile || written.order == Order::Weak => return Some(access),
                Some(scope) if written.volatile => {
                    Diagnostic::new("a volatile access has no scope", scope.span, "remove this")
                        .with_label(order.span, "this means `.relaxed.sys`")
                }
                Some(scope) if written.order == Order::Weak => {
                    Diagnostic::new("a weak access has no scope", scope.span, "remove this")
                        .with_label(order.span, "weak because of this")
                }
                Some(scope) => {
                    access.scope = scope.node;
                    return Some(access);
                }
                None => Diagnostic::new(
                    format!("this `{name}` needs a scope"),
                    order.span,
                    "expected a scope after this",
                )
                .with_help(format!("one of {SCOPE_LIST}")),
            }
        }
    };
    instruction.sink.push(diagnostic);
    None
}
