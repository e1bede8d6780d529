//! Whether any execution counts: the same question to every engine, about the test without its
//! condition, and then without its waits and without accesses that may go astray.

use crate::axiomatic::shared::{Events, Frames};
use crate::axiomatic::waiting::waiting;
use crate::model::Model;
use crate::model::registry::Kind;
use crate::program::{
    Condition, Instruction, InstructionKind, Program, Target, Thread, ThreadId, location_at,
};
use crate::syntax::ast::{Fence, Quantifier};
use crate::syntax::diagnostic::Report;
use crate::verdict::endless::{Cause, Endless, Stray, Wait};
use crate::verdict::outcome::{Outcome, Verdict};
use crate::verdict::query::Options;
use crate::verdict::settled::Settled;

use super::ask;
use super::termination;

/// So many waits are tried one by one.
const WAITS: usize = 12;

/// A place where a thread may wait, a barrier or a jump back; or where it accesses what a register says.
type Place = (usize, usize);

/// Why no execution of a test counts, where none does; nothing where one does, or that is open.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn endless(
    program: &Program,
    model: &Model,
    options: &Options,
) -> Result<Option<Endless>, Report> {
    let places = places(program);
    // What ends in some order ends in that of a sequentially consistent execution, which the built-in models allow.
    let ends = places.is_empty() && program.filter.is_none() && model.is_built_in();
    if ends || model.refuses(program).is_some() {
        return Ok(None);
    }
    let asking = Asking {
        program,
        model,
        options: Options {
            quantity: false,
            reason: false,
            flags: false,
            proof: false,
            ..options.clone()
        },
    };
    if asking.ends(&[], true)? != Some(false) {
        return Ok(None);
    }
    if program.filter.is_some() && asking.ends(&[], false)? == Some(true) {
        return Ok(Some(Endless::by(Cause::Filter)));
    }
    if asking.ends(&places, false)? == Some(false) || asking.nobody_waits(&places)? {
        return Ok(Some(Endless::by(Cause::Model)));
    }
    asking.who_waits(&places).map(Some)
}

/// Whether an answer is one that a test has, too, of which no execution counts.
pub(super) fn may_be_endless(program: &Program, outcome: &Outcome) -> bool {
    let forall = program.quantifier == Quantifier::Forall;
    outcome.verdict() == Verdict::Unreachable && (!forall || outcome.counterexample.is_none())
}

struct Asking<'a> {
    program: &'a Program,
    model: &'a Model,
    options: Options,
}

impl Asking<'_> {
    /// Whether some execution ends without some of the waits, and passes the filter if that counts.
    fn ends(&self, without: &[Place], filter: bool) -> Result<Option<bool>, Report> {
        let mut program = self.program.clone();
        program.quantifier = Quantifier::Exists;
        program.condition = Condition::Literal(true, self.program.condition.span());
        if !filter {
            program.filter = None;
        }
        for &(thread, at) in without {
            program.threads[thread].code[at].kind = InstructionKind::Fence(Fence::Hole);
        }
        let events = Events::new(&program, self.options.bound);
        let outcome = ask(&Frames::once(&events), self.model, &self.options)?;
        Ok(match outcome.verdict() {
            Verdict::Reachable | Verdict::Racy => Some(true),
            Verdict::Unreachable => Some(false),
            Verdict::Unknown | Verdict::Unsupported => None,
        })
    }

    /// Whether no execution waits, where that is all that could keep threads from their ends: the model then forbids those in which they
    /// meet, which it does not where they do not come to meet.
    fn nobody_waits(&self, places: &[Place]) -> Result<bool, Report> {
        let Kind::Axiomatic(axioms) = &self.model.kind else {
            return Ok(false);
        };
        let mut kinds = places
            .iter()
            .map(|&(thread, at)| (at, &self.program.threads[thread].code[at].kind));
        if !kinds.all(|(at, kind)| kind.may_stay(at)) {
            return Ok(false);
        }
        let mut program = self.program.clone();
        program.filter = None;
        let asked = waiting(&program, axioms, &self.options)?;
        Ok(matches!(asked.waiting, Settled::None))
    }

    /// The waits of an execution; where none is found, those each of which alone would have to go; or else a set without which executions end, and
    /// from which none can be left out.
    fn who_waits(&self, places: &[Place]) -> Result<Endless, Report> {
        let kind = |&(thread, at): &Place| self.program.threads[thread].code[at].kind.may_stay(at);
        let (waits, strays): (Vec<Place>, Vec<Place>) = places.iter().copied().partition(kind);
        let mut places = places;
        for some in [&waits, &strays] {
            if !strays.is_empty() && self.ends(some, false)? == Some(true) {
                places = some;
                break;
            }
        }
        if places.iter().all(kind)
            && let Some(shown) = self.shown()?
        {
            return Ok(shown);
        }
        if places.len() > WAITS {
            return Ok(self.told(places, false));
        }
        let mut alone = Vec::new();
        for &place in places {
            // A thread waits at the first of its places; it never comes to those behind it.
            let waits = alone.iter().any(|&(thread, _)| thread == place.0);
            if !waits && self.ends(&[place], false)? == Some(true) {
                alone.push(place);
            }
        }
        if !alone.is_empty() {
            return Ok(self.told(&alone, true));
        }
        let mut needed = places.to_vec();
        for &place in places {
            let rest: Vec<Place> = needed.iter().copied().filter(|&own| own != place).collect();
            if self.ends(&rest, false)? == Some(true) {
                needed = rest;
            }
        }
        Ok(self.told(&needed, false))
    }

    /// Who waits in one of the executions.
    fn shown(&self) -> Result<Option<Endless>, Report> {
        let mut program = self.program.clone();
        program.filter = None;
        let asked = termination::waiting(&program, self.model, &self.options)?;
        Ok(match asked.waiting {
            Settled::Shown(found) if !found.waits.is_empty() => Some(Endless {
                waits: found.waits,
                shown: true,
                ..Endless::by(Cause::Threads)
            }),
            Settled::Shown(_) | Settled::None | Settled::Open(_) => None,
        })
    }

    fn told(&self, places: &[Place], each: bool) -> Endless {
        let mut told = Endless {
            each,
            ..Endless::by(Cause::Threads)
        };
        for &(at_thread, at) in places {
            let (thread, own) = (ThreadId(at_thread), &self.program.threads[at_thread]);
            let span = own.code[at].span;
            if own.code[at].kind.may_stay(at) {
                let reads = reads(&own.code, at);
                told.waits.push(Wait {
                    thread,
                    span,
                    reads,
                });
            } else {
                let locations = self.program.locations.len();
                let is_none = |held: &i64| location_at(*held, locations).is_none();
                let held = held(own, &own.code[at]).filter(is_none);
                told.strays.push(Stray { thread, span, held });
            }
        }
        told
    }
}

/// What is in the register that has the address of an access, where no instruction writes it.
fn held(thread: &Thread, instruction: &Instruction) -> Option<i64> {
    let Some((Target::Register(register), _)) = instruction.kind.accessed() else {
        return None;
    };
    let mut code = thread.code.iter();
    let written = code.any(|one| one.kind.written() == Some(register));
    let first = thread.registers.get(register.0)?;
    (!written).then_some(first.initial)
}

/// Whether an access goes where a register says, and that may be no location, or one of another block.
fn may_stray(program: &Program, thread: &Thread, instruction: &Instruction) -> bool {
    let by_register = matches!(instruction.kind.accessed(), Some((Target::Register(_), _)));
    let at = |held| location_at(held, program.locations.len());
    let known = held(thread, instruction).and_then(at);
    by_register && known.is_none_or(|known| program.location(known).block.is_some())
}

/// Where threads may wait, or go astray.
fn places(program: &Program) -> Vec<Place> {
    let threads = program.threads.iter().enumerate();
    let places = threads.flat_map(|(number, thread)| {
        let may = |at, instruction: &Instruction| {
            instruction.kind.may_stay(at) || may_stray(program, thread, instruction)
        };
        let code = thread.code.iter().enumerate();
        code.filter(move |(at, instruction)| may(*at, instruction))
            .map(move |(at, _)| (number, at))
    });
    places.collect()
}

/// What a loop reads; nothing of a barrier.
fn reads(code: &[Instruction], at: usize) -> Vec<crate::syntax::span::Span> {
    let InstructionKind::Branch { target, .. } = code[at].kind else {
        return Vec::new();
    };
    let within = code.iter().take(at).skip(target);
    let reads = within.filter(|instruction| {
        matches!(
            instruction.kind,
            InstructionKind::Load { .. } | InstructionKind::Atomic { .. }
        )
    });
    reads.map(|instruction| instruction.span).collect()
}
