//! The execution that shows an answer, in the words of whoever found it.

use crate::execution::concrete::Execution;
use crate::explicit;
use crate::ugpu::machine as ugpu;

/// An execution that is shown, accepted by a judge that shares nothing with who found it.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The execution.
    pub run: Run,
    /// The names of the model's flags that it raises.
    pub flags: Vec<String>,
}

/// An execution, in the words of the model that allows it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Run {
    /// Of a model with axioms: events and their relations, evaluated by the judge.
    Execution(Box<Execution>),
    /// Of a machine: a schedule, replayed on it.
    Schedule(Box<ugpu::Execution>),
    /// Of a model with axioms, as the enumerator found it.
    Enumerated {
        /// The execution.
        execution: Box<explicit::Witness>,
        /// Of a racy program, the two events that race, by their index.
        race: Option<(usize, usize)>,
    },
}

impl Run {
    /// The execution, where a solver found it.
    #[must_use]
    pub fn execution(&self) -> Option<&Execution> {
        match self {
            Self::Execution(execution) => Some(execution),
            Self::Schedule(_) | Self::Enumerated { .. } => None,
        }
    }
}

impl Shown {
    /// An execution and the flags that it raises.
    #[must_use]
    pub fn execution(execution: Execution, flags: Vec<String>) -> Self {
        Self {
            run: Run::Execution(Box::new(execution)),
            flags,
        }
    }

    /// A schedule of a machine; machines have no flags.
    #[must_use]
    pub fn schedule(schedule: ugpu::Execution) -> Self {
        Self {
            run: Run::Schedule(Box::new(schedule)),
            flags: Vec::new(),
        }
    }
}
