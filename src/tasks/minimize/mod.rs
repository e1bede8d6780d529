//! The smallest sub-test that still has the verdict: parts of a test are taken out as long as the
//! models say the same.

pub mod draft;
pub mod keep;
pub mod search;

pub use draft::{Draft, Removal, Size};
pub use keep::{KeepError, Keeping};
pub use search::{Found, Minimized, minimize, minimize_keeping};
