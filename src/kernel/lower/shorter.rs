//! The shorter of two walks: one in which threads keep what is behind them in cells that go up and down, and one in which
//! they do not. Both have all executions.

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
        (Ok(with), Ok(without)) if without.steps(bound) < with.steps(bound) => Ok(without),
        (Ok(with), _) => Ok(with),
        (Err(_), without) => without,
    }
}

impl Threads {
    /// Whether a way is cut, and how many steps the threads have, laps one after the other.
    fn steps(&self, bound: usize) -> (bool, usize) {
        let (mut cut, mut count) = (false, 0);
        for graph in &self.graphs {
            let steps = without_laps(graph, bound, 1);
            count += steps.len();
            cut |= steps.iter().any(|step| match step.node {
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
        }
        (cut, count)
    }
}
