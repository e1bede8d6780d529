//! A run as text.

use std::fmt::Write as _;

use super::layout::Layout;
use super::text;
use crate::view::answer::Quantity;

use crate::tasks::suite::Matrix;
use crate::tasks::suite::Test;
use crate::tasks::suite::tables::{Compared, ComparedRow};
use crate::tasks::suite::{Judged, Run};

/// The tests with the first sentence of their descriptions.
#[must_use]
pub fn list(tests: &[Test], layout: Layout) -> String {
    if layout.quiet {
        let names = tests.iter().map(|test| format!("{}\n", test.name));
        return names.collect();
    }
    let row = |test: &Test| {
        let program = test.load().ok();
        let description = program
            .map(|program| program.description)
            .unwrap_or_default();
        vec![test.name.to_owned(), title(&description)]
    };
    let rows: Vec<Vec<String>> = tests.iter().map(row).collect();
    layout.columns(&["test", "description"], &rows)
}

/// The first sentence of a description.
fn title(description: &str) -> String {
    let words: Vec<&str> = description
        .trim_matches(['"', ' '])
        .split_whitespace()
        .collect();
    let end = words.iter().position(|word| word.ends_with('.'));
    let sentence = words.get(..=end.unwrap_or(words.len())).unwrap_or(&words);
    sentence.join(" ").trim_end_matches('.').to_owned()
}

/// The whole run: each test under each model, the papers' tables, what disagrees.
#[must_use]
pub fn render(run: &Run, tables: &[Compared], matrix: Option<&Matrix>, layout: Layout) -> String {
    let mut out = String::new();
    if !layout.quiet {
        for group in run
            .judged
            .chunk_by(|a, b| a.test.folder() == b.test.folder())
        {
            out.push_str(&marks(group, layout));
        }
    }
    for table in tables {
        out.push_str(&paper(table, layout));
    }
    if let Some(matrix) = matrix.filter(|_| !layout.quiet) {
        out.push_str(&grid(matrix, layout));
    }
    for judged in run.judged.iter().filter(|one| !one.expected.met) {
        out.push_str(&disagreement(judged, layout));
    }
    out.push_str(&tally(run, tables, layout));
    out
}

fn heading(text: &str, layout: Layout) -> String {
    format!("{}\n", layout.paint.bold(text))
}

/// Tests of one folder: a row each, a column for each model.
fn marks(group: &[Judged], layout: Layout) -> String {
    // Tests of the same models share a table: a few that speak of more would make all of it wide.
    let mut tables: Vec<(Vec<&str>, Vec<Vec<String>>)> = Vec::new();
    for test in group.chunk_by(|a, b| a.test == b.test) {
        let models: Vec<&str> = test.iter().map(|judged| judged.model.as_str()).collect();
        let mut row = vec![
            test.first()
                .map_or("", |judged| judged.test.name)
                .to_owned(),
        ];
        row.extend(test.iter().map(|judged| {
            let mark = if judged.expected.met { "" } else { " (!)" };
            format!("{}{mark}", word(judged))
        }));
        match tables.iter_mut().find(|(known, _)| *known == models) {
            Some((_, rows)) => rows.push(row),
            None => tables.push((models, vec![row])),
        }
    }
    let folder = group.first().map_or("", |judged| judged.test.folder());
    let mut out = heading(folder, layout);
    for (models, rows) in tables {
        let mut header = vec!["test"];
        header.extend(models);
        out.push_str(&layout.columns(&header, &rows));
        out.push('\n');
    }
    out
}

fn word(judged: &Judged) -> &'static str {
    judged
        .quantity
        .map_or(judged.verdict.name(), Quantity::name)
}

/// A table of a paper: its own columns, ours beside them.
fn paper(compared: &Compared, layout: Layout) -> String {
    let table = compared.table;
    let mut header: Vec<String> = table.keys.iter().map(|&key| key.to_owned()).collect();
    for (name, model) in table.models {
        header.push(format!("{name}:\npaper"));
        header.push(format!("\n{model}"));
    }
    header.extend(
        table
            .devices
            .iter()
            .map(|device| format!("Observed:\n{device}")),
    );
    header.push("\nequal".to_owned());
    let rows: Vec<Vec<String>> = compared.rows.iter().map(paper_row).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let title = format!("{}, {}: {}", table.source, table.name, table.title);
    format!(
        "{}{}{}\n",
        heading(&title, layout),
        layout.columns(&header, &rows),
        layout.hanging("", table.legend)
    )
}

fn paper_row(row: &ComparedRow) -> Vec<String> {
    let mut cells: Vec<String> = row.keys.iter().map(|&key| key.to_owned()).collect();
    for cell in &row.cells {
        cells.push(cell.paper.unwrap_or("-").to_owned());
        cells.push(cell.ours.join(", "));
    }
    cells.extend(row.observed.iter().map(u32::to_string));
    cells.push(if row.agrees { "yes" } else { "NO (!)" }.to_owned());
    cells
}

fn grid(matrix: &Matrix, layout: Layout) -> String {
    let mut header = vec!["test".to_owned()];
    let columns = matrix.columns.iter();
    header.extend(columns.map(|[fence, place, space]| format!("{fence}\n{place}\n{space}")));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let rows: Vec<Vec<String>> = matrix
        .rows
        .iter()
        .map(|tested| {
            let mut row = vec![tested.test.to_owned()];
            row.extend(
                tested
                    .cells
                    .iter()
                    .map(|cell| cell.clone().unwrap_or_else(|| "-".to_owned())),
            );
            row
        })
        .collect();
    let title = "The tests of the Utah papers over fence, placement and memory space";
    let legend = format!(
        "Each cell: {}; R reachable, u unreachable, - no such test.",
        matrix.models.join(", ")
    );
    format!(
        "{}{}{}\n",
        heading(title, layout),
        layout.columns(&header, &rows),
        layout.hanging("", &legend)
    )
}

fn disagreement(judged: &Judged, layout: Layout) -> String {
    let (name, model) = (judged.test.name, &judged.model);
    let expected = &judged.expected;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} {name}, {model}: expected {} (line {}), found {}",
        layout.paint.bad("disagrees:"),
        expected.verdict,
        expected.line,
        word(judged)
    );
    match &judged.answer {
        Some(answer) => out.push_str(&text::render(answer, layout)),
        None => {
            for note in &judged.notes {
                out.push_str(&layout.hanging("note: ", note));
            }
        }
    }
    out.push('\n');
    out
}

fn tally(run: &Run, tables: &[Compared], layout: Layout) -> String {
    let tally = run.tally();
    let unmet = tally.expectations - tally.met;
    let rows: usize = tables.iter().map(|table| table.rows.len()).sum();
    let equal = tables.iter().flat_map(|table| &table.rows);
    let equal = equal.filter(|row| row.agrees).count();
    let mut out = format!(
        "{} tests, {} expectations: {} met, {unmet} not",
        tally.tests, tally.expectations, tally.met
    );
    if rows > 0 {
        let _ = write!(out, "; {equal} of {rows} rows of the papers' tables equal");
    }
    let all = unmet == 0 && equal == rows;
    let out = if all {
        layout.paint.good(&out)
    } else {
        layout.paint.bad(&out)
    };
    format!("{out}\n")
}
