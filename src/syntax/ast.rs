//! The litmus language as written: `docs/litmus-format.md` describes it for users.
//!
//! Nothing is resolved here: names are names, a row is a row. The `program` module gives them meaning.

use super::span::{Span, Spanned};

pub use super::access::{Access, Order, Proxy, Scope, Space, Type, TypeKind};

/// A name with its place.
pub type Ident = Spanned<String>;

/// A whole litmus test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// The name after `PTX`.
    pub name: Ident,
    /// The free text between the name and the opening brace, trimmed.
    pub description: String,
    /// The declarations between the braces.
    pub init: Vec<Spanned<Declaration>>,
    /// The columns, from left to right.
    pub threads: Vec<Column>,
    /// `filter (…)`.
    pub filter: Option<Condition>,
    /// `exists`, `~exists` or `forall`.
    pub quantifier: Spanned<Quantifier>,
    /// What is asked.
    pub condition: Condition,
    /// `// expect MODEL: VERDICT` comments, in the order of the file.
    pub expectations: Vec<Spanned<Expectation>>,
}

/// One declaration of the init block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declaration {
    /// `x = 0`, `.shared x = 0`, or `x` alone (value 0).
    Location {
        /// The name.
        name: Ident,
        /// `.global` or `.shared`, where written.
        space: Option<Spanned<Space>>,
        /// The initial value, 0 if not written.
        value: i64,
    },
    /// `P0:r0 = 0` or `P0:r0 = x`.
    Register {
        /// The thread's number as written.
        thread: Spanned<u32>,
        /// The register's name, without `%`.
        register: Ident,
        /// What it holds at the start.
        value: InitialValue,
    },
    /// `a @ surface aliases b`.
    Alias {
        /// The new name.
        name: Ident,
        /// The proxy it goes through.
        proxy: Spanned<Proxy>,
        /// The location it is another name for.
        target: Ident,
    },
}

/// What a register holds at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InitialValue {
    /// A number.
    Constant(i64),
    /// The address of a location.
    AddressOf(Ident),
}

/// One thread: its header cell and the cells below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The number after `P` or `T`.
    pub number: Spanned<u32>,
    /// `warp N`, where written.
    pub warp: Option<u32>,
    /// `cta N`.
    pub cta: u32,
    /// `gpu N`.
    pub gpu: u32,
    /// The place of the whole header cell.
    pub span: Span,
    /// Labels and instructions, from top to bottom; empty cells leave no trace.
    pub cells: Vec<Spanned<Statement>>,
}

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// `LC00:`
    Label(Ident),
    /// An instruction, under `@p` or `@!p` perhaps.
    Instruction {
        /// The predicate that must hold (`true`) or not hold (`false`).
        guard: Option<(Ident, bool)>,
        /// What is done.
        operation: Operation,
    },
}

/// An operand that is read: a number, or a name (a register; for `mov` also a location).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// A number.
    Constant(Spanned<i64>),
    /// A register (without its `%`), or a location's address.
    Name(Ident),
}

/// The target of a memory access: `x`, `[x]` or `[r1]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// A location, or a register that holds an address.
    pub name: Ident,
    /// Whether brackets were written.
    pub bracketed: bool,
}

/// The arithmetic of `add`, `sub` and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product, low half.
    Mul,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Minimum.
    Min,
    /// Maximum.
    Max,
    /// Shift left; amounts from the width on give 0.
    Shl,
    /// Shift right, with the sign for signed types; amounts from the width on shift everything out.
    Shr,
}

/// What an atomic does to the old value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    /// One of the arithmetic operations (`add sub and or xor min max`).
    Arithmetic(Arithmetic),
    /// Exchange.
    Exch,
    /// Compare and swap.
    Cas,
    /// `old >= b ? 0 : old + 1`, unsigned (PTX ISA, `atom`).
    Inc,
    /// `old == 0 || old > b ? b : old - 1`, unsigned (PTX ISA, `atom`).
    Dec,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl Comparison {
    /// Its letters in `setp` and branches.
    #[must_use]
    pub const fn letters(self) -> &'static str {
        match self {
            Self::Eq => "eq",
            Self::Ne => "ne",
            Self::Lt => "lt",
            Self::Le => "le",
            Self::Gt => "gt",
            Self::Ge => "ge",
        }
    }
}

/// The strength of a fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fence {
    /// `fence.sc.S`, `membar.S`.
    Sc(Scope),
    /// `fence.acq_rel.S`.
    AcqRel(Scope),
    /// `fence.proxy.X`.
    Proxy(Proxy),
    /// `fence.proxy.alias`.
    Alias,
    /// `fence.?`: a place that a search may fill; no fence otherwise.
    Hole,
}

/// What an instruction does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// `ld`, `suld`, `tld`, `cold`.
    Load {
        /// Register written.
        dst: Ident,
        /// Location read.
        address: Address,
        /// Modifiers.
        access: Access,
    },
    /// `st`, `sust`.
    Store {
        /// Location written.
        address: Address,
        /// Value stored.
        value: Operand,
        /// Modifiers.
        access: Access,
    },
    /// `atom`, `red`.
    Atomic {
        /// Register that gets the old value; none for `red`.
        dst: Option<Ident>,
        /// Location.
        address: Address,
        /// What is done.
        op: AtomicOp,
        /// The operands: one, or for `cas` the expected value and the new one.
        operands: Vec<Operand>,
        /// Modifiers.
        access: Access,
    },
    /// `membar`, `fence`.
    Fence(Fence),
    /// `bar.cta.sync`, `bar.cta.arrive`, `bar.sync`, `bar.arrive`.
    Barrier {
        /// `arrive` does not wait.
        arrive: bool,
        /// The first operand.
        id: Operand,
        /// The second operand: which barrier; the first where it is missing.
        barrier: Option<Operand>,
        /// The third operand: how many threads.
        quorum: Option<Operand>,
    },
    /// `mov r0, 1`, `ld r0, 1`.
    Move {
        /// Register written.
        dst: Ident,
        /// What it gets.
        src: Operand,
        /// Operand type.
        ty: Type,
    },
    /// `add r0, a, b` and so on.
    Arithmetic {
        /// What is computed.
        op: Arithmetic,
        /// Register written.
        dst: Ident,
        /// Left operand.
        a: Operand,
        /// Right operand.
        b: Operand,
        /// Operand type.
        ty: Type,
    },
    /// `setp.eq p, a, b`.
    SetPredicate {
        /// The comparison.
        cmp: Comparison,
        /// Register written: 1 or 0.
        dst: Ident,
        /// Left operand.
        a: Operand,
        /// Right operand.
        b: Operand,
        /// Operand type.
        ty: Type,
    },
    /// `bra L`, `goto L`, `beq a, b, L`.
    Branch {
        /// When the jump is taken; always where there is none.
        condition: Option<(Comparison, Operand, Operand)>,
        /// Where to.
        target: Ident,
    },
}

/// What a test states about its condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// Some execution satisfies it.
    Exists,
    /// No execution satisfies it.
    NotExists,
    /// Every execution satisfies it.
    Forall,
}

/// A condition on final states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// `true` or `false`.
    Literal(bool, Span),
    /// `terminates`: the execution ends.
    Terminates(Span),
    /// `a == b`.
    Compare(Comparison, Term, Term, Span),
    /// `~ c`.
    Not(Box<Condition>, Span),
    /// Two or more, joined by `/\`.
    And(Vec<Condition>, Span),
    /// Two or more, joined by `\/`.
    Or(Vec<Condition>, Span),
}

impl Condition {
    /// What it compares, in the order of the text.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        let mut found = Vec::new();
        let mut left = vec![self];
        while let Some(condition) = left.pop() {
            match condition {
                Self::Literal(..) | Self::Terminates(_) => {}
                Self::Compare(_, a, b, _) => found.extend([a, b]),
                Self::Not(inner, _) => left.push(inner),
                Self::And(parts, _) | Self::Or(parts, _) => left.extend(parts.iter().rev()),
            }
        }
        found.into_iter()
    }

    /// The place of the whole condition.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Self::Literal(_, span)
            | Self::Terminates(span)
            | Self::Compare(_, _, _, span)
            | Self::Not(_, span)
            | Self::And(_, span)
            | Self::Or(_, span) => *span,
        }
    }
}

/// One side of a comparison in a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Constant(Spanned<i64>),
    /// `P0:r0` or `0:r0`.
    Register(Spanned<u32>, Ident),
    /// `x` or `[x]`: the final value of a location. Of one that each block has for itself, also whose: `x@cta1`,
    /// `x@gpu0.cta1`.
    Location(Ident, Option<Ident>),
}

/// `// expect MODEL: VERDICT`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The model's name, as written.
    pub model: String,
    /// The verdict's name: `reachable`, `unreachable`, `racy` or `unknown`; or in how many executions
    /// the condition holds: `always`, `sometimes` or `never`.
    pub verdict: String,
}
