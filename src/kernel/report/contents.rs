//! What runs leave in the outputs.

use std::collections::BTreeSet;

use crate::axiomatic::demand::Demand;
use crate::execution::concrete::Execution;
use crate::kernel::interpret::exploration::{Known, Outcome};
use crate::kernel::interpret::state::{LOOSE, UNINITIALISED};
use crate::kernel::launch::description::Check;
use crate::program::Condition;

use super::answer::{Answer, Checked};
use super::decide::{Decision, FIXED};
use super::loose::UNCLEAR;
use super::run::Ends;
use super::small::Wanted;
use super::weak::Weak;
use super::witness::contents;

impl Decision<'_> {
    /// What interleavings leave, each text once: some differ in what is not known only.
    pub fn sc_contents(&self) -> Vec<String> {
        let mut told = BTreeSet::new();
        let outcomes = self.exploration.outcomes.iter();
        let all = outcomes.map(|outcome| self.ends(outcome));
        all.filter(|text| told.insert(text.clone())).collect()
    }

    /// Whether what executions leave is what interleavings leave.
    pub(super) fn robust(&self) -> Checked {
        let mut answer = if self.fixed {
            Checked::new("robust", Answer::Holds)
                .word("yes")
                .proof(FIXED)
        } else if self.asked.model == "sc" {
            Checked::new("robust", Answer::Holds)
                .word("yes")
                .proof("every outcome of `sc` is one of sequential consistency")
        } else {
            return self.modelled(Check::Robust);
        };
        answer.sc_contents = self.sc_contents();
        answer
    }

    /// What an interleaving leaves in the outputs.
    pub fn ends(&self, outcome: &Outcome) -> String {
        self.contents(&outcome.contents, &outcome.unclear)
    }

    /// What interleavings leave in the outputs, where these are too many some of it.
    pub fn known(&self) -> Vec<Known> {
        let outcomes = self.exploration.outcomes.iter();
        outcomes.map(Outcome::left).collect()
    }

    /// The outputs with these bytes, of which some are not known; without buffers that are outputs only as nothing names
    /// any, and that nobody writes.
    pub fn contents(&self, bytes: &[Vec<u8>], unclear: &BTreeSet<u64>) -> String {
        let outputs = self.exploration.outputs.iter();
        let all: Vec<(bool, String)> = outputs
            .zip(bytes)
            .map(|(&at, bytes)| {
                let region = &self.setup.regions[at];
                let same = region.initial.iter().copied();
                let same = same.eq(bytes.iter().copied().map(Some));
                let mut written = self.exploration.written.range(region.base..region.end());
                let idle = self.setup.outputs.is_empty() && same && written.next().is_none();
                (!idle, contents(self.setup, region, bytes, unclear))
            })
            .collect();
        let none = all.iter().all(|(shown, _)| !shown);
        let shown = all.into_iter().filter(|(shown, _)| *shown || none);
        shown.map(|(_, text)| text).collect::<Vec<_>>().join(", ")
    }

    /// That some run leaves what no interleaving does.
    pub(super) fn leaves(&self, weak: &Weak, wanted: Condition, execution: Execution) -> Checked {
        let (answer, unclear) = self.leaving(weak, wanted, execution);
        let loose = unclear.then(|| UNCLEAR.to_owned());
        answer.resting_on(loose.into_iter().collect())
    }

    /// The same, and whether a value is among what it leaves that is not known.
    pub(super) fn leaving(
        &self,
        weak: &Weak,
        wanted: Condition,
        execution: Execution,
    ) -> (Checked, bool) {
        let (wanted, execution) = weak.firmly(wanted, execution);
        let demand = Demand::Ends(wanted);
        let shown = weak.least(Wanted::of(&weak.plain, &demand), execution, |_| true);
        let unclear = weak.unclear(&shown.execution);
        let unknown = weak.flagged_with(&shown.execution, LOOSE | UNINITIALISED);
        let text = self.contents(&weak.left(&shown.execution), &unknown);
        let mut answer = Checked::new("robust", Answer::Violated).word("no");
        answer.remarks.push(format!("some run leaves {text}"));
        answer.contents = vec![text];
        shown.tell(self, &weak.plain, Ends::Matter, &mut answer);
        (answer, !unclear.is_empty())
    }
}
