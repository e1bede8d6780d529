//! The cheapest fences as text for a person: the answer first, then the changes, then the proof.

use std::fmt::Write as _;

use super::endless as endless_text;
use super::layout::{INDENT, Layout};
use super::paint::Paint;
use super::race as race_text;
use super::reason as reason_text;
use super::text;
use crate::tasks::fences::view::{Change, Fenced, Solution, Word};

/// What was found out, as text.
#[must_use]
pub fn render(fenced: &Fenced, layout: Layout) -> String {
    let paint = layout.paint;
    let mut out = format!(
        "{} under {}: {}\n",
        paint.bold(&fenced.test),
        paint.bold(&fenced.model),
        answer(fenced, paint)
    );
    if layout.quiet {
        return out;
    }
    let origin = format!("{}: {}", fenced.file, fenced.statement);
    out.push_str(&layout.hanging("", &origin));
    if let Some(refused) = fenced
        .refused
        .as_ref()
        .and_then(|answer| answer.unsupported.as_ref())
    {
        out.push_str(&refused.report.render(paint.color));
    }
    if fenced.answer == Word::Vacuous {
        out.push_str(&nothing_ends(fenced, layout));
        return out;
    }
    for (index, solution) in fenced.solutions.iter().enumerate() {
        if fenced.solutions.len() > 1 {
            let title = format!("Solution {} of {}", index + 1, fenced.solutions.len());
            let _ = write!(out, "\n  {}\n", paint.bold(&title));
        }
        out.push_str(&self::solution(solution, layout));
        out.push_str(&proof(solution, layout));
    }
    if let Some(survivor) = &fenced.survivor {
        out.push_str(&self::survivor(survivor, layout));
    }
    remarks(fenced, layout, &mut out);
    out
}

fn answer(fenced: &Fenced, paint: Paint) -> String {
    let done = if fenced.forall {
        "always holds"
    } else {
        "forbidden"
    };
    let asked = questions(fenced.questions);
    match (fenced.answer, fenced.cost) {
        (Word::Found, Some(cost)) => {
            let changes = match fenced.solutions.first().map_or(0, |one| one.edits.len()) {
                0 => "as it is".to_owned(),
                1 => "with 1 change".to_owned(),
                some => format!("with {some} changes"),
            };
            let ways = match fenced.solutions.len() {
                0 | 1 => String::new(),
                some => format!(", in {some} ways"),
            };
            let compared = compared(cost, fenced.cost_as_it_is);
            let least = match (fenced.keeps_strength, fenced.forbidden_as_it_is) {
                (true, Some(true)) => "",
                (true, _) => "; nothing cheaper works without weakening",
                (false, _) => "; nothing cheaper works",
            };
            if cost == 0 && changes == "as it is" {
                return format!(
                    "{} {changes}; nothing is needed ({asked})",
                    paint.good(done)
                );
            }
            format!(
                "{} {changes}{ways}, at cost {cost}{compared}{least} ({asked})",
                paint.good(done)
            )
        }
        (Word::Vacuous, _) => format!(
            "{}: no execution counts, so there is nothing to forbid ({asked})",
            paint.warn("vacuous")
        ),
        (Word::Impossible, _) => {
            let mut what = if fenced.fences_only {
                "fences".to_owned()
            } else {
                "fences, orders or scopes".to_owned()
            };
            if fenced.barriers {
                what = what.replace(" or ", ", ") + " or barriers";
            }
            format!("{}; no {what} do it ({asked})", paint.warn("impossible"))
        }
        (Word::Unsupported, _) => "unsupported".to_owned(),
        (_, Some(cost)) => format!("unknown; cost {cost} will do, and perhaps less ({asked})"),
        (_, None) => format!("unknown ({asked})"),
    }
}

/// Who waits for ever, or that the filter takes all.
fn nothing_ends(fenced: &Fenced, layout: Layout) -> String {
    let asked = fenced.solutions.iter().chain(&fenced.survivor);
    let mut known = asked.filter_map(|one| one.proof.endless.as_ref());
    known.next().map_or_else(String::new, |endless| {
        format!("\n{}", endless_text::render(endless, layout))
    })
}

fn questions(count: usize) -> String {
    match count {
        1 => "1 question asked".to_owned(),
        count => format!("{count} questions asked"),
    }
}

fn compared(cost: u64, before: u64) -> String {
    match (cost.checked_sub(before), before.checked_sub(cost)) {
        (Some(more), _) if more > 0 => format!(", {more} more than before"),
        (_, Some(less)) if less > 0 => format!(", {less} less than before"),
        _ => String::new(),
    }
}

fn solution(solution: &Solution, layout: Layout) -> String {
    let mut out = String::new();
    if solution.edits.is_empty() {
        return out;
    }
    out.push('\n');
    let rows: Vec<Vec<String>> = solution.edits.iter().map(change).collect();
    out.push_str(&layout.columns(&["thread", "at", "cost", "change"], &rows));
    out.push('\n');
    out.push_str(&diff(&solution.diff, layout.paint));
    out
}

fn change(change: &Change) -> Vec<String> {
    let Change {
        from, to, before, ..
    } = change;
    let text = match (from, to, before) {
        (None, Some(to), Some(before)) => format!("{to} before {before}"),
        (Some(from), Some(to), _) => format!("{from} becomes {to}"),
        (Some(from), None, _) => format!("{from} goes"),
        (None, Some(to), None) => format!("{to} at the end"),
        (_, to, _) => to.clone().unwrap_or_default(),
    };
    vec![
        change.thread.clone(),
        format!("{}:{}", change.line, change.column),
        format!("{:+}", change.cost),
        text,
    ]
}

fn diff(diff: &str, paint: Paint) -> String {
    let mut out = String::new();
    for line in diff.lines() {
        let line = match line.as_bytes().first() {
            Some(b'+') => paint.good(line),
            Some(b'-') => paint.bad(line),
            Some(b'@') => paint.dim(line),
            _ => line.to_owned(),
        };
        let _ = writeln!(out, "{}", format!("{INDENT}{line}").trim_end());
    }
    out
}

/// What the model says of the changed test.
fn proof(solution: &Solution, layout: Layout) -> String {
    let mut out = String::from("\n");
    let proof = &solution.proof;
    if let Some(reason) = &proof.reason {
        out.push_str(&reason_text::reason(reason, layout));
    } else {
        let said = format!(
            "The {} is {} under {}.",
            if solution.edits.is_empty() {
                "test"
            } else {
                "changed test"
            },
            verdict(solution),
            proof.model
        );
        out.push_str(&layout.hanging("", &said));
    }
    for note in &solution.proof.notes {
        out.push_str(&layout.hanging("note       ", note));
    }
    out
}

fn verdict(solution: &Solution) -> String {
    let proof = &solution.proof;
    match proof.quantity {
        Some(quantity) => format!("{} ({})", proof.verdict.name(), quantity.name()),
        None => proof.verdict.name().to_owned(),
    }
}

/// What the strongest choice does not forbid.
fn survivor(survivor: &Solution, layout: Layout) -> String {
    let mut out = self::solution(survivor, layout);
    let title = if survivor.edits.is_empty() {
        "There is nothing that could be stronger:"
    } else {
        "So changed, everything is as strong as can be, and yet:"
    };
    let _ = write!(out, "\n  {}\n", layout.paint.bold(title));
    let proof = &survivor.proof;
    if let Some(witness) = &proof.witness {
        out.push_str(&text::witness(witness, proof.verdict, layout));
        if let Some(size) = &proof.smallest {
            out.push_str(&text::size(size, layout));
        }
    }
    if let Some(race) = &proof.race {
        out.push('\n');
        out.push_str(&race_text::render(race, layout));
    }
    out
}

fn remarks(fenced: &Fenced, layout: Layout, out: &mut String) {
    for note in &fenced.notes {
        out.push_str(&layout.hanging("note       ", note));
    }
    if let (Word::Unknown, Some(least)) = (fenced.answer, fenced.at_least.filter(|&cost| cost > 0))
    {
        let text = format!("nothing that costs less than {least} works");
        out.push_str(&layout.hanging("known      ", &text));
    }
    if fenced.answer == Word::Unknown {
        out.push_str(&layout.hanging(
            "help       ",
            "raise what was reached: --timeout, --within, --memory or --bound",
        ));
    }
    if fenced.keeps_strength && fenced.cost.is_some() {
        let text = "nothing was weakened or removed; --may-weaken looks whether less will do";
        out.push_str(&layout.hanging("help       ", text));
    }
    if fenced.answer == Word::Found && fenced.solutions.len() > 1 && !fenced.complete {
        let text = "there may be more solutions of this cost";
        out.push_str(&layout.hanging("note       ", text));
    }
}
