//! What an unreachable outcome would take, as text: the way that an axiom forbids, step by step.

use super::layout::{INDENT, Layout};
use crate::view::reason::End;
use crate::view::story::{Forbidden, Link, Story};

const IMPOSSIBLE: &str = "No execution ends so, whatever the order of its accesses: no values that \
    the loads can return do.";

/// The story as text.
#[must_use]
pub fn render(story: &Story, layout: Layout) -> String {
    match story {
        Story::Impossible => layout.hanging("", IMPOSSIBLE),
        Story::Forbidden(found) => forbidden(found, layout),
    }
}

fn forbidden(found: &Forbidden, layout: Layout) -> String {
    let title = "The execution that it would need, where it breaks the model:";
    let mut out = format!("{INDENT}{}\n", layout.paint.bold(title));
    let mut rows = Vec::new();
    for (index, way) in found.ways.iter().enumerate() {
        if index > 0 {
            rows.push(vec!["and".to_owned()]);
        }
        for link in way {
            push(link, found, 0, &mut rows);
        }
        // Round a cycle every end is a start.
        if let Some(last) = way.last().filter(|_| !found.is_cycle()) {
            rows.push(stop(&last.to, found));
        }
    }
    if let Some(event) = &found.event {
        rows.push(stop(event, found));
    }
    out.push_str(&layout.columns(&[], &rows));
    out.push_str(&layout.hanging("", &moral(found)));
    out
}

/// An event from which nothing leads on.
fn stop(end: &End, found: &Forbidden) -> Vec<String> {
    let (nothing, text) = (String::new(), end.site.text.clone());
    vec![
        label(end, found),
        nothing.clone(),
        nothing,
        text,
        place(end),
    ]
}

fn push(link: &Link, found: &Forbidden, depth: usize, rows: &mut Vec<Vec<String>>) {
    let relation = match link.via.as_slice() {
        // A definition that is one step of another is told in one line.
        [one] if one.via.is_empty() => format!("--{} ({})-->", link.relation, one.relation),
        _ => format!("--{}-->", link.relation),
    };
    rows.push(vec![
        format!("{}{}", INDENT.repeat(depth), label(&link.from, found)),
        relation,
        label(&link.to, found),
        link.from.site.text.clone(),
        place(&link.from),
    ]);
    match link.via.as_slice() {
        [one] if one.via.is_empty() => {}
        parts => {
            for part in parts {
                push(part, found, depth + 1, rows);
            }
        }
    }
}

/// `a: Wx=1`
fn label(end: &End, found: &Forbidden) -> String {
    match found.execution.event(&end.id) {
        Some(event) if event.thread.is_none() => format!("{}={}", end.id, value(event.written)),
        Some(event) => format!("{}: {}", end.id, event.label),
        None => end.id.clone(),
    }
}

fn value(written: Option<i64>) -> String {
    written.map_or_else(String::new, |value| value.to_string())
}

/// Initial writes need not be written anywhere.
fn place(end: &End) -> String {
    if end.id.starts_with("init:") {
        return String::new();
    }
    end.site.place()
}

/// What is wrong with it.
fn moral(found: &Forbidden) -> String {
    let axiom = &found.axiom;
    let place = format!("{}:{}", axiom.file, axiom.site.place());
    let rule = format!("axiom {} ({place}): {}", axiom.name, axiom.site.text);
    if found.is_cycle() {
        return format!("The steps close a cycle, against {rule}");
    }
    match (&found.lacks, &found.event) {
        (Some(lacks), _) => format!("The steps lead where `{lacks}` does not, against {rule}"),
        (None, Some(_)) => format!("No such event may be, by {rule}"),
        (None, None) if found.ways.is_empty() => format!("Something is missing, by {rule}"),
        (None, None) if found.ways.len() > 1 => {
            format!("Both ways lead between the same events, against {rule}")
        }
        (None, None) => format!("The steps lead where none may, by {rule}"),
    }
}

/// The same in one line, for a picture.
#[must_use]
pub fn sentence(story: &Story) -> String {
    match story {
        Story::Impossible => IMPOSSIBLE.to_owned(),
        Story::Forbidden(found) => moral(found),
    }
}
