//! The controllers: states, events, and which transitions there are. Which of them a run can take was found by trying
//! everything that two compute units can do with two lines; a test does it again.

use crate::drf::coverage::{Cell, Controller};

/// The L1, in [`CONTROLLERS`].
pub const L1: usize = 0;
/// The L2, in [`CONTROLLERS`].
pub const L2: usize = 1;

/// States of a line in an L1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum One {
    /// Not there.
    I,
    /// There.
    V,
    /// Waiting for an atomic.
    A,
}

/// Events of an L1 (Ta et al., Table I).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OneEvent {
    /// A load.
    Load,
    /// A store.
    StoreThrough,
    /// An atomic.
    Atomic,
    /// Data, or an atomic's answer, from the L2.
    TccAck,
    /// A write is done.
    TccAckWb,
    /// An acquire invalidates all.
    Evict,
    /// Another line needs the place.
    Repl,
}

/// States of a line in the L2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Two {
    /// Not there.
    I,
    /// Waiting for data.
    Iv,
    /// There.
    V,
    /// Waiting for atomics.
    A,
}

/// Events of the L2 (Ta et al., Table II).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TwoEvent {
    /// An L1 reads.
    RdBlk,
    /// An L1 writes.
    WrVicBlk,
    /// An L1 has an atomic.
    Atomic,
    /// The last atomic of the line is done.
    AtomicD,
    /// An atomic is done, others are not.
    AtomicNd,
    /// Data from memory.
    Data,
    /// Another line needs the place.
    Repl,
    /// Another L2 wants the line.
    PrbInv,
    /// Memory has written.
    WbAck,
}

const R: Cell = Cell::Reachable;
const X: Cell = Cell::Unreachable;
const U: Cell = Cell::Undefined;

/// The controllers.
pub static CONTROLLERS: [Controller; 2] = [
    Controller {
        name: "L1",
        states: &["I", "V", "A"],
        events: &[
            "Load",
            "StoreThrough",
            "Atomic",
            "TCC_Ack",
            "TCC_AckWB",
            "Evict",
            "Repl",
        ],
        cells: &[
            &[R, R, R],
            &[R, R, R],
            &[R, R, R],
            &[R, R, R],
            &[R, R, R],
            &[R, R, R],
            &[U, R, U],
        ],
        paper: Some((93.8, 87.5)),
    },
    Controller {
        name: "L2",
        states: &["I", "IV", "V", "A"],
        events: &[
            "RdBlk", "WrVicBlk", "Atomic", "AtomicD", "AtomicND", "Data", "L2_Repl", "PrbInv",
            "WBAck",
        ],
        cells: &[
            &[R, R, R, R],
            &[R, R, R, R],
            &[R, R, R, R],
            &[U, U, U, R],
            &[U, U, U, R],
            &[U, R, U, X],
            &[X, R, R, R],
            &[X, X, X, X],
            &[R, R, R, R],
        ],
        paper: Some((100.0, 75.0)),
    },
];
