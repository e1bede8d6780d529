//! Instructions of a mapping by name: `ld.acquire.gpu`, or `ld.acquire` of any scope.

use crate::syntax::ast::{Order, Scope};
use crate::tasks::space::{Access, Fence, Item, Kind, SCOPES, Strength};

/// An instruction, whatever its location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// What it is.
    pub what: What,
    /// Its scope; none: any, in a key, and that of the key's instruction, in a value.
    pub scope: Option<Scope>,
}

/// What an instruction is, but for its scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// It accesses memory.
    Access(Kind, Order),
    /// It only orders.
    Fence(Strength),
}

/// The instructions by name, but for scopes.
const NAMES: [(&str, What); 15] = [
    ("ld.weak", What::Access(Kind::Load, Order::Weak)),
    ("ld.relaxed", What::Access(Kind::Load, Order::Relaxed)),
    ("ld.acquire", What::Access(Kind::Load, Order::Acquire)),
    ("ld.sc", What::Access(Kind::Load, Order::Sc)),
    ("st.weak", What::Access(Kind::Store, Order::Weak)),
    ("st.relaxed", What::Access(Kind::Store, Order::Relaxed)),
    ("st.release", What::Access(Kind::Store, Order::Release)),
    ("st.sc", What::Access(Kind::Store, Order::Sc)),
    ("atom.relaxed", What::Access(Kind::Rmw, Order::Relaxed)),
    ("atom.acquire", What::Access(Kind::Rmw, Order::Acquire)),
    ("atom.release", What::Access(Kind::Rmw, Order::Release)),
    ("atom.acq_rel", What::Access(Kind::Rmw, Order::AcqRel)),
    ("atom.sc", What::Access(Kind::Rmw, Order::Sc)),
    ("fence.acq_rel", What::Fence(Strength::AcqRel)),
    ("fence.sc", What::Fence(Strength::Sc)),
];

impl What {
    /// Whether it has a scope: all but weak accesses do.
    #[must_use]
    pub const fn scoped(self) -> bool {
        !matches!(self, Self::Access(_, Order::Weak))
    }

    /// The instruction at a location and with a scope, and what it depends on.
    pub(super) const fn item(self, like: Access, scope: Option<Scope>) -> Option<Item> {
        match (self, scope) {
            (Self::Access(kind, order), scope) if self.scoped() == scope.is_some() => {
                Some(Item::Access(Access {
                    kind,
                    order,
                    scope,
                    ..like
                }))
            }
            (Self::Fence(strength), Some(scope)) => Some(Item::Fence(Fence { strength, scope })),
            (Self::Access(..) | Self::Fence(_), _) => None,
        }
    }
}

impl Word {
    /// Every word with its name.
    pub fn all() -> impl Iterator<Item = (String, Self)> {
        NAMES.into_iter().flat_map(|(name, what)| {
            let any = (name.to_owned(), Self { what, scope: None });
            let scopes = SCOPES.into_iter().filter(move |_| what.scoped());
            let scopes = scopes.map(move |(own, scope)| {
                let scope = Some(scope);
                (format!("{name}.{own}"), Self { what, scope })
            });
            std::iter::once(any).chain(scopes)
        })
    }

    /// The word of an instruction, with its scope.
    #[must_use]
    pub const fn of(item: &Item) -> Self {
        match *item {
            Item::Access(access) => Self {
                what: What::Access(access.kind, access.order),
                scope: access.scope,
            },
            Item::Fence(fence) => Self {
                what: What::Fence(fence.strength),
                scope: Some(fence.scope),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::space::Link;

    /// Each word is the name that instructions have on the screen.
    #[test]
    fn names_are_those_of_instructions() {
        let like = Access {
            kind: Kind::Load,
            link: None::<Link>,
            order: Order::Weak,
            scope: None,
            location: 0,
        };
        let whole = Word::all().filter(|(_, word)| word.scope.is_some() == word.what.scoped());
        let mut seen = 0;
        for (name, word) in whole {
            let item = word.what.item(like, word.scope).unwrap();
            assert_eq!(item.mnemonic(), name);
            assert_eq!(Word::of(&item), word);
            seen += 1;
        }
        assert_eq!(seen, 2 + 13 * SCOPES.len());
    }
}
