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

mod cat;
mod engines;
mod journal;
mod litmus;
mod report;

pub use cat::cat;
pub use engines::{Answer, Differs, agree, engines};
pub use journal::journal;
pub use litmus::litmus;
pub use report::report;

/// How many things were compared, or what is wrong.
pub type Checked = Result<usize, String>;

/// A body by the name of its target.
pub const BODIES: [(&str, fn(&[u8]) -> Checked); 4] = [
    ("cat", cat),
    ("engines", engines),
    ("journal", journal),
    ("litmus", litmus),
];
