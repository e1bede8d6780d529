//! Launches in which nothing can trap, whatever they do.

use crate::kernel::launch::description::Check;
use crate::kernel::setup::Setup;
use crate::ptx::operation::Operation;

use super::answer::{Answer, Checked};
use super::decide::Decision;

/// Why no run traps.
const NONE: &str = "no instruction of the kernel traps";

impl Decision<'_> {
    /// That no run traps, where nothing that a launch can come to does: however far it was followed, unless something on the way
    /// is not supported.
    pub fn never_traps(&self, check: Check, open: Option<&Checked>) -> Option<Checked> {
        let never = check == Check::Asserts
            && open.is_none_or(|open| open.answer != Answer::Unsupported)
            && self.undefined(check).is_none()
            && !may_trap(self.setup);
        never.then(|| Checked::none("asserts", NONE))
    }
}

/// Whether some instruction traps, or calls what may, or is none that is known.
fn may_trap(setup: &Setup) -> bool {
    setup.reachable().into_iter().any(|at| {
        let function = &setup.module.functions[at];
        let Some(body) = &function.body else {
            return function.name != "vprintf";
        };
        body.code
            .iter()
            .any(|one| matches!(one.operation, Operation::Trap | Operation::Refused { .. }))
    })
}
