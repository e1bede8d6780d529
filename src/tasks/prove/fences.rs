//! The fences that a proof can do without. The model is asked of the program without them: with
//! fewer fences a machine may have fewer behaviours too, so nothing is concluded from the proof.

use crate::model::Model;
use crate::program::edit::without;
use crate::program::{InstructionKind, Program, ThreadId};
use crate::syntax::ast::Fence;
use crate::syntax::diagnostic::Report;
use crate::verdict::query::Options;

use super::verdict::{Verdict, ask};

/// A fence as it is written: its thread, and its index in the thread's code.
pub type Place = (ThreadId, usize);

/// What is known of the fences of a program whose proof is at hand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fences {
    /// All fences of the program; `fence.?` is none.
    pub all: Vec<Place>,
    /// Those without which, each removed alone, the proof still goes through.
    pub superfluous: Vec<Place>,
    /// Those that can go together. It is maximal: no other fence can go with them.
    pub together: Vec<Place>,
    /// Those of which it was not found out.
    pub open: Vec<Place>,
}

/// The fences of a program.
#[must_use]
pub fn places(program: &Program) -> Vec<Place> {
    let threads = program.threads.iter().enumerate();
    threads
        .flat_map(|(index, thread)| {
            let code = thread.code.iter().enumerate();
            let fences = code.filter(|(_, instruction)| is_fence(&instruction.kind));
            fences.map(move |(at, _)| (ThreadId(index), at))
        })
        .collect()
}

const fn is_fence(kind: &InstructionKind) -> bool {
    matches!(kind, InstructionKind::Fence(fence) if !matches!(fence, Fence::Hole))
}

/// Finds out which fences the proof can do without. `spare` is where the search for those that can
/// go together begins: the fences that a reason does not name.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn superfluous(
    program: &Program,
    model: &Model,
    options: &Options,
    spare: &[Place],
) -> Result<Fences, Report> {
    let mut fences = Fences {
        all: places(program),
        ..Fences::default()
    };
    let proves = |removed: &[Place]| ask(&without(program, removed), model, options);
    for &fence in &fences.all {
        match proves(&[fence])? {
            Verdict::Proved => fences.superfluous.push(fence),
            Verdict::Refuted | Verdict::Vacuous => {}
            Verdict::Unknown | Verdict::Unsupported => fences.open.push(fence),
        }
    }
    let mut together: Vec<Place> = spare.to_vec();
    if !together.is_empty() && proves(&together)? != Verdict::Proved {
        together.clear();
    }
    grow(&fences.all, &mut together, proves)?;
    together.sort_unstable();
    fences.together = together;
    Ok(fences)
}

/// Adds fences until no other can go too. One that could not go at first may go later, under a
/// machine.
fn grow(
    all: &[Place],
    together: &mut Vec<Place>,
    proves: impl Fn(&[Place]) -> Result<Verdict, Report>,
) -> Result<(), Report> {
    loop {
        let before = together.len();
        for fence in all {
            if together.contains(fence) {
                continue;
            }
            together.push(*fence);
            if proves(together)? != Verdict::Proved {
                together.pop();
            }
        }
        if together.len() == before {
            return Ok(());
        }
    }
}
