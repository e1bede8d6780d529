//! The shorter of two walks: one in which threads keep in mind what they found and did not change, and one in which they do
//! not. Both have all executions. Who keeps it in mind does not find what was there before, and who forgets it goes round
//! in laps that change nothing. Where both are cut, the first has less that no execution does.

use std::collections::BTreeSet;

use crate::kernel::setup::Setup;
use crate::stop::Stop;

use super::behind::Keeping;
use super::blur::Values;
use super::fixpoint::{self, Threads};
use super::graph::{Stopped, What};
use super::laps::{Here, without_laps};
use super::unwalked::Unwalked;

/// Walks all threads of a launch.
///
/// # Errors
///
/// One of them can do too much, or time ran out.
pub fn walk(
    setup: &Setup,
    outputs: &[usize],
    shared: &BTreeSet<u64>,
    (bound, values): (usize, Values),
    stop: &Stop,
) -> Result<Threads, Unwalked> {
    let mut behind = Keeping::default();
    let without = fixpoint::walk(setup, outputs, shared, (bound, values), &behind, stop);
    if !behind.asked.get() {
        return without;
    }
    behind.keeps = true;
    let with = fixpoint::walk(setup, outputs, shared, (bound, values), &behind, stop);
    match (with, without) {
        (Ok(with), Ok(without)) => {
            let [of_with, of_without] = [&with, &without].map(|one| one.steps(bound));
            let shorter = of_without.is_some() && (of_with.is_none() || of_without < of_with);
            Ok(if shorter { without } else { with })
        }
        (Ok(with), Err(_)) => Ok(with),
        (Err(_), without) => without,
    }
}

impl Threads {
    /// How many steps the threads have, laps one after the other; none where a way is cut.
    fn steps(&self, bound: usize) -> Option<usize> {
        let mut count = 0;
        for graph in &self.graphs {
            let steps = without_laps(graph, bound, 1);
            let cut = steps.iter().any(|step| match step.node {
                Here::Node(at) => matches!(
                    graph.nodes[at].what,
                    What::Stop {
                        how: Stopped::Beyond,
                        ..
                    }
                ),
                Here::Beyond => true,
                Here::Round(_) => false,
            });
            if cut {
                return None;
            }
            count += steps.len();
        }
        Some(count)
    }
}
