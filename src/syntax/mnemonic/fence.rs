//! `fence` and `membar`.

use super::decode::Instruction;
use super::modifier::{Rules, Types};
use super::operands::Form;
use super::orders::SCOPE_LIST;
use crate::syntax::ast::{Fence, Operation, Order, Proxy, Scope};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::raw::Text;
use crate::syntax::span::Span;

pub(super) const FENCE: Rules = Rules {
    orders: &["sc", "acq_rel"],
    scopes: true,
    types: Types::None,
    words: &["?", "proxy"],
    ..Rules::NONE
};

pub(super) const PROXY: Rules = Rules {
    words: &[
        "proxy", "alias", "surface", "texture", "constant", "generic",
    ],
    one_of: &["alias", "surface", "texture", "constant", "generic"],
    ..Rules::NONE
};

/// The levels of `membar`, as PTX calls them.
pub(super) const LEVELS: [&str; 3] = ["cta", "gl", "sys"];

const MEMBAR: Rules = Rules {
    scopes: true,
    ..Rules::NONE
};

const FENCE_FORM: Form = Form::new(&[], "fence.sc.gpu");
const MEMBAR_FORM: Form = Form::new(&[], "membar.gl");

/// `fence.sc.S`, `fence.acq_rel.S`, `fence.S`, `fence.?`, `fence.proxy.X`
pub(super) fn fence(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let fence = match instruction.modifiers.as_slice() {
        [hole] if hole.node == "?" => Some(Fence::Hole),
        [first, ..] if first.node == "proxy" => proxy(instruction),
        _ => ordering(instruction),
    };
    instruction.form(&FENCE_FORM)?;
    fence.map(Operation::Fence)
}

fn ordering(instruction: &mut Instruction<'_, '_>) -> Option<Fence> {
    let modifiers = instruction.modifiers(&FENCE)?;
    let diagnostic = match (&modifiers.order, &modifiers.scope, modifiers.words.first()) {
        (_, _, Some(word)) => Diagnostic::new(
            format!("`.{}` does not go with other modifiers", word.node),
            word.span,
            "not here",
        )
        .with_help("a hole is `fence.?`, a proxy fence `fence.proxy.alias` and the like"),
        (Some(order), Some(scope), None) if order.node.order == Order::Sc => {
            return Some(Fence::Sc(scope.node));
        }
        // PTX ISA: a fence without an order is `.acq_rel`.
        (_, Some(scope), None) => return Some(Fence::AcqRel(scope.node)),
        (_, None, None) => scopeless(instruction),
    };
    instruction.sink.push(diagnostic);
    None
}

fn scopeless(instruction: &Instruction<'_, '_>) -> Diagnostic {
    let end = instruction.span.end;
    Diagnostic::new(
        format!("this `{}` needs a scope", instruction.name()),
        Span::new(end, end),
        "expected a scope",
    )
    .with_help(format!("one of {SCOPE_LIST}"))
}

fn proxy(instruction: &mut Instruction<'_, '_>) -> Option<Fence> {
    let modifiers = instruction.modifiers(&PROXY)?;
    let kind = match modifiers.words.as_slice() {
        [_, kind] => kind_of(kind),
        _ => None,
    };
    if kind.is_none() {
        let last = modifiers
            .words
            .last()
            .map_or(instruction.span, |word| word.span);
        instruction.sink.push(
            Diagnostic::new(
                "a proxy fence is for one proxy",
                last,
                "expected one proxy after `.proxy`",
            )
            .with_help("one of `.alias`, `.surface`, `.texture`, `.constant`, `.generic`"),
        );
    }
    kind
}

fn kind_of(word: &Text<'_>) -> Option<Fence> {
    Some(match word.node {
        "alias" => Fence::Alias,
        "surface" => Fence::Proxy(Proxy::Surface),
        "texture" => Fence::Proxy(Proxy::Texture),
        "constant" => Fence::Proxy(Proxy::Constant),
        "generic" => Fence::Proxy(Proxy::Generic),
        _ => return None,
    })
}

/// `membar.S`
pub(super) fn membar(instruction: &mut Instruction<'_, '_>) -> Option<Operation> {
    let modifiers = instruction.modifiers(&MEMBAR);
    instruction.form(&MEMBAR_FORM);
    let diagnostic = match modifiers?.scope {
        Some(scope) if matches!(scope.node, Scope::Cta | Scope::Gpu | Scope::Sys) => {
            let whole = instruction.operands.is_empty();
            return whole.then_some(Operation::Fence(Fence::Sc(scope.node)));
        }
        Some(scope) => Diagnostic::new(
            "`membar` has no such scope",
            scope.span,
            "not a level of `membar`",
        )
        .with_help("it has `.cta`, `.gl` and `.sys`; write `fence.sc` for other scopes"),
        None => scopeless(instruction).with_help("one of `.cta`, `.gl`, `.sys`"),
    };
    instruction.sink.push(diagnostic);
    None
}
