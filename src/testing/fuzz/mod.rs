//! What must hold of any bytes: the bodies of the fuzz targets in `fuzz/`, apart from them so that tests
//! run them too.
//!
//! Each takes bytes and says how many things it compared with each other, 0 where the bytes are merely
//! refused as they should be; or what is wrong.
//!
//! ```
//! use gpu_litmus::testing::fuzz;
//!
//! assert_eq!(fuzz::litmus(b"PTX"), Ok(0));
//! ```

mod bodies;
mod cat;
mod engines;
mod journal;
mod litmus;
mod ptx;
mod report;

pub use bodies::{BODIES, Body, Checked};
pub use cat::cat;
pub use engines::{Answer, Differs, agree, engines};
pub use journal::journal;
pub use litmus::litmus;
pub use ptx::ptx;
pub use report::report;
