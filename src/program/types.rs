//! What a test means before any model: threads, placement, locations.

use std::fmt;

use super::condition::{Condition, Term};
use super::instruction::Instruction;

use crate::syntax::ast::{Expectation, Proxy, Quantifier, Space};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span, Spanned};

/// Index of a thread in [`Program::threads`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub usize);

/// Index of a location in [`Program::locations`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocationId(pub usize);

/// Index of a register in [`Thread::registers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterId(pub usize);

/// A test with every name resolved.
#[derive(Debug, Clone)]
pub struct Program {
    /// The text it was read from; every span below points into it.
    pub source: SourceFile,
    /// The test's name.
    pub name: String,
    /// The description, trimmed.
    pub description: String,
    /// The threads, in the order of the columns.
    pub threads: Vec<Thread>,
    /// The locations: declared ones first, in order, then those only used; a `.shared` name once
    /// for each block that has it.
    pub locations: Vec<Location>,
    /// Locations that are declared, and that nothing can reach: they take no part.
    pub unused: Vec<Unused>,
    /// What has a meaning, and perhaps not the one that was meant.
    pub warnings: Vec<Diagnostic>,
    /// Executions that do not satisfy it do not count.
    pub filter: Option<Condition>,
    /// What the test states.
    pub quantifier: Quantifier,
    /// The condition.
    pub condition: Condition,
    /// `// expect` comments.
    pub expectations: Vec<Spanned<Expectation>>,
}

/// Where a thread runs. Two threads share a warp, block or device when the numbers agree at that
/// level and all wider ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// Device.
    pub gpu: u32,
    /// Block (CTA) within the device.
    pub cta: u32,
    /// Warp within the block; threads without one get a number of their own.
    pub warp: Warp,
}

/// A warp: written, or a thread's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Warp {
    /// `warp N`.
    Numbered(u32),
    /// None was written: the thread is alone in it.
    Own(ThreadId),
}

impl Placement {
    /// Whether both run on one device.
    #[must_use]
    pub fn same_gpu(&self, other: &Self) -> bool {
        self.gpu == other.gpu
    }

    /// Whether both run in one block.
    #[must_use]
    pub fn same_cta(&self, other: &Self) -> bool {
        self.same_gpu(other) && self.cta == other.cta
    }

    /// Whether both run in one warp.
    #[must_use]
    pub fn same_warp(&self, other: &Self) -> bool {
        self.same_cta(other) && self.warp == other.warp
    }
}

/// A thread.
#[derive(Debug, Clone)]
pub struct Thread {
    /// The number after `P` in the header; need not be the index.
    pub number: u32,
    /// Where it runs.
    pub placement: Placement,
    /// Its registers.
    pub registers: Vec<Register>,
    /// Its instructions. Branch targets are indices; the length is the end of the thread.
    pub code: Vec<Instruction>,
    /// The place of its header cell.
    pub span: Span,
}

/// A register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Register {
    /// Its name, without `%`.
    pub name: String,
    /// What it holds at the start; addresses are already numbers ([`address_of`]).
    pub initial: i64,
}

/// A location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// Its memory space.
    pub space: Space,
    /// For `.shared`: the block it belongs to, as (gpu, cta).
    pub block: Option<(u32, u32)>,
    /// The initial value.
    pub initial: i64,
    /// The location whose memory this is: itself, unless it is an alias.
    pub physical: LocationId,
    /// The location whose virtual address this has: itself, unless it is an alias for another proxy
    /// than the generic one, which is the same address seen through that proxy.
    pub address: LocationId,
    /// The proxy an alias was declared for.
    pub proxy: Option<Proxy>,
    /// Where it is declared, or first used.
    pub span: Span,
}

/// A location that nothing names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unused {
    /// Its name.
    pub name: String,
    /// Its memory space.
    pub space: Space,
    /// The initial value.
    pub initial: i64,
    /// Where it is declared.
    pub span: Span,
}

/// The number that stands for the address of a location in a register.
#[must_use]
pub const fn address_of(location: LocationId) -> i64 {
    ADDRESS_BASE + (location.0.cast_signed() as i64) * ADDRESS_STRIDE
}

/// The location an address stands for, if it is one of `count`.
#[must_use]
pub fn location_at(address: i64, count: usize) -> Option<LocationId> {
    let offset = address.checked_sub(ADDRESS_BASE)?;
    let index = usize::try_from(offset / ADDRESS_STRIDE).ok()?;
    (offset >= 0 && offset % ADDRESS_STRIDE == 0 && index < count).then_some(LocationId(index))
}

// Far from the small numbers that tests use, and positive in 32 bits.
const ADDRESS_BASE: i64 = 0x4000_0000;
const ADDRESS_STRIDE: i64 = 0x100;

impl Program {
    /// A thread by its index.
    #[must_use]
    pub fn thread(&self, id: ThreadId) -> &Thread {
        &self.threads[id.0]
    }

    /// A location by its index.
    #[must_use]
    pub fn location(&self, id: LocationId) -> &Location {
        &self.locations[id.0]
    }

    /// Whether two names are one virtual address.
    #[must_use]
    pub fn same_address(&self, a: LocationId, b: LocationId) -> bool {
        self.location(a).address == self.location(b).address
    }

    /// Whether two names share their memory.
    #[must_use]
    pub fn same_memory(&self, a: LocationId, b: LocationId) -> bool {
        self.location(a).physical == self.location(b).physical
    }

    /// Whether the condition or the filter speaks of the final value of a memory.
    #[must_use]
    pub fn asks_at_end(&self, memory: LocationId) -> bool {
        let here = |term: Term| match term {
            Term::Location(location) => self.same_memory(location, memory),
            Term::Constant(_) | Term::Register(..) => false,
        };
        let mut conditions = self.filter.iter().chain([&self.condition]);
        conditions.any(|condition| condition.mentions(&here))
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", self.0)
    }
}
