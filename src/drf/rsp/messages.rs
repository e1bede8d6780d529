//! What is on its way, and what can move.

/// A unit and a line.
pub type Port = (u32, u32);

/// A request of a unit to the L2, in the queue of its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// The line is read.
    Read(Read),
    /// Words are written back, with their places in the line.
    Write(Vec<(u32, u32)>),
}

/// A line that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Read {
    /// The load that it answers; none if an atomic needs the line.
    pub load: Option<Load>,
    /// How often the L1 was invalidated before.
    pub epoch: u32,
    /// Stores and write-backs of the unit to the line before.
    pub stamp: u32,
}

/// A load that waits for its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// The request's tag.
    pub tag: u32,
    /// The place of its word in the line.
    pub word: u32,
}

/// A message that is in no queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// Data of a line come to a unit.
    Fill(Port, Read, Vec<u32>),
    /// What a unit wrote back has arrived.
    Written(u32),
    /// A unit is to flush its L1 for a remote atomic.
    Flush(u32),
    /// A unit has flushed its L1 for the remote atomic.
    Flushed,
    /// An atomic is on its way to the L2.
    Atomic(Atomic),
    /// An atomic comes back with what it read.
    Done(Atomic, u32),
    /// A unit is to invalidate its L1, and to let atomics through again.
    Invalidate(u32),
}

/// An atomic that is performed at the L2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Atomic {
    /// The request's tag.
    pub tag: u32,
    /// Its unit.
    pub unit: u32,
    /// Its word.
    pub word: u32,
    /// What it does to caches.
    pub does: Does,
}

/// What an atomic at the L2 does to caches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// It acquires at device scope.
    Acquire,
    /// It releases at device scope.
    Release,
    /// It promotes what others did at block scope, and what they will do.
    Promote,
}

/// What is in a FIFO.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A line that was dirty when it was put in.
    Line(u32),
    /// A marker: of its own unit's release, or of a remote atomic.
    Marker(Option<Atomic>),
}

/// What can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mover {
    /// The first request of a unit to a line.
    Port(Port),
    /// The head of a unit's FIFO.
    Fifo(u32),
    /// A message, by its number.
    Message(u64),
}
