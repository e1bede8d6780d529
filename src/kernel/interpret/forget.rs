//! What nobody reads any more is forgotten, so that equal futures are equal states.

use crate::ptx::module::RegisterId;

use super::machine::Machine;
use super::state::{Bytes, Frame, Thread, Value};

impl Machine<'_> {
    /// Forgets registers, and what calls were given and gave back, that nobody reads any more.
    pub fn forget(&self, thread: &mut Thread) {
        let innermost = thread.frames.len().saturating_sub(1);
        for (depth, frame) in thread.frames.iter_mut().enumerate() {
            let calls = depth < innermost;
            if let Some(Some(liveness)) = self.liveness.get(frame.function) {
                for (at, value) in frame.registers.iter_mut().enumerate() {
                    let register = RegisterId(at);
                    let live = liveness.contains(frame.at, register)
                        || calls && liveness.contains(frame.at + 1, register);
                    if !live {
                        *value = Value::default();
                    }
                }
            }
            self.forget_variables(frame, calls);
        }
    }

    /// Of a function that calls another, what that gives back is not there yet, and what it was given was handed over.
    fn forget_variables(&self, frame: &mut Frame, calls: bool) {
        let (Some(Some(liveness)), Some(body)) = (
            self.variables.get(frame.function),
            &self.setup.module.functions[frame.function].body,
        ) else {
            return;
        };
        let call = body.code.get(frame.at).filter(|_| calls);
        for (at, bytes) in frame.params.iter_mut().enumerate() {
            let live = match call {
                Some(call) => {
                    let mut results = call.operation.given_back();
                    liveness.has(frame.at + 1, at) && !results.any(|result| result == at)
                }
                None => liveness.has(frame.at, at),
            };
            if !live && !bytes.bytes.is_empty() {
                *bytes = Bytes::unknown(bytes.bytes.len());
            }
        }
    }
}
