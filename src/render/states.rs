//! Final states as text for a person.

use super::layout::{INDENT, Layout};
use super::text::execution;
use crate::view::states::{Holds, State, States};

/// The states in a table, those marked that satisfy the condition; or in lines, where a table is too wide.
pub(super) fn render(states: &States, layout: Layout) -> String {
    let mut out = layout.hanging("", &heading(states));
    if states.found.iter().any(|state| state.witness.is_some()) {
        for state in &states.found {
            out.push('\n');
            out.push_str(&line(states, state, layout));
            if let Some(witness) = &state.witness {
                let title = "An execution that ends so:";
                out.push_str(&execution(witness, title, layout));
            }
        }
        return out;
    }
    out.push_str(&listed(states, layout));
    out
}

/// `4 final states; 1 of them satisfies the condition (*)`.
fn heading(states: &States) -> String {
    let (count, good) = (states.found.len(), states.satisfying());
    if count == 0 {
        let none = "no final state: no execution counts";
        let open = "no final state was found";
        return if states.complete { none } else { open }.to_owned();
    }
    let least = if states.complete { "" } else { "at least " };
    let plural = if count == 1 { "" } else { "s" };
    let mut words = format!("{least}{count} final state{plural}");
    let marked = match good {
        0 if states.complete => "; none satisfies the condition".to_owned(),
        0 => "; none of those found satisfies the condition".to_owned(),
        _ if good == count && count == 1 => "; it satisfies the condition (*)".to_owned(),
        _ if good == count && states.complete => "; all satisfy the condition (*)".to_owned(),
        _ if good == count => "; all of those found satisfy the condition (*)".to_owned(),
        1 => "; 1 of them satisfies the condition (*)".to_owned(),
        _ => format!("; {good} of them satisfy the condition (*)"),
    };
    words.push_str(&marked);
    let mut states = states.found.iter();
    if states.any(|state| state.holds == Holds::Sometimes) {
        words.push_str(", or only in some executions that end so (~)");
    }
    words
}

const fn mark(state: &State) -> &'static str {
    match state.holds {
        Holds::Always => "*",
        Holds::Sometimes => "~",
        Holds::Never => " ",
    }
}

fn listed(states: &States, layout: Layout) -> String {
    let names = states
        .observed
        .iter()
        .map(|observed| observed.name.as_str());
    let mut widths: Vec<usize> = names.clone().map(str::len).collect();
    for state in &states.found {
        for (width, text) in widths.iter_mut().zip(&state.texts) {
            *width = text.len().max(*width);
        }
    }
    let whole: usize = widths.iter().map(|width| width + INDENT.len()).sum();
    if INDENT.len() + 1 + whole > usize::from(layout.width) {
        let lines = states.found.iter();
        return lines.map(|state| line(states, state, layout)).collect();
    }
    let row = |mark: &str, cells: &mut dyn Iterator<Item = &str>| {
        let cells = cells.zip(&widths);
        let cells = cells.map(|(cell, width)| format!("  {cell:<width$}"));
        let cells = cells.collect::<Vec<_>>().concat();
        format!("{INDENT}{mark}{cells}")
    };
    let mut out = String::new();
    if !states.found.is_empty() {
        let header = row(" ", &mut names.clone());
        out.push_str(&layout.paint.dim(header.trim_end()));
        out.push('\n');
    }
    for state in &states.found {
        let row = row(mark(state), &mut state.texts.iter().map(String::as_str));
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

/// `* P0:r0=1 P1:r0=0`.
fn line(states: &States, state: &State, layout: Layout) -> String {
    let values = states.observed.iter().zip(&state.texts);
    let values = values.map(|(observed, text)| format!("{}={text}", observed.name));
    let values: Vec<String> = values.collect();
    layout.hanging(&format!("{}  ", mark(state)), &values.join(" "))
}
