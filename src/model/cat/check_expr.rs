//! Names and kinds within one expression.

use super::ast::{Binary, Expr, Node, Unary};
use super::check::Checker;
use super::hir::Hir;
use super::kinds::{RELATION, SET, Ty};
use crate::model::relation::base::BaseSet;
use crate::model::relation::expr::Kind;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};

/// A place under which an expression counts negatively.
#[derive(Debug, Clone, Copy)]
pub(super) struct Negation {
    pub(super) span: Span,
    pub(super) label: &'static str,
    pub(super) how: &'static str,
}

/// Where an expression stands.
pub(super) struct Context<'a> {
    pub(super) source: &'a SourceFile,
    pub(super) params: &'a [(&'a str, Ty)],
    /// The first recursive definition of the group being defined.
    pub(super) group: Option<usize>,
    pub(super) negation: Option<Negation>,
    /// The parameters seen under a negation.
    pub(super) negative: Vec<bool>,
    /// The depth of the deepest function called.
    pub(super) depth: usize,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        source: &'a SourceFile,
        params: &'a [(&'a str, Ty)],
        group: Option<usize>,
    ) -> Self {
        Self {
            source,
            params,
            group,
            negation: None,
            negative: vec![false; params.len()],
            depth: 0,
        }
    }
}

impl Checker {
    pub(super) fn expr(&mut self, expr: &Expr, context: &mut Context<'_>) -> (Hir, Ty) {
        match &expr.node {
            Node::Empty => {
                let ty = self.kinds.fresh();
                (Hir::Empty(ty), ty)
            }
            Node::Universe => (Hir::Set(BaseSet::All), SET),
            Node::Name(name, args) => self.name(expr, name, args, context),
            Node::Unary(op, operand) => self.unary(*op, operand, expr, context),
            Node::Chain(op, operands) => self.chain(*op, operands, context),
        }
    }

    /// Reports an operand of the wrong kind.
    pub(super) fn expect(
        &mut self,
        wanted: Ty,
        found: Ty,
        operand: &Expr,
        source: &SourceFile,
        who: &str,
    ) {
        if self.kinds.unify(wanted, found) {
            return;
        }
        let written = source.slice(operand.span);
        let short = written.len() <= 40 && !written.contains('\n');
        let problem = if self.kinds.resolve(wanted) == RELATION {
            let inner = written
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'))
                .filter(|inner| !inner.contains(['(', ')']))
                .unwrap_or(written);
            let help = if short {
                format!("for the identity on the set, write `[{inner}]`")
            } else {
                "`[…]` around a set makes it a relation".to_owned()
            };
            Diagnostic::new(
                format!("{who} needs a relation"),
                operand.span,
                "this is a set",
            )
            .with_help(help)
        } else {
            Diagnostic::new(
                format!("{who} needs a set"),
                operand.span,
                "this is a relation",
            )
            .with_help("`domain(r)` and `range(r)` are the sets a relation connects")
        };
        self.report(problem);
    }

    fn unary(
        &mut self,
        op: Unary,
        operand: &Expr,
        whole: &Expr,
        context: &mut Context<'_>,
    ) -> (Hir, Ty) {
        let outer = context.negation;
        if op == Unary::Complement {
            context.negation = Some(Negation {
                span: Span::new(whole.span.start, whole.span.start + 1),
                label: "the complement",
                how: "under a `~`",
            });
        }
        let (hir, ty) = self.expr(operand, context);
        context.negation = outer;
        let who = format!("`{}`", op.symbol());
        let result = match op {
            Unary::Complement => ty,
            Unary::Identity => {
                self.expect(SET, ty, operand, context.source, &who);
                RELATION
            }
            Unary::Inverse | Unary::Optional | Unary::Plus | Unary::Star => {
                self.expect(RELATION, ty, operand, context.source, &who);
                RELATION
            }
        };
        (Hir::Unary(op, Box::new(hir)), result)
    }

    fn chain(&mut self, op: Binary, operands: &[Expr], context: &mut Context<'_>) -> (Hir, Ty) {
        let outer = context.negation;
        let mut hirs = Vec::new();
        let mut common = None;
        for (index, operand) in operands.iter().enumerate() {
            if op == Binary::Difference && index > 0 {
                context.negation = Some(Negation {
                    span: between(context.source, &operands[index - 1], operand),
                    label: "the difference",
                    how: "on the right of a `\\`",
                });
            }
            let (hir, ty) = self.expr(operand, context);
            hirs.push(hir);
            self.operand(
                op,
                operand,
                ty,
                (index, operands.len()),
                &mut common,
                context.source,
            );
        }
        context.negation = outer;
        let result = match op {
            Binary::Compose | Binary::Product => RELATION,
            Binary::Union | Binary::Difference | Binary::Intersection => common.unwrap_or(RELATION),
        };
        (Hir::Chain(op, hirs), result)
    }

    fn operand(
        &mut self,
        op: Binary,
        operand: &Expr,
        ty: Ty,
        (index, count): (usize, usize),
        common: &mut Option<Ty>,
        source: &SourceFile,
    ) {
        let who = format!("`{}`", op.symbol());
        match op {
            Binary::Compose => self.expect(RELATION, ty, operand, source, &who),
            Binary::Product => {
                self.expect(SET, ty, operand, source, &who);
                // `a * b * c` would multiply a relation; every operand from the third on shows it.
                if index == 2 && count > 2 {
                    self.report(
                        Diagnostic::new(
                            "`*` needs a set",
                            operand.span,
                            "what is before this is a product already, a relation",
                        )
                        .with_help("for a closure, write `^*` after the relation"),
                    );
                }
            }
            Binary::Union | Binary::Intersection | Binary::Difference => match *common {
                None => *common = Some(ty),
                Some(first) => self.same_kind(first, ty, operand, &who),
            },
        }
    }

    fn same_kind(&mut self, first: Ty, ty: Ty, operand: &Expr, who: &str) {
        if self.kinds.unify(first, ty) {
            return;
        }
        let (left, right) = match self.kinds.resolve(first) {
            Ty::Known(Kind::Set) => ("set", "relation"),
            Ty::Known(Kind::Relation) | Ty::Var(_) => ("relation", "set"),
        };
        self.report(
            Diagnostic::new(
                format!("{who} needs two sets or two relations"),
                operand.span,
                format!("this is a {right}, what is before it is a {left}"),
            )
            .with_help("`[S]` is the identity on a set, `S * T` all pairs of two sets"),
        );
    }
}

/// The place of the operator before an operand.
fn between(source: &SourceFile, left: &Expr, right: &Expr) -> Span {
    let gap = Span::new(left.span.end, right.span.start);
    let at = source.slice(gap).rfind('\\').unwrap_or(0);
    Span::new(gap.start + at, gap.start + at + 1)
}
