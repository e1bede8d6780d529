//! The walk through a thread's unrolled code, in an order in which control only goes forward.

use std::collections::BTreeMap;

use crate::program::events::{Spin, Unrolled, UnrolledThread};
use crate::program::flow::Lap;
use crate::program::symbolic::{FALSE, GuardId, TRUE};
use crate::program::{Instruction, InstructionKind, Program, RegisterId, ThreadId, Value};
use crate::stop::Stop;
use crate::syntax::ast::{Comparison, Type, TypeKind};
use crate::syntax::diagnostic::{Diagnostic, Report};

use super::state::{State, Taint, add_taint, merge, merge_taint};
use super::threads::{INSTRUCTIONS, IdleLaps, Unfinished};

/// Predicates are compared whole, whatever type wrote them.
const WIDE: Type = Type {
    kind: TypeKind::Signed,
    bits: 64,
};

pub(super) struct Walk<'a> {
    pub(super) program: &'a Program,
    pub(super) id: ThreadId,
    pub(super) laps: Vec<Lap>,
    pub(super) bound: usize,
    /// Which laps that change nothing are taken.
    pub(super) idle: IdleLaps,
    pub(super) out: &'a mut Unrolled,
    /// The laps in which a thread may stay for ever.
    pub(super) spins: &'a mut Vec<Spin>,
    /// States that wait, by their place in the unrolled code.
    pub(super) waiting: BTreeMap<Vec<usize>, (usize, State)>,
    pub(super) truncated: GuardId,
}

impl Walk<'_> {
    pub(super) fn run(mut self, stop: &Stop) -> Result<UnrolledThread, Unfinished> {
        let thread = self.program.thread(self.id);
        let registers = thread
            .registers
            .iter()
            .map(|register| (self.out.symbolic.constant(register.initial), Taint::new()))
            .collect();
        self.arrive(
            0,
            State {
                guard: TRUE,
                registers,
                ctrl: Taint::new(),
                wrote: vec![TRUE; self.laps.len()],
                seen: vec![Taint::new(); self.laps.len()],
                idled: match self.idle {
                    IdleLaps::None | IdleLaps::Told => TRUE,
                    IdleLaps::One | IdleLaps::All => FALSE,
                },
                counts: vec![0; self.laps.len()],
            },
        );
        let mut last = None;
        let mut steps = 0;
        while let Some((_, (at, state))) = self.waiting.pop_first() {
            if at == thread.code.len() {
                last = Some(state);
            } else {
                stop.check()?;
                self.step(at, state);
                steps += 1;
                self.check_size(steps).map_err(Unfinished::Long)?;
            }
        }
        Ok(self.finish(last))
    }

    fn finish(&mut self, last: Option<State>) -> UnrolledThread {
        let finished = last.as_ref().map_or(FALSE, |state| state.guard);
        let registers = if let Some(state) = last {
            state.registers.iter().map(|register| register.0).collect()
        } else {
            let zero = self.out.symbolic.constant(0);
            vec![zero; self.program.thread(self.id).registers.len()]
        };
        UnrolledThread {
            finished,
            truncated: self.truncated,
            registers,
        }
    }

    fn check_size(&self, steps: usize) -> Result<(), Report> {
        let thread = self.program.thread(self.id);
        if steps <= INSTRUCTIONS {
            return Ok(());
        }
        if self.laps.is_empty() {
            let (number, length) = (thread.number, thread.code.len());
            let error = Diagnostic::new(
                format!("P{number} has {length} instructions"),
                thread.span,
                format!("a thread may have {INSTRUCTIONS} at most"),
            )
            .with_help("a shorter thread is needed");
            return Err(Report::new(self.program.source.clone(), vec![error]));
        }
        let error = Diagnostic::new(
            format!(
                "P{} has more than {INSTRUCTIONS} instructions after unrolling",
                thread.number
            ),
            thread.span,
            format!("with a loop bound of {}", self.bound),
        )
        .with_help("a smaller --bound or a shorter thread is needed");
        Err(Report::new(self.program.source.clone(), vec![error]))
    }

    /// The place of an instruction in the unrolled code, such that control only goes forward.
    fn key(&self, at: usize, counts: &[usize]) -> Vec<usize> {
        let mut key = Vec::new();
        let mut index = 0;
        while index < self.laps.len() {
            let (start, end) = (self.laps[index].start, self.laps[index].end);
            let same = self.laps[index..]
                .iter()
                .take_while(|lap| (lap.start, lap.end) == (start, end))
                .count();
            if (start..=end).contains(&at) {
                let group = &counts[index..index + same];
                key.push(start);
                key.push(group.iter().sum());
                key.extend(group);
            }
            index += same;
        }
        key.push(at);
        key
    }

    /// Control comes to an instruction: resets what ends there, and merges with who is there.
    fn arrive(&mut self, at: usize, mut state: State) {
        if state.guard == FALSE {
            return;
        }
        for (index, lap) in self.laps.iter().enumerate() {
            if !(lap.start..=lap.end).contains(&at) {
                state.counts[index] = 0;
            }
            if lap.target == at {
                state.wrote[index] = FALSE;
                state.seen[index].clear();
            } else if !(lap.target..=lap.jump).contains(&at) {
                state.wrote[index] = TRUE;
                state.seen[index].clear();
            }
        }
        let key = self.key(at, &state.counts);
        let merged = match self.waiting.remove(&key) {
            Some((_, other)) => merge(&mut self.out.symbolic, &other, &state),
            None => state,
        };
        self.waiting.insert(key, (at, merged));
    }

    fn step(&mut self, at: usize, mut state: State) {
        let instruction = self.program.thread(self.id).code[at].clone();
        let (predicate, predicate_taint) = self.predicate(&instruction, &state);
        if let InstructionKind::Branch { condition, target } = &instruction.kind {
            self.branch(at, state, *condition, *target, predicate, &predicate_taint);
            return;
        }
        let guard = self.out.symbolic.and(state.guard, predicate);
        let before = state.clone();
        let mut ctrl = state.ctrl.clone();
        self.join(&mut ctrl, &predicate_taint);
        let result = self.perform(at, &instruction, guard, &ctrl, &mut state);
        if let (Some(RegisterId(index)), Some((value, taint))) =
            (instruction.kind.written(), result)
        {
            let (old_value, old_taint) = before.registers[index].clone();
            let symbolic = &mut self.out.symbolic;
            state.registers[index] = if predicate == TRUE {
                (value, taint)
            } else {
                let mut all = merge_taint(symbolic, predicate, &taint, &old_taint);
                self.join(&mut all, &predicate_taint);
                (self.out.symbolic.select(predicate, value, old_value), all)
            };
        }
        self.arrive(at + 1, state);
    }

    /// The guard of `@p` and the reads it depends on.
    fn predicate(&mut self, instruction: &Instruction, state: &State) -> (GuardId, Taint) {
        let Some((RegisterId(index), positive)) = instruction.guard else {
            return (TRUE, Taint::new());
        };
        let (value, taint) = state.registers[index].clone();
        let symbolic = &mut self.out.symbolic;
        let zero = symbolic.constant(0);
        let cmp = if positive {
            Comparison::Ne
        } else {
            Comparison::Eq
        };
        (symbolic.compare(cmp, WIDE, value, zero), taint)
    }

    fn branch(
        &mut self,
        at: usize,
        mut state: State,
        condition: Option<(Comparison, Value, Value)>,
        target: usize,
        predicate: GuardId,
        predicate_taint: &Taint,
    ) {
        let mut taken = predicate;
        let mut taint = predicate_taint.clone();
        if let Some((cmp, a, b)) = condition {
            let (a, a_taint) = self.operand(a, &state);
            let (b, b_taint) = self.operand(b, &state);
            let jump = self.out.symbolic.compare(cmp, Type::default(), a, b);
            taken = self.out.symbolic.and(taken, jump);
            self.join(&mut taint, &a_taint);
            self.join(&mut taint, &b_taint);
        }
        // The dependency reaches both arms, and everything after they have met again.
        let here = state.guard;
        for (read, when) in taint {
            let when = self.out.symbolic.and(when, here);
            add_taint(&mut self.out.symbolic, &mut state.ctrl, read, when);
        }
        let stays = self.out.symbolic.not(taken);
        let mut jumping = state.clone();
        jumping.guard = self.out.symbolic.and(here, taken);
        state.guard = self.out.symbolic.and(here, stays);
        self.jump(at, target, jumping);
        self.arrive(at + 1, state);
    }

    /// Takes a jump; backward, it is a lap of a loop.
    fn jump(&mut self, at: usize, target: usize, mut state: State) {
        if let Some(index) = self.laps.iter().position(|lap| lap.jump == at) {
            if self.laps[index].is_forgetful() {
                self.spin(index, &state);
            }
            if self.idle != IdleLaps::All && self.laps[index].is_forgetful() {
                // A lap that wrote nothing changed nothing: executions without it stand for it.
                let symbolic = &mut self.out.symbolic;
                let wrote = state.wrote[index];
                let first = symbolic.not(state.idled);
                let taken = symbolic.or(wrote, first);
                state.guard = symbolic.and(state.guard, taken);
                let idles = symbolic.not(wrote);
                state.idled = symbolic.or(state.idled, idles);
            }
            let beyond = state.counts[index] >= self.bound;
            self.turn(index, beyond, &state);
            if beyond {
                self.truncated = self.out.symbolic.or(self.truncated, state.guard);
                return;
            }
            state.counts[index] += 1;
        }
        self.arrive(target, state);
    }
}
