//! Sets or relations: inference of kinds by unification.

use crate::model::relation::expr::Kind;

/// A kind that is known, or still to be found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ty {
    /// Known.
    Known(Kind),
    /// A variable of [`Kinds`].
    Var(usize),
}

/// A set.
pub const SET: Ty = Ty::Known(Kind::Set);
/// A relation.
pub const RELATION: Ty = Ty::Known(Kind::Relation);

/// The kind variables and what is known of them.
#[derive(Debug, Default)]
pub struct Kinds {
    bound: Vec<Option<Ty>>,
}

impl Kinds {
    /// A variable of which nothing is known.
    pub fn fresh(&mut self) -> Ty {
        self.bound.push(None);
        Ty::Var(self.bound.len() - 1)
    }

    /// The kind, or the variable that stands for all those it equals.
    pub fn resolve(&self, mut ty: Ty) -> Ty {
        while let Ty::Var(var) = ty {
            match self.bound[var] {
                Some(next) => ty = next,
                None => break,
            }
        }
        ty
    }

    /// Makes two kinds equal; false if they are not.
    pub fn unify(&mut self, a: Ty, b: Ty) -> bool {
        match (self.resolve(a), self.resolve(b)) {
            (a, b) if a == b => true,
            (Ty::Var(var), other) | (other, Ty::Var(var)) => {
                self.bound[var] = Some(other);
                true
            }
            (Ty::Known(_), Ty::Known(_)) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_variables_are_found_out_together() {
        let mut kinds = Kinds::default();
        let (a, b) = (kinds.fresh(), kinds.fresh());
        assert!(kinds.unify(a, b));
        assert!(kinds.unify(b, SET));
        assert_eq!(kinds.resolve(a), SET);
        assert!(!kinds.unify(a, RELATION));
    }
}
