//! Final states as a view.

use crate::model::Model;
use crate::program::{Program, Term, ThreadId};
use crate::verdict::outcome::Run;
use crate::verdict::states;

use super::machine;
use super::names;
use super::raced::execution;
use super::witness::Witness;

/// Something that is looked at in each state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    /// Its name: `P0:r0`, `x`.
    pub name: String,
    /// Of a register, the number of its thread, and its own name.
    pub register: Option<(u32, String)>,
}

/// The final states of a test under a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct States {
    /// What is looked at.
    pub observed: Vec<Observed>,
    /// The states, by their values.
    pub found: Vec<State>,
    /// Whether these are all.
    pub complete: bool,
    /// Whether no more were wanted.
    pub enough: bool,
    /// In how many executions the condition holds, and in how many it does not, where all were counted.
    pub executions: Option<(usize, usize)>,
}

/// A final state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The values of what is looked at.
    pub values: Vec<i64>,
    /// The same as text.
    pub texts: Vec<String>,
    /// Whether executions that end so satisfy the condition.
    pub holds: Holds,
    /// In how many executions that end so the condition holds, and in how many it does not.
    pub executions: Option<(usize, usize)>,
    /// An execution that ends so, if it was asked for.
    pub witness: Option<Witness>,
}

/// Whether the executions that end in a state satisfy the condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// All do.
    Always,
    /// Some do: the condition asks for more than is looked at.
    Sometimes,
    /// None does.
    Never,
}

impl Holds {
    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Sometimes => "sometimes",
            Self::Never => "never",
        }
    }

    const fn of(state: &states::State) -> Self {
        match (state.satisfies, state.violates) {
            (true, true) => Self::Sometimes,
            (true, false) => Self::Always,
            (false, _) => Self::Never,
        }
    }
}

impl States {
    /// How many states satisfy the condition, in some execution at least.
    #[must_use]
    pub fn satisfying(&self) -> usize {
        let states = self.found.iter();
        states.filter(|state| state.holds != Holds::Never).count()
    }

    /// The view of what an engine listed.
    #[must_use]
    pub fn of(program: &Program, model: &Model, states: &states::States) -> Self {
        let observed = states.terms.iter().filter_map(|&term| {
            Some(Observed {
                name: names::term(program, term)?,
                register: register(program, term),
            })
        });
        let found = states.found.iter();
        let mut sum = states.open.is_none().then_some((0, 0));
        for (_, state) in found.clone() {
            sum = sum
                .zip(state.executions)
                .map(|((a, b), (c, d))| (a + c, b + d));
        }
        let observed: Vec<Observed> = observed.collect();
        Self {
            found: found
                .map(|(values, state)| view(program, model, states, (&observed, values, state)))
                .collect(),
            observed,
            complete: states.open.is_none(),
            enough: states.enough,
            // Without a state nobody has counted.
            executions: sum.filter(|_| !states.found.is_empty()),
        }
    }
}

fn register(program: &Program, term: Term) -> Option<(u32, String)> {
    match term {
        Term::Register(thread @ ThreadId(_), id) => {
            let thread = program.thread(thread);
            let name = thread.registers.get(id.0)?.name.clone();
            Some((thread.number, name))
        }
        Term::Constant(_) | Term::Location(_) => None,
    }
}

fn view(
    program: &Program,
    model: &Model,
    states: &states::States,
    (observed, values, state): (&[Observed], &[i64], &states::State),
) -> State {
    let texts = values.iter().map(|&value| names::value(program, value));
    let texts: Vec<String> = texts.collect();
    let shown = state.shown.as_ref().and_then(|shown| {
        let unrolled = states.unrolled.as_deref();
        match &shown.run {
            Run::Schedule(schedule) => machine::view(program, model.machine()?, unrolled, schedule),
            run @ (Run::Execution(_) | Run::Enumerated { .. }) => execution(program, unrolled, run),
        }
    });
    let names = observed.iter().map(|observed| observed.name.clone());
    State {
        values: values.to_vec(),
        holds: Holds::of(state),
        executions: state.executions,
        witness: shown.map(|witness| Witness {
            // Not why, but how it comes to this state.
            counterexample: false,
            asked: names.zip(texts.iter().cloned()).collect(),
            ..witness
        }),
        texts,
    }
}
