//! The final states that were seen: a column for each model where there is room, and else one for all of them.

use crate::render::layout::{INDENT, Layout};
use crate::syntax::shown::column;

use super::super::view::{State, View};
use super::rulings::{FORBIDDEN, judging, summary, words};
use super::text::grouped;

/// So much room has the column of all models at least.
const LEAST: usize = 36;

/// A table as wide as the layout allows.
pub fn histogram(view: &View, layout: Layout) -> String {
    let states = ordered(view);
    let values = Columns::of(view, &states);
    let models = values.clone().with_models(view, &states);
    if models.fit(layout) {
        return models.lines(layout);
    }
    if values.width() + LEAST <= usize::from(layout.width) {
        values.with_summaries(view, &states, layout)
    } else {
        listed(view, &states, layout)
    }
}

/// Forbidden states first, then the others, by their values.
fn ordered(view: &View) -> Vec<&State> {
    let forbidden = view.states.iter().filter(|state| state.is_forbidden());
    let others = view.states.iter().filter(|state| !state.is_forbidden());
    forbidden.chain(others).collect()
}

/// Where a forbidden state was first seen, and whether it is a value that the test does not make.
fn first(state: &State) -> Option<String> {
    if !state.is_forbidden() {
        return None;
    }
    let place = format!(
        "launch {}, instance {}",
        grouped(state.first.launch),
        grouped(state.first.instance)
    );
    Some(if state.other {
        format!("{place}: a value that no instruction makes")
    } else {
        place
    })
}

/// Cells side by side.
#[derive(Clone)]
struct Columns {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    /// What stands behind each row.
    ends: Vec<String>,
}

impl Columns {
    /// How often each state was seen, and its values.
    fn of(view: &View, states: &[&State]) -> Self {
        let mut header = vec!["count".to_owned()];
        header.extend(view.observed.iter().cloned());
        let rows = states.iter().map(|state| {
            let values = state.list.iter().map(|value| view.value(*value));
            std::iter::once(grouped(state.count))
                .chain(values)
                .collect()
        });
        Self {
            header,
            rows: rows.collect(),
            ends: vec![String::new(); states.len()],
        }
    }

    /// With a column for each model, and where forbidden states were seen.
    fn with_models(mut self, view: &View, states: &[&State]) -> Self {
        self.header
            .extend(judging(view).map(|one| one.model.clone()));
        for (row, state) in self.rows.iter_mut().zip(states) {
            row.extend(words(view, state).into_iter().map(str::to_owned));
        }
        self.ends = states
            .iter()
            .map(|state| first(state).unwrap_or_default())
            .collect();
        self
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self
            .header
            .iter()
            .map(|cell| cell.chars().count())
            .collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        widths.into_iter().map(column).collect()
    }

    /// The length of a line, but for what stands behind it.
    fn width(&self) -> usize {
        INDENT.len() + self.widths().iter().map(|width| width + 2).sum::<usize>()
    }

    fn fit(&self, layout: Layout) -> bool {
        let ends = self.ends.iter().map(|end| end.chars().count());
        self.width() + ends.max().unwrap_or(0) <= usize::from(layout.width)
    }

    fn lines(&self, layout: Layout) -> String {
        let paint = layout.paint;
        let widths = self.widths();
        let mut out = ended(&line(&self.header, &widths, |text, _| paint.dim(text)));
        for (row, end) in self.rows.iter().zip(&self.ends) {
            let row = line(row, &widths, |padded, text| {
                if text == FORBIDDEN {
                    paint.bad(padded)
                } else {
                    padded.to_owned()
                }
            });
            out.push_str(&ended(&format!("{row}{end}")));
        }
        out
    }

    /// With one column for all models, whose cells may have several lines.
    fn with_summaries(&self, view: &View, states: &[&State], layout: Layout) -> String {
        let widths = self.widths();
        let plain = |text: &str, _: &str| text.to_owned();
        let models: Vec<&str> = judging(view).map(|one| one.model.as_str()).collect();
        let heading = match models.as_slice() {
            [] => "",
            [one] => one,
            [_, ..] => "models",
        };
        let header = format!("{}{heading}", line(&self.header, &widths, plain));
        let mut out = format!("{INDENT}{}\n", layout.paint.dim(header.trim()));
        // The first column ends where its numbers do.
        let blanks = header.len() - header.trim_start().len();
        out.insert_str(0, &" ".repeat(blanks.saturating_sub(INDENT.len())));
        for (row, state) in self.rows.iter().zip(states) {
            let row = line(row, &widths, plain);
            let row = row.strip_prefix(INDENT).unwrap_or(&row);
            out.push_str(&hanging(row, &told(view, state), layout));
        }
        out
    }
}

/// What all models say of a state, and where it was seen if one forbids it.
fn told(view: &View, state: &State) -> String {
    let parts = [Some(summary(view, state)), first(state)];
    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("; ")
}

/// Words after a heading that is data, so not dimmed.
fn hanging(heading: &str, words: &str, layout: Layout) -> String {
    let plain = Layout {
        paint: crate::render::paint::Paint::default(),
        ..layout
    };
    let text = plain.hanging(heading, words);
    if words.starts_with(FORBIDDEN) {
        text.replacen(FORBIDDEN, &layout.paint.bad(FORBIDDEN), 1)
    } else {
        text
    }
}

/// Cells side by side, the first one to the right.
fn line(cells: &[String], widths: &[usize], paint: impl Fn(&str, &str) -> String) -> String {
    let mut out = INDENT.to_owned();
    for (at, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let padded = if at == 0 {
            format!("{cell:>width$}")
        } else {
            format!("{cell:<width$}")
        };
        out.push_str(&paint(&padded, cell));
        out.push_str("  ");
    }
    out
}

fn ended(line: &str) -> String {
    format!("{}\n", line.trim_end())
}

/// The same where there are too many values: a paragraph a state.
fn listed(view: &View, states: &[&State], layout: Layout) -> String {
    let counts = states.iter().map(|state| grouped(state.count).len());
    let wide = counts.max().unwrap_or(0);
    let mut out = String::new();
    for state in states {
        let mut text = view.words(state);
        let told = told(view, state);
        if !told.is_empty() {
            text.push_str(": ");
            text.push_str(&told);
        }
        let heading = format!("{:>wide$}  ", grouped(state.count));
        out.push_str(&layout.hanging(&heading, &text));
    }
    out
}
