//! Barriers with which checks hold, for a person.

use super::{beside, in_cuda, sentence};
use crate::kernel::report::fix::Edit;
use crate::tasks::repair::{Barriers, Fixed};

/// What barriers mend a launch; nothing where none do, or none were looked for.
pub fn found(fixed: &Fixed) -> String {
    let mut out = String::new();
    let Some(
        said @ Barriers {
            found: Some((fix, _)),
            ..
        },
    ) = &fixed.barriers
    else {
        return out;
    };
    let several = fix.edits.len() > 1;
    let mut head = format!(
        "Fix with {}, cost {}:",
        if several { "barriers" } else { "a barrier" },
        fix.cost
    );
    for edit in &fix.edits {
        let (text, note) = in_cuda(edit);
        beside(&mut out, &head, &text);
        beside(&mut out, "", &format!("({note})"));
        head.clear();
    }
    let verb = if said.mended.len() == 1 {
        "holds"
    } else {
        "hold"
    };
    let less = match (several, said.fewest) {
        (false, _) => "",
        (true, true) => "; no single one does",
        (true, false) => "; whether fewer do is open",
    };
    let with = if several { "them" } else { "it" };
    let text = format!(
        "Proof: with {with}, {} {verb}{less} ({} questions asked).",
        said.mended.join(", "),
        said.questions
    );
    sentence(&mut out, &text);
    // Some accesses of the line are before it and some behind.
    let within = |edit: &&Edit| edit.inside_line && edit.of_line.is_some();
    for edit in fix.edits.iter().filter(within) {
        let (place, barrier) = (edit.place.short(), edit.cuda.as_deref());
        let text = format!(
            "Where {place} is one statement, an access of which the compiler moved up, `{}` is written before it.",
            barrier.unwrap_or("__syncthreads();").trim_end_matches(';')
        );
        sentence(&mut out, &text);
    }
    if said.warp {
        let places = if several { "their places" } else { "its place" };
        let text = format!(
            "The blocks here are one warp: as long as they are, `__syncwarp()` in {places} does as well."
        );
        sentence(&mut out, &text);
    }
    if !fixed.fixes.is_empty() {
        sentence(
            &mut out,
            "Without barriers, which leaves the threads to run in any order:",
        );
    }
    out
}

/// Where a barrier may be missing though none that was tried mends the launch.
pub fn untried(fixed: &Fixed) -> Option<String> {
    let said = fixed.barriers.as_ref();
    if said.is_some_and(|said| said.found.is_some()) {
        return None;
    }
    let tried = said.map(|said| {
        let all = if said.fewest { "" } else { " that was tried" };
        let asked = said.questions;
        // The first is of the launch as it is.
        if asked <= 1 {
            return "There was no time to try a `__syncthreads()`.".to_owned();
        }
        format!("No `__syncthreads()`{all} mends it ({asked} questions asked).")
    });
    match (tried, &fixed.barrier) {
        (Some(tried), Some(hint)) => Some(format!("{tried} {hint}")),
        (Some(tried), None) if fixed.fixes.is_empty() => Some(tried),
        (Some(_), None) => None,
        (None, hint) => hint.clone(),
    }
}
