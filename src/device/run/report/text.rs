//! What came of a test as a person reads it.

use std::fmt::Write as _;

use crate::render::layout::{INDENT, Layout};
use crate::render::text as answers;

use super::super::judge::Say;
use super::super::view::View;
use super::change::changed;
use super::histogram::histogram;
use super::told::{condition, forbidden, open, unfinished, unsupported};

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
    out.push_str(&open(view, layout));
    for one in &view.models {
        for failure in &one.failures {
            let _ = writeln!(
                out,
                "{INDENT}{} {failure} of {}, which says {}",
                paint.bad("lost:"),
                one.model,
                one.verdict
            );
        }
    }
    out.push_str(&unsupported(view, layout));
    out.push_str(&unfinished(view, layout));
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

/// Why the first forbidden state is so; all of them with `--verbose`.
fn reasons(view: &View, layout: Layout) -> String {
    let forbidden = view.states.iter().filter(|state| !state.other);
    let rulings = forbidden.flat_map(|state| &state.models);
    let rulings = rulings.filter(|one| one.says == Say::Forbidden);
    let most = if layout.verbose { usize::MAX } else { 1 };
    let answers = rulings.filter_map(|one| one.answer.as_ref());
    let texts = answers.take(most).map(|answer| {
        let text = answers::render(answer, layout);
        format!("\n{text}")
    });
    texts.collect()
}
