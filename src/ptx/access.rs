//! How memory is accessed.

use super::types::{Space, Type};

/// How strong an access is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// Nothing is promised.
    Weak,
    /// `.volatile`: relaxed, of the system's scope.
    Volatile,
    /// Strong.
    Relaxed,
    /// Strong, and acquires.
    Acquire,
    /// Strong, and releases.
    Release,
    /// Both.
    AcquireRelease,
}

/// Whose accesses a strong access or fence reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// A block; also a cluster, where there is none.
    Block,
    /// A device.
    Device,
    /// Everything.
    System,
}

/// A memory access of one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Access {
    /// The space that is named.
    pub space: Space,
    /// How strong.
    pub order: Order,
    /// How far, of a strong access.
    pub scope: Scope,
    /// `ld.global.nc`: by a path that is not kept coherent.
    pub non_coherent: bool,
    /// The type of an element.
    pub ty: Type,
}
