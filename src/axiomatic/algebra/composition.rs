//! Compositions as literals.

use crate::model::relation::expr::{Arena, Expr, ExprId};
use crate::sat::Lit;

use super::closure::MANY;
use super::symbolic::{Depth, Side, Symbolic};

/// Of fewer ways a gate says as much as clauses do.
const FEW: usize = 4;

impl Symbolic<'_, '_, '_> {
    /// A pair of a composition: there is a way through some event.
    pub(super) fn composed(
        &mut self,
        (a, b): (ExprId, ExprId),
        (from, to): (usize, usize),
        side: Side,
        depth: Depth,
    ) -> Lit {
        let (left, right) = (self.may_relation(a), self.may_relation(b));
        let through = left.row(from).iter();
        let through: Vec<usize> = through
            .filter(|&middle| right.contains(middle, to))
            .collect();
        // Only where a closure is a variable already, as what others read off gates they cannot read off it.
        let closing = self.closing[a.0 as usize] || self.closing[b.0 as usize];
        let free = side == Side::Forbid && depth.is_none();
        let clauses = free && closing && self.size > MANY && through.len() >= FEW;
        let (mut ways, mut cases) = (Vec::new(), Vec::new());
        for middle in through {
            let first = self.lit(a, from, middle, side, depth);
            if first == Lit::FALSE {
                continue;
            }
            let second = self.lit(b, middle, to, side, depth);
            if clauses {
                ways.push((first, second));
            } else {
                cases.push(self.frame.circuit.and(first, second));
            }
        }
        if clauses {
            self.at_least(&ways)
        } else {
            self.frame.circuit.any(cases)
        }
    }

    /// A literal that holds at least where both of one of these do: a clause each is less than gates.
    fn at_least(&mut self, ways: &[(Lit, Lit)]) -> Lit {
        let circuit = &mut self.frame.circuit;
        let lit = circuit.variable();
        for &(first, second) in ways {
            circuit.clause(&[!first, !second, lit]);
        }
        lit
    }
}

/// Which expressions have a transitive closure in them. Operands come before what uses them.
#[must_use]
pub(super) fn closing(arena: &Arena) -> Vec<bool> {
    let mut closing: Vec<bool> = Vec::with_capacity(arena.len());
    for expr in arena.all() {
        let mut operands = expr.operands().into_iter().flatten();
        let closes = matches!(expr, Expr::Plus(_) | Expr::Star(_));
        closing.push(closes || operands.any(|operand| closing[operand.0 as usize]));
    }
    closing
}
