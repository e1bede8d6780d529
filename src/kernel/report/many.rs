//! Launches with too many interleavings to look at: a model is asked of them all the same.

use std::collections::BTreeSet;

use crate::kernel::interpret::finding::Gap;
use crate::kernel::launch::description::Check;
use crate::kernel::setup::memory::Owner;

use super::answer::Checked;
use super::decide::Decision;

/// With more bytes than these, nothing is asked where it is not known which are shared.
const BYTES: u64 = 16_384;

impl Decision<'_> {
    /// Whether all that is missing is that there were too many interleavings, and memory is small enough for any of it to be shared.
    /// A search that asks often has no time for that.
    pub(super) fn has_many_orders(&self) -> bool {
        let gaps = &self.exploration.gaps;
        let bytes = self.setup.regions.iter().map(|region| region.bytes);
        self.limits.patient
            && gaps.contains(&Gap::Orders)
            && gaps.iter().all(|gap| *gap == Gap::Orders)
            && bytes.fold(0, u64::saturating_add) <= BYTES
    }

    /// Bytes that threads share, as far as they were seen to: who walks them finds the others.
    pub(super) fn seen_shared(&self) -> &BTreeSet<u64> {
        &self.exploration.contended
    }

    /// The bytes that threads share: of all that is written and used by different ones, if that is known, and else any.
    pub(super) fn shared(&self) -> &BTreeSet<u64> {
        if !self.has_many_orders() {
            return &self.exploration.contended;
        }
        self.bytes.get_or_init(|| {
            let mut found = BTreeSet::new();
            for region in &self.setup.regions {
                let may = match region.owner {
                    Owner::Buffer(_)
                    | Owner::Variable(..)
                    | Owner::Shared(_)
                    | Owner::Workspace(_) => true,
                    Owner::Parameters(_) => false,
                };
                if may {
                    found.extend(region.base..region.base.saturating_add(region.bytes));
                }
            }
            found
        })
    }

    /// What the model says of a check that too many interleavings leave open; where that is nothing, why not.
    pub(super) fn in_any_order(&self, check: Check, open: Checked) -> Checked {
        match self.whatever_the_order(check) {
            Some(said) if said.answer.is_open() => {
                let mut open = open;
                open.remarks.extend(said.remarks);
                open
            }
            Some(said) => said,
            None => open,
        }
    }

    /// What the model says of all executions, interleavings among them, where these are too many to look at.
    fn whatever_the_order(&self, check: Check) -> Option<Checked> {
        // Where no run is known to come to its end, what comes then is not known.
        if self.settled() || !self.has_many_orders() || self.exploration.outcomes.is_empty() {
            return None;
        }
        if let Some(undefined) = self.undefined(check) {
            return Some(undefined);
        }
        let answer = match check {
            Check::Races | Check::Asserts | Check::Robust | Check::Barriers => self.modelled(check),
            // What nobody writes ends in an output only if it is known what an output is.
            Check::Memory if !self.setup.outputs.is_empty() => self.modelled(check),
            Check::Memory | Check::Property => return None,
        };
        Some(answer)
    }
}
