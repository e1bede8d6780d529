//! A module with every name in it resolved.

use std::collections::BTreeMap;

use crate::syntax::span::{LineColumn, SourceFile, Span};

use super::lines::Lines;
use super::operation::Operation;
use super::types::{Space, Type};

/// The newest version of PTX that is known.
pub const NEWEST: (u32, u32) = (9, 5);

/// Index of a register in [`Function::registers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterId(pub usize);

/// A module.
#[derive(Debug, Clone)]
pub struct Module {
    /// Its text; every span points into it.
    pub source: SourceFile,
    /// Where each line of the text begins.
    pub line_starts: Vec<usize>,
    /// The version of the language, as `(major, minor)`.
    pub version: (u32, u32),
    /// The number in `sm_90`.
    pub target: u32,
    /// Paths of the `.file` directives, by number.
    pub files: BTreeMap<u32, String>,
    /// Variables of the module: `.global`, `.const`, `.shared`.
    pub variables: Vec<Variable>,
    /// Kernels and functions, in order; a declaration and its definition are one.
    pub functions: Vec<Function>,
}

impl Module {
    /// The line and column of an offset.
    #[must_use]
    pub fn position(&self, offset: usize) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = line.checked_sub(1).and_then(|at| self.line_starts.get(at));
        let before = start.and_then(|&start| self.source.text.get(start..offset));
        LineColumn {
            line: line.max(1),
            column: before.map_or(1, |text| text.chars().count() + 1),
        }
    }

    /// Whether lanes meet at whichever `bar.warp.sync` of their mask they come to: for machines before `sm_70` all must come to one
    /// (PTX ISA, *bar.warp.sync*).
    #[must_use]
    pub const fn meets_anywhere(&self) -> bool {
        self.target >= 70
    }

    /// Whether two instructions, each a function and a place in it, are one in the CUDA source: the compiler may have made
    /// several of it, as where it unrolls a loop. Without lines none but the same.
    #[must_use]
    pub fn is_written_once(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let written = |(function, at): (usize, usize)| {
            let body = self.functions.get(function)?.body.as_ref()?;
            let instruction = body.code.get(at)?;
            let place = body.lines.place(instruction.line?)?;
            Some((function, place, self.source.slice(instruction.opcode)))
        };
        one == other || written(one).is_some_and(|it| written(other) == Some(it))
    }

    /// Whether an instruction of a function is one of a barrier in memory (`mbarrier`).
    #[must_use]
    pub fn is_memory_barrier(&self, (function, at): (usize, usize)) -> bool {
        let body = self.functions.get(function);
        let body = body.and_then(|function| function.body.as_ref());
        let one = body.and_then(|body| body.code.get(at));
        one.is_some_and(|one| self.source.slice(one.opcode).starts_with("mbarrier"))
    }

    /// The kernels.
    pub fn entries(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| function.is_entry)
    }
}

/// A variable, parameter or parameter of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Where it lives.
    pub space: Space,
    /// The type of an element.
    pub ty: Type,
    /// Its alignment in bytes, a power of two.
    pub align: u64,
    /// Its size in bytes; none for an array whose size the launch decides.
    pub bytes: Option<u64>,
    /// Declared here, and defined in another module.
    pub is_extern: bool,
    /// One for the host and all devices, at one address (PTX ISA, *.attribute*: `.managed`, `.unified`).
    pub is_managed: bool,
    /// What it holds at the start, as pieces at byte offsets; zeros elsewhere.
    pub initial: Vec<Initial>,
    /// Its name's place.
    pub span: Span,
}

/// A piece of an initial value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Initial {
    /// Offset in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// What.
    pub value: InitialValue,
    /// Where it is written.
    pub span: Span,
}

/// The value of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InitialValue {
    /// Bits.
    Bits(u64),
    /// The address of a variable or function, and a distance.
    Address {
        /// Its name.
        name: String,
        /// Bytes added.
        offset: i64,
        /// The generic address, not that in the space.
        generic: bool,
        /// Only this byte of it, counted from the lowest.
        byte: Option<u32>,
    },
}

/// A kernel or a function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name, mangled.
    pub name: String,
    /// Whether it is a kernel.
    pub is_entry: bool,
    /// Its results.
    pub results: Vec<Variable>,
    /// Its parameters.
    pub parameters: Vec<Variable>,
    /// Results and parameters that are registers, the first in its body: no call of it is interpreted.
    pub registers: Vec<Register>,
    /// `.reqntid`: the block must have just this size.
    pub required_block: Option<[u64; 3]>,
    /// `.reqnctapercluster`: so many blocks are one cluster; no number where the launch says it.
    pub cluster: Option<[u64; 3]>,
    /// `.maxntid`: the block must not be larger in all.
    pub largest_block: Option<[u64; 3]>,
    /// Its body; none where it is only declared.
    pub body: Option<Body>,
    /// Its name's place.
    pub span: Span,
}

/// What a function does.
#[derive(Debug, Clone, Default)]
pub struct Body {
    /// Registers of all scopes.
    pub registers: Vec<Register>,
    /// The one that keeps the carry, where some instruction uses it.
    pub carry: Option<RegisterId>,
    /// `.shared`, `.local` and `.param` variables of all scopes.
    pub variables: Vec<Variable>,
    /// The instructions; a label is an index, and the length is the end.
    pub code: Vec<Instruction>,
    /// The places in the CUDA source.
    pub lines: Lines,
}

/// A register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Register {
    /// Its name, with `%` where it has one.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// An instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct Instruction {
    /// From the guard to before the semicolon.
    pub span: Span,
    /// The opcode with its modifiers.
    pub opcode: Span,
    /// The predicate it runs under, and whether that must be false.
    pub guard: Option<(RegisterId, bool)>,
    /// What it does.
    pub operation: Operation,
    /// Its place in the CUDA source, as an index into the body's lines.
    pub line: Option<usize>,
}
