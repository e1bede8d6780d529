//! Whole suites: many tests under many models, in parallel, compared with what is expected.
//!
//! [`paths`] says which files, [`run`](mod@run) answers them in parallel and hands the rows over in
//! the order of the files, whoever finished first. [`judge`] compares a row with [`expect`]ations and
//! with a [`baseline`]; [`journal`] keeps what is known on disk, [`merge`] puts the journals of
//! [`shard`]s together.
//!
//! `examples/verify_folder.rs` is a program that uses it.

pub mod ask;
pub mod baseline;
pub mod expect;
pub mod fingerprint;
pub mod isolate;
pub mod journal;
pub mod judge;
pub mod launch;
pub mod list;
pub mod merge;
pub mod observed;
pub mod order;
pub mod paths;
pub mod row;
pub mod run;
pub mod shard;
pub mod states;
pub mod summary;
pub mod tail;
mod texts;
pub mod verdict;
mod walk;
pub mod warned;
pub mod worker;

pub use ask::Asked;
pub use paths::Suite;
pub use row::Row;
pub use run::{Batch, Entry, run};
pub use summary::Summary;
