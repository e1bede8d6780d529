//! Values that are not known, in what executions of a model leave.

use crate::kernel::interpret::finding::Finding;

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::run::{Ends, numbered};
use super::sizes::Overlaps;
use super::weak::{Said, Weak};

/// Why something is only possible.
pub const UNCLEAR: &str = "a value that is not known ends in an output";

/// Why a property is not known.
const UNWRITTEN: &str =
    "a byte that nobody wrote ends in an output, and was taken for 0 (see memory)";

impl Decision<'_> {
    /// What is said of properties, as long as no byte that nobody wrote ends in an output: it may be any. What is broken
    /// where it is 0 is broken.
    pub fn written(&self, answer: Checked) -> Checked {
        let some = self.setup.description.properties.iter();
        let settled = match answer.answer {
            Answer::Holds => self.has_all_runs(),
            Answer::Violated => !some.into_iter().any(|property| property.exists),
            Answer::Undefined | Answer::Possible | Answer::Unsupported | Answer::Unknown => true,
        };
        if settled {
            return answer;
        }
        let unknown = |why: String| Checked::new(answer.name, Answer::Unknown).remark(why);
        let mut found = self.exploration.found.keys();
        if found.any(|finding| matches!(finding, Finding::UninitialisedOutput(_))) {
            return unknown(UNWRITTEN.to_owned());
        }
        let weak = self
            .asked_of
            .as_ref()
            .and_then(|asked| asked.weak.as_ref().ok());
        let Some((weak, unwritten)) = weak.and_then(|weak| Some((weak, weak.unwritten()?))) else {
            return answer;
        };
        match weak.one(&weak.stuck, &unwritten) {
            Said::Never => answer,
            Said::Open(open) => unknown(open.to_string()),
            Said::Run(_) => unknown(UNWRITTEN.to_owned()),
        }
    }

    /// Whether outputs are those of interleavings, where a value that is not known ends in some: they are where every execution is
    /// an interleaving, and are not where one leaves what none does, whatever that value is.
    pub(super) fn robust_with_loose(&self) -> Option<Checked> {
        if !self.exploration.complete() || self.exploration.outcomes.is_empty() {
            return None;
        }
        let asked = self.asked_of.as_ref()?;
        let told = asked.gaps.is_empty() && matches!(asked.overlaps, Overlaps::Ordered);
        let weak = asked.weak.as_ref().ok().filter(|_| told)?;
        if weak.mixes() || weak.threads.gathers() || self.rounds_unknown(weak) {
            return None;
        }
        let holds = self.interleaved(weak);
        let breaks = || {
            // No run counts in which something else decides that is not known.
            let certain = weak.threads.forks().then(|| weak.certain());
            let weak = certain.as_ref().map_or(Some(weak), Option::as_ref)?;
            let wanted = weak.surely_other(&self.known());
            match weak.one(&weak.plain, &wanted) {
                Said::Run(execution) => Some(self.leaving(weak, wanted, *execution).0),
                Said::Never | Said::Open(_) => None,
            }
        };
        holds.or_else(breaks)
    }

    /// What holds of known values, as long as no value that is not known ends among these bytes of outputs: that may be
    /// any.
    pub fn but_loose(
        &self,
        weak: &Weak,
        name: &'static str,
        among: &dyn Fn(u64) -> bool,
        holds: impl FnOnce() -> Checked,
    ) -> Checked {
        let Some(loose) = weak.loose(among) else {
            return holds();
        };
        match weak.one(&weak.plain, &loose) {
            Said::Never => holds(),
            Said::Open(open) => Checked::new(name, Answer::Unknown).remark(open.to_string()),
            Said::Run(execution) => Checked {
                witness: numbered(self.setup, &weak.plain, &execution, Ends::Matter).0,
                ..Checked::new(name, Answer::Possible).remark(UNCLEAR)
            },
        }
    }
}
