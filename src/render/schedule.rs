//! The steps of a machine as a table.

use super::layout::Layout;
use crate::view::machine::{Cell, Step};

/// Each step with the cells it changes.
#[must_use]
pub fn render(steps: &[Step], layout: Layout) -> String {
    let rows: Vec<Vec<String>> = steps
        .iter()
        .map(|step| {
            let cells: Vec<String> = step.cells.iter().map(cell).collect();
            vec![
                step.step.to_string(),
                step.thread.clone(),
                does(step),
                cells.join(", "),
            ]
        })
        .collect();
    let mut out = format!(
        "  {}\n",
        layout
            .paint
            .bold("Schedule, the machine's steps with the cells they change:")
    );
    out.push_str(&layout.columns(&["step", "by", "does", "cells"], &rows));
    out
}

/// `a: stores x=1`, `b: updates x=0→1`
pub(super) fn does(step: &Step) -> String {
    let what = match (&step.location, step.value) {
        (Some(location), Some(value)) => match (step.rule, step.written) {
            ("update", Some(written)) => format!(" {location}={value}→{written}"),
            ("update", None) => format!(" {location}={value}, writes nothing"),
            _ => format!(" {location}={value}"),
        },
        (Some(location), None) => format!(" {location}"),
        _ => String::new(),
    };
    let verb = match step.rule {
        "store" => "stores",
        "load" => "loads",
        "borrow" => "borrows",
        "update" if step.written.is_none() => "reads",
        "update" => "updates",
        "fence" => "passes the fence",
        "share" => "shares",
        other => other,
    };
    let from = match &step.from {
        Some(from) => format!(" from {from}"),
        None => String::new(),
    };
    match &step.event {
        Some(event) => format!("{event}: {verb}{what}{from}"),
        None => format!("{verb}{what}{from}"),
    }
}

/// `P0.x=1 (own)`; an arrow before what was delivered.
fn cell(cell: &Cell) -> String {
    let Cell {
        of,
        location,
        value,
        state,
        delivered,
    } = cell;
    let arrow = if *delivered { "→" } else { "" };
    format!("{arrow}{of}.{location}={value}\u{a0}({state})")
}
