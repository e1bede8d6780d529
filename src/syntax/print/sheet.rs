//! The page of a test: its pieces of text, to be laid out in aligned columns.

use crate::syntax::shown::column;

use super::style::Init;

/// A piece of text with the comments beside it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// Lines before it: comments, or blank.
    pub lead: Vec<String>,
    /// What it says.
    pub text: String,
    /// Comments behind it on its line, the last one perhaps to the end of the line.
    pub tail: Vec<String>,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// Lines before it: comments, or blank.
    pub lead: Vec<String>,
    /// One for each thread; empty where it does nothing.
    pub cells: Vec<String>,
    /// Comments behind its `;`.
    pub tail: Vec<String>,
}

/// A test before it is laid out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
    /// Lines before the test.
    pub head: Vec<String>,
    /// Its name.
    pub name: String,
    /// What stands between its name and the init block.
    pub description: String,
    /// Its declarations, without their `;`.
    pub init: Vec<Line>,
    /// How they are laid out.
    pub layout: Init,
    /// Comments before the closing brace.
    pub init_end: Vec<String>,
    /// Comments behind the closing brace.
    pub init_tail: Vec<String>,
    /// The header row and those below it.
    pub rows: Vec<Row>,
    /// The filter and the condition, each with its keyword.
    pub claim: Vec<Line>,
    /// Lines after the test.
    pub foot: Vec<String>,
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

impl From<Vec<String>> for Row {
    fn from(cells: Vec<String>) -> Self {
        Self {
            cells,
            ..Self::default()
        }
    }
}

impl Sheet {
    /// The text.
    #[must_use]
    pub fn render(&self) -> String {
        let mut out = Vec::new();
        out.extend(self.head.iter().cloned());
        out.push(format!("PTX {}", self.name));
        if !self.description.is_empty() {
            out.push(self.description.clone());
        }
        self.render_init(&mut out);
        self.render_table(&mut out);
        for line in &self.claim {
            out.extend(line.lead.iter().cloned());
            out.push(with_tail(line.text.clone(), &line.tail));
        }
        out.extend(self.foot.iter().cloned());
        out.push(String::new());
        out.join("\n")
    }

    fn render_init(&self, out: &mut Vec<String>) {
        let bare = |line: &Line| line.lead.is_empty() && line.tail.is_empty();
        if self.layout == Init::Line && self.init_end.is_empty() && self.init.iter().all(bare) {
            let all: Vec<String> = self
                .init
                .iter()
                .map(|line| format!("{}; ", line.text))
                .collect();
            out.push(with_tail(format!("{{ {}}}", all.concat()), &self.init_tail));
            return;
        }
        out.push("{".to_owned());
        for line in &self.init {
            out.extend(line.lead.iter().map(|comment| indented(comment)));
            out.push(with_tail(format!("  {};", line.text), &line.tail));
        }
        out.extend(self.init_end.iter().map(|comment| indented(comment)));
        out.push(with_tail("}".to_owned(), &self.init_tail));
    }

    fn render_table(&self, out: &mut Vec<String>) {
        let columns = self.rows.iter().map(|row| row.cells.len()).max();
        let columns = columns.unwrap_or_default();
        let width = |at: usize| {
            let cells = self.rows.iter().filter_map(|row| row.cells.get(at));
            column(cells.map(|cell| width(cell)).max().unwrap_or_default())
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            out.extend(row.lead.iter().cloned());
            let cells = widths.iter().enumerate().map(|(column, width)| {
                let cell = row.cells.get(column).map_or("", String::as_str);
                format!("{cell:<width$}")
            });
            let cells: Vec<String> = cells.collect();
            out.push(with_tail(format!(" {} ;", cells.join(" | ")), &row.tail));
        }
    }
}

/// How many characters wide a text is.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

fn indented(comment: &str) -> String {
    if comment.is_empty() {
        String::new()
    } else {
        format!("  {comment}")
    }
}

fn with_tail(text: String, tail: &[String]) -> String {
    std::iter::once(text)
        .chain(tail.iter().cloned())
        .collect::<Vec<_>>()
        .join(" ")
}
