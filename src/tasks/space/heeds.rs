//! What models tell apart, and what they refuse.

use crate::model::Model;
use crate::model::accepts::Accepts;
use crate::model::registry::Kind as Says;
use crate::model::relation::base::{BaseRelation as Relation, BaseSet as Set};
use crate::model::relation::expr::{Definition, Expr, ExprId};

/// What a model looks at, and what it refuses.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent features, no state machine"
)]
pub(super) struct Heeds {
    pub(super) machine: bool,
    pub(super) scopes: bool,
    pub(super) places: bool,
    pub(super) strong: bool,
    pub(super) orders: bool,
    pub(super) sc: bool,
    pub(super) fences: bool,
    pub(super) strengths: bool,
    pub(super) dependencies: [bool; 3],
    pub(super) accepts_fences: bool,
    pub(super) accepts_orders: bool,
    pub(super) accepts_sc: bool,
}

impl Heeds {
    pub(super) fn of(model: &Model) -> Self {
        match &model.kind {
            Says::Axiomatic(axioms) => Self::axioms(&axioms.definition, axioms.accepts),
            // The machines know weak accesses, atomics with a scope, and `membar`.
            Says::Operational(_) => Self {
                machine: true,
                scopes: true,
                places: true,
                strong: false,
                orders: false,
                sc: false,
                fences: true,
                strengths: false,
                dependencies: [true; 3],
                accepts_fences: true,
                accepts_orders: false,
                accepts_sc: false,
            },
        }
    }

    fn axioms(definition: &Definition, accepts: Accepts) -> Self {
        let arena = &definition.arena;
        let every = (0..arena.len()).filter_map(|index| u32::try_from(index).ok());
        let every: Vec<Expr> = every.map(|index| arena.get(ExprId(index))).collect();
        let sets = |wanted: &[Set]| {
            let named = |expr: &Expr| matches!(expr, Expr::Set(set) if wanted.contains(set));
            every.iter().any(named)
        };
        let relations = |wanted: &[Relation]| {
            let named = |expr: &Expr| matches!(expr, Expr::Relation(one) if wanted.contains(one));
            every.iter().any(named)
        };
        let scopes = sets(&[Set::Thread, Set::Warp, Set::Cta, Set::Gpu, Set::Sys])
            || relations(&[
                Relation::ScopesInclude,
                Relation::Reaches,
                Relation::Covers,
                Relation::SameInstance,
            ]);
        let strengths = sets(&[Set::AcqRel, Set::Sc]) || relations(&[Relation::SyncFence]);
        Self {
            machine: false,
            scopes,
            places: relations(&[Relation::SameWarp, Relation::SameCta, Relation::SameGpu]),
            strong: scopes || sets(&[Set::Weak, Set::Strong, Set::Relaxed]),
            orders: sets(&[Set::Acquire, Set::Release, Set::AcqRel]),
            sc: sets(&[Set::Sc]),
            fences: strengths || scopes || sets(&[Set::All, Set::Fence, Set::Strong]),
            strengths,
            dependencies: [Relation::Addr, Relation::Data, Relation::Ctrl]
                .map(|relation| relations(&[relation])),
            accepts_fences: accepts.fences,
            accepts_orders: true,
            accepts_sc: accepts.beyond_ptx,
        }
    }
}
