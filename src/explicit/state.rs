//! The state of a thread in the middle of a path.

use super::event::{Event, MAX_EVENTS};
use super::loops::defined;
use super::matrix::Set;
use super::paths::{End, Path, Step};
use crate::program::value::{compare_as, compute, fit};
use crate::program::{InstructionKind, LocationId, RegisterId, Value};

/// A thread about to execute an instruction.
#[derive(Debug, Clone)]
pub struct State {
    /// Index of the next instruction.
    pub pc: usize,
    /// What the registers hold.
    pub registers: Vec<i64>,
    /// For each register, the reads its value depends on.
    pub taint: Vec<Set>,
    /// The reads that the branches so far depended on.
    pub ctrl: Set,
    /// The events so far.
    pub steps: Vec<Step>,
    /// Writes made so far.
    pub writes: usize,
    /// For each loop, how often its jump was taken since its region was entered.
    pub laps: Vec<usize>,
    /// For each loop, the writes made when its head was last reached, if control has not left it.
    pub arrivals: Vec<Option<usize>>,
    /// For each loop, how many events there were when its head was last reached.
    pub heads: Vec<usize>,
    /// The same of the lap before.
    pub before: Vec<usize>,
    /// Whether the last two laps did the same, of a path that ended at the bound.
    pub round: bool,
    /// Where the lap began that ended the path, if one did that changed nothing.
    pub lap: Option<usize>,
    /// Whether no lap that changes nothing may be taken (any more).
    pub idled: bool,
    /// How many events there were when an address turned out to be none, if one did.
    pub stuck: Option<usize>,
}

impl State {
    /// The value of an operand.
    pub fn value(&self, value: Value) -> i64 {
        match value {
            Value::Constant(value) => value,
            Value::Register(register) => self.registers[register.0],
        }
    }

    /// The reads an operand depends on.
    pub fn taint(&self, value: Value) -> Set {
        match value {
            Value::Constant(_) => 0,
            Value::Register(register) => self.taint[register.0],
        }
    }

    /// Writes a register.
    pub fn set(&mut self, register: RegisterId, value: i64, taint: Set) {
        self.registers[register.0] = value;
        self.taint[register.0] = taint;
    }

    /// Adds an event; gives the set of it alone.
    pub fn record(&mut self, event: Event, addr: Set, data: Set, guard: Set) -> Set {
        let index = self.steps.len();
        self.writes += usize::from(event.is_write());
        self.steps.push(Step {
            event,
            addr,
            data,
            ctrl: self.ctrl | guard,
        });
        // A path of more events is given up before its sets are used.
        if index < MAX_EVENTS { 1 << index } else { 0 }
    }

    /// A register that a predicate kept from being written depends on the predicate all the same.
    pub fn skip(&mut self, kind: &InstructionKind, guard: Set) {
        if let Some(register) = defined(kind) {
            self.taint[register] |= guard;
        }
    }

    /// Executes an instruction that touches registers only.
    pub fn calculate(&mut self, kind: &InstructionKind, guard: Set) {
        match kind {
            InstructionKind::Move { dst, src, ty } => {
                self.set(*dst, fit(self.value(*src), *ty), self.taint(*src) | guard);
            }
            InstructionKind::Arithmetic { op, dst, a, b, ty } => {
                let value = compute(*op, self.value(*a), self.value(*b), *ty);
                self.set(*dst, value, self.taint(*a) | self.taint(*b) | guard);
            }
            InstructionKind::SetPredicate { cmp, dst, a, b, ty } => {
                let value = compare_as(*cmp, self.value(*a), self.value(*b), *ty);
                self.set(*dst, value.into(), self.taint(*a) | self.taint(*b) | guard);
            }
            InstructionKind::Load { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Atomic { .. }
            | InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Branch { .. } => {}
        }
    }

    /// What the thread itself last wrote to a location.
    pub fn own(&self, location: LocationId) -> Option<i64> {
        let events = self.steps.iter().rev().map(|step| &step.event);
        let mut writes = events.filter(|event| event.location == Some(location));
        writes.find_map(|event| event.written)
    }

    /// Ends the path here.
    pub fn finish(self, end: End) -> Path {
        Path {
            at: self.pc,
            round: self.round,
            lap: self.lap.filter(|_| self.stuck.is_none()),
            reached: self.stuck.unwrap_or(self.steps.len()),
            steps: self.steps,
            registers: self.registers,
            end: self.stuck.map_or(end, |_| End::Stuck),
        }
    }
}
