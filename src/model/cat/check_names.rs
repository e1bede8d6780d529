//! Names and calls within an expression.

use super::ast::{Expr, Name};
use super::check::{Checker, Meaning};
use super::check_expr::{Context, Negation};
use super::hir::Hir;
use super::kinds::{RELATION, SET, Ty};
use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::SourceFile;

/// The functions of the language that no definition could express.
const FUNCTIONS: [&str; 2] = ["domain", "range"];

/// Behind so many mistakes nothing is suggested any more: the name is compared with all others each time.
const SUGGESTED: usize = 200;

impl Checker {
    pub(super) fn name(
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
                    if let (Some(negation), Some(first)) = (context.negation, context.group)
                        && rec >= first
                    {
                        self.negated_recursion(text, name.span, negation);
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
        self.report(not_a_function(name, args, plain.1, context.source));
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
            self.report(self.undefined(name, !args.is_empty(), context));
        }
        Err(self.spoilt(args, context))
    }

    fn undefined(&self, name: &Name, called: bool, context: &Context<'_>) -> Diagnostic {
        if let Some(elsewhere) = self.somewhere.undefined(name, self.file, self.place) {
            return elsewhere;
        }
        let sets = BaseSet::ALL.iter().flat_map(|set| set.names());
        let relations = BaseRelation::ALL
            .iter()
            .flat_map(|relation| relation.names());
        let scope = self.scope.iter();
        let fitting = scope.filter(|(_, meaning)| !called || self.may_be_called(**meaning));
        let plain = sets
            .chain(relations)
            .copied()
            .chain(context.params.iter().map(|(param, _)| *param))
            // What takes no arguments is not meant where some are given.
            .filter(|_| !called);
        let candidates = plain
            .chain(FUNCTIONS)
            .chain(fitting.map(|(name, _)| name.as_str()));
        let diagnostic = Diagnostic::new(
            format!("`{}` is not defined", name.node),
            name.span,
            "no set, relation or function has this name",
        );
        if self.problems.len() < SUGGESTED {
            diagnostic.with_suggestion(&name.node, candidates)
        } else {
            diagnostic
        }
    }

    fn may_be_called(&self, meaning: Meaning) -> bool {
        match meaning {
            Meaning::Def(def) => self.defs.get(def).is_some_and(|def| !def.params.is_empty()),
            Meaning::Recursive(_) => false,
            Meaning::Spoilt => true,
        }
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
    fn endpoint(&mut self, name: &Name, args: &[Expr], context: &mut Context<'_>) -> (Hir, Ty) {
        let [arg] = args else {
            self.report(arity(name, 1, args.len()));
            return self.spoilt(args, context);
        };
        let (hir, ty) = self.expr(arg, context);
        self.expect(
            RELATION,
            ty,
            arg,
            context.source,
            &format!("`{}`", name.node),
        );
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
                0 => {
                    let ty = self.kinds.resolve(self.defs[def].result);
                    not_a_function(name, args, ty, context.source)
                }
                _ => arity(name, wanted, args.len()),
            });
            return self.spoilt(args, context);
        }
        if self.defs[def].is_generic() {
            context.depth = context.depth.max(self.defs[def].depth);
        }
        let fresh: Vec<Ty> = self.defs[def]
            .open
            .iter()
            .map(|_| self.kinds.fresh())
            .collect();
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

fn not_a_function(name: &Name, args: &[Expr], ty: Ty, source: &SourceFile) -> Diagnostic {
    // Who stands in a set and goes on is one of its relation.
    let first = if ty == SET {
        format!("[{}]", name.node)
    } else {
        name.node.clone()
    };
    let diagnostic = Diagnostic::new(
        format!("`{}` is not a function", name.node),
        name.span,
        "takes no argument",
    );
    match args {
        [arg] if arg.span.len() <= 40 => diagnostic.with_help(format!(
            "for one after the other, write `{first} ; {}`",
            source.slice(arg.span)
        )),
        _ => diagnostic,
    }
}
