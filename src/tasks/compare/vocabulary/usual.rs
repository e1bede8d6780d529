//! The vocabulary unless a user wants another: what both models accept, and one of them speaks of.

use std::collections::BTreeSet;

use crate::model::registry::Axiomatic;
use crate::model::relation::base::{Base, BaseRelation, BaseSet};
use crate::model::relation::expr::{Expr, ExprId};
use crate::syntax::ast::{Order, Scope};
use crate::tasks::space::Level;

use super::Vocabulary;
use super::words::{Element, plain, remote};

/// What the axioms of some models speak of; flags are not asked.
fn spoken(models: &[&Axiomatic]) -> BTreeSet<Spoken> {
    let mut found = BTreeSet::new();
    for model in models {
        let arena = &model.definition.arena;
        let axioms = model.definition.axioms.iter().filter(|axiom| !axiom.flag);
        let mut left: Vec<ExprId> = axioms.map(|axiom| axiom.expr).collect();
        let mut seen = BTreeSet::new();
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            let expr = arena.get(id);
            left.extend(expr.operands().into_iter().flatten());
            if let Expr::Recursive(rec) = expr {
                left.extend(arena.recursive[rec.0 as usize].body);
            }
            found.extend(expr.base().map(|base| match base {
                Base::Set(set) => Spoken::Set(set),
                Base::Relation(relation) => Spoken::Relation(relation),
            }));
        }
    }
    found
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Spoken {
    Set(BaseSet),
    Relation(BaseRelation),
}

/// The sets of scopes.
const SCOPES: [(BaseSet, Scope); 5] = [
    (BaseSet::Thread, Scope::Thread),
    (BaseSet::Warp, Scope::Warp),
    (BaseSet::Cta, Scope::Cta),
    (BaseSet::Gpu, Scope::Gpu),
    (BaseSet::Sys, Scope::Sys),
];

impl Vocabulary {
    /// What both models accept, and at least one of them speaks of.
    #[must_use]
    pub fn of(models: [&Axiomatic; 2]) -> Self {
        let spoken = spoken(&models);
        let sets = |sets: &[BaseSet]| sets.iter().any(|&set| spoken.contains(&Spoken::Set(set)));
        let relations = |relations: &[BaseRelation]| {
            let mut relations = relations.iter();
            relations.any(|&relation| spoken.contains(&Spoken::Relation(relation)))
        };
        let all = |accepts: fn(&Axiomatic) -> bool| models.iter().all(|model| accepts(model));
        let fences = all(|model| model.accepts.fences);
        let beyond = all(|model| model.accepts.beyond_ptx);
        let mut elements = BTreeSet::from([Element::Load, Element::Store]);
        let mut element = |there: bool, element| {
            if there {
                elements.insert(element);
            }
        };
        // Fences are in these sets, too.
        let fenced = sets(&[BaseSet::Fence, BaseSet::AcqRel, BaseSet::Sc])
            || relations(&[BaseRelation::SyncFence]);
        element(
            sets(&[BaseSet::Rmw]) || relations(&[BaseRelation::Rmw]),
            Element::Rmw,
        );
        element(fences && fenced, Element::Fence);
        element(relations(&[BaseRelation::Addr]), Element::Addr);
        element(relations(&[BaseRelation::Data]), Element::Data);
        element(relations(&[BaseRelation::Ctrl]), Element::Ctrl);
        let mut orders = BTreeSet::from([plain(Order::Weak)]);
        let mut order = |there: bool, ordering| {
            if there {
                orders.insert(ordering);
            }
        };
        let (acquires, releases) = (sets(&[BaseSet::Acquire]), sets(&[BaseSet::Release]));
        let strong = [BaseSet::Weak, BaseSet::Strong, BaseSet::Relaxed];
        // Weak accesses have no scope that reaches anybody.
        let reaching = sets(&SCOPES.map(|(set, _)| set))
            || relations(&[
                BaseRelation::ScopesInclude,
                BaseRelation::Reaches,
                BaseRelation::Covers,
                BaseRelation::SameInstance,
            ]);
        let ordered = acquires || releases || sets(&[BaseSet::Sc]);
        let bare = reaching && !ordered;
        order(sets(&strong) || bare, plain(Order::Relaxed));
        order(acquires, plain(Order::Acquire));
        order(releases, plain(Order::Release));
        order(acquires && releases, plain(Order::AcqRel));
        order(beyond && sets(&[BaseSet::Sc]), plain(Order::Sc));
        let far = beyond && sets(&[BaseSet::Remote]);
        order(far, remote(Order::Acquire));
        order(far, remote(Order::Release));
        let near = relations(&[
            BaseRelation::SameWarp,
            BaseRelation::SameCta,
            BaseRelation::SameGpu,
        ]);
        let scoped = reaching || near;
        // Who names them all takes them alike: two stand for the others.
        let alike = SCOPES.iter().all(|(set, _)| sets(&[*set]));
        let named = SCOPES.iter().filter(|(set, _)| !alike && sets(&[*set]));
        let mut scopes: BTreeSet<Scope> = named.map(|(_, scope)| *scope).collect();
        scopes.insert(Scope::Gpu);
        let mut placements = BTreeSet::from([Level::Gpu]);
        if scoped {
            scopes.insert(Scope::Cta);
            placements.insert(Level::Cta);
        }
        if scopes.contains(&Scope::Warp) || relations(&[BaseRelation::SameWarp]) {
            placements.insert(Level::Warp);
        }
        let light = sets(&[BaseSet::AcqRel, BaseSet::Sc]) || relations(&[BaseRelation::SyncFence]);
        Self {
            elements,
            orders,
            light_fences: light,
            scopes,
            placements,
            threads: 4,
            locations: 3,
        }
    }
}
