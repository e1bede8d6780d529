//! An answer as text for a person: the verdict first, then what shows it.

use std::fmt::Write as _;

use super::endless as endless_text;
use super::layout::{INDENT, Layout};
use super::race as race_text;
use super::reason as reason_text;
use super::remarks;
use super::schedule;
use super::states as states_text;
use super::story as story_text;
use crate::view::answer::{Answer, Verdict};
use crate::view::size::Size;
use crate::view::witness::{Coherence, Event, Witness};

/// One answer as text.
#[must_use]
pub fn render(answer: &Answer, layout: Layout) -> String {
    let mut out = verdict_line(answer, layout);
    if layout.quiet {
        return out;
    }
    out.push_str(&layout.hanging("", &origin(answer, layout)));
    out.push_str(&body(answer, layout));
    out
}

/// How large the witness is.
pub(super) fn size(size: &Size, layout: Layout) -> String {
    let heading = if size.minimal {
        "smallest   "
    } else {
        "size       "
    };
    layout.hanging(heading, &size.words())
}

/// What shows the verdict, and remarks.
pub(in crate::render) fn body(answer: &Answer, layout: Layout) -> String {
    let mut out = String::new();
    if let Some(refusal) = &answer.unsupported {
        out.push_str(&refusal.report.render(layout.paint.color));
    }
    if let Some(endless) = &answer.endless {
        out.push('\n');
        out.push_str(&endless_text::render(endless, layout));
    }
    let ends = answer
        .termination
        .as_ref()
        .filter(|_| answer.endless.is_none());
    if let Some(found) = ends.filter(|found| !found.waits.is_empty()) {
        out.push('\n');
        out.push_str(&endless_text::often(found, layout));
    }
    if let Some(states) = &answer.states {
        out.push('\n');
        out.push_str(&states_text::render(states, layout));
    } else if let Some(witness) = &answer.witness {
        out.push('\n');
        out.push_str(&self::witness(witness, answer.verdict, layout));
        if let Some(size) = &answer.smallest {
            out.push_str(&self::size(size, layout));
        }
    }
    if let Some(race) = &answer.race {
        out.push('\n');
        out.push_str(&race_text::render(race, layout));
    }
    if let Some(reason) = &answer.reason {
        out.push('\n');
        out.push_str(&reason_text::reason(reason, layout));
    }
    if let Some(reason) = &answer.race_freedom {
        out.push('\n');
        out.push_str(&reason_text::race_freedom(reason, layout));
    }
    if let Some(story) = &answer.story {
        out.push('\n');
        out.push_str(&story_text::render(story, layout));
    }
    if let Some(found) = ends.filter(|found| found.waits.is_empty()) {
        out.push_str(&endless_text::often(found, layout));
    }
    remarks::remarks(answer, layout, &mut out);
    out
}

/// `MP under tso: unreachable (never); exists does not hold`. A `forall` says first whether it holds:
/// `Lock under sc: forall holds (always); reachable`.
fn verdict_line(answer: &Answer, layout: Layout) -> String {
    let paint = layout.paint;
    let (test, model) = (paint.bold(&answer.test), paint.bold(&answer.model));
    let mut line = format!("{test} under {model}: ");
    let verdict = paint.bold(answer.verdict.name());
    let often = answer.quantity;
    let often = often.map_or_else(String::new, |quantity| format!(" ({})", quantity.name()));
    let statement = answer.holds.map(|holds| {
        let words = if holds {
            paint.good("holds")
        } else {
            paint.warn("does not hold")
        };
        format!("{} {words}", answer.quantifier)
    });
    let _ = match statement {
        Some(statement) if answer.asks_all() => write!(line, "{statement}{often}; {verdict}"),
        Some(statement) => write!(line, "{verdict}{often}; {statement}"),
        None if answer.asks_all() && answer.leaves_open() => {
            let open = paint.warn("forall is open");
            write!(line, "{open}; {verdict}{often}")
        }
        None => write!(line, "{verdict}{often}"),
    };
    if let Some(expected) = answer
        .expected
        .as_ref()
        .filter(|expected| expected.met || expected.open)
    {
        line.push_str(if expected.met {
            "; as expected"
        } else {
            "; whether as expected is open"
        });
    }
    for failure in &answer.failures {
        let _ = write!(line, "; {} {failure}", paint.bad("FAILED:"));
    }
    line.push('\n');
    line
}

pub(super) fn origin(answer: &Answer, layout: Layout) -> String {
    let mut line = format!("{}: {}", answer.file, answer.statement);
    if layout.verbose {
        let millis = answer.took.as_secs_f64() * 1000.0;
        let _ = write!(
            line,
            " — {millis:.1} ms, {} {}",
            answer.solver.name, answer.solver.version
        );
    }
    line
}

/// The events in a table, then the orders and the end.
pub(super) fn witness(witness: &Witness, verdict: Verdict, layout: Layout) -> String {
    let title = if verdict == Verdict::Racy {
        "Witness, an execution with a race:"
    } else if witness.endless && witness.counterexample {
        "Counterexample, an execution that never ends:"
    } else if witness.endless {
        "Witness, an execution that never ends:"
    } else if witness.counterexample {
        "Counterexample, an execution that violates the condition:"
    } else {
        "Witness, an execution that satisfies the condition:"
    };
    execution(witness, title, layout)
}

pub(super) fn execution(witness: &Witness, title: &str, layout: Layout) -> String {
    let mut rows = Vec::new();
    let mut before = None;
    for event in witness.events.iter().filter(|event| event.thread.is_some()) {
        if before != event.thread.as_ref() {
            rows.push(vec![event.placed.clone().unwrap_or_default()]);
        }
        rows.push(row(witness, event));
        before = event.thread.as_ref();
    }
    let header = ["event", "at", "instruction", "reads from"];
    let mut out = format!("  {}\n", layout.paint.bold(title));
    out.push_str(&layout.columns(&header, &rows));
    out.push('\n');
    if !witness.steps.is_empty() {
        out.push_str(&schedule::render(&witness.steps, layout));
        out.push('\n');
    }
    if let Some(orders) = coherence(&witness.co) {
        out.push_str(&layout.hanging("coherence  ", &orders));
    }
    let end = witness.asked.iter();
    let end: Vec<String> = end
        .map(|(name, value)| format!("{name}={value}").replace(' ', "\u{a0}"))
        .collect();
    if !end.is_empty() {
        out.push_str(&layout.hanging("at the end ", &end.join(", ")));
    }
    out
}

fn row(witness: &Witness, event: &Event) -> Vec<String> {
    vec![
        format!("{INDENT}{}: {}", event.id, event.label),
        event.site.place(),
        event.site.text.clone(),
        source(witness, event),
    ]
}

/// Who a read reads from, and what.
fn source(witness: &Witness, event: &Event) -> String {
    let from = witness.rf.iter().find(|(_, to)| *to == event.id);
    from.map_or_else(String::new, |(from, _)| match (short(from), &event.found) {
        (from, Some(value)) => format!("{from} = {value}"),
        (from, None) => from.to_owned(),
    })
}

/// An event's label where its location is clear.
fn short(id: &str) -> &str {
    if id.starts_with("init:") { "init" } else { id }
}

/// The writes of each location that has more than its initial one.
fn coherence(orders: &[Coherence]) -> Option<String> {
    let shown: Vec<String> = orders
        .iter()
        .filter(|order| order.order.len() > 1)
        .map(order_of)
        .collect();
    (!shown.is_empty()).then(|| shown.join("; "))
}

fn order_of(order: &Coherence) -> String {
    let text = match &order.partial {
        None => order
            .order
            .iter()
            .map(|id| short(id))
            .collect::<Vec<_>>()
            .join(" < "),
        Some(pairs) => pairs
            .iter()
            .map(|(from, to)| format!("{} < {}", short(from), short(to)))
            .collect::<Vec<_>>()
            .join(", "),
    };
    format!("{}: {text}", order.location).replace(' ', "\u{a0}")
}
