//! Whether values that runs leave are the same, where some are not known.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::kernel::interpret::state::{LOOSE, Taint, UNINITIALISED};

/// What nobody wrote or knows.
const UNKNOWN: Taint = LOOSE | UNINITIALISED;

/// How what a run leaves is held against bytes, some of which are not known.
#[derive(Clone, Copy)]
pub enum As<'u> {
    /// As bytes, whatever is known of them.
    Bytes,
    /// Known bytes as known ones; these are not.
    Known(&'u BTreeSet<u64>),
    /// What is not known may be anything, in the run or here.
    Maybe(&'u BTreeSet<u64>),
}

impl As<'_> {
    /// Whether a value with these flags may be what is at some addresses, where its bits are the same, or are not.
    pub fn agrees(self, same: bool, flags: Taint, bytes: &Range<u64>) -> bool {
        let known = flags & UNKNOWN == 0;
        let among = |unclear: &BTreeSet<u64>| unclear.range(bytes.clone()).next().is_some();
        match self {
            Self::Bytes => same,
            Self::Known(unclear) => same && (known || among(unclear)),
            Self::Maybe(unclear) => same || !known || among(unclear),
        }
    }
}
