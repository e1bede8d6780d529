//! Which threads the scope of an operation is about.

use crate::program::{Program, ThreadId};
use crate::syntax::ast::Scope;

/// How near threads are to each other, each to each.
#[derive(Debug)]
pub struct Nearness {
    /// The narrowest scope of the one that includes the other, thread after thread.
    narrowest: Vec<Scope>,
    threads: usize,
}

impl Nearness {
    /// Of the threads of a program. Instances of wider scopes are made of whole narrower ones.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let threads = program.threads.len();
        let all = || (0..threads).map(ThreadId);
        let narrowest = |own, other| {
            let mut scopes = Scope::ALL.into_iter();
            let found = scopes.find(|&scope| scope_includes(program, own, scope, other));
            found.unwrap_or(Scope::Sys)
        };
        let pairs = all().flat_map(|own| all().map(move |other| (own, other)));
        Self {
            narrowest: pairs.map(|(own, other)| narrowest(own, other)).collect(),
            threads,
        }
    }

    /// As [`scope_includes`].
    #[must_use]
    pub fn includes(&self, own: ThreadId, scope: Scope, other: ThreadId) -> bool {
        self.narrowest[own.0 * self.threads + other.0] <= scope
    }

    /// As [`instance_contains`].
    #[must_use]
    pub fn contains(
        &self,
        (own, scope): (ThreadId, Scope),
        (other, inner): (ThreadId, Scope),
    ) -> bool {
        // The other thread is in its own instance.
        let mut threads = (0..self.threads).map(ThreadId);
        self.includes(own, scope, other)
            && (scope >= inner
                || threads.all(|thread| {
                    !self.includes(other, inner, thread) || self.includes(own, scope, thread)
                }))
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::resolve;
    use crate::syntax::parse_source;
    use crate::syntax::span::SourceFile;

    #[test]
    fn nearness_is_what_the_placements_say() {
        let text = "PTX near\n{ x = 0; }\nP0@cta 0,gpu 0,warp 0 | P1@cta 0,gpu 0,warp 0 | P2@cta 0,gpu 0,warp 1 \
                    | P3@cta 0,gpu 0 | P4@cta 1,gpu 0,warp 0 | P5@cta 0,gpu 1,warp 0 ;\n\
                    ld.weak r0, x | ld.weak r0, x | ld.weak r0, x | ld.weak r0, x | ld.weak r0, x | ld.weak r0, x ;\n\
                    exists (x == 0)";
        let source = SourceFile::new("near.litmus", text);
        let program = resolve(&source, &parse_source(&source).expect("it is a test"));
        let program = program.expect("all names mean something");
        let nearness = Nearness::new(&program);
        let threads = || (0..program.threads.len()).map(ThreadId);
        let instances = || threads().flat_map(|thread| Scope::ALL.map(|scope| (thread, scope)));
        let (mut included, mut contained) = (0, 0);
        for outer in instances() {
            for other in threads() {
                let expected = scope_includes(&program, outer.0, outer.1, other);
                assert_eq!(nearness.includes(outer.0, outer.1, other), expected);
                included += usize::from(expected);
            }
            for inner in instances() {
                let expected = instance_contains(&program, outer, inner);
                assert_eq!(nearness.contains(outer, inner), expected);
                contained += usize::from(expected);
            }
        }
        // Of themselves, of two in a warp, of four in a block, of five on a device, of all six.
        assert_eq!(included, 6 + (6 + 2) + (16 + 2) + (25 + 1) + 36);
        assert!(contained > included);
    }
}
