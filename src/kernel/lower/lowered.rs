//! A launch as guarded events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::axiomatic::demand::{Lasting, Pair};
use crate::kernel::interpret::state::Taint;
use crate::program::Program;
use crate::program::events::Unrolled;

use super::cells::{Cell, Knowledge};
use super::graph::Note;
use super::numbers::Numbers;

/// What an event is in the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// The thread.
    pub thread: usize,
    /// The function and the instruction.
    pub place: (usize, usize),
    /// The cell, of an access.
    pub cell: Option<usize>,
    /// The bytes of the operation, of an access.
    pub of: Option<Cell>,
}

/// The register of a thread that says how it ended.
pub const END: usize = 0;

/// The register of a thread that says what it alone wrote to outputs.
pub const OWN: usize = 1;

/// A launch as guarded events.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// Which executions are looked at.
    pub look: Look,
    /// Threads, locations and their initial values; it has no code.
    pub program: Program,
    /// The events.
    pub unrolled: Arc<Unrolled>,
    /// What is known of memory.
    pub know: Knowledge,
    /// What each event is; nothing for initial values.
    pub told: Vec<Option<Told>>,
    /// What cells hold, as numbers.
    pub numbers: Numbers,
    /// For each thread the bytes of outputs that it alone writes, as (output, offset).
    pub own: Vec<Vec<(usize, usize)>>,
    /// For each thread what these can be at its end; the number in [`OWN`] is one more than the place here.
    pub finals: Vec<Vec<Vec<(u8, Taint)>>>,
    /// What threads do wrong, and what cannot be told: the registers that say so, as (thread, register).
    pub notes: BTreeMap<Note, Vec<(usize, usize)>>,
    /// Who comes to which barrier: the register that says so.
    pub came: BTreeMap<Came, usize>,
    /// The instructions, as (function, index), at which a thread may wait for ever at the round of a meeting with this
    /// number.
    pub halts: BTreeMap<(usize, i64), BTreeSet<(usize, usize)>>,
    /// Laps that a thread may stay in.
    pub spun: Vec<Spun>,
    /// Laps that threads do together and may stay in.
    pub joint: Vec<Joint>,
    /// Operations of several cells that are of the same bytes, two by two.
    pub whole: Vec<Pair>,
}

/// A lap that a thread may stay in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spun {
    /// The thread.
    pub thread: usize,
    /// The register that says that it does.
    pub stays: usize,
    /// Where the lap begins, as (function, index).
    pub place: Option<(usize, usize)>,
    /// What it reads on the way; nothing where that is not known.
    pub reads: Option<Vec<Lasting>>,
}

/// A lap that threads do together, from one round of a meeting to a later one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joint {
    /// The thread and its register that says that they are where they were.
    pub says: (usize, usize),
    /// Those who meet.
    pub threads: Vec<usize>,
    /// The number of the later round.
    pub name: i64,
    /// What they read on the way.
    pub reads: Vec<Lasting>,
}

/// Which executions are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// How often a circle is followed that is no lap.
    pub bound: usize,
    /// How many laps that change nothing a thread takes.
    pub idle: usize,
    /// Also those in which threads stay in such laps, or wait at barriers.
    pub stuck: bool,
    /// Also those in which reads are missing ([`super::skips`]).
    pub skips: bool,
}

/// Where a thread comes to a barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Came {
    /// The thread.
    pub thread: usize,
    /// The number of the barrier's round.
    pub name: i64,
    /// The instruction; none for waiting there, and not going on.
    pub place: Option<(usize, usize)>,
    /// All threads of a warp come to one instruction.
    pub aligned: bool,
    /// It does not go on before the others have come.
    pub waits: bool,
}
