//! The leaves and joints of conditions.

use super::ast::{Condition, Term};
use super::names;
use super::number;
use super::raw::Text;
use super::sink::Sink;
use super::span::Spanned;

/// One condition, or several joined by `\/`.
pub(crate) fn or(mut parts: Spanned<Vec<Condition>>) -> Condition {
    match parts.node.pop() {
        Some(only) if parts.node.is_empty() => only,
        last => {
            parts.node.extend(last);
            Condition::Or(parts.node, parts.span)
        }
    }
}

/// One condition, or several joined by `/\`.
pub(crate) fn and(mut parts: Spanned<Vec<Condition>>) -> Condition {
    match parts.node.pop() {
        Some(only) if parts.node.is_empty() => only,
        last => {
            parts.node.extend(last);
            Condition::And(parts.node, parts.span)
        }
    }
}

/// `P0:r0`; what is wrong with it is reported, and something stands in.
pub(crate) fn register(thread: &Text<'_>, register: &Text<'_>, sink: &mut Sink) -> Term {
    let number = names::thread(thread, sink);
    let name = names::name(register, sink);
    Term::Register(
        number.unwrap_or(Spanned::new(0, thread.span)),
        name.unwrap_or_else(|| Spanned::new(String::new(), register.span)),
    )
}

/// `x`, or `x@cta1`.
pub(crate) fn location(name: &Text<'_>, block: Option<&Text<'_>>, sink: &mut Sink) -> Term {
    let name = names::name(name, sink).unwrap_or_else(|| Spanned::new(String::new(), name.span));
    let block = block.map(|block| Spanned::new(block.node.to_owned(), block.span));
    Term::Location(name, block)
}

/// `1`
pub(crate) fn constant(text: &Text<'_>, sink: &mut Sink) -> Term {
    Term::Constant(number::decode(text, sink).unwrap_or(Spanned::new(0, text.span)))
}
