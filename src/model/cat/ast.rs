//! The syntax tree of the model language.

use lalrpop_util::ParseError;

use super::token::Token;
use crate::model::relation::expr::Assertion;
use crate::syntax::span::{Span, Spanned};

/// How deep an expression may be nested: later stages recurse over the tree.
pub const NESTING_LIMIT: usize = 200;

/// A name with its place.
pub type Name = Spanned<String>;

/// A statement of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// `let [rec] … and …`.
    Let {
        /// Written with `rec`.
        recursive: bool,
        /// What is defined.
        bindings: Vec<Binding>,
    },
    /// `acyclic e as name` and its like.
    Axiom {
        /// Written after `flag`.
        flag: bool,
        /// Written with `~`.
        negated: bool,
        /// What is said.
        assertion: Assertion,
        /// Of which expression.
        expr: Expr,
        /// The name after `as`.
        name: Option<Name>,
    },
    /// `include "file"`.
    Include(Spanned<String>),
    /// `option name`.
    Option(Name),
}

/// `name = expr` or `name(params) = expr`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The name defined.
    pub name: Name,
    /// The parameters; none for a plain definition.
    pub params: Vec<Name>,
    /// The definition; `None` where it could not be read.
    pub body: Option<Expr>,
}

/// An expression with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub node: Node,
    /// Where.
    pub span: Span,
    /// The height of the tree, at most [`NESTING_LIMIT`].
    pub depth: usize,
}

/// A kind of expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// `{}` or `0`.
    Empty,
    /// `_`.
    Universe,
    /// A name, with arguments if there are any.
    Name(Name, Vec<Expr>),
    /// An operator with one operand.
    Unary(Unary, Box<Expr>),
    /// `a op b op c`, grouped from the left.
    Chain(Binary, Vec<Expr>),
}

/// An operator with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `~e`.
    Complement,
    /// `e^-1`.
    Inverse,
    /// `e?`.
    Optional,
    /// `e+`.
    Plus,
    /// `e*`.
    Star,
    /// `[e]`.
    Identity,
}

/// An operator between operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `a | b`.
    Union,
    /// `a ; b`.
    Compose,
    /// `a \ b`.
    Difference,
    /// `a & b`.
    Intersection,
    /// `a * b`.
    Product,
}

impl Unary {
    /// How it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Complement => "~",
            Self::Inverse => "^-1",
            Self::Optional => "?",
            Self::Plus => "+",
            Self::Star => "*",
            Self::Identity => "[ ]",
        }
    }
}

impl Binary {
    /// How it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Union => "|",
            Self::Compose => ";",
            Self::Difference => "\\",
            Self::Intersection => "&",
            Self::Product => "*",
        }
    }
}

/// An expression nested deeper than [`NESTING_LIMIT`], and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooDeep(pub Span);

/// What an action of the grammar returns.
pub(super) type Parsed<'s> = Result<Expr, ParseError<usize, Token<'s>, TooDeep>>;

impl Expr {
    /// An expression without operands.
    pub(super) const fn leaf(node: Node, start: usize, end: usize) -> Self {
        Self {
            node,
            span: Span::new(start, end),
            depth: 1,
        }
    }

    fn over<'s>(node: Node, below: usize, span: Span) -> Parsed<'s> {
        if below >= NESTING_LIMIT {
            return Err(ParseError::User {
                error: TooDeep(span),
            });
        }
        Ok(Self {
            node,
            span,
            depth: below + 1,
        })
    }

    /// A name with arguments.
    pub(super) fn call<'s>(name: Name, args: Vec<Self>, end: usize) -> Parsed<'s> {
        let span = Span::new(name.span.start, end);
        let below = args.iter().map(|arg| arg.depth).max().unwrap_or(0);
        Self::over(Node::Name(name, args), below, span)
    }

    /// An operator with one operand.
    pub(super) fn unary<'s>(op: Unary, operand: Self, start: usize, end: usize) -> Parsed<'s> {
        let below = operand.depth;
        Self::over(
            Node::Unary(op, Box::new(operand)),
            below,
            Span::new(start, end),
        )
    }

    /// Two operands; a left one with the same operator is lengthened, so that long chains stay flat.
    pub(super) fn binary<'s>(op: Binary, left: Self, right: Self) -> Parsed<'s> {
        let span = left.span.join(right.span);
        let mut below = right.depth;
        let operands = match left.node {
            Node::Chain(same, mut operands) if same == op => {
                below = below.max(left.depth - 1);
                operands.push(right);
                operands
            }
            node => {
                below = below.max(left.depth);
                vec![Self { node, ..left }, right]
            }
        };
        Self::over(Node::Chain(op, operands), below, span)
    }

    /// An expression in parentheses, which its place then covers.
    pub(super) fn parenthesised(self, start: usize, end: usize) -> Self {
        Self {
            span: Span::new(start, end),
            ..self
        }
    }
}
