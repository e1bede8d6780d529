//! How old values are: how many writes are behind them.

use crate::kernel::interpret::state::Taint;

use super::walk::Past;

/// How many writes a value has behind it, each computed from the one before: no execution has more of these
/// than threads write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Age {
    /// In all cells.
    pub whole: u32,
    /// In this cell, one right from the other.
    pub own: u32,
}

impl Age {
    /// What is behind a value that comes from here or from there.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self {
            whole: self.whole.min(other.whole),
            own: self.own.min(other.own),
        }
    }
}

/// How old a value is that is computed from these reads and written to a cell.
#[must_use]
pub fn age(past: &Past, cell: usize, data: Taint) -> Age {
    let mut age = Age::default();
    for (bit, (of, read)) in &past.ages {
        if data >> bit & 1 == 1 {
            age.whole = age.whole.max(read.whole);
            if *of == cell {
                age.own = age.own.max(read.own);
            }
        }
    }
    Age {
        whole: age.whole + 1,
        own: age.own + 1,
    }
}
