//! Values that are not known, in what executions of a model leave.

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::run::{Ends, numbered};
use super::weak::{Said, Weak};

/// Why something is only possible.
pub const UNCLEAR: &str = "a value that is not known ends in an output";

impl Decision<'_> {
    /// What holds of known values, as long as no value that is not known ends in an output: that may be any.
    pub fn but_loose(
        &self,
        weak: &Weak,
        name: &'static str,
        holds: impl FnOnce() -> Checked,
    ) -> Checked {
        let Some(loose) = weak.loose() else {
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
