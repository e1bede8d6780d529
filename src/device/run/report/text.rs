//! A histogram as a person reads it.

use std::fmt::Write as _;

use crate::render::layout::{INDENT, Layout};
use crate::render::text as answers;
use crate::syntax::shown::column;
use crate::view::answer::Verdict;

use super::super::judge::Say;
use super::super::view::{Ruled, State, View};
use super::change::changed;

/// `1,234,567`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 time`, `1,200 times`.
#[must_use]
pub fn counted(number: u64, one: &str) -> String {
    let many = if number == 1 { "" } else { "s" };
    format!("{} {one}{many}", grouped(number))
}

/// The device with its driver: `NVIDIA H200 (sm_90, driver 580.159)`.
fn device(view: &View) -> String {
    let Some(driver) = &view.driver else {
        return view.device.clone();
    };
    match view.device.strip_suffix(')') {
        Some(rest) => format!("{rest}, driver {driver})"),
        None => format!("{}, driver {driver}", view.device),
    }
}

/// What came of a test.
#[must_use]
pub fn render(view: &View, layout: Layout) -> String {
    let paint = layout.paint;
    let mut out = format!(
        "{} on {}, {} in {:.1} s{}, seed {}\n",
        paint.bold(&view.test),
        device(view),
        counted(view.instances, "instance"),
        view.millis / 1e3,
        view.optcheck
            .map_or_else(String::new, |word| format!(", optcheck {word}")),
        view.seed,
    );
    if let Some(failure) = &view.failure {
        let _ = writeln!(out, "{INDENT}{} {failure}", paint.bad("error:"));
    }
    if !layout.quiet && !view.states.is_empty() {
        out.push_str(&histogram(view, layout));
    }
    if view.instances > 0 {
        out.push_str(&condition(view, layout));
    }
    out.push_str(&forbidden(view, layout));
    for one in &view.models {
        for failure in &one.failures {
            let _ = writeln!(out, "{INDENT}{} {failure}", paint.bad("lost:"));
        }
        if let Some(what) = &one.unsupported {
            let text = format!(
                "{} gives no meaning to {what}: it judges nothing here",
                one.model
            );
            out.push_str(&layout.hanging("", &text));
        }
    }
    if view.unfinished > 0 {
        let text = format!(
            "{} unfinished: a thread did not come to its end, and no model speaks of that",
            counted(view.unfinished, "instance")
        );
        out.push_str(&layout.hanging("", &text));
    }
    for note in &view.notes {
        out.push_str(&layout.hanging("note: ", note));
    }
    if let Some(change) = &view.baseline {
        out.push_str(&changed(change, view, layout));
    }
    if !layout.quiet {
        out.push_str(&reasons(view, layout));
    }
    out
}

/// Forbidden states first, then the others, by their values.
fn ordered(view: &View) -> Vec<&State> {
    let forbidden = view.states.iter().filter(|state| state.is_forbidden());
    let others = view.states.iter().filter(|state| !state.is_forbidden());
    forbidden.chain(others).collect()
}

/// What the models that judge say of a state.
fn words(view: &View, state: &State) -> Vec<&'static str> {
    let judging = view.models.iter().filter(|one| one.unsupported.is_none());
    judging
        .map(|one| {
            let ruled = state.models.iter().find(|ruled| ruled.model == one.model);
            let says = ruled.map_or(Say::Open, |ruled| ruled.says);
            if says == Say::Forbidden || state.other {
                "FORBIDDEN"
            } else {
                says.name()
            }
        })
        .collect()
}

fn histogram(view: &View, layout: Layout) -> String {
    let judging = view.models.iter().filter(|one| one.unsupported.is_none());
    let models = judging.map(|one| one.model.clone());
    let mut header = vec!["count".to_owned()];
    header.extend(view.observed.iter().cloned());
    header.extend(models);
    let rows: Vec<(&State, Vec<String>)> = ordered(view)
        .into_iter()
        .map(|state| {
            let mut row = vec![grouped(state.count)];
            row.extend(state.list.iter().map(|value| view.value(*value)));
            row.extend(words(view, state).into_iter().map(str::to_owned));
            (state, row)
        })
        .collect();
    let widths: Vec<usize> = (0..header.len())
        .map(|at| {
            let cells = rows.iter().map(|(_, row)| row[at].chars().count());
            cells.chain([header[at].chars().count()]).max().unwrap_or(0)
        })
        .collect();
    // With room for the place of the first one.
    let total: usize = widths.iter().map(|width| width + 2).sum::<usize>() + 40;
    if total > usize::from(layout.width) {
        return listed(view, layout);
    }
    let mut out = line(&header, &widths, |text, _| layout.paint.dim(text), "");
    for (state, row) in &rows {
        let bad = state.is_forbidden();
        let place = if bad { first(state) } else { String::new() };
        let paint = |padded: &str, text: &str| {
            if text == "FORBIDDEN" {
                layout.paint.bad(padded)
            } else {
                padded.to_owned()
            }
        };
        out.push_str(&line(row, &widths, paint, &place));
    }
    out
}

/// Where a state was first seen, and whether it is a value that the test does not make.
fn first(state: &State) -> String {
    let place = format!(
        "launch {}, instance {}",
        grouped(state.first.launch),
        grouped(state.first.instance)
    );
    if state.other {
        format!("{place}: a value that no instruction makes")
    } else {
        place
    }
}

/// Cells side by side, the first one to the right.
fn line(
    cells: &[String],
    widths: &[usize],
    paint: impl Fn(&str, &str) -> String,
    end: &str,
) -> String {
    let mut out = INDENT.to_owned();
    for (at, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let width = column(*width);
        let padded = if at == 0 {
            format!("{cell:>width$}")
        } else {
            format!("{cell:<width$}")
        };
        out.push_str(&paint(&padded, cell));
        out.push_str("  ");
    }
    out.push_str(end);
    format!("{}\n", out.trim_end())
}

/// The same where there are too many columns: a paragraph a state.
fn listed(view: &View, layout: Layout) -> String {
    let ordered = ordered(view);
    let counts = ordered.iter().map(|state| grouped(state.count).len());
    let wide = counts.max().unwrap_or(0);
    let mut out = String::new();
    for state in ordered {
        let mut text = view.words(state);
        let judging = view.models.iter().filter(|one| one.unsupported.is_none());
        for (one, word) in judging.zip(words(view, state)) {
            let _ = write!(text, "; {} {}", one.model, word);
        }
        if state.is_forbidden() {
            let _ = write!(text, ", {}", first(state));
        }
        let heading = format!("{:>wide$}  ", grouped(state.count));
        out.push_str(&layout.hanging(&heading, &text));
    }
    out
}

/// Whether the condition was seen, and what models say of it.
fn condition(view: &View, layout: Layout) -> String {
    let seen = match view.condition_seen {
        0 => "condition not seen".to_owned(),
        count => format!("condition seen {}", counted(count, "time")),
    };
    let judging = view.models.iter().filter(|one| one.unsupported.is_none());
    let said: Vec<String> = judging
        .clone()
        .map(|one| format!("{} says {}", one.model, one.verdict))
        .collect();
    let wrong = view.condition_seen > 0
        && judging
            .clone()
            .any(|one| one.verdict == Verdict::Unreachable.name());
    let possible = view.condition_seen == 0
        && judging
            .clone()
            .any(|one| one.verdict == Verdict::Reachable.name());
    let mut text = seen;
    if !said.is_empty() {
        let _ = write!(text, "; {}", said.join(", "));
    }
    if wrong {
        text.push_str("  ← error");
    } else if possible {
        text.push_str(": that it was not seen does not say that it cannot be");
    }
    layout.hanging("", &text)
}

/// A line for each model that forbids what was seen, whatever the condition is, and one for values that nobody makes.
fn forbidden(view: &View, layout: Layout) -> String {
    let told = |bad: &dyn Fn(&State) -> bool, who: &str| {
        let states: Vec<&State> = view.states.iter().filter(|state| bad(state)).collect();
        let first = states.iter().min_by_key(|state| state.first)?;
        let text = format!(
            "{} {who}, first {} in launch {}, instance {}",
            counted(states.len() as u64, "state"),
            view.words(first),
            grouped(first.first.launch),
            grouped(first.first.instance)
        );
        Some(layout.hanging("error: ", &text))
    };
    let models = view.models.iter().filter_map(|one| {
        let bad = |state: &State| {
            let mut rulings = state.models.iter();
            let says = |ruled: &Ruled| ruled.model == one.model && ruled.says == Say::Forbidden;
            !state.other && rulings.any(says)
        };
        told(&bad, &format!("seen that {} forbids", one.model))
    });
    let other = told(&|state| state.other, "seen that no instruction makes");
    models.chain(other).collect()
}

/// Why the first forbidden state is so; all of them with `--verbose`.
fn reasons(view: &View, layout: Layout) -> String {
    let forbidden = view.states.iter().filter(|state| !state.other);
    let rulings = forbidden.flat_map(|state| &state.models);
    let rulings = rulings.filter(|one| one.says == Say::Forbidden);
    let most = if layout.verbose { usize::MAX } else { 1 };
    let texts = rulings.take(most).map(|one| {
        let text = answers::render(&one.answer, layout);
        format!("\n{text}")
    });
    texts.collect()
}
