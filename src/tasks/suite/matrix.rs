//! All tests of the Utah papers over fences, placements and memory spaces.

use serde::Serialize;

use crate::view::answer::Verdict;

use super::run::Run;

/// The models, in the order of the letters of a cell.
pub const MODELS: [&str; 3] = ["ugpu-weak", "ugpu-coherent", "ugpu-strong"];

/// The fences.
const FENCES: [&str; 3] = ["none", "tfb", "tf"];

/// The placements with the memory spaces that make sense in them.
const PLACES: [(&str, &str); 3] = [
    ("intra", "shared"),
    ("intra", "global"),
    ("inter", "global"),
];

/// The shapes of tests, by the names of their files.
const SHAPES: [&str; 9] = [
    "classical-coherence",
    "weak-coherence",
    "iriw",
    "visibility",
    "mp",
    "corr",
    "sb",
    "lb",
    "cas-lock",
];

/// Rows of tests, columns of fence, placement and memory space.
#[derive(Debug, Serialize)]
pub struct Matrix {
    /// The models, in the order of the letters.
    pub models: [&'static str; 3],
    /// What the columns stand for: fence, placement, memory space.
    pub columns: Vec<[&'static str; 3]>,
    /// The tests.
    pub rows: Vec<MatrixRow>,
}

/// A test over the columns.
#[derive(Debug, Serialize)]
pub struct MatrixRow {
    /// The first part of the names of its files.
    pub test: &'static str,
    /// A letter for each model, `R` reachable, `u` unreachable, `?` no answer; nothing where there
    /// is no such test.
    pub cells: Vec<Option<String>>,
}

/// The matrix of what was run; nothing if no cell was.
#[must_use]
pub fn matrix(run: &Run) -> Option<Matrix> {
    let mut columns = Vec::new();
    for fence in FENCES {
        for (place, space) in PLACES {
            columns.push([fence, place, space]);
        }
    }
    let rows = SHAPES.iter().map(|test| MatrixRow {
        test,
        cells: columns
            .iter()
            .map(|column| cell(run, test, column))
            .collect(),
    });
    let rows: Vec<MatrixRow> = rows
        .filter(|row| row.cells.iter().any(Option::is_some))
        .collect();
    (!rows.is_empty()).then_some(Matrix {
        models: MODELS,
        columns,
        rows,
    })
}

fn cell(run: &Run, shape: &str, [fence, place, space]: &[&str; 3]) -> Option<String> {
    let test = format!("ugpu/{shape}-{fence}-{place}-{space}");
    let letter = |model: &&str| {
        let found = run.find(&test, model)?;
        Some(match found.verdict {
            Verdict::Reachable => 'R',
            Verdict::Unreachable => 'u',
            Verdict::Racy | Verdict::Unknown | Verdict::Unsupported => '?',
        })
    };
    MODELS.iter().map(letter).collect()
}
