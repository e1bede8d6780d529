//! Names, kinds and monotonicity: from statements to a [`Checked`] model, or all that is wrong.

use std::collections::BTreeMap;

use super::ast::{Binding, Expr, Name, Statement};
use super::check_expr::{Context, Negation};
use super::hir::{Checked, Claim, Def, Hir, Item, RecDef};
use super::includes::Expansion;
use super::kinds::{Kinds, RELATION, Ty};
use super::parse::Parsed;
use crate::relation::expr::{Assertion, Kind, Options};
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
    pub(super) kinds: Kinds,
    /// Undefined names may be due to an include that failed.
    pub(super) incomplete: bool,
    items: Vec<Item>,
    options: Options,
    file: usize,
    problems: Vec<(usize, Diagnostic)>,
}

/// Checks all statements; the mistakes of the earlier stages are among those returned.
pub fn check(expansion: Expansion) -> Result<Checked, Vec<(usize, Diagnostic)>> {
    let mut checker = Checker {
        defs: Vec::new(),
        recs: Vec::new(),
        scope: BTreeMap::new(),
        kinds: Kinds::default(),
        incomplete: expansion.incomplete,
        items: Vec::new(),
        options: Options {
            co_partial: expansion.title.architecture.as_deref() == Some("PTX"),
            ..Options::default()
        },
        file: 0,
        problems: expansion.problems,
    };
    for (file, parsed) in expansion.statements {
        checker.file = file;
        checker.statement(parsed, &expansion.sources[file]);
    }
    checker.finish()
}

impl Checker {
    pub(super) fn report(&mut self, problem: Diagnostic) {
        self.problems.push((self.file, problem));
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
                let claim = Claim {
                    name: name.map_or(parsed.text, |name| name.node),
                    assertion,
                    negated,
                    flag,
                    expr: self.asserted(assertion, &expr, source),
                    span: parsed.span,
                    source: source.clone(),
                };
                self.items.push(Item::Claim(claim));
            }
            Statement::Option(name) => self.option(&name),
            Statement::Include(_) => {}
        }
    }

    fn option(&mut self, name: &Name) {
        match name.node.as_str() {
            "rmw-one-event" => self.options.rmw_one_event = true,
            "co-partial" => self.options.co_partial = true,
            unknown => {
                let known = ["rmw-one-event", "co-partial"];
                self.report(
                    Diagnostic::new(
                        format!("there is no option `{unknown}`"),
                        name.span,
                        "unknown option",
                    )
                    .with_help(format!("the options are {}", known.join(" and "))),
                );
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

    fn limit(&mut self, depth: usize, span: Span) {
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
        self.distinct(bindings.iter().map(|binding| &binding.name), "defined twice here");
        let meanings: Vec<Meaning> = bindings
            .iter()
            .map(|binding| self.definition(binding, source))
            .collect();
        for (binding, meaning) in bindings.iter().zip(meanings) {
            self.scope.insert(binding.name.node.clone(), meaning);
            if let Meaning::Def(def) = meaning {
                self.items.push(Item::Def(def, true));
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
            if let Ty::Var(var) = self.kinds.resolve(ty) {
                if !open.contains(&var) {
                    open.push(var);
                }
            }
        }
        open
    }

    fn distinct<'a>(&mut self, names: impl Iterator<Item = &'a Name>, label: &str) {
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

    fn recursive(&mut self, bindings: &[Binding], source: &SourceFile) {
        self.distinct(bindings.iter().map(|binding| &binding.name), "defined twice here");
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
                self.scope.insert(binding.name.node.clone(), Meaning::Spoilt);
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
                self.scope.insert(binding.name.node.clone(), Meaning::Spoilt);
            }
        }
        let group = (first..self.recs.len()).map(|rec| (rec, true)).collect();
        self.items.push(Item::Group(group));
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
                _ => ("set", "relation"),
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

    fn finish(mut self) -> Result<Checked, Vec<(usize, Diagnostic)>> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        for item in &mut self.items {
            match item {
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

fn recursive_function(name: &Name, param: &Name) -> Diagnostic {
    Diagnostic::new(
        format!("the function `{}` cannot be recursive", name.node),
        param.span,
        "a parameter",
    )
    .with_help("`let rec` defines sets and relations; leave `rec` or the parameters out")
}
