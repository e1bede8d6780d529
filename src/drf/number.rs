//! Numbers that are known to be small.

/// A number of threads, words, lines or messages as 32 bits: [`super::config::Config::check`] keeps them below 2^30.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    reason = "configurations are checked to stay below 2^30"
)]
pub const fn small(number: usize) -> u32 {
    number as u32
}
