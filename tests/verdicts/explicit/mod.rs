//! The enumerator: by hand and on generated tests.

mod build;
mod generated;
mod programs;
