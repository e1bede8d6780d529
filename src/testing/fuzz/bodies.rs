//! All bodies by name.

use super::{cat, engines, journal, litmus, ptx};

/// How many things were compared, or what is wrong.
pub type Checked = Result<usize, String>;

/// What a target does to its bytes.
pub type Body = fn(&[u8]) -> Checked;

/// A body by the name of its target.
pub const BODIES: [(&str, Body); 5] = [
    ("cat", cat),
    ("engines", engines),
    ("journal", journal),
    ("litmus", litmus),
    ("ptx", ptx),
];
