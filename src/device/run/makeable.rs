//! Which values a test can make at all, whatever order its accesses have.
//!
//! A value beyond these was made by no instruction of the test: then the machine is broken, or the harness, and
//! every model forbids it.

use std::collections::BTreeSet;

use crate::program::value::{atomic, compare_as, compute, fit};
use crate::program::{
    InstructionKind, LocationId, Program, RegisterId, Target, Term, ThreadId, Value, location_at,
};

use super::observe::Observed;

/// Larger sets say nothing any more.
const MOST: usize = 64;

/// The values that something may have; none where it may have any.
type Values = Option<BTreeSet<i64>>;

/// The values that each observed part of a state may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Makeable(Vec<Values>);

impl Makeable {
    /// What a test can make: the least sets that its instructions lead from into themselves.
    #[must_use]
    pub fn of(program: &Program, observed: &Observed) -> Self {
        let sets = Sets::closed(program);
        let values = observed.terms.iter().map(|term| match *term {
            Term::Constant(value) => Some(BTreeSet::from([value])),
            Term::Register(thread, register) => sets.registers[thread.0][register.0].clone(),
            Term::Location(at) => sets.memory[program.location(at).physical.0].clone(),
        });
        Self(values.collect())
    }

    /// The values that an observed part may have; none where it may have any.
    #[must_use]
    pub fn values(&self, at: usize) -> Option<&BTreeSet<i64>> {
        self.0.get(at)?.as_ref()
    }

    /// Whether the test can make all values of a state.
    #[must_use]
    pub fn allows(&self, state: &[i64]) -> bool {
        let mut pairs = self.0.iter().zip(state);
        pairs.all(|(values, value)| values.as_ref().is_none_or(|values| values.contains(value)))
    }
}

/// The values that each register of each thread may hold at some time; none where it may hold any.
#[must_use]
pub fn holdable(program: &Program) -> Vec<Vec<Option<BTreeSet<i64>>>> {
    Sets::closed(program).registers
}

/// How many instructions there are through which a value may come; none where one of them may be executed again and again.
fn most_steps(program: &Program) -> Option<usize> {
    let threads = program.threads.iter();
    let mut code = threads.flat_map(|thread| thread.code.iter().enumerate());
    let again = code.any(|(at, instruction)| instruction.target().is_some_and(|to| to <= at));
    let all = program.threads.iter().map(|thread| thread.code.len());
    (!again).then(|| all.sum())
}

struct Sets<'a> {
    program: &'a Program,
    registers: Vec<Vec<Values>>,
    memory: Vec<Values>,
    /// The same before the pass.
    before: (Vec<Vec<Values>>, Vec<Values>),
    changed: bool,
}

impl<'a> Sets<'a> {
    fn new(program: &'a Program) -> Self {
        let one = |value| Some(BTreeSet::from([value]));
        let threads = program.threads.iter();
        let registers = threads.map(|thread| {
            let registers = thread.registers.iter();
            registers.map(|register| one(register.initial)).collect()
        });
        let locations = program.locations.iter();
        Self {
            program,
            registers: registers.collect(),
            memory: locations.map(|location| one(location.initial)).collect(),
            before: (Vec::new(), Vec::new()),
            changed: false,
        }
    }

    /// What instructions lead to from what is there at first. A value comes through each of them once at most, unless there is a
    /// loop: a counter ends where all have counted.
    fn closed(program: &'a Program) -> Self {
        let mut sets = Self::new(program);
        let mut left = most_steps(program);
        while left != Some(0) && sets.pass() {
            left = left.map(|left| left - 1);
        }
        sets
    }

    /// Follows each instruction once, from what was there before; tells whether anything is new.
    fn pass(&mut self) -> bool {
        self.changed = false;
        self.before = (self.registers.clone(), self.memory.clone());
        let program = self.program;
        for (index, thread) in program.threads.iter().enumerate() {
            for instruction in &thread.code {
                self.follow(ThreadId(index), &instruction.kind);
            }
        }
        self.changed
    }

    fn follow(&mut self, thread: ThreadId, kind: &InstructionKind) {
        match kind {
            InstructionKind::Load {
                dst,
                target,
                access,
            } => {
                let found = self.load(thread, *target);
                let cut = map(&found, |value| fit(value, access.ty));
                self.define(thread, *dst, &cut);
            }
            InstructionKind::Store {
                target,
                value,
                access,
            } => {
                let value = self.operand(thread, *value);
                let cut = map(&value, |value| fit(value, access.ty));
                self.store(thread, *target, &cut);
            }
            InstructionKind::Atomic {
                dst,
                target,
                op,
                operands,
                access,
            } => {
                let ty = access.ty;
                let old = self.load(thread, *target);
                if let Some(dst) = dst {
                    self.define(thread, *dst, &map(&old, |value| fit(value, ty)));
                }
                let mut all = vec![old];
                all.extend(operands.iter().map(|one| self.operand(thread, *one)));
                let new = each(&all, |values| {
                    let (old, operands) = values.split_first()?;
                    atomic(*op, *old, operands, ty)
                });
                self.store(thread, *target, &new);
            }
            InstructionKind::Move { dst, src, ty } => {
                let value = self.operand(thread, *src);
                self.define(thread, *dst, &map(&value, |value| fit(value, *ty)));
            }
            InstructionKind::Arithmetic { op, dst, a, b, ty } => {
                let operands = [self.operand(thread, *a), self.operand(thread, *b)];
                let new = each(&operands, |pair| Some(compute(*op, pair[0], pair[1], *ty)));
                self.define(thread, *dst, &new);
            }
            InstructionKind::SetPredicate { cmp, dst, a, b, ty } => {
                let operands = [self.operand(thread, *a), self.operand(thread, *b)];
                let new = each(&operands, |pair| {
                    Some(compare_as(*cmp, pair[0], pair[1], *ty).into())
                });
                // It is one or the other in any case.
                self.define(thread, *dst, &new.or_else(|| Some(BTreeSet::from([0, 1]))));
            }
            InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Branch { .. } => {}
        }
    }

    fn operand(&self, thread: ThreadId, value: Value) -> Values {
        match value {
            Value::Constant(value) => Some(BTreeSet::from([value])),
            Value::Register(register) => self.before.0[thread.0][register.0].clone(),
        }
    }

    fn define(&mut self, thread: ThreadId, register: RegisterId, new: &Values) {
        let known = &mut self.registers[thread.0][register.0];
        self.changed |= join(known, new);
    }

    /// The memories that an access may go to.
    fn places(&self, thread: ThreadId, target: Target) -> Vec<usize> {
        let count = self.program.locations.len();
        let physical = |at: LocationId| self.program.location(at).physical.0;
        match target {
            Target::Location(at) => vec![physical(at)],
            Target::Register(register) => match &self.before.0[thread.0][register.0] {
                None => (0..count).map(LocationId).map(physical).collect(),
                Some(values) => {
                    let named = values.iter().filter_map(|value| location_at(*value, count));
                    named.map(physical).collect()
                }
            },
        }
    }

    fn load(&self, thread: ThreadId, target: Target) -> Values {
        let mut found = Some(BTreeSet::new());
        for place in self.places(thread, target) {
            join(&mut found, &self.before.1[place]);
        }
        found
    }

    fn store(&mut self, thread: ThreadId, target: Target, new: &Values) {
        for place in self.places(thread, target) {
            self.changed |= join(&mut self.memory[place], new);
        }
    }
}

/// Adds values; tells whether there is anything new.
fn join(known: &mut Values, new: &Values) -> bool {
    let Some(set) = known else {
        return false;
    };
    let before = set.len();
    let Some(new) = new else {
        *known = None;
        return true;
    };
    set.extend(new);
    let changed = set.len() > before;
    if set.len() > MOST {
        *known = None;
    }
    changed
}

fn map(values: &Values, of: impl Fn(i64) -> i64) -> Values {
    let values = values.as_ref()?;
    Some(values.iter().map(|value| of(*value)).collect())
}

/// What comes of every choice of operands; any value where there are too many.
fn each(operands: &[Values], of: impl Fn(&[i64]) -> Option<i64>) -> Values {
    let mut choices: Vec<Vec<i64>> = vec![Vec::new()];
    for operand in operands {
        let operand = operand.as_ref()?;
        if choices.len() * operand.len() > MOST * MOST {
            return None;
        }
        let longer = choices.iter().flat_map(|choice| {
            operand.iter().map(|value| {
                let mut choice = choice.clone();
                choice.push(*value);
                choice
            })
        });
        choices = longer.collect();
    }
    Some(choices.iter().filter_map(|choice| of(choice)).collect())
}

#[cfg(test)]
mod tests {
    use super::{Makeable, Observed};

    fn values(text: &str) -> Vec<Option<Vec<i64>>> {
        let program = crate::program::load("t.litmus", text);
        let program = program.unwrap_or_else(|report| panic!("{report}"));
        let observed = Observed::of(&program);
        let makeable = Makeable::of(&program, &observed);
        let all = (0..observed.terms.len()).map(|at| makeable.values(at).cloned());
        all.map(|values| values.map(Vec::from_iter)).collect()
    }

    /// Two increments end at 2; in a loop there is no telling.
    #[test]
    fn counters_end() {
        let count = "atom.relaxed.gpu.add r0, x, 1";
        let text = |code: &str| {
            format!(
                "PTX t\n{{ x = 0; }}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n{code}exists (x == 2)\n"
            )
        };
        let both = values(&text(&format!(" {count} | {count} ;\n")));
        let [one, two] = [1, 2].map(|most| Some((0..=most).collect()));
        assert_eq!(both, [one.clone(), one, two]);
        let again = format!(" L: | {count} ;\n {count} | ;\n bne r0, 9, L | ;\n");
        assert_eq!(values(&text(&again)), vec![None; 3]);
        // What a register hands on takes a step, too.
        let chain = " ld.weak r0, x | st.weak x, 5 ;\n add r1, r0, 1 | ;\n st.weak x, r1 | ;\n";
        let seen = values(&text(chain)).into_iter().flatten().flatten().max();
        assert!(seen.is_some_and(|most| most >= 6), "{seen:?}");
    }
}
