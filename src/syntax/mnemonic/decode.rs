//! The choice among the families of instructions.

use super::{arithmetic, atomic, barrier, control, fence, memory, unsupported};
use crate::syntax::ast::Operation;
use crate::syntax::diagnostic::{Diagnostic, nearest_in_any_case};
use crate::syntax::raw::{RawOperand, Text, place};
use crate::syntax::sink::Sink;
use crate::syntax::span::{Span, Spanned};

/// Every mnemonic without its modifiers.
pub(crate) const MNEMONICS: [&str; 33] = [
    "ld", "st", "atom", "red", "fence", "membar", "mov", "add", "sub", "mul", "and", "or", "xor",
    "min", "max", "shl", "shr", "bar", "barrier", "setp", "bra", "goto", "beq", "bne", "blt",
    "ble", "bgt", "bge", "sust", "suld", "tld", "cold", "fence.?",
];

/// An instruction whose parts are being understood.
pub(super) struct Instruction<'a, 'i> {
    /// What comes before the first dot.
    pub base: Text<'i>,
    /// What comes between the dots.
    pub modifiers: Vec<Text<'i>>,
    /// The place of the whole mnemonic.
    pub span: Span,
    pub operands: &'a [Spanned<RawOperand<'i>>],
    pub sink: &'a mut Sink,
}

impl<'i> Instruction<'_, 'i> {
    /// The mnemonic without its modifiers.
    pub fn name(&self) -> &'i str {
        self.base.node
    }
}

/// Understands an instruction, or reports all that is wrong with it.
pub(crate) fn decode(
    word: &Text<'_>,
    operands: &[Spanned<RawOperand<'_>>],
    sink: &mut Sink,
) -> Option<Operation> {
    let mut parts = word
        .node
        .split('.')
        .map(|part| Spanned::new(part, place(word, part)));
    let base = parts.next()?;
    let mut instruction = Instruction {
        base,
        modifiers: parts.collect(),
        span: word.span,
        operands,
        sink,
    };
    let instruction = &mut instruction;
    match instruction.name() {
        "ld" => memory::load(instruction),
        "st" => memory::store(instruction),
        "suld" | "tld" | "cold" => memory::proxy_load(instruction),
        "sust" => memory::surface_store(instruction),
        "atom" => atomic::atom(instruction),
        "red" => atomic::red(instruction),
        "fence" => fence::fence(instruction),
        "membar" => fence::membar(instruction),
        "bar" | "barrier" => barrier::barrier(instruction),
        "mov" => arithmetic::mov(instruction),
        "setp" => arithmetic::setp(instruction),
        "bra" | "goto" => control::jump(instruction),
        name => {
            if let Some(op) = arithmetic::operation(name) {
                arithmetic::arithmetic(instruction, op)
            } else if let Some(cmp) = control::comparison(name) {
                control::branch(instruction, cmp)
            } else {
                unknown(instruction);
                None
            }
        }
    }
}

fn unknown(instruction: &mut Instruction<'_, '_>) {
    let (name, span) = (instruction.name(), instruction.base.span);
    let diagnostic = if let Some(reason) = unsupported::instruction(name) {
        Diagnostic::new(
            format!("unsupported instruction `{name}`"),
            span,
            "not modelled",
        )
        .with_help(reason)
    } else {
        let diagnostic = Diagnostic::new(
            format!("unknown instruction `{name}`"),
            span,
            "no instruction has this name",
        );
        match nearest_in_any_case(name, &MNEMONICS) {
            Some(near) => diagnostic.with_near(name, near),
            None => diagnostic.with_help(format!("the instructions are {}", MNEMONICS.join(", "))),
        }
    };
    instruction.sink.push(diagnostic);
}

/// A declaration of registers in a cell has no effect: registers need none.
pub(crate) fn directive(words: &[Text<'_>], sink: &mut Sink) {
    let Some(first) = words.first() else { return };
    if first.node == ".reg" || first.node.starts_with(".reg.") {
        return;
    }
    let diagnostic = Diagnostic::new(
        format!("unexpected directive `{}`", first.node),
        first.span,
        "expected an instruction, a label or `.reg`",
    );
    sink.push(match first.node {
        ".shared" | ".global" => diagnostic.with_help("locations are declared in the init block"),
        _ => diagnostic,
    });
}
