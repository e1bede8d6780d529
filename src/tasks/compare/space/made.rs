//! What accesses are, where they go and what they depend on: variables with their rules.

use crate::sat::{Circuit, Lit};
use crate::syntax::ast::Scope;
use crate::tasks::compare::vocabulary::{Element, Ordering, Vocabulary};

use super::matrix::Matrix;
use super::slots::{Access, Dependencies, choose, chosen};

/// Which orders a kind of access can have.
type Fits = fn(Ordering) -> bool;

pub(super) fn access(
    circuit: &mut Circuit,
    vocabulary: &Vocabulary,
    (thread, first, locations): (usize, bool, usize),
) -> Access {
    let has = |element| vocabulary.has(element);
    let allowed = |circuit: &mut Circuit, there: bool| {
        if there {
            circuit.variable()
        } else {
            Lit::FALSE
        }
    };
    let loads = allowed(circuit, has(Element::Load));
    let stores = allowed(circuit, has(Element::Store));
    let updates = allowed(circuit, has(Element::Rmw));
    circuit.exactly_one(Lit::TRUE, &[loads, stores, updates]);
    let (reads, writes) = (circuit.or(loads, updates), circuit.or(stores, updates));
    let place: Vec<usize> = (0..locations).collect();
    let location = choose(circuit, &place, Lit::TRUE);
    let kinds: [(Lit, Fits); 3] = [
        (loads, Ordering::of_loads),
        (stores, Ordering::of_stores),
        (updates, Ordering::of_updates),
    ];
    let mut known: Vec<Ordering> = Vec::new();
    for (kind, fits) in kinds {
        if kind != Lit::FALSE {
            known.extend(vocabulary.orders_of(fits));
        }
    }
    known.sort_unstable();
    known.dedup();
    let order = choose(circuit, &known, Lit::TRUE);
    for (kind, fits) in kinds {
        let fitting = vocabulary.orders_of(fits);
        for (value, lit) in &order {
            if !fitting.contains(value) {
                circuit.clause(&[!kind, !*lit]);
            }
        }
    }
    let strong = chosen(circuit, &order, Ordering::of_updates);
    let scopes: Vec<Scope> = vocabulary.scopes.iter().copied().collect();
    let scope = choose(circuit, &scopes, strong);
    let fence = allowed(circuit, has(Element::Fence) && !first);
    let heavy = if vocabulary.light_fences {
        let heavy = allowed(circuit, has(Element::Fence) && !first);
        circuit.clause(&[!heavy, fence]);
        heavy
    } else {
        fence
    };
    let fence_scope = choose(circuit, &scopes, fence);
    Access {
        thread,
        reads,
        writes,
        location: location.into_iter().map(|(_, lit)| lit).collect(),
        order,
        scope,
        fence,
        heavy,
        fence_scope,
    }
}

/// Locations are numbered as they come.
pub(super) fn name_locations(circuit: &mut Circuit, accesses: &[Access]) {
    for (index, access) in accesses.iter().enumerate() {
        for (location, &lit) in access.location.iter().enumerate().skip(1) {
            let mut clause = vec![!lit];
            let earlier = accesses[..index].iter();
            clause.extend(earlier.filter_map(|earlier| earlier.location.get(location - 1)));
            circuit.clause(&clause);
        }
    }
}

pub(super) fn same_locations(circuit: &mut Circuit, accesses: &[Access]) -> Matrix {
    Matrix::of(accesses.len(), |a, b| {
        if a == b {
            return Lit::TRUE;
        }
        let places = accesses[a].location.iter().zip(&accesses[b].location);
        let both: Vec<Lit> = places.map(|(&a, &b)| circuit.and(a, b)).collect();
        circuit.any(both)
    })
}

pub(super) fn dependencies(
    circuit: &mut Circuit,
    accesses: &[Access],
    vocabulary: &Vocabulary,
) -> Dependencies {
    let size = accesses.len();
    let mut kind = |element, needs_write: bool| {
        Matrix::of(size, |from, to| {
            let together = from < to && accesses[from].thread == accesses[to].thread;
            if !together || !vocabulary.has(element) {
                return Lit::FALSE;
            }
            let lit = circuit.variable();
            circuit.clause(&[!lit, accesses[from].reads]);
            if needs_write {
                circuit.clause(&[!lit, accesses[to].writes]);
            }
            lit
        })
    };
    let addr = kind(Element::Addr, false);
    let data = kind(Element::Data, true);
    let ctrl = kind(Element::Ctrl, false);
    let mut ctrl_fence = Matrix::new(size);
    for from in 0..size {
        for (to, access) in accesses.iter().enumerate().skip(from + 1) {
            let (here, fence) = (ctrl.get(from, to), access.fence);
            if here == Lit::FALSE {
                continue;
            }
            let before = if to == from + 1 {
                Lit::FALSE
            } else {
                ctrl.get(from, to - 1)
            };
            circuit.clause(&[!before, here]);
            if fence == Lit::FALSE {
                continue;
            }
            let lit = circuit.variable();
            circuit.clause(&[!lit, fence]);
            circuit.clause(&[!lit, here]);
            circuit.clause(&[!before, !fence, lit]);
            ctrl_fence.set(from, to, lit);
        }
    }
    Dependencies {
        addr,
        data,
        ctrl,
        ctrl_fence,
    }
}
