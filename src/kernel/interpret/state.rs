//! A moment of a run.

use std::sync::Arc;

use crate::ptx::module::RegisterId;

use super::holes;

/// What is to be said of where a value comes from: flags, and a bit for each read of which somebody keeps
/// account.
pub type Taint = u64;

/// A byte or value that nobody wrote went into it.
pub const UNINITIALISED: Taint = 1;
/// A value that is not known went into it.
pub const LOOSE: Taint = 2;

/// A value that other threads may change went into it.
pub const CONTENDED: Taint = 4;

/// It would be another if a byte that nobody wrote were: unlike [`UNINITIALISED`] not where that byte does not matter, as in
/// a conjunction with what is false.
pub const FREE: Taint = 8;
/// The taint of a byte that nobody wrote.
pub const UNWRITTEN: Taint = UNINITIALISED | FREE;

/// Which bytes of a value are ones that nobody wrote, the lowest first, where it is [`UNINITIALISED`]; none for all of them.
/// Of a byte in memory nothing is said so.
pub const HOLES: Taint = 0xFF << 4;

/// What is kept of a taint in memory that threads share.
pub const KEPT: Taint = UNWRITTEN | HOLES | LOOSE;

/// The bits of reads.
pub const READS: Taint = !0xFFF;
/// The one of all reads of bytes that others were not seen to write, and that they could.
pub const UNSEEN: Taint = 1 << 63;

/// A bit pattern, and what is to be said of where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Value {
    /// The pattern.
    pub bits: u64,
    /// Flags, and bits of reads.
    pub taint: Taint,
}

impl Value {
    /// A value that is known.
    #[must_use]
    pub const fn known(bits: u64) -> Self {
        Self { bits, taint: 0 }
    }
}

/// Bytes with what is to be said of each.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Bytes {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The taint of each.
    pub taint: Vec<Taint>,
}

impl Bytes {
    /// So many bytes that nobody wrote.
    #[must_use]
    pub fn unknown(length: usize) -> Self {
        Self {
            bytes: vec![0; length],
            taint: vec![UNWRITTEN; length],
        }
    }

    /// Up to eight bytes from an offset, the lowest first.
    #[must_use]
    pub fn read(&self, offset: usize, length: usize) -> Option<Value> {
        let end = offset.checked_add(length)?;
        let bytes = self.bytes.get(offset..end)?;
        let mut pattern = [0; 8];
        pattern.get_mut(..length)?.copy_from_slice(bytes);
        let taints = self.taint.get(offset..end)?;
        let taint = taints.iter().fold(0, |all, one| all | one);
        let mut unwritten = 0;
        for (byte, taint) in taints.iter().enumerate() {
            if taint & UNINITIALISED != 0 {
                unwritten |= 0xFF << (8 * byte);
            }
        }
        let width = u16::try_from(8 * length).unwrap_or(64);
        Some(Value {
            bits: u64::from_le_bytes(pattern),
            taint: holes::with(taint, unwritten, width),
        })
    }

    /// Writes up to eight bytes, and says whether that changed them or what is said of them; nothing where they are not
    /// all there.
    #[must_use]
    pub fn write(&mut self, offset: usize, length: usize, value: Value) -> Option<bool> {
        let end = offset.checked_add(length)?;
        let pattern = value.bits.to_le_bytes();
        let (old, new) = (self.bytes.get_mut(offset..end)?, pattern.get(..length)?);
        let taint = self.taint.get_mut(offset..end)?;
        let mut changes = *old != *new;
        old.copy_from_slice(new);
        for (byte, taint) in taint.iter_mut().enumerate() {
            let new = holes::of_byte(value.taint, byte);
            changes |= std::mem::replace(taint, new) != new;
        }
        Some(changes)
    }
}

/// A function that is being run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Which, as an index into the module's functions.
    pub function: usize,
    /// The next instruction.
    pub at: usize,
    /// Registers.
    pub registers: Vec<Value>,
    /// What it was given, by parameter.
    pub arguments: Vec<Bytes>,
    /// What it gives back, by result.
    pub results: Vec<Bytes>,
    /// Its `.param` variables, by variable; empty for others.
    pub params: Vec<Bytes>,
    /// Where its local variables begin in the thread's local memory.
    pub local: usize,
}

/// What a thread is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It can go on.
    Ready,
    /// It waits at a barrier of its block.
    Barrier {
        /// Which.
        id: u64,
        /// How many must come; all, where it is not said.
        count: Option<u64>,
        /// What it says, where that is asked.
        says: bool,
    },
    /// It waits for the lanes of a mask.
    Collective {
        /// Which lanes.
        mask: u64,
    },
    /// It is at an `activemask`: lanes that come there before it goes on may be active together with it.
    Gathering,
    /// It repeats what it did, for ever, unless memory changes that nobody changes.
    Spinning,
    /// It does so much in one go that it is not followed any further: others may still go on.
    Parked,
    /// It has ended.
    Exited,
}

/// A thread at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Thread {
    /// What it is doing.
    pub status: Status,
    /// Functions that are being run, the innermost last.
    pub frames: Vec<Frame>,
    /// Local memory.
    pub local: Bytes,
}

impl Thread {
    /// The innermost function.
    #[must_use]
    pub fn frame(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// A register of the innermost function.
    #[must_use]
    pub fn register(&self, RegisterId(at): RegisterId) -> Value {
        let value = self.frames.last().and_then(|frame| frame.registers.get(at));
        value.copied().unwrap_or_default()
    }
}

/// A moment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    /// The threads.
    pub threads: Vec<Arc<Thread>>,
    /// Memory, by region.
    pub memory: Vec<Arc<Bytes>>,
    /// Arrivals at barriers that did not wait, as (block, barrier, how many).
    pub arrived: Vec<(usize, u64, u64)>,
    /// A thread trapped, or did what stops a launch.
    pub over: bool,
}
