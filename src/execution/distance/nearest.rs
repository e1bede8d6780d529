//! The distance of an execution, found without a solver.

use std::collections::BTreeMap;

use crate::execution::concrete::Execution;
use crate::program::Program;
use crate::program::events::Unrolled;

use super::{Orders, Relaxations, State};

/// The distance of an execution by exhaustion, with the relaxations of a nearest order; nothing if
/// more than `limit` states would have to be looked at. It is there to check what a solver says.
#[must_use]
pub fn nearest(
    program: &Program,
    unrolled: &Unrolled,
    execution: &Execution,
    limit: usize,
) -> Option<Relaxations> {
    let orders = Orders::new(Some(program), unrolled, execution, &|_| true);
    // Each layer holds the states after so many points, with the least relaxations to get there.
    let mut layer = BTreeMap::from([(orders.start(), Relaxations::default())]);
    let mut seen = 0;
    for _ in 0..orders.points.len() {
        let mut following: BTreeMap<State, Relaxations> = BTreeMap::new();
        for (state, so_far) in &layer {
            for &point in orders.points.difference(&state.done) {
                let Some(step) = orders.step(state, point) else {
                    continue;
                };
                let mut total = so_far.clone();
                total.reversed.extend(step.reversed);
                total.torn.extend(step.torn);
                total.reversed.sort_unstable();
                total.torn.sort_unstable();
                let key = |one: &Relaxations| (one.len(), one.clone());
                match following.get_mut(&step.next) {
                    Some(known) if key(known) <= key(&total) => {}
                    Some(known) => *known = total,
                    None => {
                        following.insert(step.next, total);
                    }
                }
            }
        }
        seen += following.len();
        if seen > limit {
            return None;
        }
        layer = following;
    }
    layer
        .into_iter()
        .filter(|(state, _)| orders.is_end(state))
        .map(|(_, found)| found)
        .min_by_key(|found| (found.len(), found.clone()))
}
