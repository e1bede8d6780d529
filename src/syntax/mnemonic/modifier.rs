//! The modifiers of a mnemonic, sorted by what they say.

use super::decode::Instruction;
use super::orders;
use super::orders::{SCOPE_LIST, SCOPES, Written};
use super::{types, unsupported};
use crate::syntax::ast::{Space, Type, TypeKind};
use crate::syntax::diagnostic::{Diagnostic, nearest_in_any_case};
use crate::syntax::raw::{RawOperand, Text};
use crate::syntax::span::{Span, Spanned};

/// Which types an instruction takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Types {
    /// It has no type suffix.
    None,
    /// It computes, so floats are refused.
    Integer,
    /// It only moves bits.
    Any,
}

/// What may follow a mnemonic.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    pub orders: &'static [&'static str],
    pub scopes: bool,
    /// Whether it accesses memory: state spaces and cache operators are accepted.
    pub memory: bool,
    pub types: Types,
    /// Words of its own: operations, comparisons. Their order is kept.
    pub words: &'static [&'static str],
    /// Those of them of which one may stand.
    pub one_of: &'static [&'static str],
}

impl Rules {
    /// No modifiers at all.
    pub const NONE: Self = Self {
        orders: &[],
        scopes: false,
        memory: false,
        types: Types::None,
        words: &[],
        one_of: &[],
    };
}

/// The modifiers found.
#[derive(Debug, Default)]
pub(super) struct Modifiers<'i> {
    pub order: Option<Spanned<Written>>,
    pub scope: Option<Spanned<crate::syntax::ast::Scope>>,
    pub space: Option<Spanned<Space>>,
    pub ty: Option<Spanned<Type>>,
    pub words: Vec<Text<'i>>,
    /// Whether a cache operator was written.
    pub cached: bool,
}

impl Modifiers<'_> {
    /// The type, `.s32` where none is written.
    pub fn ty(&self) -> Type {
        self.ty.as_ref().map_or_else(Type::default, |ty| ty.node)
    }
}

impl<'i> Instruction<'_, 'i> {
    /// Sorts the modifiers; nothing if one is wrong, which has been reported.
    pub fn modifiers(&mut self, rules: &Rules) -> Option<Modifiers<'i>> {
        let mut found = Modifiers::default();
        let mut right = true;
        for part in self.modifiers.clone() {
            if let Err(diagnostic) = self.sort(&part, rules, &mut found) {
                right = false;
                self.report_modifier(&part, diagnostic);
            }
        }
        right.then_some(found)
    }

    /// Reports a wrong modifier, unless its operands say the same more clearly.
    fn report_modifier(&mut self, part: &Text<'_>, diagnostic: Diagnostic) {
        let vector = self
            .operands
            .iter()
            .any(|operand| matches!(operand.node, RawOperand::Vector));
        if !(vector && matches!(part.node, "v2" | "v4" | "v8")) {
            self.sink.push(diagnostic);
        }
    }

    fn sort(
        &self,
        part: &Text<'i>,
        rules: &Rules,
        found: &mut Modifiers<'i>,
    ) -> Result<(), Diagnostic> {
        let (name, span) = (part.node, part.span);
        if rules.words.contains(&name) {
            found.words.push(part.clone());
            return Ok(());
        }
        if let Some(order) = orders::order(name) {
            if !rules.orders.contains(&name) {
                return Err(self.wrong_order(part, rules));
            }
            return set(&mut found.order, order, span, "order");
        }
        if let Some(scope) = orders::scope(name) {
            if !rules.scopes {
                return Err(self.foreign(part, "has no scope"));
            }
            return set(&mut found.scope, scope, span, "scope");
        }
        if let Some(ty) = types::parse(name) {
            self.check_type(part, ty, rules)?;
            return set(&mut found.ty, ty, span, "type");
        }
        if let Some(space) = space(name) {
            if !rules.memory {
                return Err(self.foreign(part, "accesses no memory"));
            }
            return set(&mut found.space, space, span, "memory space");
        }
        if rules.memory && is_cache_operator(name) {
            found.cached = true;
            return Ok(());
        }
        Err(self.unknown(part, rules))
    }

    fn check_type(&self, part: &Text<'_>, ty: Type, rules: &Rules) -> Result<(), Diagnostic> {
        match (rules.types, ty.kind) {
            (Types::None, _) => Err(self.foreign(part, "has no type")),
            (Types::Integer, TypeKind::Float) => Err(Diagnostic::new(
                "floating-point arithmetic is not modelled",
                part.span,
                "expected an integer type",
            )
            .with_help("a float can be loaded, stored and moved, but not computed with")),
            (Types::Integer, TypeKind::Signed | TypeKind::Unsigned) | (Types::Any, _) => Ok(()),
        }
    }

    fn wrong_order(&self, part: &Text<'_>, rules: &Rules) -> Diagnostic {
        if rules.orders.is_empty() {
            return self.foreign(part, "has no order");
        }
        Diagnostic::new(
            format!("`{}` cannot be `{}`", self.name(), part.node),
            part.span,
            "not an order of this instruction",
        )
        .with_help(format!("it can be `.{}`", rules.orders.join("`, `.")))
    }

    /// A modifier of other instructions.
    fn foreign(&self, part: &Text<'_>, why: &str) -> Diagnostic {
        Diagnostic::new(
            format!("`.{}` is no modifier of `{}`", part.node, self.name()),
            part.span,
            format!("`{}` {why}", self.name()),
        )
    }

    fn unknown(&self, part: &Text<'_>, rules: &Rules) -> Diagnostic {
        if part.node.is_empty() {
            return Diagnostic::new(
                format!("`{}` has an empty modifier", self.name()),
                // The dot itself: an empty place shows nothing.
                Span::new(part.span.start - 1, part.span.end),
                "expected a modifier after this dot",
            );
        }
        if let Some(reason) = unsupported::modifier(part.node) {
            let message = format!("unsupported modifier `.{}`", part.node);
            return Diagnostic::new(message, part.span, "not modelled").with_help(reason);
        }
        let diagnostic = Diagnostic::new(
            format!("unknown modifier `.{}` of `{}`", part.node, self.name()),
            part.span,
            "not a modifier of this instruction",
        );
        let candidates = candidates(rules);
        match nearest_in_any_case(part.node, &candidates) {
            Some(near) => diagnostic
                .with_help(format!("did you mean `.{near}`?"))
                .with_replacement(part.node, near),
            None => match expected(rules) {
                Some(expected) => diagnostic.with_help(expected),
                None => diagnostic.with_help(format!("`{}` takes no modifiers", self.name())),
            },
        }
    }
}

/// Everything that could have been meant.
fn candidates(rules: &Rules) -> Vec<&'static str> {
    let mut all = [rules.words, rules.orders].concat();
    if rules.scopes {
        all.extend(SCOPES);
    }
    if rules.memory {
        all.extend(["global", "shared"]);
    }
    if rules.types != Types::None {
        all.extend(types::NAMES);
    }
    all
}

/// What an instruction takes, as a sentence.
fn expected(rules: &Rules) -> Option<String> {
    let mut parts = Vec::new();
    if !rules.words.is_empty() {
        parts.push(format!("`.{}`", rules.words.join("`, `.")));
    }
    if !rules.orders.is_empty() {
        parts.push(format!("an order (`.{}`)", rules.orders.join("`, `.")));
    }
    if rules.scopes {
        parts.push(format!("a scope ({SCOPE_LIST})"));
    }
    if rules.types != Types::None {
        parts.push("a type such as `.u32`".to_owned());
    }
    (!parts.is_empty()).then(|| format!("expected {}", parts.join("; ")))
}

fn set<T>(
    slot: &mut Option<Spanned<T>>,
    node: T,
    span: Span,
    what: &str,
) -> Result<(), Diagnostic> {
    if let Some(first) = slot {
        let diagnostic = Diagnostic::new(format!("a second {what}"), span, "remove one");
        return Err(diagnostic.with_label(first.span, format!("the first {what}")));
    }
    *slot = Some(Spanned::new(node, span));
    Ok(())
}

fn space(name: &str) -> Option<Space> {
    match name {
        "global" => Some(Space::Global),
        "shared" | "shared::cta" => Some(Space::Shared),
        _ => None,
    }
}

/// Caches are part of the models' definitions, not of a test.
fn is_cache_operator(name: &str) -> bool {
    matches!(name, "ca" | "cg" | "cs" | "cv" | "lu" | "wb" | "wt")
        || ["L1::", "L2::"].iter().any(|level| name.starts_with(level))
}
