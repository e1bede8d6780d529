//! What stands in for Z3 in a build without it.

use super::solver::Sat;

/// There is none.
#[must_use]
pub fn solver(_: i32) -> Option<Box<dyn Sat>> {
    None
}

/// There is none.
#[must_use]
pub fn version() -> Option<String> {
    None
}

/// Runs something: there is no context.
pub fn in_fresh_context<T>(work: impl FnOnce() -> T) -> T {
    work()
}
