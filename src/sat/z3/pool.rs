//! A thread's solver context and the variables in it.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::thread::Builder;

use z3::ast::Bool;

/// So many variables a thread's context has from the start. Z3 prefers terms that were made earlier:
/// were these made as they are needed, between the terms of other tests, then which witness or core
/// is found would depend on what was asked before.
const FIRST: usize = 4096;

/// Variables of the thread's context, made once: their number is their name.
#[derive(Default)]
pub(super) struct Pool {
    /// How many there are at least.
    least: usize,
    plain: Vec<Bool>,
    negated: Vec<Bool>,
}

thread_local! {
    pub(super) static POOL: RefCell<Pool> = const {
        RefCell::new(Pool {
            least: FIRST,
            plain: Vec::new(),
            negated: Vec::new(),
        })
    };
}

impl Pool {
    pub(super) fn reserve(&mut self, variables: i32) {
        let count = usize::try_from(variables).unwrap_or(0);
        for index in self.plain.len()..count.max(self.least) {
            let name = u32::try_from(index).unwrap_or(u32::MAX);
            let variable = Bool::new_const(name);
            self.negated.push(variable.not());
            self.plain.push(variable);
        }
    }

    pub(super) fn get(&self, number: i32) -> &Bool {
        let index = number.unsigned_abs() as usize - 1;
        if number > 0 {
            &self.plain[index]
        } else {
            &self.negated[index]
        }
    }
}

/// So much stack a thread has that stands in for the one that asked.
const STACK: usize = 16 << 20;

/// Runs something in a fresh solver context, and drops the context afterwards: one that has held a
/// large formula stays slow for small ones. A context belongs to a thread, which makes it when it is first
/// needed; so this is a thread of its own, and what the built-in solver answers alone costs no context.
pub fn in_fresh_context<T: Send>(work: impl Fn() -> T + Sync) -> T {
    let apart = std::thread::scope(|scope| {
        let thread = Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, &work).ok()?;
        Some(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    // Where there is no thread to be had, the context at hand serves.
    apart.unwrap_or_else(work)
}
