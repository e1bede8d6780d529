//! The controller of a cache: states, events, and which transitions there are.

use crate::drf::coverage::{Cell, Controller};

/// States of a line in a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Not there.
    Invalid,
    /// There, perhaps elsewhere, too, and as in memory.
    Shared,
    /// Only there, and newer than in memory.
    Modified,
}

/// Events of a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Its unit loads.
    Load,
    /// Its unit stores.
    Store,
    /// Its unit reads and writes at once.
    Atomic,
    /// Another unit reads the line.
    BusRd,
    /// Another unit will write the line.
    BusRdX,
    /// Another line needs the place.
    Repl,
}

const R: Cell = Cell::Reachable;
const U: Cell = Cell::Undefined;

/// The controllers.
pub static CONTROLLERS: [Controller; 1] = [Controller {
    name: "cache",
    states: &["I", "S", "M"],
    events: &["Load", "Store", "Atomic", "BusRd", "BusRdX", "Repl"],
    cells: &[
        &[R, R, R],
        &[R, R, R],
        &[R, R, R],
        &[U, R, R],
        &[U, R, R],
        &[U, R, R],
    ],
    paper: None,
}];
