//! The same questions, for callers that may want them to end.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::stop::Stop;

use super::change::{fenced, smaller};
use super::prove::proved;
use super::request::{Request, told};

/// What takes long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// [`prove`](super::prove()).
    Prove,
    /// [`fences`](super::fences).
    Fences,
    /// [`minimize`](super::minimize).
    Minimize,
}

impl Task {
    /// What the function of that name says, until somebody sets the flag: then its answer is one that stayed
    /// open.
    #[must_use]
    pub fn until(self, request: &str, flag: Arc<AtomicBool>) -> String {
        let request = Request::until(request, flag);
        match self {
            Self::Prove => told(request.and_then(|request| proved(&request))),
            Self::Fences => told(request.and_then(|request| fenced(&request))),
            Self::Minimize => told(request.and_then(|request| smaller(&request))),
        }
    }
}

/// When a flag is set.
pub(super) fn stop(flag: Option<&Arc<AtomicBool>>) -> Stop {
    flag.map_or_else(Stop::never, |flag| Stop::never().and_when(flag.clone()))
}
