//! A race as text: the accesses, why nothing orders them, what would.

use super::layout::Layout;
use crate::view::race::{Access, Edit, Race, Repair};

/// The accesses of a race with their places, and what there is to say of it.
pub(super) fn render(race: &Race, layout: Layout) -> String {
    let mut out = layout.hanging("", "Race, two accesses that nothing orders:");
    for access in &race.accesses {
        let text = format!("{}: {}", access.thread, place(access));
        out.push_str(&layout.hanging("", &text));
    }
    let mut heading = "because    ";
    for missing in &race.missing {
        out.push_str(&layout.hanging(heading, &missing.sentence));
        heading = "           ";
    }
    let mut heading = "mended by  ";
    for repair in &race.repairs {
        if !repair.race_free {
            heading = "not enough ";
        }
        out.push_str(&layout.hanging(heading, &mend(repair)));
        heading = "or by      ";
    }
    if race.search_limited {
        let limit = "the search for repairs reached its limit";
        out.push_str(&layout.hanging("note       ", limit));
    }
    out.push_str(&layout.hanging("", "No outcome is promised of a program with a race."));
    out
}

/// The accesses of a race under a model that flags races and keeps its promises.
pub(super) fn flagged(race: &Race, layout: Layout) -> String {
    let [first, second] = &race.accesses;
    let text = format!(
        "in this execution: {}: {} and {}: {}",
        first.thread,
        place(first),
        second.thread,
        place(second)
    );
    let mut out = layout.hanging("data race  ", &text);
    for missing in &race.missing {
        out.push_str(&layout.hanging("           ", &missing.sentence));
    }
    let mend = "What would order them: a release and an acquire of a flag between them, fences beside such a \
                flag, a barrier of their block; or both strong, with scopes that include the other.";
    out.push_str(&layout.hanging("           ", mend));
    out
}

fn place(access: &Access) -> String {
    format!(
        "{} ({}) {}",
        access.id,
        access.site.text,
        access.site.place()
    )
}

fn mend(repair: &Repair) -> String {
    let edits: Vec<String> = repair.edits.iter().map(edit).collect();
    let edits = edits.join(" and ");
    match &repair.remaining {
        None => edits,
        Some([first, second]) => format!(
            "{edits}: another race remains, of {}: {} and {}: {}",
            first.thread,
            place(first),
            second.thread,
            place(second)
        ),
    }
}

fn edit(edit: &Edit) -> String {
    let Edit {
        line, column, to, ..
    } = edit;
    format!("`{to}` at {line}:{column}")
}
