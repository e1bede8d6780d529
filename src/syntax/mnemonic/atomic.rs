//! `atom` and `red`.

use super::decode::Instruction;
use super::modifier::{Modifiers, Rules, Types};
use super::operands::Form;
use crate::syntax::ast::{
    Access, Arithmetic, AtomicOp, Operand, Operation, Order, Proxy, Scope, TypeKind,
};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::raw::Text;
use crate::syntax::span::Span;

/// What can be done in one step.
const OPERATIONS: &[&str] = &[
    "add", "sub", "exch", "cas", "and", "or", "xor", "min", "max", "inc", "dec",
];

pub(super) const ATOM: Rules = Rules {
    orders: &[
        "relaxed",
        "acquire",
        "release",
        "acq_rel",
        "sc",
        "rm_acquire",
        "rm_release",
        "rm_acq_rel",
    ],
    scopes: true,
    memory: true,
    types: Types::Any,
    words: OPERATIONS,
    one_of: OPERATIONS,
};

/// Without a result there is nothing to exchange.
pub(super) const RED: Rules = Rules {
    words: &["add", "sub", "and", "or", "xor", "min", "max", "inc", "dec"],
    ..ATOM
};

const ATOM_FORM: Form = Form::new(
    &["the register", "the location", "the operand"],
    "atom.relaxed.gpu.add r0, x, 1",
);
const CAS_FORM: Form = Form::new(
    &[
        "the register",
        "the location",
        "the expected value",
        "the new value",
    ],
    "atom.relaxed.gpu.cas r0, x, 0, 1",
);
const RED_FORM: Form = Form::new(&["the location", "the operand"], "red.relaxed.gpu.add x, 1");

/// `atom`
pub(super) fn atom(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let modifiers = instruction.modifiers(&ATOM)?;
    let op = operation(instruction, &modifiers);
    let form = if op == Some(AtomicOp::Cas) {
        CAS_FORM
    } else {
        ATOM_FORM
    };
    // Without its operation the right number of operands is not known.
    let op = op?;
    instruction.form(&form)?;
    let (dst, address) = (instruction.register(0), instruction.address(1));
    let operands = operands(instruction, 2);
    // PTX writes `_` for a result that nobody reads.
    let dst = Some(dst?).filter(|dst| dst.node != "_");
    Some(Operation::Atomic {
        dst,
        address: address?,
        op,
        operands: operands?,
        access: access(&modifiers),
    })
}

/// `red`
pub(super) fn red(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let modifiers = instruction.modifiers(&ATOM)?;
    let op = operation(instruction, &modifiers)?;
    if let (AtomicOp::Cas | AtomicOp::Exch, Some(word)) = (op, modifiers.words.first()) {
        let name = word.node;
        instruction.sink.push(
            Diagnostic::new(
                format!("`red` cannot be `{name}`"),
                word.span,
                "this needs a result",
            )
            .with_help(format!(
                "write `atom…{name}`, with a register for the old value"
            )),
        );
        return None;
    }
    instruction.form(&RED_FORM)?;
    let (address, operands) = (instruction.address(0), operands(instruction, 1));
    Some(Operation::Atomic {
        dst: None,
        address: address?,
        op,
        operands: operands?,
        access: access(&modifiers),
    })
}

fn operands(instruction: &mut Instruction<'_, '_>, first: usize) -> Option<Vec<Operand>> {
    let values: Vec<_> = (first..instruction.operands.len())
        .map(|index| instruction.value(index))
        .collect();
    values.into_iter().collect()
}

fn access(modifiers: &Modifiers<'_>) -> Access {
    let order = modifiers.order.as_ref().map(|order| order.node);
    Access {
        order: order.map_or(Order::Relaxed, |written| written.order),
        scope: modifiers
            .scope
            .as_ref()
            .map_or(Scope::Gpu, |scope| scope.node),
        remote: order.is_some_and(|written| written.remote),
        proxy: Proxy::Generic,
        space: modifiers.space.as_ref().map(|space| space.node),
        ty: modifiers.ty(),
    }
}

/// The one operation among the modifiers.
fn operation(instruction: &mut Instruction<'_, '_>, modifiers: &Modifiers<'_>) -> Option<AtomicOp> {
    let diagnostic = match modifiers.words.as_slice() {
        [word] => return typed(instruction, word, modifiers),
        [] => {
            let end = instruction.span.end;
            Diagnostic::new(
                format!("this `{}` does nothing", instruction.name()),
                Span::new(end, end),
                "expected an operation",
            )
            .with_help(format!("one of `.{}`", ATOM.words.join("`, `.")))
        }
        [first, second, ..] => Diagnostic::new("a second operation", second.span, "remove one")
            .with_label(first.span, "the first operation"),
    };
    instruction.sink.push(diagnostic);
    None
}

/// The operation, if it can be done on the type that is written.
fn typed(
    instruction: &mut Instruction<'_, '_>,
    word: &Text<'_>,
    modifiers: &Modifiers<'_>,
) -> Option<AtomicOp> {
    let op = match word.node {
        "exch" => AtomicOp::Exch,
        "cas" => AtomicOp::Cas,
        "inc" => AtomicOp::Inc,
        "dec" => AtomicOp::Dec,
        name => AtomicOp::Arithmetic(match name {
            "add" => Arithmetic::Add,
            "sub" => Arithmetic::Sub,
            "and" => Arithmetic::And,
            "or" => Arithmetic::Or,
            "xor" => Arithmetic::Xor,
            "min" => Arithmetic::Min,
            _ => Arithmetic::Max,
        }),
    };
    let float = modifiers
        .ty
        .as_ref()
        .filter(|ty| ty.node.kind == TypeKind::Float);
    match (op, float) {
        (AtomicOp::Exch | AtomicOp::Cas, _) | (_, None) => Some(op),
        (_, Some(ty)) => {
            instruction.sink.push(
                Diagnostic::new(
                    "floating-point arithmetic is not modelled",
                    ty.span,
                    "expected an integer type",
                )
                .with_help("a float can be exchanged, but not computed with"),
            );
            None
        }
    }
}
