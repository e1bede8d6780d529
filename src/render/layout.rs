//! Tables and paragraphs for a terminal.

use comfy_table::{Cell, ContentArrangement, Table, presets};

use super::paint::Paint;

/// How text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Colours.
    pub paint: Paint,
    /// The longest line, in characters.
    pub width: u16,
    /// Only the verdict lines.
    pub quiet: bool,
    /// Times, and other things that few want to know.
    pub verbose: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            paint: Paint::default(),
            width: 100,
            quiet: false,
            verbose: false,
        }
    }
}

/// A block of text is set off by so many blanks.
pub const INDENT: &str = "  ";

impl Layout {
    /// Rows in columns without lines, under dimmed headings; no headings if there are none.
    #[must_use]
    pub fn columns(self, header: &[&str], rows: &[Vec<String>]) -> String {
        let mut table = Table::new();
        table
            .load_style(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(self.width.saturating_sub(2).max(20));
        style(&mut table, self.paint);
        if !header.is_empty() {
            table.set_header(header.iter().map(heading).collect::<Vec<_>>());
        }
        table.add_rows(
            rows.iter()
                .map(|row| row.iter().map(Cell::new).collect::<Vec<_>>()),
        );
        for column in table.column_iter_mut() {
            column.set_padding((0, 2));
        }
        indented(&table.to_string())
    }

    /// Words in lines of the width, indented; the first line after a heading, the others below it.
    #[must_use]
    pub fn hanging(self, heading: &str, words: &str) -> String {
        let column = heading.chars().count();
        let room = usize::from(self.width)
            .saturating_sub(column + INDENT.len())
            .max(20);
        let mut lines = vec![String::new()];
        for word in words.split(' ') {
            let line = lines.last().map_or(0, |line| line.chars().count());
            if line > 0 && line + 1 + word.chars().count() > room {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
        }
        let blank = " ".repeat(column);
        let mut out = String::new();
        for (index, line) in lines.iter().enumerate() {
            let start = if index == 0 {
                self.paint.dim(heading)
            } else {
                blank.clone()
            };
            out.push_str(
                &format!("{INDENT}{start}{line}")
                    .trim_end()
                    .replace('\u{a0}', " "),
            );
            out.push('\n');
        }
        out
    }
}

/// Colours as told, whatever the output is.
#[cfg(feature = "cli")]
fn style(table: &mut Table, paint: Paint) {
    if paint.color {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
}

/// Without a terminal there is no colour.
#[cfg(not(feature = "cli"))]
const fn style(_: &mut Table, _: Paint) {}

#[cfg(feature = "cli")]
fn heading(text: &&str) -> Cell {
    Cell::new(text).add_attribute(comfy_table::Attribute::Dim)
}

#[cfg(not(feature = "cli"))]
fn heading(text: &&str) -> Cell {
    Cell::new(text)
}

fn indented(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        out.push_str(INDENT);
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
