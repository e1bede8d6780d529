//! Answers as text for a person.

use std::fmt::Write as _;

use crate::render::layout::Layout;
use crate::render::paint::Paint;
use crate::syntax::shown::column;
use crate::trace::answer::{Case, Impossible, Judged, Minimal, Shown, Told, Verdict, initial};
use crate::trace::log::{Event, Log, Op};
use crate::trace::rules::Times;

/// So many events or values are shown of a list.
const MOST: usize = 60;

/// `1 access`, `2 accesses`
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The line that says what the log is.
#[must_use]
pub fn heading(log: &Log) -> String {
    let of = |fits: fn(&Event) -> bool| log.events.iter().filter(|one| fits(one)).count();
    let mut parts = vec![count(of(Event::is_access), "access", "accesses")];
    for (op, one, many) in [
        (Op::Fence, "fence", "fences"),
        (Op::Barrier, "barrier arrival", "barrier arrivals"),
        (Op::WriteBack, "write-back", "write-backs"),
    ] {
        let number = log.events.iter().filter(|event| event.op == op).count();
        if number > 0 {
            parts.push(count(number, one, many));
        }
    }
    parts.push(count(log.threads.len(), "thread", "threads"));
    parts.push(count(log.locations.len(), "location", "locations"));
    if let [_] = log.locations.as_slice()
        && let Some((value, known)) = initial(log, 0)
    {
        let how = if known { "" } else { " (read, never written)" };
        parts.push(format!("initial value {}{how}", log.words.show(value)));
    }
    let mut text = format!("{}: {}", log.name, parts.join(", "));
    if log.events.is_empty() {
        text = format!("{}: the log is empty", log.name);
    }
    for note in &log.notes {
        let _ = write!(text, "\n  {note}");
    }
    text + "\n"
}

fn verdict(verdict: Verdict, paint: Paint) -> String {
    match verdict {
        Verdict::Explained => paint.good(verdict.name()),
        Verdict::Impossible | Verdict::Racy => paint.bad(verdict.name()),
        Verdict::Unknown | Verdict::Unsupported => paint.warn(verdict.name()),
    }
}

/// An answer.
#[must_use]
pub fn answer(log: &Log, judged: &Judged, layout: Layout) -> String {
    let word = verdict(judged.verdict, layout.paint);
    let mut out = format!("under {}: {word}\n", judged.model);
    if layout.quiet {
        return out;
    }
    if let Some(shown) = &judged.shown {
        explanation(log, shown, layout, &mut out);
    }
    if let Some(impossible) = &judged.impossible {
        reason(log, judged, impossible, &mut out);
    }
    if let Some(race) = judged.race {
        let _ = writeln!(out, "  race   {}", race.told(log));
    }
    if let Some(open) = &judged.open {
        let _ = writeln!(out, "  {}", open.reason);
    }
    if layout.verbose {
        let _ = writeln!(out, "  found by {}", judged.engine);
    }
    out
}

fn some(mut words: Vec<String>, between: &str) -> String {
    let more = words.len().saturating_sub(MOST);
    words.truncate(MOST);
    let text = words.join(between);
    if more == 0 {
        return text;
    }
    format!("{text}{between}… ({more} more)")
}

fn explanation(log: &Log, shown: &Shown, layout: Layout, out: &mut String) {
    let mut locations = 0;
    for (place, writes) in &shown.coherence {
        locations += 1;
        if locations > MOST / 4 && !layout.verbose {
            continue;
        }
        let value = |event: &u32| {
            let one = log.events.get(*event as usize);
            one.map_or_else(String::new, |one| log.words.show(one.wrote))
        };
        let first = initial(log, *place).map(|(value, _)| log.words.show(value));
        let words = first.into_iter().chain(writes.iter().map(value)).collect();
        let text = format!("{}: {}", log.address(*place), some(words, " < "));
        out.push_str(&layout.hanging("coherence  ", &text));
    }
    let left = locations.saturating_sub(MOST / 4);
    if left > 0 && !layout.verbose {
        let _ = writeln!(out, "             … and {left} more locations");
    }
    if !shown.order.is_empty() {
        let ids = shown
            .order
            .iter()
            .take(MOST + 1)
            .map(|event| log.id(*event));
        let mut words: Vec<String> = ids.collect();
        let more = shown.order.len().saturating_sub(MOST);
        if more > 0 {
            words.truncate(MOST);
            words.push(format!("… ({more} more)"));
        }
        out.push_str(&layout.hanging("order      ", &words.join(" ")));
    }
}

fn reason(log: &Log, judged: &Judged, found: &Impossible, out: &mut String) {
    let size = found.events.len();
    let total = log
        .events
        .iter()
        .filter(|one| one.op != Op::WriteBack)
        .count();
    let only = log
        .events
        .iter()
        .all(|one| one.is_access() || one.op == Op::WriteBack);
    let what = if only { "accesses" } else { "events" };
    let kind = match found.minimal {
        Minimal::Smallest => "smallest impossible sub-log",
        Minimal::Irreducible => "irreducible impossible sub-log",
        Minimal::Unfinished => "impossible sub-log (time was over before it was minimal)",
        Minimal::Part => "impossible part of the log",
    };
    if size > 0 {
        let _ = writeln!(out, "  {kind} ({size} of {total} {what})");
    }
    let backs: std::collections::BTreeMap<u32, u32> = log
        .written_back
        .iter()
        .map(|(back, store)| (*store, *back))
        .collect();
    let ends = crate::trace::axioms::ends(log);
    let rows: Vec<[String; 4]> = found
        .events
        .iter()
        .take(4 * MOST)
        .map(|event| {
            let time = match judged.times {
                Times::Off => log.time(*event),
                Times::Location | Times::All => crate::trace::axioms::lasting(log, &ends, *event),
            };
            let time = time.map_or_else(String::new, |span| {
                if span.end == u64::MAX {
                    format!("@{}..", span.start)
                } else if span.start == span.end {
                    format!("@{}", span.start)
                } else {
                    format!("@{}..{}", span.start, span.end)
                }
            });
            let back = backs.get(event).map_or_else(String::new, |back| {
                format!("written back at {}", log.id(*back))
            });
            [log.id(*event), log.describe(*event), time, back]
        })
        .collect();
    columns(&rows, 4, out);
    if found.events.len() > rows.len() {
        let _ = writeln!(out, "    … and {} more", found.events.len() - rows.len());
    }
    for (index, one) in found.cases.iter().enumerate() {
        if found.cases.len() > 1 || !one.tried.is_empty() {
            let tried = if one.tried.is_empty() {
                "in any case".to_owned()
            } else {
                format!("if {}", one.tried.join(" and "))
            };
            let _ = writeln!(out, "  case {}: {tried}", index + 1);
        }
        case(one, out);
    }
    let _ = writeln!(out, "  axiom  {}", found.axiom);
}

fn case(case: &Case, out: &mut String) {
    if let Some(wrong) = &case.wrong {
        let _ = writeln!(out, "  reason {wrong}");
    }
    told("  cycle  ", &case.cycle, out);
    for (head, below) in &case.because {
        let _ = writeln!(out, "  {head}, because");
        told("         ", below, out);
    }
}

fn told(heading: &str, steps: &[Told], out: &mut String) {
    let wide = steps
        .iter()
        .map(|step| step.head.chars().count())
        .max()
        .map_or(0, column);
    for (index, step) in steps.iter().enumerate() {
        let heading = if index == 0 { heading } else { "         " };
        let _ = writeln!(out, "{heading}{:wide$}   {}", step.head, step.why);
    }
}

/// Rows in columns.
fn columns(rows: &[[String; 4]], indent: usize, out: &mut String) {
    let mut wide = [0; 4];
    for row in rows {
        for (cell, wide) in row.iter().zip(&mut wide) {
            *wide = (*wide).max(column(cell.chars().count()));
        }
    }
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(wide)
            .map(|(cell, wide)| format!("{cell:wide$}"))
            .collect();
        let line = format!("{:indent$}{}", "", cells.join("  "));
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
