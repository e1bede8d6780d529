//! What stands in for Z3 in a build without it.

use crate::stop::{Open, Stop};

use super::solver::Sat;

/// There is none.
#[must_use]
pub fn solver(_: i32) -> Option<Box<dyn Sat>> {
    None
}

/// Nobody to ask.
///
/// # Errors
///
/// Always.
pub fn refutes<'a>(_: impl Iterator<Item = &'a [i32]>, _: &Stop) -> Result<bool, Open> {
    Err(Open::Missing("this build has no Z3".to_owned()))
}

/// There is none.
#[must_use]
pub fn version() -> Option<String> {
    None
}

/// Runs something: there is no context.
pub fn in_fresh_context<T>(work: impl Fn() -> T) -> T {
    work()
}
