//! Why a formula is too large: what of the test makes it grow.

use std::collections::BTreeMap;

use crate::program::{InstructionKind, LocationId, Program, Target};
use crate::sat::circuit;
use crate::stop::Open;
use crate::verdict::outcome::{Conclusion, Outcome};

/// Says of a test that is too large how many accesses it has.
pub(super) fn explain(program: &Program, bound: usize, outcome: &mut Outcome) {
    let Conclusion::Unknown { why } = &mut outcome.conclusion else {
        return;
    };
    for remark in why {
        if let Open::Size(text) = &mut remark.why {
            circuit::advise(text, may_loop(program) && bound > 1);
            text.push_str(&said(program));
        }
    }
}

fn said(program: &Program) -> String {
    let mut accesses = 0_usize;
    let mut written: BTreeMap<LocationId, usize> = BTreeMap::new();
    for instruction in program.threads.iter().flat_map(|thread| &thread.code) {
        match instruction.kind {
            InstructionKind::Load { .. } => accesses += 1,
            InstructionKind::Store { target, .. } | InstructionKind::Atomic { target, .. } => {
                accesses += 1;
                if let Target::Location(location) = target {
                    *written
                        .entry(program.location(location).physical)
                        .or_default() += 1;
                }
            }
            InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Move { .. }
            | InstructionKind::Arithmetic { .. }
            | InstructionKind::SetPredicate { .. }
            | InstructionKind::Branch { .. } => {}
        }
    }
    let most = written.into_iter().max_by_key(|(_, count)| *count);
    let most = most
        .filter(|(_, count)| *count > 1)
        .map(|(location, count)| {
            let name = &program.location(location).name;
            format!(", {count} of them writes of {name}")
        });
    let before = if may_loop(program) {
        ", before loops are unrolled"
    } else {
        ""
    };
    format!(
        ". The test has {accesses} accesses{}{before}; orders of them take their number to the third power",
        most.unwrap_or_default()
    )
}

/// Whether some thread can jump back.
fn may_loop(program: &Program) -> bool {
    program.threads.iter().any(|thread| {
        let mut code = thread.code.iter().enumerate();
        code.any(|(at, instruction)| instruction.target().is_some_and(|target| target <= at))
    })
}
