//! Launches of which no run ends, whatever is not known.

use crate::kernel::interpret::exploration::Exploration;
use crate::kernel::interpret::explore::explore;
use crate::kernel::interpret::finding::Finding;

use super::decide::Decision;

impl Decision<'_> {
    /// Whether threads wait for ever in every run, whatever clocks say and values that are not known decide: how long a
    /// thread sleeps between two looks changes nothing in what it waits for.
    pub fn waits_for_ever(&self) -> bool {
        if !never_ends(self.exploration) {
            return false;
        }
        if self.setup.description.clock_any {
            return true;
        }
        let mut setup = self.setup.clone();
        setup.description.clock_any = true;
        never_ends(&explore(&setup, self.limits))
    }
}

/// Whether all runs are known, and in each some thread waits for ever.
fn never_ends(exploration: &Exploration) -> bool {
    let mut found = exploration.found.keys();
    exploration.complete()
        && exploration.outcomes.is_empty()
        && found.all(|finding| *finding == Finding::Deadlock)
}
