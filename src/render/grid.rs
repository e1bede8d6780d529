//! Tables of words that fit: columns as wide as they must be, and as many tables as the width asks
//! for.

use super::layout::{INDENT, Layout};
use super::paint::Paint;

/// Between two columns.
const GAP: usize = 2;

/// How a cell looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// As any text.
    Plain,
    /// Not important.
    Dim,
    /// As it should be.
    Good,
    /// Not as expected.
    Bad,
    /// Worth a look.
    Warn,
}

/// A word or two in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    text: String,
    look: Look,
}

impl Cell {
    /// A cell that looks so.
    pub(super) fn new(text: &str, look: Look) -> Self {
        let text = text.to_owned();
        Self { text, look }
    }

    /// A cell as any text.
    pub(super) fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            text,
            look: Look::Plain,
        }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }

    fn painted(&self, paint: Paint) -> String {
        match self.look {
            Look::Plain => self.text.clone(),
            Look::Dim => paint.dim(&self.text),
            Look::Good => paint.good(&self.text),
            Look::Bad => paint.bad(&self.text),
            Look::Warn => paint.warn(&self.text),
        }
    }
}

/// Rows under headings. A column without a word in it is left out.
pub(super) fn table(header: &[&str], rows: &[Vec<Cell>], layout: Layout) -> String {
    let columns = header.iter().enumerate().map(|(index, title)| {
        let cells = rows.iter().map(|row| row.get(index).cloned());
        let cells = cells.map(|cell| cell.unwrap_or_else(|| Cell::plain("")));
        (*title, cells.collect::<Vec<Cell>>())
    });
    let columns: Vec<(&str, Vec<Cell>)> = columns
        .filter(|(_, cells)| cells.iter().any(|cell| !cell.text.is_empty()))
        .collect();
    let columns: Vec<(&str, &[Cell])> = columns
        .iter()
        .map(|(title, cells)| (*title, cells.as_slice()))
        .collect();
    lines(&columns, layout)
}

/// Columns under headings, the first of them repeated in every table that the width asks for.
pub(super) fn blocks(header: &[&str], columns: &[Vec<Cell>], layout: Layout) -> String {
    let columns: Vec<(&str, &[Cell])> = header
        .iter()
        .zip(columns)
        .map(|(title, cells)| (*title, cells.as_slice()))
        .collect();
    let Some((first, rest)) = columns.split_first() else {
        return String::new();
    };
    let room = usize::from(layout.width).saturating_sub(INDENT.len() + width(first));
    // Tables of about the same width.
    let most = fitting(rest, room);
    let tables = rest.len().div_ceil(most.max(1)).max(1);
    let each = rest.len().div_ceil(tables).max(1);
    let tables: Vec<String> = rest
        .chunks(each)
        .map(|some| {
            let mut shown = vec![*first];
            shown.extend(some);
            lines(&shown, layout)
        })
        .collect();
    tables.join("\n")
}

/// How many columns fit side by side, whichever they are; one always does.
fn fitting(columns: &[(&str, &[Cell])], room: usize) -> usize {
    let fits = |count: usize| {
        let mut windows = columns.windows(count);
        windows.all(|some| some.iter().map(|column| width(column) + GAP).sum::<usize>() <= room)
    };
    (1..=columns.len())
        .rev()
        .find(|count| fits(*count))
        .unwrap_or(1)
}

fn width((title, cells): &(&str, &[Cell])) -> usize {
    let cells = cells.iter().map(Cell::width);
    cells.fold(title.chars().count(), usize::max)
}

fn lines(columns: &[(&str, &[Cell])], layout: Layout) -> String {
    let paint = layout.paint;
    let widths: Vec<usize> = columns.iter().map(width).collect();
    let line = |cells: Vec<(String, usize)>| {
        let mut line = INDENT.to_owned();
        let mut blanks = 0;
        for ((text, length), width) in cells.into_iter().zip(&widths) {
            // No blanks at the end of a line.
            if length > 0 {
                line.push_str(&" ".repeat(blanks));
                line.push_str(&text);
                blanks = 0;
            }
            blanks += width - length + GAP;
        }
        line + "\n"
    };
    let header = columns.iter();
    let header = header.map(|(title, _)| (paint.dim(title), title.chars().count()));
    let mut out = line(header.collect());
    let rows = columns.iter().map(|(_, cells)| cells.len()).max();
    for row in 0..rows.unwrap_or(0) {
        let cells = columns.iter().map(|(_, cells)| {
            let cell = cells.get(row);
            cell.map_or_else(
                || (String::new(), 0),
                |cell| (cell.painted(paint), cell.width()),
            )
        });
        out.push_str(&line(cells.collect()));
    }
    out
}
