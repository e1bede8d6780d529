//! The sets that every execution has, as literals: as `execution::nodes` says them of one execution.

use crate::model::relation::base::BaseSet;
use crate::sat::{Circuit, Lit};
use crate::syntax::ast::{Order, Scope};

use super::events::{Events, Part};
use super::slots::chosen;

/// The orders of accesses that are not weak.
const STRONG: &[Order] = &[
    Order::Relaxed,
    Order::Acquire,
    Order::Release,
    Order::AcqRel,
    Order::Sc,
];

impl Events<'_> {
    /// When a node is of a read-modify-write.
    pub(super) fn update(&self, circuit: &mut Circuit, node: usize) -> Lit {
        match self.access(node) {
            Some((_, access)) => circuit.and(access.reads, access.writes),
            None => Lit::FALSE,
        }
    }

    /// When it is an executed access of one of these orders.
    fn ordered(&self, circuit: &mut Circuit, node: usize, orders: &[Order]) -> Lit {
        let Some((_, access)) = self.access(node) else {
            return Lit::FALSE;
        };
        let lit = chosen(circuit, &access.order, |one| orders.contains(&one.order));
        circuit.and(lit, self.executed[node])
    }

    fn scoped(&self, circuit: &mut Circuit, node: usize, scope: Scope) -> Lit {
        let own = self.scopes[node].iter().find(|(one, _)| *one == scope);
        match own {
            Some(&(_, lit)) => circuit.and(lit, self.executed[node]),
            None => Lit::FALSE,
        }
    }

    /// When a node is in a base set.
    pub fn member(&self, circuit: &mut Circuit, set: BaseSet, node: usize) -> Lit {
        let executed = self.executed[node];
        let fence = self.fence(node).map_or(Lit::FALSE, |access| access.fence);
        let heavy = self.fence(node).map_or(Lit::FALSE, |access| access.heavy);
        let also = |circuit: &mut Circuit, orders: &[Order], more: Lit| {
            let ordered = self.ordered(circuit, node, orders);
            circuit.or(ordered, more)
        };
        match set {
            // Every access is generic.
            BaseSet::All | BaseSet::Generic => executed,
            // And of a global location.
            BaseSet::Global if fence == Lit::FALSE => executed,
            BaseSet::Initial if self.initial(node).is_some() => executed,
            BaseSet::Read => self.reads(node),
            BaseSet::Write => self.writes(node),
            BaseSet::Memory => circuit.or(self.reads(node), self.writes(node)),
            BaseSet::Fence => fence,
            BaseSet::Rmw => {
                let update = self.update(circuit, node);
                circuit.and(update, executed)
            }
            BaseSet::Weak => self.ordered(circuit, node, &[Order::Weak]),
            BaseSet::Strong => also(circuit, STRONG, fence),
            BaseSet::Relaxed => self.relaxed(circuit, node),
            BaseSet::Acquire => {
                let orders = &[Order::Acquire, Order::AcqRel, Order::Sc];
                let lit = self.ordered(circuit, node, orders);
                circuit.and(lit, self.reads(node))
            }
            BaseSet::Release => {
                let orders = &[Order::Release, Order::AcqRel, Order::Sc];
                let lit = self.ordered(circuit, node, orders);
                circuit.and(lit, self.writes(node))
            }
            BaseSet::AcqRel => also(circuit, &[Order::AcqRel], fence),
            BaseSet::Sc => also(circuit, &[Order::Sc], heavy),
            BaseSet::Remote => match self.access(node) {
                Some((_, access)) => {
                    let remote = chosen(circuit, &access.order, |one| one.remote);
                    circuit.and(remote, executed)
                }
                None => Lit::FALSE,
            },
            BaseSet::Thread => self.scoped(circuit, node, Scope::Thread),
            BaseSet::Warp => self.scoped(circuit, node, Scope::Warp),
            BaseSet::Cta => self.scoped(circuit, node, Scope::Cta),
            BaseSet::Gpu => self.scoped(circuit, node, Scope::Gpu),
            BaseSet::Sys => self.scoped(circuit, node, Scope::Sys),
            // The tests have no such instruction.
            BaseSet::Initial
            | BaseSet::Global
            | BaseSet::Barrier
            | BaseSet::Reduction
            | BaseSet::Surface
            | BaseSet::Texture
            | BaseSet::Constant
            | BaseSet::Alias
            | BaseSet::Shared => Lit::FALSE,
        }
    }

    /// The half of a read-modify-write that its order leaves so is relaxed too.
    fn relaxed(&self, circuit: &mut Circuit, node: usize) -> Lit {
        let own = self.ordered(circuit, node, &[Order::Relaxed]);
        let left = match self.parts[node] {
            Part::Read(_) => self.ordered(circuit, node, &[Order::Release]),
            Part::Write(_) => self.ordered(circuit, node, &[Order::Acquire]),
            Part::Initial(_) | Part::Fence(_) | Part::Whole(_) => Lit::FALSE,
        };
        circuit.or(own, left)
    }
}
