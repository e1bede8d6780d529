//! What a test expects of a model, beside what came.

use serde::Serialize;

/// An expectation that the test states for the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Expected {
    /// The verdict that is expected.
    pub verdict: String,
    /// Whether it came so.
    pub met: bool,
    /// Whether that is open.
    #[serde(skip)]
    pub open: bool,
    /// The line of the comment.
    pub line: usize,
}

/// Whether the condition of a test with a verdict may hold so often, where that is not known. Both by their names in output.
#[must_use]
pub fn may_be(verdict: &str, often: &str) -> bool {
    verdict == "reachable" && matches!(often, "always" | "sometimes")
}
