//! Recursive definitions: their kinds, and that their bodies are monotone.

use super::ast::{Binding, Name};
use super::check::{Checker, Meaning};
use super::check_expr::{Context, Negation};
use super::hir::{Item, RecDef};
use super::kinds::Ty;
use crate::model::relation::expr::Kind;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};

impl Checker {
    pub(super) fn recursive(&mut self, bindings: &[Binding], source: &SourceFile) {
        self.distinct(
            bindings.iter().map(|binding| &binding.name),
            "defined twice here",
        );
        let group = self.recs.last().map_or(0, |rec| rec.group + 1);
        let first = self.recs.len();
        for binding in bindings {
            let kind = self.kinds.fresh();
            self.recs.push(RecDef {
                name: binding.name.node.clone(),
                kind,
                body: None,
                group,
            });
            let meaning = Meaning::Recursive(self.recs.len() - 1);
            self.scope.insert(binding.name.node.clone(), meaning);
            if let Some(param) = binding.params.first() {
                self.report(recursive_function(&binding.name, param));
                self.scope
                    .insert(binding.name.node.clone(), Meaning::Spoilt);
            }
        }
        let before = self.problems.len();
        for (index, binding) in bindings.iter().enumerate() {
            if binding.params.is_empty() {
                self.equation(first + index, binding, source, first);
            }
        }
        if self.problems.len() > before {
            for binding in bindings {
                self.scope
                    .insert(binding.name.node.clone(), Meaning::Spoilt);
            }
        }
        let group = (first..self.recs.len()).map(|rec| (rec, true)).collect();
        self.push(Item::Group(group));
    }

    fn equation(&mut self, rec: usize, binding: &Binding, source: &SourceFile, group: usize) {
        let Some(body) = &binding.body else { return };
        let mut context = Context::new(source, &[], Some(group));
        let (hir, ty) = self.expr(body, &mut context);
        self.limit(context.depth + body.depth, binding.name.span);
        let kind = self.recs[rec].kind;
        if !self.kinds.unify(kind, ty) {
            let (used, is) = match self.kinds.resolve(ty) {
                Ty::Known(Kind::Set) => ("relation", "set"),
                Ty::Known(Kind::Relation) | Ty::Var(_) => ("set", "relation"),
            };
            let name = &binding.name.node;
            self.report(
                Diagnostic::new(
                    format!("`{name}` is used as a {used}, but defined as a {is}"),
                    body.span,
                    format!("this is a {is}"),
                )
                .with_label(binding.name.span, format!("a {used} where it is used")),
            );
        }
        self.recs[rec].body = Some(hir);
    }

    pub(super) fn negated_recursion(&mut self, name: &str, place: Span, negation: Negation) {
        self.report(
            Diagnostic::new(
                format!("`{name}` is defined by what it does not contain"),
                place,
                format!("`{name}` itself, {}", negation.how),
            )
            .with_label(negation.span, negation.label)
            .with_help(
                "a recursive definition is the least solution of its equation, \
                 which exists only where the right side grows with the name",
            ),
        );
    }
}

fn recursive_function(name: &Name, param: &Name) -> Diagnostic {
    Diagnostic::new(
        format!("the function `{}` cannot be recursive", name.node),
        param.span,
        "a parameter",
    )
    .with_help("`let rec` defines sets and relations; leave `rec` or the parameters out")
}
