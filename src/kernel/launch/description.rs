//! A launch description as data; names of kernels and variables are not resolved yet.

use crate::ptx::types::Type;
use crate::syntax::span::{SourceFile, Span, Spanned};

use super::{Expectation, Property};

/// What can be asked of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// Do two accesses race?
    Races,
    /// Is each outcome one of sequential consistency?
    Robust,
    /// Does some thread trap?
    Asserts,
    /// Does a barrier block for ever, or do threads come to different ones?
    Barriers,
    /// Does an access miss its buffer, or read what nobody wrote?
    Memory,
    /// Do the stated properties hold?
    Property,
}

impl Check {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 6] = [
        Self::Races,
        Self::Robust,
        Self::Asserts,
        Self::Barriers,
        Self::Memory,
        Self::Property,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Races => "races",
            Self::Robust => "robust",
            Self::Asserts => "asserts",
            Self::Barriers => "barriers",
            Self::Memory => "memory",
            Self::Property => "property",
        }
    }

    /// The check of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|check| check.name() == name)
    }
}

/// A launch description.
#[derive(Debug, Clone)]
pub struct Description {
    /// Its text.
    pub source: SourceFile,
    /// The module's path, relative to the description.
    pub ptx: Spanned<String>,
    /// The buffers whose contents are compared; every buffer that is written, where there are none.
    pub outputs: Vec<Spanned<String>>,
    /// What is asked; everything, where nothing is named.
    pub checks: Vec<Check>,
    /// Clocks yield any value.
    pub clock_any: bool,
    /// A vector is one operation, and not one for each element.
    pub vectors_whole: bool,
    /// The launches.
    pub launches: Vec<LaunchText>,
    /// The buffers, by name.
    pub buffers: Vec<Buffer>,
    /// Initial values of the module's variables.
    pub symbols: Vec<SymbolInit>,
    /// Properties.
    pub properties: Vec<Property>,
    /// What should come out.
    pub expect: Vec<Expectation>,
}

impl Description {
    /// The checks that are asked: those that are named, or all; of properties, only where there are some.
    #[must_use]
    pub fn asked(&self) -> Vec<Check> {
        let named = |check: &Check| self.checks.is_empty() || self.checks.contains(check);
        let stated = |check: &Check| *check != Check::Property || !self.properties.is_empty();
        let all = Check::ALL.into_iter();
        all.filter(named).filter(stated).collect()
    }
}

/// One launch.
#[derive(Debug, Clone)]
pub struct LaunchText {
    /// Its place.
    pub span: Span,
    /// The kernel's name or a part of it.
    pub entry: Spanned<String>,
    /// Blocks.
    pub grid: Spanned<[u64; 3]>,
    /// Threads of a block.
    pub block: Spanned<[u64; 3]>,
    /// Arguments.
    pub args: Spanned<Vec<Spanned<Argument>>>,
    /// The device it runs on.
    pub device: u32,
    /// Bytes of shared memory beyond what the kernel declares.
    pub shared: u64,
    /// What each byte of shared memory holds at the start; unknown where it is not said.
    pub shared_init: Option<u8>,
    /// Launched cooperatively.
    pub cooperative: bool,
    /// Launches that end before this one begins.
    pub after: Vec<Spanned<usize>>,
}

/// An argument of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// A number or an address.
    Value(Number),
    /// Parts of a structure.
    Parts(Vec<Part>),
}

/// A value at an offset.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Bytes from the start.
    pub offset: u64,
    /// Its type; that of the whole or an address where it is not said.
    pub ty: Option<Type>,
    /// The value.
    pub value: Number,
    /// Where it is written.
    pub span: Span,
}

/// A number or an address.
#[derive(Debug, Clone, PartialEq)]
pub enum Number {
    /// An integer.
    Integer(i128),
    /// A float.
    Float(f64),
    /// The address of a buffer or of a variable of the module.
    Address {
        /// Its name.
        name: String,
        /// Bytes added.
        offset: i64,
    },
}

/// A buffer.
#[derive(Debug, Clone)]
pub struct Buffer {
    /// Its name.
    pub name: Spanned<String>,
    /// The type of an element.
    pub ty: Type,
    /// Its size.
    pub bytes: u64,
    /// Nobody knows what it holds.
    pub any: bool,
    /// What it holds; zeros elsewhere.
    pub parts: Vec<Part>,
}

/// The initial value of a variable of the module.
#[derive(Debug, Clone)]
pub struct SymbolInit {
    /// Its name.
    pub name: Spanned<String>,
    /// The elements from the first on; none for `"any"`.
    pub values: Option<Vec<Spanned<Number>>>,
}
