//! The tree before names are resolved. Scopes are marks in a list: nothing here nests.

use crate::ptx::module::Variable;
use crate::ptx::operation::Literal;
use crate::ptx::types::Type;
use crate::syntax::span::{Span, Spanned};

/// A word of the text.
pub type Name<'i> = Spanned<&'i str>;

/// A kernel or a function.
#[derive(Debug)]
pub struct Function<'i> {
    pub name: Name<'i>,
    pub is_entry: bool,
    pub results: Vec<Variable>,
    pub parameters: Vec<Variable>,
    /// Results and parameters that are registers.
    pub registers: Vec<Registers<'i>>,
    pub required_block: Option<[u64; 3]>,
    pub cluster: Option<[u64; 3]>,
    pub largest_block: Option<[u64; 3]>,
    pub body: Option<Vec<Statement<'i>>>,
}

/// A line of a body.
#[derive(Debug)]
pub enum Statement<'i> {
    Open,
    Close,
    Label(Name<'i>),
    Registers(Vec<Registers<'i>>),
    Variable(Variable),
    Location(Location<'i>),
    Targets(Name<'i>, Vec<Name<'i>>),
    Instruction(Instruction<'i>),
}

/// `%r<5>` or `%SP`.
#[derive(Debug)]
pub struct Registers<'i> {
    pub name: Name<'i>,
    pub count: Option<u64>,
    pub ty: Type,
}

/// `.loc`.
#[derive(Debug)]
pub struct Location<'i> {
    pub place: (u32, u32, u32),
    pub function: Option<&'i str>,
    pub inlined_at: Option<(u32, u32, u32)>,
}

/// An instruction.
#[derive(Debug)]
pub struct Instruction<'i> {
    pub span: Span,
    pub guard: Option<(Name<'i>, bool)>,
    pub opcode: Name<'i>,
    pub operands: Vec<Spanned<Operand<'i>>>,
}

impl Instruction<'_> {
    /// Where a modifier of the opcode stands, its dot included; the whole opcode where it has none of this name.
    pub fn modifier(&self, word: &str) -> Span {
        let Spanned { node, span } = &self.opcode;
        let mut start = span.start;
        for part in node.split('.') {
            let end = start + part.len();
            // The opcode itself has no dot before it.
            if part == word && start > span.start && end <= span.end {
                return Span::new(start - 1, end);
            }
            start = end + 1;
        }
        *span
    }
}

/// An operand.
#[derive(Debug, Clone)]
pub enum Operand<'i> {
    /// A register, symbol, label, special register or `_`.
    Name(&'i str),
    /// `a[3]`.
    Element(&'i str, u64),
    /// A symbol and a distance.
    Sum(&'i str, i64),
    /// `!%p`.
    Not(&'i str),
    Literal(Literal),
    /// `[…]`.
    Address(Option<Name<'i>>, u64),
    /// `p|q`.
    Pair(&'i str, &'i str),
    /// `{…}`.
    Vector(Vec<Spanned<Operand<'i>>>),
    /// `(…)`, of a call.
    Group(Vec<Spanned<Operand<'i>>>),
    /// An address of several parts, as tensor instructions have.
    Composite,
}
