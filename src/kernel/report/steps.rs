//! Runs as text.

use std::fmt::Write as _;

use crate::syntax::shown::column;

use super::answer::{Checked, Step};
use super::lines::{WIDTH, folded};

/// Of runs with more steps than this not all are shown.
const LONG: usize = 80;
/// Fewer steps than this tell nothing.
const FEW: usize = 4;

/// A run. Of a long one, what blocks do among themselves is left out, but what is spoken of.
pub fn run(out: &mut String, check: &Checked) {
    let steps: Vec<&Step> = check.witness.iter().collect();
    let mut kept = steps.clone();
    if steps.len() > LONG {
        kept.retain(|step| !is_inner(step) || check.places.contains(&step.place));
    }
    if kept.len() < FEW {
        kept = steps;
    }
    table(out, &kept);
    let left = check.witness.len() - kept.len();
    if left > 0 {
        let _ = writeln!(
            out,
            "    ({left} steps in shared memory and at barriers are not shown; --format json has them)"
        );
    }
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
