//! The smallest sub-test that still has the verdict: parts of a test are taken out as long as the
//! models say the same.

pub mod draft;
pub mod search;

pub use draft::{Draft, Removal, Size};
pub use search::{Found, Minimized, minimize};
