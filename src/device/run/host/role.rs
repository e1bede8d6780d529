//! What a native thread does with an instance.

use std::sync::atomic::{AtomicBool, Ordering, fence};

use crate::program::value::{compare_as, compute, fit};
use crate::program::{LocationId, Program, Value, location_at};
use crate::syntax::ast::Type;

use super::barrier::{Lobby, Meeting};
use super::decode::{Code, Op, Place};
use super::memory::Line;

/// A thread of a test, ready to be played.
#[derive(Debug)]
pub struct Role {
    /// Its number.
    pub thread: usize,
    pub code: Vec<Code>,
    /// What its registers hold at the start.
    pub initial: Vec<i64>,
    /// The registers that are observed.
    pub observed: Vec<usize>,
    /// For each location: the memory it is, if the thread's block has it.
    pub memories: Vec<Option<usize>>,
}

/// What all threads share.
#[derive(Debug)]
pub struct Stage<'a> {
    /// A line for each location of each instance.
    pub lines: &'a [Line],
    /// How many locations there are.
    pub locations: usize,
    /// How many threads there are.
    pub threads: u64,
    /// The barriers, and their state for each instance.
    pub meetings: &'a [Meeting],
    pub lobbies: &'a [Lobby],
    /// How often a backward jump is taken.
    pub spin: u64,
    /// The launch is given up: nobody begins or goes on.
    pub over: &'a AtomicBool,
}

/// What has become of an instance in a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// It was not begun.
    Open,
    /// The thread came to its end.
    Ended,
    /// The thread was given up.
    Cut,
}

/// What a thread has seen in a launch.
#[derive(Debug)]
pub struct Desk {
    /// The observed registers, instance by instance.
    pub seen: Vec<i64>,
    /// What has become of each instance.
    pub parts: Vec<Part>,
    registers: Vec<i64>,
    laps: Vec<u64>,
}

impl Desk {
    /// Of a thread, for so many instances.
    pub fn of(role: &Role, instances: usize) -> Self {
        Self {
            seen: vec![0; instances * role.observed.len()],
            parts: vec![Part::Open; instances],
            registers: Vec::new(),
            laps: Vec::new(),
        }
    }
}

/// In so many laps of loops others are let run once.
const LAPS_PER_YIELD: u64 = 64;

impl Role {
    /// A thread of a test.
    pub fn memories(program: &Program, block: (u32, u32)) -> Vec<Option<usize>> {
        let locations = program.locations.iter();
        let own = locations.map(|location| {
            let here = location.block.is_none_or(|owner| owner == block);
            here.then_some(location.physical.0)
        });
        own.collect()
    }

    /// Plays an instance, and notes what was seen.
    pub fn play(&self, stage: &Stage<'_>, instance: usize, desk: &mut Desk) {
        desk.registers.clone_from(&self.initial);
        desk.laps.clear();
        desk.laps.resize(self.code.len(), 0);
        let lines = &stage.lines[instance * stage.locations..][..stage.locations];
        let ended = self.follow(stage, lines, instance, desk);
        // Who was given up comes to no barrier any more either.
        if let Some(lobby) = stage.lobbies.get(instance) {
            lobby.leave();
        }
        desk.parts[instance] = if ended { Part::Ended } else { Part::Cut };
        let wide = self.observed.len();
        let seen = &mut desk.seen[instance * wide..][..wide];
        for (place, register) in seen.iter_mut().zip(&self.observed) {
            *place = desk.registers[*register];
        }
    }

    /// Follows the code to its end; false if it does not come there.
    fn follow(&self, stage: &Stage<'_>, lines: &[Line], instance: usize, desk: &mut Desk) -> bool {
        let Desk {
            registers, laps, ..
        } = desk;
        let mut at = 0;
        while let Some(code) = self.code.get(at) {
            let runs = code
                .guard
                .is_none_or(|(register, wanted)| (registers[register] != 0) == wanted);
            at += 1;
            if !runs {
                continue;
            }
            match &code.op {
                Op::Branch { condition, target } => {
                    // Compared as `.s32`.
                    let taken = condition.is_none_or(|(cmp, a, b)| {
                        compare_as(
                            cmp,
                            value(registers, a),
                            value(registers, b),
                            Type::default(),
                        )
                    });
                    if !taken {
                        continue;
                    }
                    if *target < at {
                        laps[at - 1] += 1;
                        if laps[at - 1] > stage.spin {
                            return false;
                        }
                        if laps[at - 1].is_multiple_of(LAPS_PER_YIELD) {
                            if stage.over.load(Ordering::Relaxed) {
                                return false;
                            }
                            std::thread::yield_now();
                        }
                    }
                    at = *target;
                }
                Op::Barrier { meeting, arrive } => {
                    let (Some(lobby), Some(quorum)) = (
                        stage.lobbies.get(instance),
                        stage.meetings.get(*meeting).map(|one| one.quorum),
                    ) else {
                        return false;
                    };
                    if !lobby.meet(
                        (*meeting, quorum),
                        self.thread,
                        *arrive,
                        (stage.threads, stage.over),
                    ) {
                        return false;
                    }
                }
                op => {
                    if !self.perform(op, lines, registers) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Performs what neither jumps nor waits; false where an address is none.
    #[inline]
    fn perform(&self, op: &Op, lines: &[Line], registers: &mut [i64]) -> bool {
        match op {
            Op::Load {
                dst,
                place,
                ty,
                order,
            } => {
                let Some(line) = self.line(*place, lines, registers) else {
                    return false;
                };
                registers[*dst] = line.load(*ty, *order);
            }
            Op::Store {
                place,
                value: stored,
                ty,
                order,
            } => {
                let Some(line) = self.line(*place, lines, registers) else {
                    return false;
                };
                line.store(value(registers, *stored), *ty, *order);
            }
            Op::Update {
                dst,
                place,
                op,
                operands,
                ty,
            } => {
                let Some(line) = self.line(*place, lines, registers) else {
                    return false;
                };
                let mut values = [0; 2];
                for (place, operand) in values.iter_mut().zip(operands) {
                    *place = value(registers, *operand);
                }
                let old = line.update(*op, &values, *ty);
                if let Some(dst) = dst {
                    registers[*dst] = old;
                }
            }
            Op::Fence => fence(Ordering::SeqCst),
            Op::Move { dst, src, ty } => registers[*dst] = fit(value(registers, *src), *ty),
            Op::Compute { op, dst, a, b, ty } => {
                registers[*dst] = compute(*op, value(registers, *a), value(registers, *b), *ty);
            }
            Op::Compare { cmp, dst, a, b, ty } => {
                let holds = compare_as(*cmp, value(registers, *a), value(registers, *b), *ty);
                registers[*dst] = holds.into();
            }
            // The two that jump or wait are followed elsewhere.
            Op::Nothing | Op::Branch { .. } | Op::Barrier { .. } => {}
        }
        true
    }

    /// The line of an access; none if the address is none.
    fn line<'a>(&self, place: Place, lines: &'a [Line], registers: &[i64]) -> Option<&'a Line> {
        let memory = match place {
            Place::Memory(memory) => memory,
            Place::Register(register) => {
                let LocationId(at) = location_at(registers[register], lines.len())?;
                self.memories.get(at).copied()??
            }
        };
        lines.get(memory)
    }
}

fn value(registers: &[i64], value: Value) -> i64 {
    match value {
        Value::Constant(value) => value,
        Value::Register(register) => registers[register.0],
    }
}
