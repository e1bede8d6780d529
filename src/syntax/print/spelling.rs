//! Orders and scopes in the user's own words: a text that says `.wg` gets `.wg`, one that says `.cta`
//! gets `.cta`.

use super::names;
use crate::syntax::ast::{Operation, Order, Scope, Statement, Test};
use crate::syntax::layout::mnemonic;
use crate::syntax::mnemonic::ORDERS;
use crate::syntax::span::SourceFile;

/// Whose names of scopes a text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spelling {
    /// `.cta`, `.gpu`.
    #[default]
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

impl Spelling {
    /// That of a test: HSA's if any access says so.
    #[must_use]
    pub fn of(source: &SourceFile, test: &Test) -> Self {
        let cells = test.threads.iter().flat_map(|column| &column.cells);
        let accesses = cells.filter(|cell| {
            matches!(
                cell.node,
                Statement::Instruction {
                    operation: Operation::Load { .. }
                        | Operation::Store { .. }
                        | Operation::Atomic { .. },
                    ..
                }
            )
        });
        Self::of_accesses(accesses.map(|cell| source.slice(cell.span)))
    }

    /// That of the texts of some accesses.
    pub fn of_accesses<'a>(mut texts: impl Iterator<Item = &'a str>) -> Self {
        if texts.any(|text| text.get(mnemonic(text).range()).is_some_and(is_hsa)) {
            Self::Hsa
        } else {
            Self::Ptx
        }
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

    /// An access, as it is written, with another order and scope; all else stays.
    #[must_use]
    pub fn rewrite(self, text: &str, order: Order, scope: Scope, remote: bool) -> String {
        let place = mnemonic(text);
        let word = text.get(place.range()).unwrap_or_default();
        let new = self.access(word, order, scope, remote);
        let before = text.get(..place.start).unwrap_or_default();
        let after = text.get(place.end..).unwrap_or_default();
        format!("{before}{new}{after}")
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
        let mut parts = vec![base.to_owned(), names::order(new, remote).to_owned()];
        if new != Order::Weak {
            parts.push(own.scope(scope).to_owned());
        }
        let rest = modifiers(word).filter(|one| !ORDERS.contains(one) && !SCOPES.contains(one));
        parts.extend(rest.map(str::to_owned));
        parts.join(".")
    }
}

fn modifiers(word: &str) -> impl Iterator<Item = &str> {
    word.split('.').skip(1)
}

fn is_hsa(word: &str) -> bool {
    modifiers(word).any(|one| HSA.contains(&one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(spelling: Spelling, word: &str, order: Order, remote: bool) -> String {
        spelling.access(word, order, Scope::Gpu, remote)
    }

    #[test]
    fn an_access_keeps_its_spelling_and_its_other_modifiers() {
        let (ptx, hsa) = (Spelling::Ptx, Spelling::Hsa);
        let cases = [
            (ptx, "st.weak", Order::Release, "st.release.gpu"),
            (hsa, "st.weak", Order::Release, "st.release.cmp"),
            (ptx, "st.wg.relaxed", Order::Relaxed, "st.relaxed.cmp"),
            (hsa, "ld.acquire.cta", Order::Acquire, "ld.acquire.gpu"),
            (
                ptx,
                "ld.global.u32",
                Order::Acquire,
                "ld.acquire.gpu.global.u32",
            ),
            (
                hsa,
                "atom.relaxed.wg.cas",
                Order::AcqRel,
                "atom.acq_rel.cmp.cas",
            ),
        ];
        for (spelling, word, order, wanted) in cases {
            assert_eq!(rewritten(spelling, word, order, false), wanted);
        }
        let remote = rewritten(hsa, "ld.acquire.wg", Order::Acquire, true);
        assert_eq!(remote, "ld.rm_acquire.cmp");
        for (word, wanted) in [
            ("st", "st.weak"),
            ("st.volatile", "st.weak"),
            ("st.global.relaxed.cta.u32", "st.weak.global.u32"),
        ] {
            assert_eq!(rewritten(ptx, word, Order::Weak, false), wanted);
        }
    }

    #[test]
    fn a_predicate_and_comments_stay() {
        let text = "@!%p (* ld.weak *) ld.u32 %r0, [x] (* here *)";
        let new = Spelling::Hsa.rewrite(text, Order::Acquire, Scope::Cta, false);
        assert_eq!(
            new,
            "@!%p (* ld.weak *) ld.acquire.wg.u32 %r0, [x] (* here *)"
        );
    }

    #[test]
    fn a_text_that_says_wg_once_is_of_hsa() {
        let of = |texts: &[&str]| Spelling::of_accesses(texts.iter().copied());
        assert_eq!(
            of(&["st.weak x, 1", "@p ld.acquire.wg r0, x"]),
            Spelling::Hsa
        );
        assert_eq!(
            of(&["st.weak wg, 1", "ld.acquire.cta r0, cmp"]),
            Spelling::Ptx
        );
    }
}
