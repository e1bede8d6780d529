//! How many laps can matter at all.
//!
//! A lap that writes nothing and leaves no register to the next can be left out of an execution unless one of its
//! loads has borrowed, or a block fence in it has delivered to the block alone (`ugpu.md`). Both happen only so often:
//!
//! - Between two borrows of a location by one thread, something else is written to its cell, by itself or by a
//!   delivery, and each write is delivered to a cell once at most. What the last borrow takes is not delivered yet. So
//!   there are no more borrows than writes of the location by all threads; and none where nobody else lends.
//! - A block fence delivers what its thread has stored and not delivered, so each store once at most.
//!
//! If no lap at all writes, an instruction that stands in the text once writes once. So an execution has one with the
//! same end in which no thread takes more laps than this sum. Whether no lap writes is asked with as many laps: take the
//! first lap to be decided that does; until then none has, and those before it that do not matter can be left out.

use super::model::Model;
use crate::program::flow::{Lap, laps};
use crate::program::{Instruction, InstructionKind, LocationId, Program, Target, Thread, ThreadId};
use crate::stop::Stop;
use crate::syntax::ast::{Access, Fence, Scope};

/// So many laps of each loop are enough to find whatever can happen, if no lap writes. Nothing where a lap leaves a
/// register to the next, or loops cross each other; or where no lap has to be taken, as nobody borrows.
#[must_use]
pub fn laps_that_matter(program: &Program, model: Model, stop: &Stop) -> Option<usize> {
    if model.view_per_block() {
        return None;
    }
    let mut most = 0;
    for index in 0..program.threads.len() {
        let own = laps(program, ThreadId(index), stop).ok()?;
        if !own
            .iter()
            .all(|lap| is_simple(program.thread(ThreadId(index)), lap))
        {
            return None;
        }
        most = most.max(of_thread(program, index, &own));
    }
    Some(most)
}

/// Whether a lap leaves no register to the next, and its loop crosses no other and is entered at its head.
fn is_simple(thread: &Thread, lap: &Lap) -> bool {
    let inside = lap.target..=lap.jump;
    let mut code = thread.code.iter().enumerate();
    let enters = code.any(|(at, instruction)| {
        let target = instruction.target();
        !inside.contains(&at) && target.is_some_and(|to| to != lap.target && inside.contains(&to))
    });
    lap.is_forgetful() && (lap.start, lap.end) == (lap.target, lap.jump) && !enters
}

fn of_thread(program: &Program, index: usize, laps: &[Lap]) -> usize {
    let thread = &program.threads[index];
    let code = thread.code.iter().enumerate();
    let inside: Vec<&Instruction> = code
        .filter(|(at, _)| laps.iter().any(|lap| (lap.target..=lap.jump).contains(at)))
        .map(|(_, instruction)| instruction)
        .collect();
    let places = (0..program.locations.len()).map(LocationId);
    let places = places.filter(|place| program.location(*place).physical == *place);
    let borrowed = places.filter(|place| {
        let mut others = program.threads.iter().enumerate();
        inside.iter().any(|each| loads(program, each, *place))
            && others.any(|(other, thread)| other != index && lends(program, thread, *place))
    });
    let borrows: usize = borrowed
        .map(|place| {
            let threads = program.threads.iter();
            threads
                .map(|each| writes(program, each, place))
                .sum::<usize>()
        })
        .sum();
    let fenced = inside.iter().any(|instruction| {
        let fence = &instruction.kind;
        matches!(fence, InstructionKind::Fence(Fence::Sc(scope) | Fence::AcqRel(scope)) if *scope <= Scope::Cta)
    });
    let stores = thread.code.iter().filter(|each| is_store(each)).count();
    borrows + if fenced { stores } else { 0 }
}

/// Whether an access may be to a memory.
fn reaches(program: &Program, target: Target, place: LocationId) -> bool {
    match target {
        Target::Location(location) => program.location(location).physical == place,
        Target::Register(_) => true,
    }
}

const fn is_store(instruction: &Instruction) -> bool {
    matches!(instruction.kind, InstructionKind::Store { .. })
}

fn loads(program: &Program, instruction: &Instruction, place: LocationId) -> bool {
    matches!(&instruction.kind, InstructionKind::Load { target, .. } if reaches(program, *target, place))
}

/// What an instruction may write to, and as what.
const fn written(instruction: &Instruction) -> Option<(Target, Access)> {
    match instruction.kind {
        InstructionKind::Store { target, access, .. }
        | InstructionKind::Atomic { target, access, .. } => Some((target, access)),
        InstructionKind::Load { .. }
        | InstructionKind::Fence(_)
        | InstructionKind::Barrier { .. }
        | InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. }
        | InstructionKind::Branch { .. } => None,
    }
}

/// How often a thread writes to a memory at most, if each of its instructions does so once.
fn writes(program: &Program, thread: &Thread, place: LocationId) -> usize {
    let written = thread.code.iter().filter_map(written);
    written
        .filter(|(target, _)| reaches(program, *target, place))
        .count()
}

/// Whether a thread may hold there what others do not have: an atomic delivers at once to all in its scope.
fn lends(program: &Program, thread: &Thread, place: LocationId) -> bool {
    thread.code.iter().any(|each| {
        written(each).is_some_and(|(target, access)| {
            (is_store(each) || access.scope <= Scope::Cta) && reaches(program, target, place)
        })
    })
}
