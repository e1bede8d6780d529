//! A second opinion without a solver: enumerates the candidate executions of a test and judges
//! each by the models, written out in plain Rust.
//!
//! It exists to be compared with the symbolic verifier, so it shares nothing with it but the
//! resolved [`Program`](crate::program::Program): paths, relations and axioms are its own. A test
//! (`tests/house/architecture/apart.rs`) keeps it so.
//!
//! The stages, each a file: [`paths`] runs one thread on concrete values, its loops cut by
//! [`loops`]; [`domains`] finds which values a location can hold; [`enumerate`] joins one path of
//! each thread with every reads-from and coherence order; [`models`] says which of these
//! executions a model allows ([`ptx`] for the PTX models, [`hrf`] for the HRF models and their
//! races); [`check`](mod@check) counts them into an [`Answer`].

mod accesses;
pub mod answer;
pub mod check;
pub mod domains;
pub mod enumerate;
pub mod event;
pub mod graph;
pub mod hrf;
mod hrf_scopes;
pub mod limits;
pub mod loops;
pub mod matrix;
pub mod models;
pub mod orders;
pub mod paths;
pub mod ptx;
pub mod ptx_graph;
mod state;
pub mod states;
pub mod support;
pub mod switches;
pub mod waiting;

pub use answer::{Answer, Findings, Quantity, Verdict, Witness};
pub use check::check;
pub use event::Event;
pub use limits::Limits;
pub use models::Model;
pub use support::Unsupported;
pub use switches::{Switch, Switches};
