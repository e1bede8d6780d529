//! A model with its names resolved and its kinds known, before functions are written out.

use super::ast::{Binary, Unary};
use super::kinds::{Kinds, Ty};
use crate::model::relation::base::{BaseRelation, BaseSet};
use crate::model::relation::expr::{Assertion, Kind, Options};
use crate::syntax::span::Span;

/// A resolved expression.
#[derive(Debug)]
pub enum Hir {
    /// A base set.
    Set(BaseSet),
    /// A base relation.
    Relation(BaseRelation),
    /// The empty set or relation.
    Empty(Ty),
    /// A parameter of the definition around it.
    Param(usize),
    /// A recursive definition.
    Recursive(usize),
    /// A definition, with its arguments and what its open kinds are here.
    Call(usize, Vec<Hir>, Vec<Ty>),
    /// `domain(r)`.
    Domain(Box<Hir>),
    /// `range(r)`.
    Range(Box<Hir>),
    /// An operator with one operand.
    Unary(Unary, Box<Hir>),
    /// `a op b op c`, grouped from the left.
    Chain(Binary, Vec<Hir>),
}

/// A definition that is not recursive; a plain name is a function without parameters.
#[derive(Debug)]
pub struct Def {
    /// The name defined.
    pub name: String,
    /// The kind of each parameter.
    pub params: Vec<Ty>,
    /// For each parameter, whether it occurs under a negation.
    pub negative: Vec<bool>,
    /// The kind of the whole.
    pub result: Ty,
    /// The variables among `params` and `result` that each use sets anew.
    pub open: Vec<usize>,
    /// The definition.
    pub body: Hir,
    /// How deep it is when the functions it uses are written out.
    pub depth: usize,
    /// Part of the language rather than of the model.
    pub builtin: bool,
}

impl Def {
    /// Whether uses of it differ, so that it is written out at each.
    pub fn is_generic(&self) -> bool {
        !self.params.is_empty() || !self.open.is_empty()
    }
}

/// A recursive definition.
#[derive(Debug)]
pub struct RecDef {
    /// The name defined.
    pub name: String,
    /// Its kind.
    pub kind: Ty,
    /// The definition; `None` only while its group is being read.
    pub body: Option<Hir>,
    /// Which `let rec` it belongs to.
    pub group: u32,
}

/// An axiom or a flag.
#[derive(Debug)]
pub struct Claim {
    /// Its name.
    pub name: String,
    /// What is said.
    pub assertion: Assertion,
    /// Written with `~`.
    pub negated: bool,
    /// Written after `flag`.
    pub flag: bool,
    /// Of which expression.
    pub expr: Hir,
}

/// A statement with its place.
#[derive(Debug)]
pub struct Located {
    /// What it means.
    pub item: Item,
    /// The number of its text.
    pub file: usize,
    /// Where it is.
    pub span: Span,
}

/// A statement that has a meaning of its own, in the order of the text.
#[derive(Debug)]
pub enum Item {
    /// A definition; the flag says whether the name still means it at the end.
    Def(usize, bool),
    /// The recursive definitions of one `let rec`, each with that flag.
    Group(Vec<(usize, bool)>),
    /// An axiom or a flag.
    Claim(Claim),
}

/// A whole model without mistakes.
#[derive(Debug)]
pub struct Checked {
    /// The plain definitions.
    pub defs: Vec<Def>,
    /// The recursive ones.
    pub recs: Vec<RecDef>,
    /// The statements.
    pub items: Vec<Located>,
    /// The options.
    pub options: Options,
    /// The kind variables.
    pub kinds: Kinds,
}

impl Checked {
    /// A kind in the end: what nothing decides is a relation, as in herd.
    pub fn kind(&self, ty: Ty, open: &[(usize, Kind)]) -> Kind {
        match self.kinds.resolve(ty) {
            Ty::Known(kind) => kind,
            Ty::Var(var) => open
                .iter()
                .find(|(known, _)| *known == var)
                .map_or(Kind::Relation, |(_, kind)| *kind),
        }
    }
}
