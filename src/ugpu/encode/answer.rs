//! What is said of a test under one of the machines: witness and counterexample side by side.

use crate::sat::engine::Credit;
use crate::sat::proof::Written;
use crate::stop::Open;
use crate::ugpu::machine::{Execution, Unsupported};
use crate::verdict::machine::Reason;
use crate::verdict::outcome::{Quantity, Verdict};
use crate::verdict::remark::Remark;

use super::smallest::Smallest;

/// The answer for one test and one model.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Is the condition reachable?
    pub verdict: Verdict,
    /// In how many executions it holds; none if it was not asked, or cannot be said.
    pub quantity: Option<Quantity>,
    /// Whether the test's own statement is true; none where the verdict leaves it open.
    pub holds: Option<bool>,
    /// An execution that satisfies the condition, replayed on the machine.
    pub witness: Option<Execution>,
    /// An execution that does not, replayed on the machine.
    pub counterexample: Option<Execution>,
    /// Why the condition is unreachable, or for a `forall` that holds, why its opposite is.
    pub reason: Option<Reason>,
    /// The size of the execution that shows the answer, if a smallest one was looked for.
    pub smallest: Option<Smallest>,
    /// The instruction that the model refuses.
    pub unsupported: Option<Unsupported>,
    /// How many laps of a loop were followed: those that were asked for, or as many as decide it.
    pub bound: usize,
    /// What stayed open.
    pub remarks: Vec<Remark>,
    /// Who found the verdict, and who confirmed that there is nothing.
    pub credit: Credit,
    /// Proofs of what no execution does, where they were asked for.
    pub proofs: Vec<Written>,
}

impl Outcome {
    pub(super) const fn bare(verdict: Verdict, credit: Credit, bound: usize) -> Self {
        Self {
            verdict,
            bound,
            quantity: None,
            holds: None,
            witness: None,
            counterexample: None,
            reason: None,
            smallest: None,
            unsupported: None,
            remarks: Vec::new(),
            credit,
            proofs: Vec::new(),
        }
    }

    /// Whether more laps may tell more.
    pub(super) fn may_go_on(&self) -> bool {
        let mut why = self.remarks.iter().map(|remark| &remark.why);
        why.any(|why| matches!(why, Open::Bound(_) | Open::Endless(_)))
    }
}
