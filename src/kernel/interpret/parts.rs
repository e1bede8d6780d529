//! Parts of moments that are the same, kept once: a thread is at few moments, in whatever order the others take their steps.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::state::{Bytes, State, Thread};

/// The parts of all moments that are kept.
#[derive(Debug, Default)]
pub struct Parts {
    threads: FxHashSet<Arc<Thread>>,
    memory: FxHashSet<Arc<Bytes>>,
}

impl Parts {
    /// Replaces what a moment has alone by the same of others.
    pub fn share(&mut self, state: &mut State) {
        for thread in &mut state.threads {
            share(&mut self.threads, thread);
        }
        for region in &mut state.memory {
            share(&mut self.memory, region);
        }
    }
}

fn share<T: Eq + std::hash::Hash>(known: &mut FxHashSet<Arc<T>>, part: &mut Arc<T>) {
    if Arc::strong_count(part) > 1 {
        return;
    }
    if let Some(same) = known.get(part) {
        *part = Arc::clone(same);
    } else {
        known.insert(Arc::clone(part));
    }
}
