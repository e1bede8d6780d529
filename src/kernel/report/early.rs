//! What goes wrong on the way, where no run comes to its end.

use crate::kernel::launch::description::Check;

use super::answer::{Answer, Checked};
use super::decide::Decision;

impl Decision<'_> {
    /// What executions do wrong before they stop, where each stops before its end: that nothing is known of what
    /// would come then is no reason to hide it.
    pub fn on_the_way(&self, check: Check) -> Option<Checked> {
        if check == Check::Robust {
            return self.robust_with_loose();
        }
        if !self.exploration.complete() || !self.exploration.outcomes.is_empty() {
            return None;
        }
        let said = match check {
            Check::Races => self.modelled(check),
            Check::Asserts | Check::Barriers | Check::Memory => self.independent(check),
            Check::Robust | Check::Property => return None,
        };
        matches!(said.answer, Answer::Violated | Answer::Possible).then_some(said)
    }
}
