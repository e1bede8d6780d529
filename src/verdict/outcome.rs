//! What is said of a test under a model.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::execution::concrete::Execution;
use crate::model::accepts::Unsupported;
use crate::program::events::Unrolled;
use crate::sat::engine::{Certificate, Credit, Finder};
use crate::sat::proof::Written;
use crate::stop::Open;
use crate::ugpu::machine as ugpu;

pub use super::plain::{Findings, Quantity, Verdict};
pub use super::reason::{Forbidden, Item, Race, Raced, Reason, Smallest, Story};
pub use super::shown::{Run, Shown};

use super::endless::Endless;
use super::remark::{About, Remark};
use super::states::States;
use super::termination::Termination;

/// What was found out about a condition, with what it must carry.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Conclusion {
    /// Some execution satisfies the condition.
    Reachable {
        /// One that does.
        witness: Shown,
    },
    /// No execution satisfies it.
    Unreachable {
        /// Who found so, and who confirmed it.
        certificate: Credit,
    },
    /// Some execution has a data race, so that no outcome is promised.
    Racy {
        /// One that does.
        witness: Shown,
        /// The accesses that race in it.
        race: Option<Race>,
    },
    /// It was not found out.
    Unknown {
        /// What stayed open, and why.
        why: Vec<Remark>,
    },
    /// The model gives an instruction no meaning.
    Unsupported {
        /// Which.
        refused: Unsupported,
    },
}

impl Conclusion {
    /// Its word.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        match self {
            Self::Reachable { .. } => Verdict::Reachable,
            Self::Unreachable { .. } => Verdict::Unreachable,
            Self::Racy { .. } => Verdict::Racy,
            Self::Unknown { .. } => Verdict::Unknown,
            Self::Unsupported { .. } => Verdict::Unsupported,
        }
    }

    /// Nothing, for one reason.
    #[must_use]
    pub fn open(about: About, why: Open) -> Self {
        Self::Unknown {
            why: vec![Remark { about, why }],
        }
    }
}

/// The answer for one test and one model, whichever engine gave it.
#[derive(Debug, Clone)]
#[cfg_attr(not(feature = "testing"), non_exhaustive)]
pub struct Outcome {
    /// Is the condition reachable?
    pub conclusion: Conclusion,
    /// Who found so.
    pub found: Finder,
    /// In how many executions it holds; none if it was not asked, or cannot be said.
    pub quantity: Option<Quantity>,
    /// Whether the test's own statement is true; none where the verdict leaves it open.
    pub holds: Option<bool>,
    /// Of a `forall` that fails, an execution that does not satisfy its condition.
    pub counterexample: Option<Shown>,
    /// How large the execution that is shown is, if a smallest one was looked for.
    pub smallest: Option<Smallest>,
    /// Why the condition is unreachable, or for a `forall` that holds, why its opposite is.
    pub reason: Option<Reason>,
    /// Why no execution has a race, under a model that promises nothing of racy programs.
    pub race_freedom: Option<Reason>,
    /// The execution that an unreachable condition would need, and what forbids it.
    pub story: Option<Story>,
    /// Why no execution counts, where none does: the condition is unreachable for that alone. Asked
    /// where reasons are.
    pub endless: Option<Endless>,
    /// Whether executions end, if it was asked and the test has anything to wait for.
    pub termination: Option<Termination>,
    /// The final states, if they were asked for and the model promises any.
    pub states: Option<States>,
    /// What else stayed open.
    pub remarks: Vec<Remark>,
    /// For each flag of the model that was asked about, whether some execution raises it, whatever
    /// the condition says; none where that was not found out.
    pub raised: BTreeMap<String, Option<bool>>,
    /// The accesses that race in the execution that is shown, under a model that flags data races and
    /// keeps its promises all the same.
    pub flagged_race: Option<Race>,
    /// Another execution, which has such a race where the one that is shown has none, if it was asked for.
    pub other_race: Option<Raced>,
    /// The events that the execution and the reason speak of.
    pub unrolled: Option<Arc<Unrolled>>,
    /// Proofs of what no execution does, where they were asked for.
    pub proofs: Vec<Written>,
}

impl Outcome {
    /// An answer that says nothing beside its conclusion.
    #[must_use]
    pub const fn bare(conclusion: Conclusion, found: Finder) -> Self {
        Self {
            conclusion,
            found,
            quantity: None,
            holds: None,
            counterexample: None,
            smallest: None,
            reason: None,
            race_freedom: None,
            story: None,
            endless: None,
            termination: None,
            states: None,
            remarks: Vec::new(),
            raised: BTreeMap::new(),
            flagged_race: None,
            other_race: None,
            unrolled: None,
            proofs: Vec::new(),
        }
    }

    /// The word of its conclusion.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        self.conclusion.verdict()
    }

    /// The execution that shows the answer: of a `forall` that fails the counterexample, else the
    /// witness.
    #[must_use]
    pub const fn shown(&self) -> Option<&Shown> {
        match (&self.counterexample, &self.conclusion) {
            (Some(counterexample), _) => Some(counterexample),
            (None, Conclusion::Reachable { witness } | Conclusion::Racy { witness, .. }) => {
                Some(witness)
            }
            (
                None,
                Conclusion::Unreachable { .. }
                | Conclusion::Unknown { .. }
                | Conclusion::Unsupported { .. },
            ) => None,
        }
    }

    /// The same, to put a better one in its place.
    pub const fn shown_mut(&mut self) -> Option<&mut Shown> {
        match (&mut self.counterexample, &mut self.conclusion) {
            (Some(counterexample), _) => Some(counterexample),
            (None, Conclusion::Reachable { witness } | Conclusion::Racy { witness, .. }) => {
                Some(witness)
            }
            (
                None,
                Conclusion::Unreachable { .. }
                | Conclusion::Unknown { .. }
                | Conclusion::Unsupported { .. },
            ) => None,
        }
    }

    /// What is shown, where it is an execution of a model with axioms that a solver found.
    #[must_use]
    pub fn execution(&self) -> Option<&Execution> {
        self.shown()?.run.execution()
    }

    /// What is shown, where it is a schedule of a machine.
    #[must_use]
    pub fn schedule(&self) -> Option<&ugpu::Execution> {
        match &self.shown()?.run {
            Run::Schedule(schedule) => Some(schedule),
            Run::Execution(_) | Run::Enumerated { .. } => None,
        }
    }

    /// The names of the model's flags that the shown execution raises.
    #[must_use]
    pub fn flags(&self) -> &[String] {
        self.shown().map_or(&[], |shown| &shown.flags)
    }

    /// The accesses that race in the witness of a `racy` program.
    #[must_use]
    pub const fn race(&self) -> Option<&Race> {
        match &self.conclusion {
            Conclusion::Racy { race, .. } => race.as_ref(),
            Conclusion::Reachable { .. }
            | Conclusion::Unreachable { .. }
            | Conclusion::Unknown { .. }
            | Conclusion::Unsupported { .. } => None,
        }
    }

    /// The instruction that the model refuses.
    #[must_use]
    pub const fn unsupported(&self) -> Option<&Unsupported> {
        match &self.conclusion {
            Conclusion::Unsupported { refused } => Some(refused),
            Conclusion::Reachable { .. }
            | Conclusion::Unreachable { .. }
            | Conclusion::Racy { .. }
            | Conclusion::Unknown { .. } => None,
        }
    }

    /// Who found the verdict and who confirmed it: what can be shown was judged, and what the
    /// enumerator shows it judges by itself.
    #[must_use]
    pub fn credit(&self) -> Credit {
        let alone = Credit {
            found: self.found,
            confirmed: None,
        };
        match &self.conclusion {
            Conclusion::Unreachable { certificate } => *certificate,
            Conclusion::Reachable { .. } | Conclusion::Racy { .. } => Credit {
                confirmed: (self.found != Finder::Explicit).then_some(Certificate::Judge),
                ..alone
            },
            Conclusion::Unknown { .. } | Conclusion::Unsupported { .. } => alone,
        }
    }

    /// All that stayed open, what matters most first.
    pub fn open(&self) -> impl Iterator<Item = &Remark> {
        let why: &[Remark] = match &self.conclusion {
            Conclusion::Unknown { why } => why,
            Conclusion::Reachable { .. }
            | Conclusion::Unreachable { .. }
            | Conclusion::Racy { .. }
            | Conclusion::Unsupported { .. } => &[],
        };
        why.iter().chain(&self.remarks)
    }

    /// The same as sentences.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        self.open().map(ToString::to_string).collect()
    }

    /// Adds what stayed open.
    pub fn remark(&mut self, about: About, why: Open) {
        self.remarks.push(Remark { about, why });
    }
}
