//! Expressions in the syntax of the model language again.

use super::expr::{Arena, Definition, Expr, ExprId};

/// Longer texts are cut short: shared parts are written out, which can grow without bound.
const LENGTH_LIMIT: usize = 4000;
/// Deeper parts are cut short.
const DEPTH_LIMIT: usize = 200;

/// How tightly an operator binds, as in the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Union,
    Compose,
    Difference,
    Intersection,
    Product,
    Prefix,
    Postfix,
}

impl Level {
    const fn above(self) -> Self {
        match self {
            Self::Union => Self::Compose,
            Self::Compose => Self::Difference,
            Self::Difference => Self::Intersection,
            Self::Intersection => Self::Product,
            Self::Product => Self::Prefix,
            Self::Prefix | Self::Postfix => Self::Postfix,
        }
    }
}

/// The expression in full, with no more parentheses than it needs. Very long or deep expressions
/// end in `…`.
///
/// ```
/// use gpu_litmus::model::{cat, relation::text};
/// let model = cat::load("m", "let a = (rf | (co;fr))+ acyclic a & ext").unwrap();
/// let shown = text::full(&model.arena, model.axioms[0].expr);
/// assert_eq!(shown, "(rf | co;fr)+ & ext");
/// ```
#[must_use]
pub fn full(arena: &Arena, expr: ExprId) -> String {
    Printer::new(arena, &[]).print(expr)
}

/// The expression with the model's own names for its parts. The whole is written out one step even
/// if it has a name.
#[must_use]
pub fn named(definition: &Definition, expr: ExprId) -> String {
    Printer::new(&definition.arena, &definition.names).print(expr)
}

struct Printer<'a> {
    arena: &'a Arena,
    names: Vec<Option<&'a str>>,
    out: String,
}

impl<'a> Printer<'a> {
    fn new(arena: &'a Arena, known: &'a [(String, ExprId)]) -> Self {
        let mut names = vec![None; arena.len()];
        for (name, id) in known {
            names[id.0 as usize] = Some(name.as_str());
        }
        Self {
            arena,
            names,
            out: String::new(),
        }
    }

    fn print(mut self, expr: ExprId) -> String {
        self.names[expr.0 as usize] = None;
        self.expr(expr, Level::Union, 0);
        self.out
    }

    fn expr(&mut self, id: ExprId, level: Level, depth: usize) {
        if depth > DEPTH_LIMIT || self.out.len() > LENGTH_LIMIT {
            self.out.push('…');
            return;
        }
        if let Some(name) = self.names[id.0 as usize] {
            self.out.push_str(name);
            return;
        }
        let next = depth + 1;
        match self.arena.get(id) {
            Expr::Set(set) => self.out.push_str(set.name()),
            Expr::Relation(relation) => self.out.push_str(relation.name()),
            Expr::Empty(_) => self.out.push_str("{}"),
            Expr::Recursive(rec) => self
                .out
                .push_str(&self.arena.recursive[rec.0 as usize].name),
            Expr::Union(a, b) => self.binary(" | ", Level::Union, (a, b), level, next),
            Expr::Compose(a, b) => {
                let operator = if self.is_loose(a) || self.is_loose(b) {
                    " ; "
                } else {
                    ";"
                };
                self.binary(operator, Level::Compose, (a, b), level, next);
            }
            Expr::Difference(a, b) => self.binary(" \\ ", Level::Difference, (a, b), level, next),
            Expr::Intersection(a, b) => {
                self.binary(" & ", Level::Intersection, (a, b), level, next);
            }
            Expr::Product(a, b) => self.binary(" * ", Level::Product, (a, b), level, next),
            Expr::Complement(a) => self.wrapped(Level::Prefix, level, |printer| {
                printer.out.push('~');
                printer.expr(a, Level::Prefix, next);
            }),
            Expr::Inverse(a) => self.postfix(a, "^-1", next),
            Expr::Optional(a) => self.postfix(a, "?", next),
            Expr::Plus(a) => self.postfix(a, "+", next),
            // `^*` and not `*`, which would be a product if an operand followed.
            Expr::Star(a) => self.postfix(a, "^*", next),
            Expr::Identity(a) => self.enclosed("[", a, "]", next),
            Expr::Domain(a) => self.enclosed("domain(", a, ")", next),
            Expr::Range(a) => self.enclosed("range(", a, ")", next),
        }
    }

    /// Whether it is printed with blanks and without parentheses in a composition, where a `;`
    /// without blanks would seem to bind tighter than it does.
    fn is_loose(&self, id: ExprId) -> bool {
        let node = self.arena.get(id);
        self.names[id.0 as usize].is_none()
            && matches!(
                node,
                Expr::Difference(..) | Expr::Intersection(..) | Expr::Product(..)
            )
    }

    fn binary(
        &mut self,
        operator: &str,
        own: Level,
        (left, right): (ExprId, ExprId),
        level: Level,
        depth: usize,
    ) {
        self.wrapped(own, level, |printer| {
            printer.expr(left, own, depth);
            printer.out.push_str(operator);
            printer.expr(right, own.above(), depth);
        });
    }

    fn postfix(&mut self, operand: ExprId, operator: &str, depth: usize) {
        self.expr(operand, Level::Postfix, depth);
        self.out.push_str(operator);
    }

    fn enclosed(&mut self, open: &str, inner: ExprId, close: &str, depth: usize) {
        self.out.push_str(open);
        self.expr(inner, Level::Union, depth);
        self.out.push_str(close);
    }

    fn wrapped(&mut self, own: Level, level: Level, inside: impl FnOnce(&mut Self)) {
        let needed = own < level;
        if needed {
            self.out.push('(');
        }
        inside(self);
        if needed {
            self.out.push(')');
        }
    }
}
