//! Whether a model lets values justify themselves.

use super::relation::base::{BaseRelation, BaseSet};
use super::relation::expr::{Assertion, Definition, Expr, ExprId};

/// Whether some axiom says that reads-from and the dependencies that carry values have no cycle;
/// on demand those that carry decisions to writes too.
pub(super) fn forbids_thin_air(definition: &Definition, control: bool) -> bool {
    definition.axioms.iter().any(|axiom| {
        let mut parts = Vec::new();
        collect_union(definition, axiom.expr, &mut parts);
        let has = |relation| {
            parts
                .iter()
                .any(|&part| definition.arena.get(part) == Expr::Relation(relation))
        };
        let decides = || parts.iter().any(|&part| is_control(definition, part));
        axiom.assertion == Assertion::Acyclic
            && !axiom.negated
            && !axiom.flag
            && has(BaseRelation::ReadsFrom)
            && (has(BaseRelation::Data) && has(BaseRelation::Addr) && (!control || decides())
                || has(BaseRelation::ProgramOrder))
    })
}

/// `ctrl`, or `ctrl & (R * W)`.
fn is_control(definition: &Definition, part: ExprId) -> bool {
    let expr = |id: ExprId| definition.arena.get(id);
    let control = Expr::Relation(BaseRelation::Ctrl);
    let to_writes = |id| {
        matches!(expr(id), Expr::Product(a, b)
            if expr(a) == Expr::Set(BaseSet::Read) && expr(b) == Expr::Set(BaseSet::Write))
    };
    match expr(part) {
        Expr::Intersection(a, b) => {
            expr(a) == control && to_writes(b) || expr(b) == control && to_writes(a)
        }
        other => other == control,
    }
}

fn collect_union(definition: &Definition, expr: ExprId, parts: &mut Vec<ExprId>) {
    if let Expr::Union(a, b) = definition.arena.get(expr) {
        collect_union(definition, a, parts);
        collect_union(definition, b, parts);
    } else {
        parts.push(expr);
    }
}
