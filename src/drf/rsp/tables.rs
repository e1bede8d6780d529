//! The controllers: states, events, and which transitions there are.

use crate::drf::coverage::{Cell, Controller};

/// The L1, in [`CONTROLLERS`].
pub const L1: usize = 0;
/// The FIFO of an L1, and whether it lets atomics through, in [`CONTROLLERS`].
pub const FIFO: usize = 1;

/// States of a line in an L1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum One {
    /// Not there.
    I,
    /// Some of it is there.
    V,
    /// Some of it is dirty.
    D,
}

/// Events of an L1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OneEvent {
    /// A load.
    Load,
    /// A store.
    Store,
    /// An atomic of block scope.
    Atomic,
    /// Data from the L2.
    Fill,
    /// The line is at the head of the FIFO.
    WriteBack,
    /// All that is not dirty is invalidated.
    Inval,
    /// Another line needs the place.
    Repl,
}

/// States of a FIFO.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// Acquires, releases and atomics go through.
    Open,
    /// They do not, since a remote atomic's marker came.
    Stalled,
}

/// Events of a FIFO.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GateEvent {
    /// An acquire, release or atomic of the unit.
    Atomic,
    /// A store of the unit.
    Store,
    /// A marker is put in.
    Marker,
    /// A marker is at the head, and all before it is written back.
    Flushed,
    /// The L1 is invalidated.
    Inval,
}

const R: Cell = Cell::Reachable;
const U: Cell = Cell::Undefined;

/// The controllers.
pub static CONTROLLERS: [Controller; 2] = [
    Controller {
        name: "L1",
        states: &["I", "V", "D"],
        events: &[
            "Load",
            "Store",
            "Atomic",
            "Fill",
            "WriteBack",
            "Inval",
            "Repl",
        ],
        cells: &[
            &[R, R, R],
            &[R, R, R],
            &[R, R, R],
            &[R, R, R],
            &[R, R, R],
            &[U, R, R],
            &[U, R, R],
        ],
        paper: None,
    },
    Controller {
        name: "FIFO",
        states: &["open", "stalled"],
        events: &["Atomic", "Store", "Marker", "Flushed", "Inval"],
        // A marker closes it, or comes from its own unit's release, which waits where it is closed.
        cells: &[&[R, R], &[R, R], &[R, U], &[R, R], &[R, R]],
        paper: None,
    },
];
