//! A race as text: the accesses, why nothing orders them, what would.

use super::layout::Layout;
use crate::verdict::why::Fault;
use crate::view::race::{Access, Edit, Race, Repair};

/// What a fault is called where accesses go different ways to memory.
const PATH: &str = Fault::Path.name();

/// The accesses of a race with their places, and what there is to say of it.
pub(super) fn render(race: &Race, layout: Layout) -> String {
    let mut out = layout.hanging("", "Race, two accesses that nothing orders:");
    for access in &race.accesses {
        let text = format!("{}: {}", access.thread, place(access));
        out.push_str(&layout.hanging("", &text));
    }
    out.push_str(&because(race, layout));
    out.push_str(&repairs(race, layout));
    out.push_str(&layout.hanging("", "No outcome is promised of a program with a race."));
    out
}

/// The accesses of a race under a model that flags races and keeps its promises, and `whose` it is.
pub(super) fn flagged(race: &Race, whose: &str, layout: Layout) -> String {
    let [first, second] = &race.accesses;
    let text = format!(
        "{whose}: {}: {} and {}: {}",
        first.thread,
        place(first),
        second.thread,
        place(second)
    );
    let mut out = layout.hanging("data race  ", &text);
    out.push_str(&because(race, layout));
    let path = race.missing.iter().any(|one| one.kind == PATH);
    if race.repairs.is_empty() && first.thread != second.thread {
        let mend = "What would order them: a release and an acquire of a flag between them, fences \
                    beside such a flag, a barrier of their block; or both strong, with scopes that \
                    include the other.";
        let beside = "What would order them: that fence beside a release and an acquire of a flag \
                      between them, or beside a barrier of their block.";
        let mend = if path { beside } else { mend };
        out.push_str(&layout.hanging("           ", mend));
    }
    out.push_str(&repairs(race, layout));
    out
}

/// Why nothing orders them.
fn because(race: &Race, layout: Layout) -> String {
    let headings = std::iter::once("because    ").chain(std::iter::repeat("           "));
    let missing = race.missing.iter().zip(headings);
    missing
        .map(|(missing, heading)| layout.hanging(heading, &missing.sentence))
        .collect()
}

/// What the model says would mend it.
fn repairs(race: &Race, layout: Layout) -> String {
    let mut out = String::new();
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
    let edits = match edits.as_slice() {
        [first @ .., before, last] if !first.is_empty() => {
            format!("{}, {before} and {last}", first.join(", "))
        }
        few => few.join(" and "),
    };
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
        line,
        column,
        to,
        beside,
        ..
    } = edit;
    let side = beside.unwrap_or("at");
    format!("`{to}` {side} {line}:{column}")
}
