//! The init block: raw declarations become those of the syntax tree.

use std::collections::BTreeMap;

use super::ast::{Declaration, InitialValue, Proxy, Space};
use super::diagnostic::Diagnostic;
use super::mnemonic::types;
use super::raw::{RawDeclaration, RawOperand, Text};
use super::sink::Sink;
use super::span::{Span, Spanned};
use super::{names, number};

/// The proxies by their names.
pub(super) const PROXIES: [(&str, Proxy); 4] = [
    ("surface", Proxy::Surface),
    ("texture", Proxy::Texture),
    ("constant", Proxy::Constant),
    ("generic", Proxy::Generic),
];

/// Understands every declaration that is right, and reports the others.
pub(crate) fn resolve(
    raw: Vec<Spanned<RawDeclaration<'_>>>,
    sink: &mut Sink,
) -> Vec<Spanned<Declaration>> {
    let mut declarations = Vec::new();
    for declaration in raw {
        let span = declaration.span;
        if let Some(node) = one(declaration.node, sink) {
            declarations.push(Spanned::new(node, span));
        }
    }
    report_duplicates(&declarations, sink);
    declarations
}

fn one(raw: RawDeclaration<'_>, sink: &mut Sink) -> Option<Declaration> {
    match raw {
        RawDeclaration::Empty | RawDeclaration::Bad => None,
        RawDeclaration::Location {
            directives,
            name,
            value,
        } => {
            let space = space(&directives, sink);
            let name = names::name(&name, sink);
            let value = value.map_or(Some(0), |value| constant(&value, sink));
            Some(Declaration::Location {
                name: name?,
                space: space?,
                value: value?,
            })
        }
        RawDeclaration::Register {
            thread,
            register,
            value,
        } => {
            let thread = names::thread(&thread, sink);
            let register = names::name(&register, sink);
            let value = value.map_or(Some(InitialValue::Constant(0)), |value| {
                initial(&value, sink)
            });
            Some(Declaration::Register {
                thread: thread?,
                register: register?,
                value: value?,
            })
        }
        RawDeclaration::Alias {
            name,
            proxy,
            keyword,
            target,
        } => {
            let proxy = self::proxy(&proxy, sink);
            if keyword.node != "aliases" {
                sink.push(
                    Diagnostic::new(
                        format!("unexpected `{}`", keyword.node),
                        keyword.span,
                        "expected `aliases`",
                    )
                    .with_help("an alias is written as `a @ surface aliases b`"),
                );
                return None;
            }
            let name = names::name(&name, sink);
            let target = names::name(&target, sink);
            Some(Declaration::Alias {
                name: name?,
                proxy: proxy?,
                target: target?,
            })
        }
    }
}

/// The space among the words before a location; a type there is of no consequence.
#[expect(
    clippy::option_option,
    reason = "outer: whether it is right, inner: whether it is written"
)]
fn space(directives: &[Text<'_>], sink: &mut Sink) -> Option<Option<Spanned<Space>>> {
    let mut space: Option<Spanned<Space>> = None;
    for directive in directives {
        let word = directive.node.strip_prefix('.').unwrap_or(directive.node);
        match word {
            "shared" | "global" if space.is_none() => {
                let node = if word == "shared" {
                    Space::Shared
                } else {
                    Space::Global
                };
                space = Some(Spanned::new(node, directive.span));
            }
            "shared" | "global" => {
                sink.push(Diagnostic::new(
                    "a second memory space",
                    directive.span,
                    "remove one",
                ));
                return None;
            }
            _ if types::parse(word).is_some() => {}
            _ => {
                let diagnostic = Diagnostic::new(
                    format!("unknown memory space `{}`", directive.node),
                    directive.span,
                    "expected `.global` or `.shared`",
                );
                sink.push(diagnostic.with_suggestion(directive.node, [".global", ".shared"]));
                return None;
            }
        }
    }
    Some(space)
}

fn proxy(word: &Text<'_>, sink: &mut Sink) -> Option<Spanned<Proxy>> {
    let found = PROXIES.iter().find(|(name, _)| *name == word.node);
    if found.is_none() {
        let diagnostic = Diagnostic::new(
            format!("unknown proxy `{}`", word.node),
            word.span,
            "expected `surface`, `texture`, `constant` or `generic`",
        );
        sink.push(diagnostic.with_suggestion(word.node, PROXIES.map(|(name, _)| name)));
    }
    found.map(|(_, proxy)| Spanned::new(*proxy, word.span))
}

fn constant(value: &Spanned<RawOperand<'_>>, sink: &mut Sink) -> Option<i64> {
    if let RawOperand::Number(text) = value.node {
        return number::decode(&Spanned::new(text, value.span), sink).map(|value| value.node);
    }
    sink.push(
        Diagnostic::new(
            "a location starts with a number",
            value.span,
            "expected a number",
        )
        .with_help("only a register can hold the address of a location: `P0:r0 = x`"),
    );
    None
}

fn initial(value: &Spanned<RawOperand<'_>>, sink: &mut Sink) -> Option<InitialValue> {
    match value.node {
        RawOperand::Name(text) => {
            names::name(&Spanned::new(text, value.span), sink).map(InitialValue::AddressOf)
        }
        RawOperand::Number(_)
        | RawOperand::Address(_)
        | RawOperand::Offset
        | RawOperand::Absolute
        | RawOperand::Vector
        | RawOperand::Range => constant(value, sink).map(InitialValue::Constant),
    }
}

fn report_duplicates(declarations: &[Spanned<Declaration>], sink: &mut Sink) {
    let mut seen: BTreeMap<(Option<u32>, &str), Span> = BTreeMap::new();
    for declaration in declarations {
        let (thread, name) = match &declaration.node {
            Declaration::Location { name, .. } | Declaration::Alias { name, .. } => (None, name),
            Declaration::Register {
                thread, register, ..
            } => (Some(thread), register),
        };
        let place = thread.map_or(name.span, |thread| thread.span.join(name.span));
        let shown = thread.map_or(name.node.clone(), |thread| {
            format!("P{}:{}", thread.node, name.node)
        });
        if let Some(first) = seen.insert((thread.map(|t| t.node), &name.node), place) {
            sink.push(
                Diagnostic::new(
                    format!("`{shown}` is declared twice"),
                    place,
                    "declared again here",
                )
                .with_label(first, "first declared here"),
            );
        }
    }
}
