//! Which threads the scope of an operation is about.

use crate::program::{Program, ThreadId};
use crate::syntax::ast::Scope;

/// Whether the scope instance of an operation, the set of threads of that kind around its own thread,
/// contains that of another. Instances of different kinds can be the same set.
#[must_use]
pub fn instance_contains(
    program: &Program,
    (own, scope): (ThreadId, Scope),
    (other, inner): (ThreadId, Scope),
) -> bool {
    let mut threads = (0..program.threads.len()).map(ThreadId);
    threads.all(|thread| {
        !scope_includes(program, other, inner, thread)
            || scope_includes(program, own, scope, thread)
    })
}

/// Whether the scope of an operation of one thread includes another thread.
#[must_use]
pub fn scope_includes(program: &Program, own: ThreadId, scope: Scope, other: ThreadId) -> bool {
    let (a, b) = (
        program.thread(own).placement,
        program.thread(other).placement,
    );
    match scope {
        Scope::Thread => own == other,
        Scope::Warp => a.same_warp(&b),
        Scope::Cta => a.same_cta(&b),
        Scope::Gpu => a.same_gpu(&b),
        Scope::Sys => true,
    }
}
