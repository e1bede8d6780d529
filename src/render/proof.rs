//! A proof as text for a person.

use std::fmt::Write as _;

use crate::tasks::prove::Verdict;

use super::layout::{INDENT, Layout};
use super::reason;
use super::text;
use crate::tasks::prove::view::{Fence, Needed, Proof, Weaker};
use crate::view::reason::{Part, PartKind};

/// One proof as text.
#[must_use]
pub fn render(proof: &Proof, layout: Layout) -> String {
    let mut out = verdict_line(proof, layout);
    if layout.quiet {
        return out;
    }
    out.push_str(&layout.hanging("", &text::origin(&proof.answer, layout)));
    if proof.verdict == Verdict::Proved {
        if let Some(needed) = &proof.needed {
            out.push('\n');
            let barriers = has_barriers(needed, &proof.fences);
            out.push_str(&self::needed(needed, barriers, layout));
        }
        out.push('\n');
        out.push_str(&fences(proof, layout));
        if !proof.weaker.is_empty() {
            out.push('\n');
            out.push_str(&weaker(&proof.weaker, layout));
        }
    }
    out.push_str(&text::body(&proof.answer, layout));
    for note in &proof.notes {
        out.push_str(&layout.hanging("note       ", note));
    }
    out
}

/// `MP under sc: proved: no execution satisfies the condition`
fn verdict_line(proof: &Proof, layout: Layout) -> String {
    let paint = layout.paint;
    let name = match proof.verdict {
        Verdict::Proved => paint.good(proof.verdict.name()),
        Verdict::Refuted | Verdict::Vacuous => paint.warn(proof.verdict.name()),
        Verdict::Unknown | Verdict::Unsupported => paint.bold(proof.verdict.name()),
    };
    let mut line = format!(
        "{} under {}: {name}",
        paint.bold(&proof.answer.test),
        paint.bold(&proof.answer.model),
    );
    match proof.verdict {
        Verdict::Proved => {
            let _ = write!(line, ": {}", proof.claim);
        }
        Verdict::Refuted if proof.answer.race.is_some() => {
            line.push_str(": some execution has a race, so no outcome is promised");
        }
        Verdict::Refuted => {
            let _ = write!(line, ": {}", proof.opposite);
        }
        Verdict::Vacuous => line.push_str(": no execution counts, so nothing is proved"),
        Verdict::Unknown | Verdict::Unsupported => {}
    }
    line.push('\n');
    line
}

/// Whether some of the fences that are needed are barriers: these are not among those that may go.
fn has_barriers(needed: &Needed, fences: &[Fence]) -> bool {
    let barrier = |part: &Part| {
        part.kind == PartKind::Fence && fences.iter().all(|fence| fence.site != part.site)
    };
    needed.reason.items.iter().any(barrier)
}

fn needed(needed: &Needed, barriers: bool, layout: Layout) -> String {
    let title = if needed.minimum {
        "Needed, a smallest set that suffices:"
    } else {
        "Needed, a set that suffices:"
    };
    let mut out = format!("{INDENT}{}\n", layout.paint.bold(title));
    let rows: Vec<Vec<String>> = needed.reason.items.iter().map(reason::part).collect();
    out.push_str(&layout.columns(&[], &rows));
    let (kind, kinds) = if barriers {
        ("fence or barrier", "fences and barriers")
    } else {
        ("fence", "fences")
    };
    let fences = match needed.fences {
        0 => format!("No {kind}"),
        1 => format!("1 {kind}"),
        number => format!("{number} {kinds}"),
    };
    let orderings = match needed.orderings {
        0 => "no other ordering".to_owned(),
        1 => "1 other ordering".to_owned(),
        number => format!("{number} other orderings"),
    };
    let text = if needed.minimum {
        format!(
            "{fences} and {orderings}: the fewest {kinds} that suffice, and then the fewest orderings."
        )
    } else {
        format!("{fences} and {orderings}. A smaller set may suffice.")
    };
    out.push_str(&layout.hanging("", &text));
    out
}

fn fences(proof: &Proof, layout: Layout) -> String {
    let fences = &proof.fences;
    if fences.is_empty() {
        let barriers = |needed| has_barriers(needed, fences);
        let text = if proof.needed.as_ref().is_some_and(barriers) {
            "The test has barriers only, and these stay: without one its partners would wait for ever."
        } else {
            "The test has no fences."
        };
        return layout.hanging("", text);
    }
    let spare: Vec<&Fence> = fences
        .iter()
        .filter(|fence| fence.superfluous == Some(true) || fence.together)
        .collect();
    if spare.is_empty() {
        return layout.hanging("", "No fence can be removed.");
    }
    let title = "Superfluous fences:";
    let mut out = format!("{INDENT}{}\n", layout.paint.bold(title));
    let rows: Vec<Vec<String>> = spare.iter().map(|fence| row(fence)).collect();
    out.push_str(&layout.columns(&[], &rows));
    let together = spare.iter().filter(|fence| fence.together).count();
    let text = match (together, spare.len()) {
        (1, 1) => "It can be removed: the claim is proved without it.".to_owned(),
        (together, all) if together == all => {
            "They can all be removed together: the claim is proved without them.".to_owned()
        }
        _ => format!(
            "{together} of them can be removed together, and then no other fence: the claim is \
             proved without them."
        ),
    };
    out.push_str(&layout.hanging("", &text));
    out
}

fn weaker(weaker: &[Weaker], layout: Layout) -> String {
    let title = "Accesses that may be weaker, each alone:";
    let mut out = format!("{INDENT}{}\n", layout.paint.bold(title));
    let row = |one: &Weaker| {
        let id = one.id.as_deref().unwrap_or_default();
        vec![
            format!("{}: {id} ({})", one.thread, one.site.text),
            one.site.place(),
            format!("{} would do", one.instead),
        ]
    };
    let rows: Vec<Vec<String>> = weaker.iter().map(row).collect();
    out.push_str(&layout.columns(&[], &rows));
    out
}

fn row(fence: &Fence) -> Vec<String> {
    let name = match &fence.id {
        Some(id) => format!("{id} ({})", fence.site.text),
        None => fence.site.text.clone(),
    };
    let how = match (fence.superfluous, fence.together) {
        (Some(true), true) => "alone, or together with the others",
        (Some(true), false) => "alone",
        (_, true) => "together with the others",
        (_, false) => "",
    };
    vec![
        format!("{}: {name}", fence.thread),
        fence.site.place(),
        how.to_owned(),
    ]
}
