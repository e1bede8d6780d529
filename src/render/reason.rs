//! A reason as text: its parts in a table, and what they do together.

use super::layout::Layout;
use crate::view::reason::{Part, PartKind, Reason};

/// Why no execution satisfies the condition, or none violates it.
pub(super) fn reason(reason: &Reason, layout: Layout) -> String {
    let title = if reason.of_opposite {
        "Reason why no execution violates the condition:"
    } else {
        "Reason why no execution satisfies the condition:"
    };
    let meaning = match (reason.of_opposite, reason.items.len()) {
        (true, 1) => "This alone ensures it. Drop it, and it can be violated.",
        (true, _) => "These together ensure it. Drop any one, and it can be violated.",
        (false, 1) => "This alone forbids it. Drop it, and it is reachable.",
        (false, _) => "These together forbid it. Drop any one, and it is reachable.",
    };
    items(reason, title, meaning, layout)
}

/// Why no execution has a race.
pub(super) fn race_freedom(reason: &Reason, layout: Layout) -> String {
    if reason.items.is_empty() {
        return layout.hanging(
            "",
            "No execution has a race: no two accesses can be in one.",
        );
    }
    let title = "Reason why no execution has a race:";
    let meaning = if reason.items.len() == 1 {
        "This alone rules it out. Drop it, and some execution has a race."
    } else {
        "These together rule it out. Drop any one, and some execution has a race."
    };
    items(reason, title, meaning, layout)
}

fn items(reason: &Reason, title: &str, meaning: &str, layout: Layout) -> String {
    let mut out = format!("  {}\n", layout.paint.bold(title));
    let rows: Vec<Vec<String>> = reason.items.iter().map(part).collect();
    out.push_str(&layout.columns(&[], &rows));
    let meaning = if reason.minimal {
        meaning
    } else {
        "These together suffice; time ran out before it was known that all are needed."
    };
    out.push_str(&layout.hanging("", meaning));
    out
}

/// What it is, its text, its place.
pub(super) fn part(part: &Part) -> Vec<String> {
    let thread = part.thread.as_deref().unwrap_or_default();
    let name = part.name.as_deref().unwrap_or_default();
    let kind = match (part.kind, part.dependency) {
        (PartKind::Order, _) => "program order".to_owned(),
        (PartKind::Queue, _) => "queue order".to_owned(),
        (PartKind::Dependency, Some(kind)) => format!("{kind} dependency"),
        (PartKind::Axiom, _) => format!("axiom {name}"),
        (kind, _) => kind.name().to_owned(),
    };
    let text = &part.site.text;
    let text = match (&part.from, &part.to) {
        (Some(from), Some(to)) => format!(
            "{thread}: {} ({}) before {} ({})",
            from.id, from.site.text, to.id, to.site.text
        ),
        _ if part.says.is_some() => {
            let says = part.says.clone().unwrap_or_default();
            if thread.is_empty() {
                says
            } else {
                format!("{thread}: {says}")
            }
        }
        _ if !name.is_empty() && part.kind != PartKind::Axiom => {
            format!("{thread}: {name} ({text})")
        }
        _ if part.negated => format!("not ({text})"),
        _ => text.clone(),
    };
    let place = match (&part.from, &part.to) {
        _ if part.kind == PartKind::Axiom => format!("{}:{}", part.file, part.site.place()),
        (Some(from), Some(to)) => format!("{}, {}", from.site.place(), to.site.place()),
        _ => part.site.place(),
    };
    vec![kind, text, place]
}
