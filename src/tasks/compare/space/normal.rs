//! Tests that stand for others, where it is only asked whether there is one at all.
//!
//! What a model cannot see makes no difference: of scopes that reach the same threads the narrowest stands for all,
//! where a model only asks whom they reach; and where nothing but axioms that both models have speaks of
//! dependencies, a test that has none does what the same test with some does.

use crate::model::relation::base::{Base, BaseRelation, BaseSet};
use crate::model::relation::expr::{Axiom, Definition, Expr, ExprId};
use crate::sat::{Circuit, Lit};

use super::matrix::Matrix;
use super::slots::Slots;

/// What may be said of a test that stands for others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Normal {
    /// No narrower scope reaches the same threads.
    pub narrow: bool,
    /// Nothing depends on anything.
    pub independent: bool,
}

/// How an expression uses what executions have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    /// With more of it, there is at least what there was.
    Grows,
    /// With more of it, there is at most what there was.
    Shrinks,
}

impl Sign {
    const fn opposite(self) -> Self {
        match self {
            Self::Grows => Self::Shrinks,
            Self::Shrinks => Self::Grows,
        }
    }
}

/// Everything in an expression, and how it is used: with what is inside of recursive definitions.
fn parts(definition: &Definition, root: ExprId) -> Vec<(Expr, Sign)> {
    let arena = &definition.arena;
    let mut seen = vec![[false; 2]; arena.len()];
    let mut stack = vec![(root, Sign::Grows)];
    let mut found = Vec::new();
    while let Some((id, sign)) = stack.pop() {
        let seen = &mut seen[id.0 as usize][usize::from(sign == Sign::Shrinks)];
        if std::mem::replace(seen, true) {
            continue;
        }
        let expr = arena.get(id);
        found.push((expr, sign));
        match expr {
            Expr::Difference(a, b) => stack.extend([(a, sign), (b, sign.opposite())]),
            Expr::Complement(a) => stack.push((a, sign.opposite())),
            Expr::Recursive(rec) => {
                let body = arena.recursive[rec.0 as usize].body;
                stack.extend(body.map(|body| (body, sign)));
            }
            Expr::Set(_)
            | Expr::Relation(_)
            | Expr::Empty(_)
            | Expr::Union(..)
            | Expr::Intersection(..)
            | Expr::Compose(..)
            | Expr::Inverse(_)
            | Expr::Optional(_)
            | Expr::Plus(_)
            | Expr::Star(_)
            | Expr::Product(..)
            | Expr::Identity(_)
            | Expr::Domain(_)
            | Expr::Range(_) => {
                let operands = expr.operands().into_iter().flatten();
                stack.extend(operands.map(|operand| (operand, sign)));
            }
        }
    }
    found
}

/// What executions have that an expression uses, and how.
pub(super) fn uses(definition: &Definition, root: ExprId) -> Vec<(Base, Sign)> {
    let parts = parts(definition, root).into_iter();
    parts
        .filter_map(|(expr, sign)| Some((expr.base()?, sign)))
        .collect()
}

/// Whether an axiom is harder to satisfy where a recursive definition means too little.
pub(super) fn wants_recursion(definition: &Definition, axiom: &Axiom) -> bool {
    let harder = if axiom.negated {
        Sign::Grows
    } else {
        Sign::Shrinks
    };
    let mut parts = parts(definition, axiom.expr).into_iter();
    parts.any(|(expr, sign)| sign == harder && matches!(expr, Expr::Recursive(_)))
}

/// What the axioms of a model use, and how.
pub(super) fn all_uses(definition: &Definition) -> Vec<(Base, Sign)> {
    let axioms = definition.axioms.iter().filter(|axiom| !axiom.flag);
    axioms
        .flat_map(|axiom| demanded(definition, axiom))
        .collect()
}

/// What an axiom uses: what grows is what makes it harder to satisfy.
fn demanded(definition: &Definition, axiom: &Axiom) -> Vec<(Base, Sign)> {
    let mut uses = uses(definition, axiom.expr);
    if axiom.negated {
        for (_, sign) in &mut uses {
            *sign = sign.opposite();
        }
    }
    uses
}

const fn is_dependency(base: Base) -> bool {
    matches!(
        base,
        Base::Relation(BaseRelation::Addr | BaseRelation::Data | BaseRelation::Ctrl)
    )
}

/// Whether dependencies make no execution possible: without them the model allows at least as much.
pub(super) fn only_hindered_by_dependencies(definition: &Definition) -> bool {
    let mut uses = all_uses(definition).into_iter();
    !uses.any(|(base, sign)| is_dependency(base) && sign == Sign::Shrinks)
}

/// Whether an axiom speaks of dependencies.
pub(super) fn speaks_of_dependencies(definition: &Definition, axiom: &Axiom) -> bool {
    let mut uses = uses(definition, axiom.expr).into_iter();
    uses.any(|(base, _)| is_dependency(base))
}

/// Whether no axiom speaks both of dependencies and of orders that an outcome leaves open.
pub(super) fn dependencies_without_orders(definition: &Definition) -> bool {
    let order = |base| {
        matches!(
            base,
            Base::Relation(
                BaseRelation::Coherence | BaseRelation::FromReads | BaseRelation::SyncFence
            )
        )
    };
    let mut axioms = definition.axioms.iter().filter(|axiom| !axiom.flag);
    axioms.all(|axiom| {
        let uses = uses(definition, axiom.expr);
        let has = |what: &dyn Fn(Base) -> bool| uses.iter().any(|&(base, _)| what(base));
        !(has(&is_dependency) && has(&order))
    })
}

/// Whether of a scope a model asks only which threads it reaches.
pub(super) fn asks_whom_scopes_reach(definition: &Definition) -> bool {
    let named = |base| {
        matches!(
            base,
            Base::Set(BaseSet::Thread | BaseSet::Warp | BaseSet::Cta | BaseSet::Gpu | BaseSet::Sys)
                | Base::Relation(BaseRelation::SameInstance)
        )
    };
    !all_uses(definition)
        .into_iter()
        .any(|(base, _)| named(base))
}

/// That no narrower scope reaches the same threads.
pub(super) fn narrowest(circuit: &mut Circuit, slots: &Slots) -> Vec<Lit> {
    let mut demanded = Vec::new();
    for access in &slots.accesses {
        for choice in [&access.scope, &access.fence_scope] {
            for (index, &(scope, chosen)) in choice.iter().enumerate() {
                let Some(&(narrower, _)) = index.checked_sub(1).and_then(|at| choice.get(at))
                else {
                    continue;
                };
                let threads = 0..slots.shape.threads.len();
                let more: Vec<Lit> = threads
                    .map(|other| {
                        let near = |scope| slots.threads_near(access.thread, other, scope);
                        circuit.and(near(scope), !near(narrower))
                    })
                    .collect();
                let more = circuit.any(more);
                demanded.push(circuit.implies(chosen, more));
            }
        }
    }
    demanded
}

/// That nothing depends on anything.
pub(super) fn independent(slots: &Slots) -> Vec<Lit> {
    let all = &slots.dependencies;
    let matrices = [&all.addr, &all.data, &all.ctrl, &all.ctrl_fence];
    let lits = matrices.into_iter().flat_map(Matrix::lits);
    lits.map(|&lit| !lit)
        .filter(|lit| *lit != Lit::TRUE)
        .collect()
}
