//! Jumps.

use super::decode::Instruction;
use super::modifier::Rules;
use super::operands::Form;
use crate::syntax::ast::{Comparison, Operation};

/// `.uni` says that all threads of a warp jump together, which changes nothing here.
pub(super) const JUMP: Rules = Rules {
    words: &["uni"],
    ..Rules::NONE
};

const JUMP_FORM: Form = Form::new(&["the label"], "bra LC00");
const BRANCH_FORM: Form = Form::new(
    &["the first operand", "the second operand", "the label"],
    "beq r0, 1, LC00",
);

/// `bra` and `goto`
pub(super) fn jump(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let modifiers = instruction.modifiers(&JUMP);
    instruction.form(&JUMP_FORM)?;
    let target = instruction.target(0)?;
    modifiers?;
    Some(Operation::Branch {
        condition: None,
        target,
    })
}

/// The comparison of a conditional branch.
pub(super) fn comparison(name: &str) -> Option<Comparison> {
    Some(match name {
        "beq" => Comparison::Eq,
        "bne" => Comparison::Ne,
        "blt" => Comparison::Lt,
        "ble" => Comparison::Le,
        "bgt" => Comparison::Gt,
        "bge" => Comparison::Ge,
        _ => return None,
    })
}

/// `beq` and so on.
pub(super) fn branch(instruction: &mut Instruction<'_, '_>, cmp: Comparison) -> Option<Operation> {
    let modifiers = instruction.modifiers(&Rules::NONE);
    instruction.form(&BRANCH_FORM)?;
    let (a, b) = (instruction.value(0), instruction.value(1));
    let target = instruction.target(2);
    modifiers?;
    Some(Operation::Branch {
        condition: Some((cmp, a?, b?)),
        target: target?,
    })
}
