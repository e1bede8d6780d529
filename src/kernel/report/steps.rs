//! Runs as text.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::syntax::shown::column;

use super::answer::{Checked, Step};
use super::few::{few, left_out};
use super::lines::{WIDTH, folded};

/// Of runs with more steps than this not all are shown.
const LONG: usize = 80;
/// Fewer steps than this tell nothing.
const FEW: usize = 4;
/// Of so many steps in a row that are alike one is shown.
const ALIKE: usize = 3;
/// Of more steps than this it is not looked for whether the same come again.
const LAP: usize = 12;

/// A run. Of a long one, what blocks do among themselves is left out, but what is spoken of.
pub fn run(out: &mut String, check: &Checked) {
    let all = check.witness.len();
    let steps = few(check, (0..all).collect());
    let others = all - steps.len();
    let mut kept = steps.clone();
    if steps.len() > LONG {
        let step = |at: usize| &check.witness[at];
        kept.retain(|&at| !is_inner(step(at)) || check.places.contains(&step(at).place));
    }
    if kept.len() < FEW {
        kept.clone_from(&steps);
    }
    let left = steps.len() - kept.len();
    let kept: Vec<&Step> = kept.iter().map(|&at| &check.witness[at]).collect();
    let rows: Vec<Cow<'_, Step>> = in_a_row(&kept);
    let rows: Vec<&Step> = rows.iter().map(AsRef::as_ref).collect();
    table(out, &rows);
    if left > 0 {
        let _ = writeln!(
            out,
            "    ({left} steps in shared memory and at barriers are not shown; --format json has them)"
        );
    }
    if others > 0 {
        let _ = writeln!(out, "    ({})", left_out(others));
    }
}

/// The steps, one for those of a thread that follow each other and are alike, as where it polls.
fn in_a_row<'s>(steps: &[&'s Step]) -> Vec<Cow<'s, Step>> {
    let mut rows = Vec::new();
    for row in steps.chunk_by(|a, b| are_alike(a, b)) {
        match row {
            [first, ..] if row.len() >= ALIKE => {
                let mut one = (*first).clone();
                let _ = write!(one.effect, ", {} times", row.len());
                rows.push(Cow::Owned(one));
            }
            _ => rows.extend(row.iter().map(|step| Cow::Borrowed(*step))),
        }
    }
    once(&by_threads(&rows))
}

/// The same, once where some of them come several times in turn, as in laps around a barrier.
fn once<'s>(rows: &[Cow<'s, Step>]) -> Vec<Cow<'s, Step>> {
    let mut shown = Vec::new();
    let mut rest = rows;
    while let Some(first) = rest.first() {
        let laps = (2..=LAP.min(rest.len())).map(|steps| (laps(rest, steps), steps));
        let laps = laps.filter(|&(times, _)| times >= ALIKE);
        // The most that is left out, by the fewest steps.
        let most = laps.max_by_key(|&(times, steps)| (times * steps, std::cmp::Reverse(steps)));
        let Some((times, steps)) = most else {
            shown.push(first.clone());
            rest = &rest[1..];
            continue;
        };
        shown.extend(rest[..steps].iter().cloned());
        if let Some(last) = shown.last_mut() {
            let said = format!(" (these {steps} steps {times} times)");
            last.to_mut().effect.push_str(&said);
        }
        rest = &rest[times * steps..];
    }
    shown
}

/// How often the first of these steps come in turn.
fn laps(rows: &[Cow<'_, Step>], steps: usize) -> usize {
    let same = |a: &Cow<'_, Step>, b: &Cow<'_, Step>| {
        (&a.thread, &a.effect, &a.place.ptx) == (&b.thread, &b.effect, &b.place.ptx)
    };
    let again = |lap: &&[Cow<'_, Step>]| {
        lap.len() == steps && lap.iter().zip(rows).all(|(one, other)| same(one, other))
    };
    rows.chunks(steps).take_while(again).count()
}

/// The same, one for threads that do the same one after the other, as where they come to a barrier.
fn by_threads<'s>(rows: &[Cow<'s, Step>]) -> Vec<Cow<'s, Step>> {
    let next = |a: &Cow<'_, Step>, b: &Cow<'_, Step>| {
        let follows = numbered(&a.thread).zip(numbered(&b.thread));
        let follows =
            follows.is_some_and(|((of, one), (also, other))| of == also && one + 1 == other);
        follows && (&a.effect, &a.place.ptx) == (&b.effect, &b.place.ptx)
    };
    let mut shown = Vec::new();
    for row in rows.chunk_by(next) {
        let ends = row.first().zip(row.last()).filter(|_| row.len() >= ALIKE);
        let numbers = ends.and_then(|(first, last)| {
            numbered(&first.thread).zip(numbered(&last.thread).map(|(_, last)| last))
        });
        match (numbers, row) {
            (Some(((of, first), last)), [one, ..]) => {
                let mut one = one.clone().into_owned();
                one.thread = format!("{of}s {first} to {last}");
                shown.push(Cow::Owned(one));
            }
            _ => shown.extend(row.iter().cloned()),
        }
    }
    shown
}

/// What a thread is called before its number, and that.
fn numbered(thread: &str) -> Option<(&str, u64)> {
    let (of, number) = thread.rsplit_once(' ')?;
    Some((of, number.parse().ok()?))
}

fn are_alike(one: &Step, other: &Step) -> bool {
    let line = |step: &Step| step.place.cuda.as_ref().map(|cuda| cuda.line.line);
    let same_line = match (line(one), line(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => one.place.ptx == other.place.ptx,
        (Some(_), None) | (None, Some(_)) => false,
    };
    (&one.thread, &one.effect, &one.place.opcode)
        == (&other.thread, &other.effect, &other.place.opcode)
        && same_line
}

/// Whether a step is one at a barrier, or in the shared memory of a block.
fn is_inner(step: &Step) -> bool {
    let code = &step.place.opcode;
    code.starts_with("bar") || code.contains(".shared") || step.effect.contains(" (block ")
}

/// A run: who, at which line of CUDA, does what, by which instruction.
fn table(out: &mut String, steps: &[&Step]) {
    let widest =
        |text: &dyn Fn(&Step) -> usize| steps.iter().map(|step| text(step)).max().unwrap_or(0);
    let count = |text: &str| text.chars().count();
    let mut files = steps.iter().filter_map(|step| step.place.cuda.as_ref());
    let first = files.next().map(|cuda| &cuda.line.file);
    let one_file = files.all(|cuda| Some(&cuda.line.file) == first);
    let thread = column(widest(&|step| count(&step.thread)));
    let line = column(widest(&|step| count(&step.place.line(one_file))));
    let effect = widest(&|step| count(&step.effect));
    let opcode = widest(&|step| count(&step.place.opcode));
    let ptx = widest(&|step| count(&step.place.ptx.line.to_string()));
    // Indentation, the columns but two, and what is between them.
    let rest = 4 + line + 2 + 2 + opcode + 2 + 4 + ptx;
    let beside = rest + thread + 2 + effect <= WIDTH;
    // Names that take too much room stand above what their threads do.
    let (indent, name) = if beside { (4, thread + 2) } else { (6, 0) };
    let room = WIDTH.saturating_sub(rest + indent - 4 + name).max(24);
    let effect = effect.min(room);
    let mut before = "";
    for step in steps {
        let first = step.thread != before;
        before = &step.thread;
        if first && !beside {
            let _ = writeln!(out, "    {}", step.thread);
        }
        let who = if first && beside { &step.thread } else { "" };
        let at = step.place.line(one_file);
        let mut pieces = folded(&step.effect, (effect, effect)).into_iter();
        let said = pieces.next().unwrap_or_default();
        let _ = writeln!(
            out,
            "{:indent$}{who:name$}{at:line$}  {said:effect$}  {:opcode$}  ptx {}",
            "", step.place.opcode, step.place.ptx.line
        );
        for more in pieces {
            let _ = writeln!(out, "{:1$}{more}", "", indent + name + line + 4);
        }
    }
}
