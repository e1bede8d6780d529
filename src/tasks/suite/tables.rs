//! The tables of the papers with our answers beside theirs.

use serde::Serialize;

use crate::view::answer::Quantity;

use super::papers::{Row, TABLES, Table};
use super::run::Run;

/// A table with our answers.
#[derive(Debug, Serialize)]
pub struct Compared {
    /// Its number in the paper.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Where it is.
    pub source: &'static str,
    /// The table as it is in the paper.
    #[serde(skip)]
    pub table: &'static Table,
    /// Those of its rows whose tests were all run.
    pub rows: Vec<ComparedRow>,
}

/// A row with our answers.
#[derive(Debug, Serialize)]
pub struct ComparedRow {
    /// What stands in the first columns.
    pub keys: &'static [&'static str],
    /// Our tests for it.
    pub tests: &'static [&'static str],
    /// A cell for each model.
    pub cells: Vec<Cell>,
    /// In how many of 100,000 runs each device showed the outcome.
    pub observed: &'static [u32],
    /// Every cell is as in the paper, and no device showed what our model forbids.
    pub agrees: bool,
}

/// What the paper and we say for a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The model, by our name.
    pub model: &'static str,
    /// What the paper says, if it says anything.
    pub paper: Option<&'static str>,
    /// What we say; several words if our tests for the row do not agree, or have no answer.
    pub ours: Vec<&'static str>,
    /// Whether the two are the same; nothing where the paper says nothing.
    pub equal: Option<bool>,
}

impl Compared {
    /// Whether all rows agree.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.rows.iter().all(|row| row.agrees)
    }
}

/// The tables of the papers beside what was found; tables none of whose rows were run are left out.
#[must_use]
pub fn compare(run: &Run) -> Vec<Compared> {
    let tables = TABLES.iter().map(|table| Compared {
        name: table.name,
        title: table.title,
        source: table.source,
        table,
        rows: table
            .rows
            .iter()
            .filter_map(|row| compare_row(table, row, run))
            .collect(),
    });
    tables.filter(|table| !table.rows.is_empty()).collect()
}

fn compare_row(table: &'static Table, row: &'static Row, run: &Run) -> Option<ComparedRow> {
    let mut cells = Vec::new();
    for ((_, model), paper) in table.models.iter().zip(row.marks) {
        let paper = paper.map(Quantity::name);
        let mut ours = Vec::new();
        for test in row.tests {
            let found = run.find(test, model)?;
            // What has no answer is no mark of the paper's, so the row does not agree.
            let mark = found.quantity.map_or(found.verdict.name(), Quantity::name);
            if !ours.contains(&mark) {
                ours.push(mark);
            }
        }
        cells.push(Cell {
            model,
            paper,
            equal: paper.map(|paper| ours == [paper]),
            ours,
        });
    }
    let shown = row.observed.iter().any(|count| *count > 0);
    let never = Quantity::Never.name();
    let forbidden = shown && cells.iter().any(|cell| cell.ours.contains(&never));
    let answered = |cell: &Cell| {
        let words = [Quantity::Always, Quantity::Sometimes, Quantity::Never].map(Quantity::name);
        cell.ours.iter().all(|word| words.contains(word))
    };
    let agrees = !forbidden
        && cells
            .iter()
            .all(|cell| cell.equal.unwrap_or_else(|| answered(cell)));
    Some(ComparedRow {
        keys: row.keys,
        tests: row.tests,
        cells,
        observed: row.observed,
        agrees,
    })
}
