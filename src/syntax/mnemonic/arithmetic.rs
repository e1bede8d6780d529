//! `mov`, arithmetic and `setp`: what touches registers only.

use super::decode::Instruction;
use super::modifier::{Rules, Types};
use super::operands::Form;
use crate::syntax::ast::{Arithmetic, Comparison, Operation};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

pub(super) const MOVE: Rules = Rules {
    types: Types::Any,
    ..Rules::NONE
};

pub(super) const COMPUTE: Rules = Rules {
    types: Types::Integer,
    ..Rules::NONE
};

pub(super) const MULTIPLY: Rules = Rules {
    words: &["lo"],
    ..COMPUTE
};

const COMPARISONS: &[&str] = &["eq", "ne", "lt", "le", "gt", "ge"];

pub(super) const COMPARE: Rules = Rules {
    words: COMPARISONS,
    one_of: COMPARISONS,
    ..COMPUTE
};

const MOVE_FORM: Form = Form::new(&["the register", "the value"], "mov r0, 1");
const FORM: Form = Form::new(
    &["the register", "the first operand", "the second operand"],
    "add r0, r1, 1",
);
const SETP_FORM: Form = Form::new(
    &["the predicate", "the first operand", "the second operand"],
    "setp.eq p, r0, 1",
);

/// The operation of a mnemonic.
pub(super) fn operation(name: &str) -> Option<Arithmetic> {
    Some(match name {
        "add" => Arithmetic::Add,
        "sub" => Arithmetic::Sub,
        "mul" => Arithmetic::Mul,
        "and" => Arithmetic::And,
        "or" => Arithmetic::Or,
        "xor" => Arithmetic::Xor,
        "min" => Arithmetic::Min,
        "max" => Arithmetic::Max,
        "shl" => Arithmetic::Shl,
        "shr" => Arithmetic::Shr,
        _ => return None,
    })
}

/// `mov`
pub(super) fn mov(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let modifiers = instruction.modifiers(&MOVE);
    instruction.form(&MOVE_FORM)?;
    let (dst, src) = (instruction.register(0), instruction.value(1));
    let ty = modifiers?.ty();
    Some(Operation::Move {
        dst: dst?,
        src: src?,
        ty,
    })
}

/// `add` and so on.
pub(super) fn arithmetic(
    instruction: &mut Instruction<'_, '_>,
    op: Arithmetic,
) -> Option<Operation> {
    let rules = if op == Arithmetic::Mul {
        MULTIPLY
    } else {
        COMPUTE
    };
    let modifiers = instruction.modifiers(&rules);
    instruction.form(&FORM)?;
    let (dst, a, b) = (
        instruction.register(0),
        instruction.value(1),
        instruction.value(2),
    );
    let ty = modifiers?.ty();
    Some(Operation::Arithmetic {
        op,
        dst: dst?,
        a: a?,
        b: b?,
        ty,
    })
}

/// `setp`
pub(super) fn setp(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let modifiers = instruction.modifiers(&COMPARE);
    instruction.form(&SETP_FORM)?;
    let modifiers = modifiers?;
    let cmp = match modifiers.words.as_slice() {
        [word] => match word.node {
            "eq" => Comparison::Eq,
            "ne" => Comparison::Ne,
            "lt" => Comparison::Lt,
            "le" => Comparison::Le,
            "gt" => Comparison::Gt,
            _ => Comparison::Ge,
        },
        words => {
            let end = instruction.span.end;
            let at = words.get(1).map_or(Span::new(end, end), |word| word.span);
            instruction.sink.push(
                Diagnostic::new("`setp` makes one comparison", at, "expected exactly one")
                    .with_help("one of `.eq`, `.ne`, `.lt`, `.le`, `.gt`, `.ge`"),
            );
            return None;
        }
    };
    let (dst, a, b) = (
        instruction.register(0),
        instruction.value(1),
        instruction.value(2),
    );
    let ty = modifiers.ty();
    Some(Operation::SetPredicate {
        cmp,
        dst: dst?,
        a: a?,
        b: b?,
        ty,
    })
}
