//! Instructions in the user's own words: a file that says `.wg` gets `.wg`, one that says `.cta`
//! gets `.cta`.

use super::edit::AccessEdit;
use super::types::{InstructionKind, Program};
use crate::syntax::ast::{Order, Scope};

/// Whose names of scopes a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// `.cta`, `.gpu`.
    Ptx,
    /// `.wg`, `.cmp`.
    Hsa,
}

/// The names that only HSA has.
const HSA: [&str; 6] = ["wi", "wv", "wave", "wg", "cmp", "agent"];

/// The names of scopes, however spelt.
const SCOPES: [&str; 12] = [
    "wi", "wv", "wave", "wg", "cmp", "agent", "thread", "warp", "cta", "gpu", "gl", "sys",
];

/// The names of orders.
const ORDERS: [&str; 10] = [
    "weak",
    "relaxed",
    "acquire",
    "release",
    "acq_rel",
    "sc",
    "volatile",
    "rm_acquire",
    "rm_release",
    "rm_acq_rel",
];

impl Spelling {
    /// That of a file: HSA's if any access says so.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let code = program.threads.iter().flat_map(|thread| &thread.code);
        let hsa = code
            .filter(|instruction| {
                matches!(
                    instruction.kind,
                    InstructionKind::Load { .. }
                        | InstructionKind::Store { .. }
                        | InstructionKind::Atomic { .. }
                )
            })
            .any(|instruction| is_hsa(program.source.slice(instruction.span)));
        if hsa { Self::Hsa } else { Self::Ptx }
    }

    /// A scope's name.
    #[must_use]
    pub const fn scope(self, scope: Scope) -> &'static str {
        match (self, scope) {
            (Self::Ptx, Scope::Thread) => "thread",
            (Self::Ptx, Scope::Warp) => "warp",
            (Self::Ptx, Scope::Cta) => "cta",
            (Self::Ptx, Scope::Gpu) => "gpu",
            (Self::Hsa, Scope::Thread) => "wi",
            (Self::Hsa, Scope::Warp) => "wv",
            (Self::Hsa, Scope::Cta) => "wg",
            (Self::Hsa, Scope::Gpu) => "cmp",
            (_, Scope::Sys) => "sys",
        }
    }

    /// What a scope's instances are called.
    #[must_use]
    pub const fn instance(self, scope: Scope) -> &'static str {
        match (self, scope) {
            (Self::Ptx, Scope::Thread) => "thread",
            (Self::Ptx, Scope::Warp) => "warp",
            (Self::Ptx, Scope::Cta) => "block",
            (Self::Ptx, Scope::Gpu) => "device",
            (Self::Hsa, Scope::Thread) => "work-item",
            (Self::Hsa, Scope::Warp) => "wavefront",
            (Self::Hsa, Scope::Cta) => "work-group",
            (Self::Hsa, Scope::Gpu) => "component",
            (_, Scope::Sys) => "system",
        }
    }

    /// An access with another order and scope; its other modifiers stay.
    #[must_use]
    pub fn rewrite(self, text: &str, edit: &AccessEdit) -> String {
        let words = text.split(' ').map(|word| {
            if mnemonic(text) == Some(word) {
                self.access(word, edit.order, edit.scope, edit.remote)
            } else {
                word.to_owned()
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// An access's mnemonic with another order and scope; its other modifiers stay. One that names its
    /// own scope is spelt as it was.
    #[must_use]
    pub fn access(self, word: &str, new: Order, scope: Scope, remote: bool) -> String {
        let own = if is_hsa(word) {
            Self::Hsa
        } else if modifiers(word).any(|one| SCOPES.contains(&one) && one != "sys") {
            Self::Ptx
        } else {
            self
        };
        let base = word.split('.').next().unwrap_or_default();
        let mut parts = vec![base.to_owned(), order(new, remote).to_owned()];
        if new != Order::Weak {
            parts.push(own.scope(scope).to_owned());
        }
        let rest = modifiers(word).filter(|one| !ORDERS.contains(one) && !SCOPES.contains(one));
        parts.extend(rest.map(str::to_owned));
        parts.join(".")
    }
}

const fn order(order: Order, remote: bool) -> &'static str {
    match (order, remote) {
        (Order::Weak, _) => "weak",
        (Order::Relaxed, _) => "relaxed",
        (Order::Acquire, false) => "acquire",
        (Order::Release, false) => "release",
        (Order::AcqRel, false) => "acq_rel",
        (Order::Acquire, true) => "rm_acquire",
        (Order::Release, true) => "rm_release",
        (Order::AcqRel, true) => "rm_acq_rel",
        (Order::Sc, _) => "sc",
    }
}

/// The word of an instruction that says what it does, past its predicate.
fn mnemonic(text: &str) -> Option<&str> {
    text.split(' ').find(|word| !word.starts_with('@'))
}

fn modifiers(word: &str) -> impl Iterator<Item = &str> {
    word.split('.').skip(1)
}

fn is_hsa(text: &str) -> bool {
    mnemonic(text.trim_start()).is_some_and(|word| modifiers(word).any(|one| HSA.contains(&one)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ThreadId;
    use crate::program::edit::InstructionId;

    fn rewritten(spelling: Spelling, text: &str, order: Order, remote: bool) -> String {
        let edit = AccessEdit {
            at: InstructionId {
                thread: ThreadId(0),
                index: 0,
            },
            order,
            scope: Scope::Gpu,
            remote,
        };
        spelling.rewrite(text, &edit)
    }

    #[test]
    fn an_instruction_keeps_its_spelling_and_its_other_modifiers() {
        let (ptx, hsa) = (Spelling::Ptx, Spelling::Hsa);
        let cases = [
            (ptx, "st.weak x, 1", Order::Release, "st.release.gpu x, 1"),
            (hsa, "st.weak x, 1", Order::Release, "st.release.cmp x, 1"),
            (
                ptx,
                "st.wg.relaxed x, 1",
                Order::Relaxed,
                "st.relaxed.cmp x, 1",
            ),
            (
                hsa,
                "ld.acquire.cta r0, x",
                Order::Acquire,
                "ld.acquire.gpu r0, x",
            ),
            (
                ptx,
                "@p ld.global.u32 r0, [x]",
                Order::Acquire,
                "@p ld.acquire.gpu.global.u32 r0, [x]",
            ),
            (
                hsa,
                "atom.relaxed.wg.cas r0, x, 0, 1",
                Order::AcqRel,
                "atom.acq_rel.cmp.cas r0, x, 0, 1",
            ),
        ];
        for (spelling, text, order, wanted) in cases {
            assert_eq!(rewritten(spelling, text, order, false), wanted);
        }
        let remote = rewritten(hsa, "ld.acquire.wg r0, x", Order::Acquire, true);
        assert_eq!(remote, "ld.rm_acquire.cmp r0, x");
        for (text, wanted) in [
            ("st x, 1", "st.weak x, 1"),
            ("st.volatile x, 1", "st.weak x, 1"),
            ("st.global.relaxed.cta.u32 x, 1", "st.weak.global.u32 x, 1"),
        ] {
            assert_eq!(rewritten(ptx, text, Order::Weak, false), wanted);
        }
    }
}
