//! The widths of a table's columns: what has changed is padded so that the separator behind it stays
//! in its column; where it has become too wide for that, the column is widened in all rows that were
//! aligned.

use std::collections::BTreeMap;

use super::cell::{Written, width};
use super::table::{Inserted, Writer};

impl Writer<'_> {
    /// Pads the cells that have changed, and widens columns that have become too narrow.
    pub fn align(&self, grid: &mut [Vec<Written>], inserted: &Inserted) {
        for column in 0..self.test.threads.len() {
            let common = self.common_width(grid, column);
            let mut needed = common;
            for (row, cells) in grid.iter().enumerate() {
                let Some(cell) = cells.get(column) else {
                    continue;
                };
                if !self.is_aligned(row, cell, common) {
                    continue;
                }
                if cell.changed {
                    needed = needed.max(width(&cell.tight()));
                }
                let new = [&inserted.before, &inserted.after];
                let new = new
                    .into_iter()
                    .filter_map(|added| added.get(&row))
                    .flatten();
                for text in new.filter_map(|row| row.get(&column)) {
                    needed = needed.max(cell.indent() + width(text) + 1);
                }
            }
            for (row, cells) in grid.iter_mut().enumerate() {
                let Some(cell) = cells.get_mut(column) else {
                    continue;
                };
                if self.is_aligned(row, cell, common) && needed > common {
                    cell.changed = true;
                    cell.width = needed;
                }
            }
        }
    }

    /// The width that most cells of a column have.
    fn common_width(&self, grid: &[Vec<Written>], column: usize) -> usize {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (row, cells) in grid.iter().enumerate() {
            if let Some(cell) = cells.get(column).filter(|cell| cell.single)
                && self.own_line(row)
            {
                *counts.entry(cell.width).or_default() += 1;
            }
        }
        let most = counts
            .iter()
            .max_by_key(|(width, count)| (**count, **width));
        most.map_or(0, |(width, _)| *width)
    }

    fn is_aligned(&self, row: usize, cell: &Written, common: usize) -> bool {
        cell.single && cell.width == common && self.own_line(row)
    }
}
