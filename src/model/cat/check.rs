//! Names, kinds and monotonicity: from statements to a [`Checked`] model, or all that is wrong.

use std::collections::BTreeMap;

use super::ast::{Binding, Expr, Name, Statement};
use super::check_expr::Context;
use super::hir::{Checked, Claim, Def, Hir, Item, Located, RecDef};
use super::includes::Expansion;
use super::kinds::{Kinds, RELATION, Ty};
use super::parse::Parsed;
use super::somewhere::Somewhere;
use super::words::OPTIONS;
use crate::model::registry::{DATA_RACE, RACE};
use crate::model::relation::expr::{Assertion, Options};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};

/// How deep an expression may get by writing out the functions it calls.
const WRITTEN_OUT_LIMIT: usize = 1000;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A definition.
    Def(usize),
    /// A recursive definition.
    Recursive(usize),
    /// A definition with a mistake; its uses are not reported.
    Spoilt,
}

/// The state of the check.
pub(super) struct Checker {
    pub(super) defs: Vec<Def>,
    pub(super) recs: Vec<RecDef>,
    pub(super) scope: BTreeMap<String, Meaning>,
    pub(super) somewhere: Somewhere,
    pub(super) kinds: Kinds,
    /// Undefined names may be due to an include that failed.
    pub(super) incomplete: bool,
    items: Vec<Located>,
    pub(super) place: Span,
    options: Options,
    pub(super) file: usize,
    pub(super) problems: Vec<(usize, Diagnostic)>,
}

/// Checks all statements; the mistakes of the earlier stages are among those returned.
pub fn check(expansion: Expansion) -> Result<Checked, Vec<(usize, Diagnostic)>> {
    let mut checker = Checker {
        defs: Vec::new(),
        recs: Vec::new(),
        scope: BTreeMap::new(),
        somewhere: Somewhere::of(&expansion.statements),
        kinds: Kinds::default(),
        incomplete: expansion.incomplete,
        items: Vec::new(),
        options: Options {
            co_partial: expansion.title.architecture.as_deref() == Some("PTX"),
            ..Options::default()
        },
        place: Span::default(),
        file: 0,
        problems: expansion.problems,
    };
    for (file, parsed) in expansion.statements {
        checker.file = file;
        checker.place = parsed.span;
        checker.statement(parsed, &expansion.sources[file]);
    }
    checker.finish()
}

impl Checker {
    pub(super) fn report(&mut self, problem: Diagnostic) {
        self.problems.push((self.file, problem));
    }

    /// Keeps what the present statement means.
    pub(super) fn push(&mut self, item: Item) {
        self.items.push(Located {
            item,
            file: self.file,
            span: self.place,
        });
    }

    fn statement(&mut self, parsed: Parsed, source: &SourceFile) {
        match parsed.statement {
            Statement::Let {
                recursive: false,
                bindings,
            } => self.plain(&bindings, source),
            Statement::Let {
                recursive: true,
                bindings,
            } => self.recursive(&bindings, source),
            Statement::Axiom {
                flag,
                negated,
                assertion,
                expr,
                name,
            } => {
                if let Some(name) = name.as_ref().filter(|_| flag) {
                    self.once(name);
                }
                let claim = Claim {
                    name: name.map_or(parsed.text, |name| name.node),
                    assertion,
                    negated,
                    flag,
                    expr: self.asserted(assertion, &expr, source),
                };
                self.push(Item::Claim(claim));
            }
            Statement::Option(name) => self.option(&name),
            Statement::Include(_) => {}
        }
    }

    /// What a race is, is said once: answers rest on it.
    fn once(&mut self, name: &Name) {
        let is_race = [RACE, DATA_RACE].contains(&name.node.as_str());
        let same = |one: &Located| matches!(&one.item, Item::Claim(claim) if claim.flag && claim.name == name.node);
        if is_race && self.items.iter().any(same) {
            let text = format!("there are two flags `{}`", name.node);
            let problem = Diagnostic::new(text, name.span, "the second")
                .with_help("`|` makes one of two: `flag ~empty (a | b) as …`");
            self.report(problem);
        }
    }

    fn option(&mut self, name: &Name) {
        match name.node.as_str() {
            "rmw-one-event" => self.options.rmw_one_event = true,
            "co-partial" => self.options.co_partial = true,
            unknown => {
                let known: Vec<&str> = OPTIONS.iter().map(|(name, _)| *name).collect();
                let text = format!("there is no option `{unknown}`");
                let problem = Diagnostic::new(text, name.span, "unknown option")
                    .with_help(format!("the options are {}", known.join(" and ")));
                self.report(problem.with_suggestion(unknown, known));
            }
        }
    }

    fn asserted(&mut self, assertion: Assertion, expr: &Expr, source: &SourceFile) -> Hir {
        let word = match assertion {
            Assertion::Acyclic => "acyclic",
            Assertion::Irreflexive => "irreflexive",
            Assertion::Empty => return self.closed(expr, source).0,
        };
        let (hir, ty) = self.closed(expr, source);
        self.expect(RELATION, ty, expr, source, &format!("`{word}`"));
        hir
    }

    /// An expression outside any function.
    fn closed(&mut self, expr: &Expr, source: &SourceFile) -> (Hir, Ty) {
        let mut context = Context::new(source, &[], None);
        let result = self.expr(expr, &mut context);
        self.limit(context.depth + expr.depth, expr.span);
        result
    }

    pub(super) fn limit(&mut self, depth: usize, span: Span) {
        if depth > WRITTEN_OUT_LIMIT {
            self.report(
                Diagnostic::new(
                    "functions call each other too deeply",
                    span,
                    format!("more than {WRITTEN_OUT_LIMIT} levels once they are written out"),
                )
                .with_help("define intermediate results without parameters"),
            );
        }
    }

    fn plain(&mut self, bindings: &[Binding], source: &SourceFile) {
        self.distinct(
            bindings.iter().map(|binding| &binding.name),
            "defined twice here",
        );
        let meanings: Vec<Meaning> = bindings
            .iter()
            .map(|binding| self.definition(binding, source))
            .collect();
        for (binding, meaning) in bindings.iter().zip(meanings) {
            self.scope.insert(binding.name.node.clone(), meaning);
            if let Meaning::Def(def) = meaning {
                self.push(Item::Def(def, true));
            }
        }
    }

    fn definition(&mut self, binding: &Binding, source: &SourceFile) -> Meaning {
        let Some(body) = &binding.body else {
            return Meaning::Spoilt;
        };
        self.distinct(binding.params.iter(), "two parameters have this name");
        let before = self.problems.len();
        let params: Vec<(&str, Ty)> = binding
            .params
            .iter()
            .map(|param| (param.node.as_str(), self.kinds.fresh()))
            .collect();
        let mut context = Context::new(source, &params, None);
        let (hir, result) = self.expr(body, &mut context);
        let depth = context.depth + body.depth;
        let negative = context.negative;
        self.limit(depth, binding.name.span);
        let params: Vec<Ty> = params.into_iter().map(|(_, ty)| ty).collect();
        let open = self.open(params.iter().copied().chain([result]));
        self.defs.push(Def {
            name: binding.name.node.clone(),
            params,
            negative,
            result,
            open,
            body: hir,
            depth,
            builtin: self.file == 0,
        });
        if self.problems.len() > before {
            return Meaning::Spoilt;
        }
        Meaning::Def(self.defs.len() - 1)
    }

    /// The distinct variables among some kinds.
    fn open(&self, types: impl Iterator<Item = Ty>) -> Vec<usize> {
        let mut open = Vec::new();
        for ty in types {
            if let Ty::Var(var) = self.kinds.resolve(ty)
                && !open.contains(&var)
            {
                open.push(var);
            }
        }
        open
    }

    pub(super) fn distinct<'a>(&mut self, names: impl Iterator<Item = &'a Name>, label: &str) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for name in names {
            if let Some(first) = seen.insert(&name.node, name.span) {
                self.report(
                    Diagnostic::new(
                        format!("`{}` has two meanings", name.node),
                        name.span,
                        label,
                    )
                    .with_label(first, "the other one"),
                );
            }
        }
    }

    fn finish(mut self) -> Result<Checked, Vec<(usize, Diagnostic)>> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        for item in &mut self.items {
            match &mut item.item {
                Item::Def(def, visible) => {
                    let name = &self.defs[*def].name;
                    *visible = self.scope.get(name) == Some(&Meaning::Def(*def));
                }
                Item::Group(recs) => {
                    for (rec, visible) in recs {
                        let name = &self.recs[*rec].name;
                        *visible = self.scope.get(name) == Some(&Meaning::Recursive(*rec));
                    }
                }
                Item::Claim(_) => {}
            }
        }
        Ok(Checked {
            defs: self.defs,
            recs: self.recs,
            items: self.items,
            options: self.options,
            kinds: self.kinds,
        })
    }
}
