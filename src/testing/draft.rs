//! A test as text in the making.

use std::fmt::Write;

/// A thread of a draft.
#[derive(Debug, Clone, Default)]
pub struct Column {
    /// Its device.
    pub gpu: usize,
    /// Its block.
    pub cta: usize,
    /// Its warp, if it is not alone in one.
    pub warp: Option<usize>,
    /// Its cells, from top to bottom.
    pub cells: Vec<String>,
}

/// A test.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// Its name.
    pub name: String,
    /// Its declarations.
    pub init: Vec<String>,
    /// Its threads.
    pub threads: Vec<Column>,
    /// The filter, if any.
    pub filter: Option<String>,
    /// `exists`, `~exists` or `forall`.
    pub quantifier: &'static str,
    /// The conjuncts of its condition.
    pub condition: Vec<String>,
}

impl Draft {
    /// The text.
    pub fn render(&self) -> String {
        let mut text = format!("PTX {}\n\"generated\"\n{{\n", self.name);
        for declaration in &self.init {
            line(&mut text, &format!("  {declaration};"));
        }
        line(&mut text, "}");
        let heads = self.threads.iter().enumerate();
        let heads = heads
            .map(|(index, thread)| {
                let Column { gpu, cta, warp, .. } = thread;
                let warp = warp.map_or_else(String::new, |warp| format!("warp {warp},"));
                format!("P{index}@{warp}cta {cta},gpu {gpu}")
            })
            .collect();
        let mut rows: Vec<Vec<String>> = vec![heads];
        let height = self.threads.iter().map(|thread| thread.cells.len()).max();
        for row in 0..height.unwrap_or(0) {
            let cell = |thread: &Column| thread.cells.get(row).cloned().unwrap_or_default();
            rows.push(self.threads.iter().map(cell).collect());
        }
        table(&mut text, &rows);
        if let Some(filter) = &self.filter {
            line(&mut text, &format!("filter ({filter})"));
        }
        let condition = if self.condition.is_empty() {
            "true".to_owned()
        } else {
            self.condition.join(" /\\ ")
        };
        line(&mut text, &format!("{} ({condition})", self.quantifier));
        text
    }
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn table(text: &mut String, rows: &[Vec<String>]) {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        for (column, (cell, width)) in cells {
            let bar = if column == 0 { "" } else { "|" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{bar} {cell:width$} ");
        }
        text.push_str(";\n");
    }
}
