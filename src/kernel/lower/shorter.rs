//! The shorter of two walks: one in which threads keep in mind what they found and did not change, and one in which they do
//! not. Both have all executions. Who keeps it in mind does not find what was there before, and who forgets it goes round
//! in laps that change nothing. Where both are cut, the first has less that no execution does.

use std::collections::BTreeSet;

use crate::kernel::setup::Setup;
use crate::stop::Stop;

use super::behind::Keeping;
use super::blur::Values;
use super::depth::Depth;
use super::fixpoint::{self, Threads};
use super::graph::{Stopped, What};
use super::laps::{Here, without_laps};
use super::unwalked::Unwalked;

/// How often a thread comes to an instruction at most where there are too many ways without.
const VISITS: [usize; 3] = [12, 5, 2];
/// More nodes are not asked about, where fewer visits will do.
const NODES: usize = 400;

/// Walks all threads of a launch.
///
/// # Errors
///
/// One of them can do too much, or time ran out.
pub fn walk(
    setup: &Setup,
    outputs: &[usize],
    shared: &BTreeSet<u64>,
    (depth, values): (Depth, Values),
    stop: &Stop,
) -> Result<Threads, Unwalked> {
    let all = both(setup, outputs, shared, (depth, values), stop);
    // Who expects something is shown more of it instead.
    if depth.expected.is_some() || depth.is_short() || !all.as_ref().is_err_and(Unwalked::is_many) {
        return all;
    }
    for visits in VISITS.map(Some) {
        let depth = Depth { visits, ..depth };
        let cut = both(setup, outputs, shared, (depth, values), stop);
        let few = |threads: &Threads| threads.size() <= NODES;
        if cut.as_ref().is_ok_and(few) {
            return cut;
        }
    }
    all
}

fn both(
    setup: &Setup,
    outputs: &[usize],
    shared: &BTreeSet<u64>,
    (depth, values): (Depth, Values),
    stop: &Stop,
) -> Result<Threads, Unwalked> {
    let mut behind = Keeping::default();
    let without = fixpoint::walk(setup, outputs, shared, (depth, values), &behind, stop);
    if !behind.asked.get() {
        return without;
    }
    behind.keeps = true;
    let with = fixpoint::walk(setup, outputs, shared, (depth, values), &behind, stop);
    match (with, without) {
        (Ok(with), Ok(without)) => {
            let [of_with, of_without] = [&with, &without].map(|one| one.steps(depth.bound));
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
