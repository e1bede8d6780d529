//! Another order of the `fence.sc` of an execution: as literals, for all executions at once.
//!
//! A model may let these fences be ordered against program order, and where it does such an execution seldom
//! matters. In the other order, fences that program order and the order of the execution put in a circle come by program
//! order, thread by thread; all others stay as they are. So whatever comes before something by the one order and
//! program order together still does by the other, and program order is respected.

use crate::model::relation::base::{Base, BaseRelation};
use crate::model::relation::expr::Definition;
use crate::sat::{Circuit, Lit};

use super::matrix::Matrix;
use super::normal::all_uses;
use super::slots::{Orders, Slots};

/// Whether a model asks for the order of `fence.sc`.
pub(super) fn orders_fences(definition: &Definition) -> bool {
    let mut uses = all_uses(definition).into_iter();
    uses.any(|(base, _)| base == Base::Relation(BaseRelation::SyncFence))
}

/// Whether a thread can have two fences: otherwise there is no other order.
pub(super) fn several(slots: &Slots) -> bool {
    let owners = 0..slots.shape.threads.len();
    let mut counts = owners.map(|thread| {
        let own = slots.accesses.iter();
        let own = own.filter(|access| access.thread == thread && access.heavy != Lit::FALSE);
        own.count()
    });
    counts.any(|count| count > 1)
}

/// That fences of one thread are in program order.
pub(super) fn in_program_order(circuit: &mut Circuit, slots: &Slots, orders: &Orders) -> Vec<Lit> {
    let mut demanded = Vec::new();
    let accesses = &slots.accesses;
    for (a, first) in accesses.iter().enumerate() {
        for (b, second) in accesses.iter().enumerate().skip(a + 1) {
            if first.thread == second.thread {
                let both = circuit.and(first.heavy, second.heavy);
                demanded.push(circuit.implies(both, orders.fences.get(a, b)));
            }
        }
    }
    demanded
}

/// The other order, with the same order of writes. It says something of fences whose scopes include each other: only
/// these are ordered.
pub(super) fn resorted(circuit: &mut Circuit, slots: &Slots, orders: &Orders) -> Orders {
    let size = slots.accesses.len();
    let mut next = Matrix::new(size);
    for a in 0..size {
        for b in (0..size).filter(|&b| b != a) {
            let lit = follows(circuit, slots, orders, (a, b));
            next.set(a, b, lit);
        }
    }
    let reached = next.plus(circuit);
    let mut fences = Matrix::new(size);
    for a in 0..size {
        for b in a + 1..size {
            let back = circuit.and(reached.get(b, a), !reached.get(a, b));
            fences.set(a, b, !back);
            fences.set(b, a, back);
        }
    }
    Orders {
        co: orders.co.clone(),
        fences,
    }
}

/// When a fence comes before another by program order or by that of the execution.
fn follows(circuit: &mut Circuit, slots: &Slots, orders: &Orders, (a, b): (usize, usize)) -> Lit {
    let (first, second) = (&slots.accesses[a], &slots.accesses[b]);
    let before = orders.fences.get(a, b);
    let lit = if first.thread == second.thread {
        if a < b { Lit::TRUE } else { before }
    } else {
        let (own, other) = (first.thread, second.thread);
        let there = slots.reaches(circuit, own, &first.fence_scope, other);
        let back = slots.reaches(circuit, other, &second.fence_scope, own);
        circuit.all([there, back, before])
    };
    circuit.all([first.heavy, second.heavy, lit])
}
