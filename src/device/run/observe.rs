//! What is looked at when an instance has ended.

use crate::program::{Condition, InstructionKind, LocationId, Program, RegisterId, Term, ThreadId};
use crate::view::names;

/// The parts of a final state that are told apart: every register that a load or an atomic writes, and
/// whatever the condition or the filter names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    /// The registers of all threads, then the locations.
    pub terms: Vec<Term>,
    /// What they are called: `P1:r0`, `x`.
    pub names: Vec<String>,
}

/// The values of what is observed, in its order.
pub type State = Box<[i64]>;

impl Observed {
    /// What is observed of a test.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let asked = |term: Term| {
            let mut conditions = program.filter.iter().chain([&program.condition]);
            conditions.any(|condition| condition.mentions(&|other| other == term))
        };
        let mut terms = Vec::new();
        for (index, thread) in program.threads.iter().enumerate() {
            for register in (0..thread.registers.len()).map(RegisterId) {
                let term = Term::Register(ThreadId(index), register);
                if reads_into(program, ThreadId(index), register) || asked(term) {
                    terms.push(term);
                }
            }
        }
        let locations = (0..program.locations.len()).map(|at| Term::Location(LocationId(at)));
        terms.extend(locations.filter(|term| asked(*term)));
        let names = terms.iter().filter_map(|term| names::term(program, *term));
        Self {
            names: names.collect(),
            terms,
        }
    }

    /// The state of these values.
    #[must_use]
    pub fn state(&self, value: &impl Fn(Term) -> i64) -> State {
        self.terms.iter().map(|term| value(*term)).collect()
    }

    /// Whether a condition holds in a state.
    #[must_use]
    pub fn holds(&self, condition: &Condition, state: &[i64]) -> bool {
        condition.holds(&|term| match term {
            Term::Constant(value) => value,
            Term::Register(..) | Term::Location(_) => {
                let at = self.terms.iter().position(|other| *other == term);
                at.and_then(|at| state.get(at)).copied().unwrap_or(0)
            }
        })
    }
}

/// Whether a load or an atomic writes a register.
fn reads_into(program: &Program, thread: ThreadId, register: RegisterId) -> bool {
    let mut code = program.thread(thread).code.iter();
    code.any(|instruction| match instruction.kind {
        InstructionKind::Load { dst, .. } => dst == register,
        InstructionKind::Atomic { dst, .. } => dst == Some(register),
        InstructionKind::Store { .. }
        | InstructionKind::Fence(_)
        | InstructionKind::Barrier { .. }
        | InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. }
        | InstructionKind::Branch { .. } => false,
    })
}
