//! `bar` and `barrier`.

use super::decode::Instruction;
use super::modifier::Rules;
use super::operands::Form;
use crate::syntax::ast::Operation;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

pub(super) const RULES: Rules = Rules {
    words: &["cta", "sync", "arrive", "aligned"],
    one_of: &["sync", "arrive"],
    ..Rules::NONE
};

const FORM: Form = Form {
    roles: &["the number", "the barrier", "the quorum"],
    required: 1,
    example: "bar.cta.sync 1",
};

/// `bar.cta.sync`, `bar.sync`, `bar.cta.arrive`, `bar.arrive`; `.aligned` says nothing here.
pub(super) fn barrier(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let modifiers = instruction.modifiers(&RULES);
    instruction.form(&FORM)?;
    let kinds: Vec<_> = modifiers?
        .words
        .into_iter()
        .filter(|word| matches!(word.node, "sync" | "arrive"))
        .collect();
    let arrive = match kinds.as_slice() {
        [kind] => kind.node == "arrive",
        [] => {
            let end = instruction.span.end;
            let name = instruction.name();
            instruction.sink.push(Diagnostic::new(
                format!("this `{name}` neither waits nor arrives"),
                Span::new(end, end),
                "expected `.sync` or `.arrive`",
            ));
            return None;
        }
        [first, second, ..] => {
            instruction.sink.push(
                Diagnostic::new(
                    "a barrier waits or arrives, once",
                    second.span,
                    "remove one",
                )
                .with_label(first.span, "the first"),
            );
            return None;
        }
    };
    let id = instruction.value(0);
    let barrier = instruction.optional_value(1);
    let quorum = instruction.optional_value(2);
    Some(Operation::Barrier {
        arrive,
        id: id?,
        barrier: barrier?,
        quorum: quorum?,
    })
}
