//! Names and kinds within one expression.

use super::ast::{Binary, Expr, Name, Node, Unary};
use super::check::{Checker, Meaning};
use super::hir::Hir;
use super::kinds::{RELATION, SET, Ty};
use crate::execution::base::{BaseRelation, BaseSet};
use crate::relation::expr::Kind;
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
    source: &'a SourceFile,
    params: &'a [(&'a str, Ty)],
    /// The first recursive definition of the group being defined.
    group: Option<usize>,
    negation: Option<Negation>,
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

/// The functions of the language that no definition could express.
const FUNCTIONS: [&str; 2] = ["domain", "range"];

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
            self.operand(op, operand, ty, (index, operands.len()), &mut common, context.source);
        }
        context.negation = outer;
        let result = match op {
            Binary::Compose | Binary::Product => RELATION,
            _ => common.unwrap_or(RELATION),
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
            _ => ("relation", "set"),
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

    fn name(
        &mut self,
        whole: &Expr,
        name: &Name,
        args: &[Expr],
        context: &mut Context<'_>,
    ) -> (Hir, Ty) {
        let text = name.node.as_str();
        let param = context.params.iter().position(|(param, _)| *param == text);
        let plain = if let Some(param) = param {
            context.negative[param] |= context.negation.is_some();
            (Hir::Param(param), context.params[param].1)
        } else {
            match self.scope.get(text) {
                Some(Meaning::Spoilt) => return self.spoilt(args, context),
                Some(&Meaning::Def(def)) => return self.call(whole, name, def, args, context),
                Some(&Meaning::Recursive(rec)) => {
                    if let (Some(negation), Some(first)) = (context.negation, context.group) {
                        if rec >= first {
                            self.negated_recursion(text, name.span, negation);
                        }
                    }
                    (Hir::Recursive(rec), self.recs[rec].kind)
                }
                None => match self.base(name, args, context) {
                    Ok(known) => known,
                    Err(result) => return result,
                },
            }
        };
        if args.is_empty() {
            return plain;
        }
        self.report(not_a_function(name, args, context.source));
        self.spoilt(args, context)
    }

    /// The names that every model knows; an error is the result of one that takes arguments or
    /// does not exist.
    fn base(
        &mut self,
        name: &Name,
        args: &[Expr],
        context: &mut Context<'_>,
    ) -> Result<(Hir, Ty), (Hir, Ty)> {
        let text = name.node.as_str();
        if let Some(set) = BaseSet::from_name(text) {
            return Ok((Hir::Set(set), SET));
        }
        if let Some(relation) = BaseRelation::from_name(text) {
            return Ok((Hir::Relation(relation), RELATION));
        }
        if FUNCTIONS.contains(&text) {
            return Err(self.endpoint(name, args, context));
        }
        if !self.incomplete {
            self.report(self.undefined(name, context));
        }
        Err(self.spoilt(args, context))
    }

    fn undefined(&self, name: &Name, context: &Context<'_>) -> Diagnostic {
        let sets = BaseSet::ALL.iter().flat_map(|set| set.names());
        let relations = BaseRelation::ALL.iter().flat_map(|relation| relation.names());
        let candidates = sets
            .chain(relations)
            .copied()
            .chain(FUNCTIONS)
            .chain(context.params.iter().map(|(param, _)| *param))
            .chain(self.scope.keys().map(String::as_str));
        Diagnostic::new(
            format!("`{}` is not defined", name.node),
            name.span,
            "no set, relation or function has this name",
        )
        .with_suggestion(&name.node, candidates)
    }

    /// After a mistake: something that fits everywhere. The arguments are still checked.
    fn spoilt(&mut self, args: &[Expr], context: &mut Context<'_>) -> (Hir, Ty) {
        for arg in args {
            self.expr(arg, context);
        }
        let ty = self.kinds.fresh();
        (Hir::Empty(ty), ty)
    }

    /// `domain(r)` and `range(r)`.
    fn endpoint(
        &mut self,
        name: &Name,
        args: &[Expr],
        context: &mut Context<'_>,
    ) -> (Hir, Ty) {
        let [arg] = args else {
            self.report(arity(name, 1, args.len()));
            return self.spoilt(args, context);
        };
        let (hir, ty) = self.expr(arg, context);
        self.expect(RELATION, ty, arg, context.source, &format!("`{}`", name.node));
        let hir = Box::new(hir);
        let hir = match name.node.as_str() {
            "domain" => Hir::Domain(hir),
            _ => Hir::Range(hir),
        };
        (hir, SET)
    }

    fn call(
        &mut self,
        whole: &Expr,
        name: &Name,
        def: usize,
        args: &[Expr],
        context: &mut Context<'_>,
    ) -> (Hir, Ty) {
        let wanted = self.defs[def].params.len();
        if wanted != args.len() {
            self.report(match wanted {
                0 => not_a_function(name, args, context.source),
                _ => arity(name, wanted, args.len()),
            });
            return self.spoilt(args, context);
        }
        if self.defs[def].is_generic() {
            context.depth = context.depth.max(self.defs[def].depth);
        }
        let fresh: Vec<Ty> = self.defs[def].open.iter().map(|_| self.kinds.fresh()).collect();
        let outer = context.negation;
        let mut hirs = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            if self.defs[def].negative[index] {
                context.negation = Some(Negation {
                    span: whole.span,
                    label: "the function negates this argument",
                    how: "in an argument that is negated",
                });
            }
            let (hir, ty) = self.expr(arg, context);
            context.negation = outer;
            let wanted = self.instance(def, self.defs[def].params[index], &fresh);
            self.expect(wanted, ty, arg, context.source, &format!("`{}`", name.node));
            hirs.push(hir);
        }
        let result = self.instance(def, self.defs[def].result, &fresh);
        (Hir::Call(def, hirs, fresh), result)
    }

    /// A kind of a definition, with its open variables replaced for one use.
    fn instance(&self, def: usize, ty: Ty, fresh: &[Ty]) -> Ty {
        let ty = self.kinds.resolve(ty);
        let open = self.defs[def].open.iter().zip(fresh);
        match ty {
            Ty::Var(var) => open
                .clone()
                .find(|(known, _)| **known == var)
                .map_or(ty, |(_, fresh)| *fresh),
            Ty::Known(_) => ty,
        }
    }
}

/// The place of the operator before an operand.
fn between(source: &SourceFile, left: &Expr, right: &Expr) -> Span {
    let gap = Span::new(left.span.end, right.span.start);
    let at = source.slice(gap).rfind('\\').unwrap_or(0);
    Span::new(gap.start + at, gap.start + at + 1)
}

fn arity(name: &Name, wanted: usize, found: usize) -> Diagnostic {
    let plural = if wanted == 1 { "" } else { "s" };
    Diagnostic::new(
        format!("`{}` takes {wanted} argument{plural}", name.node),
        name.span,
        match found {
            0 => "none is given".to_owned(),
            1 => "1 is given".to_owned(),
            _ => format!("{found} are given"),
        },
    )
}

fn not_a_function(name: &Name, args: &[Expr], source: &SourceFile) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        format!("`{}` is not a function", name.node),
        name.span,
        "takes no argument",
    );
    match args {
        [arg] if arg.span.len() <= 40 => diagnostic.with_help(format!(
            "for one after the other, write `{} ; {}`",
            name.node,
            source.slice(arg.span)
        )),
        _ => diagnostic,
    }
}
