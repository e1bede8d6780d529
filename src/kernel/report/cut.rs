//! Which loops the bound cuts.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::lower::graph::{Graph, Stopped, What};
use crate::kernel::lower::laps::{Here, without_laps};
use crate::stop::Open;

use super::answer::Checked;
use super::decide::Decision;
use super::places::Place;
use super::weak::Weak;

/// More loops are not told.
const TOLD: usize = 3;

impl Decision<'_> {
    /// What helps where there is too much: fewer threads, where some can do without others.
    pub(super) fn fewer(&self) -> &'static str {
        if self.setup.threads.len() > 2 {
            ": a smaller launch has fewer"
        } else {
            ""
        }
    }

    /// The same answer, which says of each remark that a loop bound leaves something open which loops those can be.
    pub fn with_loops(&self, weak: &Weak, mut answer: Checked) -> Checked {
        let open = Open::laps(weak.bound).to_string();
        for remark in answer.remarks.iter_mut().filter(|one| **one == open) {
            let loops = self.loops(weak);
            if let Some(visits) = weak.threads.visits {
                let loops = loops.unwrap_or_else(|| "a loop".to_owned());
                *remark = format!(
                    "some execution goes on after {visits} laps of {loops}, and more laps are too many ways{}",
                    self.fewer()
                );
            } else if let Some(loops) = loops {
                let bound = weak.bound;
                *remark = format!(
                    "some execution goes on after {bound} laps of {loops}; a larger --bound may decide it"
                );
            }
        }
        answer
    }

    /// The loops that the bound cuts, each with whose it is; nothing where there are none.
    fn loops(&self, weak: &Weak) -> Option<String> {
        let mut found: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for (thread, graph) in weak.threads.graphs.iter().enumerate() {
            for (function, at) in cut(graph, weak.bound) {
                let Some(place) = Place::of(self.setup, function, at) else {
                    continue;
                };
                let line = match place.cuda {
                    Some(_) => format!("{} (PTX line {})", place.short(), place.ptx.line),
                    None => place.short(),
                };
                found.entry(line).or_default().insert(thread);
            }
        }
        let more = found.len().saturating_sub(TOLD);
        let mut told: Vec<String> = found
            .iter()
            .take(TOLD)
            .map(|(place, threads)| {
                let first = threads.first().map(|&one| self.setup.thread_name(one));
                let others = match threads.len().saturating_sub(1) {
                    0 => String::new(),
                    others => format!(" and {others} more"),
                };
                format!("{place} in {}{others}", first.unwrap_or_default())
            })
            .collect();
        if more > 0 {
            told.push(format!("{more} more"));
        }
        match &told[..] {
            [] => None,
            [one] => Some(format!("the loop at {one}")),
            several => Some(format!("a loop: that at {}", several.join(", or "))),
        }
    }
}

/// The instructions, as (function, index), at which a thread has gone round too often.
fn cut(graph: &Graph, bound: usize) -> BTreeSet<(usize, usize)> {
    let steps = without_laps(graph, bound, 0);
    let beyond = |at: &usize| matches!(steps.get(*at).map(|step| &step.node), Some(Here::Beyond));
    let mut found = BTreeSet::new();
    for step in &steps {
        let Here::Node(node) = step.node else {
            continue;
        };
        let Some(node) = graph.nodes.get(node) else {
            continue;
        };
        let stops = matches!(
            node.what,
            What::Stop {
                how: Stopped::Beyond,
                ..
            }
        );
        if stops || step.ways.iter().flatten().any(beyond) {
            found.insert(node.place);
        }
    }
    found
}
