//! Many models on all programs up to a size: which allows at most what another allows, and for every other pair the smallest
//! test that says why not.

mod order;
mod report;
mod search;

pub use order::Order;
pub use report::{Apart, Diagram, LeftOut, Test};
pub use search::{Progress, Request, search};
