//! Numbers of things on the command line.

use std::num::NonZeroUsize;

/// A number of things, at least one.
///
/// # Errors
///
/// It is no whole number, or none at all.
pub fn count(text: &str) -> Result<NonZeroUsize, String> {
    let number: usize = text.parse().map_err(|_| "a number from 1 on".to_owned())?;
    NonZeroUsize::new(number).ok_or_else(|| "it must be at least 1".to_owned())
}
