//! How old values are: how many writes are behind them.

use crate::kernel::interpret::state::Taint;

use super::cells::Age;
use super::walk::Past;

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
