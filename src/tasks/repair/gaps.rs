//! Gaps between accesses, for fences: where they lie in the CUDA source.

use crate::kernel::report::places::Place;
use crate::kernel::setup::Setup;
use crate::ptx::module::Instruction;
use crate::ptx::operation::Scope;

use super::in_cuda::{called, has_line};
use super::loops::Loops;
use super::operations::{leaves, meets, touches};
use super::sites::{Site, SiteKind, written};
use super::strength::Strength;

/// A gap behind an instruction of a function, or before one; the places that are jumped to are given.
#[must_use]
pub fn gap(
    setup: &Setup,
    (function, at): (usize, usize),
    kind: SiteKind,
    scopes: &[Scope],
    targets: &[usize],
) -> Site {
    let mut levels = vec![Strength::Nothing];
    for sequential in [false, true] {
        let fence = |&scope: &Scope| Strength::Fence { sequential, scope };
        levels.extend(scopes.iter().map(fence));
    }
    let cuda = |at: usize| {
        let place = Place::of(setup, function, at)?;
        place.cuda.filter(|_| has_line(setup, function, at))
    };
    let body = setup.module.functions[function].body.as_ref();
    let code = body.map_or(&[][..], |body| &body.code);
    let start = match kind {
        SiteKind::Before => begins(code, at, targets),
        SiteKind::After | SiteKind::Own => at,
    };
    let other = match kind {
        SiteKind::Before => start.checked_sub(1),
        SiteKind::After | SiteKind::Own => Some(ends(code, at, targets)),
    };
    let here = cuda(at).map(|cuda| cuda.line);
    // A jump back is where a loop ends.
    let parts = |at: usize| {
        let targets = code[at].operation.targets();
        code[at].guard.is_some() && leaves(&code[at].operation) && targets.iter().all(|to| *to > at)
    };
    let in_cuda = |level: &Strength| {
        here.as_ref()?;
        called(setup, function, at, *level, scopes.last().copied())
    };
    Site {
        function,
        at,
        kind,
        in_cuda: levels.iter().map(in_cuda).collect(),
        levels,
        written: written(setup, function, at),
        copies: Vec::new(),
        // What was inlined from a call on the line is of the line, too.
        inside_line: here.as_ref().is_some_and(|here| {
            other.and_then(cuda).is_some_and(|next| {
                let mut lines = next.chain.iter().chain([&next.line]);
                lines.any(|next| (next.line, &next.file) == (here.line, &here.file))
            })
        }),
        in_branch: kind == SiteKind::Before
            && !targets.contains(&start)
            && other.is_some_and(parts),
        round: None,
    }
}

/// Where in the gap that begins where ways come together a line of CUDA begins: what compilers tell of its first instruction is often
/// the line of what is before it, as the loop that ends there.
pub fn apart(
    setup: &Setup,
    (function, at): (usize, usize),
    targets: &[usize],
    loops: &Loops,
) -> usize {
    let body = setup.module.functions[function].body.as_ref();
    let code = body.map_or(&[][..], |body| &body.code);
    let line = |at: usize| Some(Place::of(setup, function, at)?.cuda?.line);
    let before = at.checked_sub(1).and_then(line);
    if before.is_none() || line(at) != before || loops.round(at, SiteKind::Before).is_some() {
        return at;
    }
    let end = ends(code, at, targets).min(code.len().saturating_sub(1));
    let mut rest = (at..=end).filter(|at| *at == end || !targets.contains(at));
    rest.find(|&at| line(at).is_some_and(|line| Some(&line) != before.as_ref()))
        .unwrap_or(at)
}

/// Where the gap before an instruction begins: behind what a fence cannot pass.
fn begins(code: &[Instruction], at: usize, targets: &[usize]) -> usize {
    let mut start = at;
    while !targets.contains(&start)
        && let Some(before) = start.checked_sub(1)
        && !bounds(&code[before])
    {
        start = before;
    }
    start
}

/// The instruction at which the gap behind another ends.
fn ends(code: &[Instruction], at: usize, targets: &[usize]) -> usize {
    let mut end = at + 1;
    while end < code.len() && !targets.contains(&end) && !bounds(&code[end]) {
        end += 1;
    }
    end
}

/// Whether a fence on one side of an instruction is another than one on its other side.
const fn bounds(instruction: &Instruction) -> bool {
    let operation = &instruction.operation;
    touches(operation) || meets(operation) || leaves(operation)
}
