//! One test over fences, thread placements and memory spaces: the tables of the papers.
//!
//! A [`Grid`] says what varies. [`Sweep`] makes a program of each [`Point`] of it, or says why the
//! point makes no sense; [`run()`] asks the models.

mod grid;
mod partitions;
mod run;
mod values;
mod variant;

pub use grid::{Grid, GridError, LIMIT, Point};
pub use run::{Cell, Swept, run};
pub use values::{BadValue, FenceKind, Place, space_from_name};
pub use variant::Sweep;
