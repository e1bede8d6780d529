//! The algebra of sets and relations over events, as an arena of shared expressions.
//!
//! A model is lowered to this form once; the symbolic and the concrete evaluation both read it.
//! Terms follow Alglave, Maranget and Tautschnig, "Herding cats" (TOPLAS 2014), section 8.

use rustc_hash::FxHashMap;

use super::base::{Base, BaseRelation, BaseSet};
pub use super::options::Options;
use crate::syntax::span::{SourceFile, Span};

/// Index of an expression in an [`Arena`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(pub u32);

/// Index of a recursive definition in [`Arena::recursive`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecId(pub u32);

/// Whether an expression denotes a set of events or a relation between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A set of events.
    Set,
    /// A binary relation on events.
    Relation,
}

/// One operation of the algebra. The operands of an operation have the kind its comment says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A set that every execution has.
    Set(BaseSet),
    /// A relation that every execution has.
    Relation(BaseRelation),
    /// The empty set or relation, written `{}`/`0`.
    Empty(Kind),
    /// Union of two of one kind.
    Union(ExprId, ExprId),
    /// Intersection of two of one kind.
    Intersection(ExprId, ExprId),
    /// Difference of two of one kind.
    Difference(ExprId, ExprId),
    /// Complement, among the executed events, of either kind.
    Complement(ExprId),
    /// `r ; s` of two relations.
    Compose(ExprId, ExprId),
    /// `r^-1` of a relation.
    Inverse(ExprId),
    /// `r?`: reflexive closure.
    Optional(ExprId),
    /// `r+`: transitive closure.
    Plus(ExprId),
    /// `r*`: reflexive and transitive closure.
    Star(ExprId),
    /// `S * T`: all pairs of two sets.
    Product(ExprId, ExprId),
    /// `[S]`: the identity on a set.
    Identity(ExprId),
    /// `domain(r)`: a set.
    Domain(ExprId),
    /// `range(r)`: a set.
    Range(ExprId),
    /// A recursively defined set or relation: the least solution of its group.
    Recursive(RecId),
}

/// A recursive definition. The arena's recursive definitions of one `group` are solved together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recursive {
    /// The name it was given.
    pub name: String,
    /// Set or relation.
    pub kind: Kind,
    /// The defining expression, in which definitions of the same group may occur, never under
    /// negation. Unset only while the group is being built.
    pub body: Option<ExprId>,
    /// The `let rec … and …` it belongs to.
    pub group: u32,
}

/// Expressions, each stored once.
#[derive(Debug, Clone, Default)]
pub struct Arena {
    nodes: Vec<Expr>,
    /// Kept, not computed: expressions can be too deep to recurse over.
    kinds: Vec<Kind>,
    /// How many levels lie below each.
    depths: Vec<usize>,
    index: FxHashMap<Expr, ExprId>,
    /// The recursive definitions.
    pub recursive: Vec<Recursive>,
}

impl Arena {
    /// Stores an expression, or finds it.
    pub fn add(&mut self, expr: Expr) -> ExprId {
        if let Some(&id) = self.index.get(&expr) {
            return id;
        }
        let id = ExprId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.kinds.push(self.kind_of(expr));
        let operands = expr.operands().into_iter().flatten();
        let below = operands.map(|operand| self.depth(operand)).max();
        self.depths.push(below.map_or(1, |below| below + 1));
        self.nodes.push(expr);
        self.index.insert(expr, id);
        id
    }

    /// The index of an expression, if it is stored.
    #[must_use]
    pub fn find(&self, expr: Expr) -> Option<ExprId> {
        self.index.get(&expr).copied()
    }

    /// The expression behind an index.
    #[must_use]
    pub fn get(&self, id: ExprId) -> Expr {
        self.nodes[id.0 as usize]
    }

    /// All expressions, operands before what uses them, as [`Self::len`] says.
    pub fn all(&self) -> impl Iterator<Item = Expr> + '_ {
        self.nodes.iter().copied()
    }

    /// How many expressions there are; operands always come before what uses them, except
    /// through [`Expr::Recursive`]; the names of a recursive group come before all that uses them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was stored yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many levels an expression has; those of a recursive definition count where it is used,
    /// once it is known.
    #[must_use]
    pub fn depth(&self, id: ExprId) -> usize {
        self.depths[id.0 as usize]
    }

    /// Says how many levels a recursive definition has.
    pub fn deepen(&mut self, id: ExprId, depth: usize) {
        self.depths[id.0 as usize] = depth;
    }

    /// Set or relation?
    #[must_use]
    pub fn kind(&self, id: ExprId) -> Kind {
        self.kinds[id.0 as usize]
    }

    fn kind_of(&self, expr: Expr) -> Kind {
        match expr {
            Expr::Set(_) | Expr::Domain(_) | Expr::Range(_) => Kind::Set,
            Expr::Empty(kind) => kind,
            Expr::Union(a, _)
            | Expr::Intersection(a, _)
            | Expr::Difference(a, _)
            | Expr::Complement(a) => self.kind(a),
            Expr::Recursive(rec) => self.recursive[rec.0 as usize].kind,
            Expr::Relation(_)
            | Expr::Compose(..)
            | Expr::Inverse(_)
            | Expr::Optional(_)
            | Expr::Plus(_)
            | Expr::Star(_)
            | Expr::Product(..)
            | Expr::Identity(_) => Kind::Relation,
        }
    }
}

impl Expr {
    /// What executions have, if it is that and not computed.
    #[must_use]
    pub const fn base(self) -> Option<Base> {
        match self {
            Self::Set(set) => Some(Base::Set(set)),
            Self::Relation(relation) => Some(Base::Relation(relation)),
            Self::Empty(_)
            | Self::Union(..)
            | Self::Intersection(..)
            | Self::Difference(..)
            | Self::Complement(_)
            | Self::Compose(..)
            | Self::Inverse(_)
            | Self::Optional(_)
            | Self::Plus(_)
            | Self::Star(_)
            | Self::Product(..)
            | Self::Identity(_)
            | Self::Domain(_)
            | Self::Range(_)
            | Self::Recursive(_) => None,
        }
    }

    /// The operands, in the order they are written; a recursive definition has none here.
    #[must_use]
    pub const fn operands(self) -> [Option<ExprId>; 2] {
        match self {
            Self::Set(_) | Self::Relation(_) | Self::Empty(_) | Self::Recursive(_) => [None, None],
            Self::Complement(a)
            | Self::Inverse(a)
            | Self::Optional(a)
            | Self::Plus(a)
            | Self::Star(a)
            | Self::Identity(a)
            | Self::Domain(a)
            | Self::Range(a) => [Some(a), None],
            Self::Union(a, b)
            | Self::Intersection(a, b)
            | Self::Difference(a, b)
            | Self::Compose(a, b)
            | Self::Product(a, b) => [Some(a), Some(b)],
        }
    }
}

/// What an axiom says of its expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assertion {
    /// No cycle.
    Acyclic,
    /// No event related to itself.
    Irreflexive,
    /// No member at all.
    Empty,
}

/// An axiom of a model, or a flag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axiom {
    /// The name after `as`, or one made from the text.
    pub name: String,
    /// What is said.
    pub assertion: Assertion,
    /// Written with `~`: the opposite is said.
    pub negated: bool,
    /// A flag reports executions for which the statement is true, and forbids nothing.
    pub flag: bool,
    /// Of which expression.
    pub expr: ExprId,
    /// Where, in `source`.
    pub span: Span,
    /// The text it is in: the model's own, or that of a file it includes.
    pub source: SourceFile,
}

/// A memory model, ready to be evaluated.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The text it was loaded from.
    pub source: SourceFile,
    /// The files it includes, directly or not, by the names it includes them by, in the order they are read; without
    /// those that come with the program.
    pub included: Vec<(String, SourceFile)>,
    /// The title on the first line of the text, if there is one.
    pub title: Option<String>,
    /// The expressions.
    pub arena: Arena,
    /// Axioms and flags, in the order of the text.
    pub axioms: Vec<Axiom>,
    /// The named definitions that are visible at the end, in the order of the text: for display.
    pub names: Vec<(String, ExprId)>,
    /// How the events of an execution are made for this model.
    pub options: Options,
}

impl Default for Definition {
    fn default() -> Self {
        Self {
            source: SourceFile::new("", ""),
            included: Vec::new(),
            title: None,
            arena: Arena::default(),
            axioms: Vec::new(),
            names: Vec::new(),
            options: Options::default(),
        }
    }
}

impl Definition {
    /// The set or relation with that name, if the model's text defines one.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<ExprId> {
        let mut names = self.names.iter().rev();
        names.find(|(known, _)| known == name).map(|(_, id)| *id)
    }
}
