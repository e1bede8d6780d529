//! Accepts an explanation without the solver.
//!
//! Two judges that know nothing of the search: a walk over each axiom's graph with the chosen orders put in,
//! for logs of any size; and for small ones the model's own text, evaluated on the execution by
//! [`crate::execution::axioms`].

use crate::execution::axioms::evaluate;
use crate::model::Model;

use super::axioms::{Edge, Problem, ReadsFrom, Why};
use super::base::Execution;
use super::log::Log;
use super::solve::graph::Graph;
use super::solve::search::Explanation;

/// Up to so many events the model's own text is evaluated.
pub const SMALL: usize = 96;

/// Whether each read finds its value, the orders are orders, and no axiom's graph has a cycle.
#[must_use]
pub fn holds(problem: &Problem, explanation: &Explanation) -> bool {
    if explanation.reads_from.len() != problem.reads.len()
        || explanation.coherence.len() != problem.writes.len()
    {
        return false;
    }
    let found = problem.reads.iter().zip(&explanation.reads_from);
    if !found
        .into_iter()
        .all(|(read, source)| read.sources.contains(source))
    {
        return false;
    }
    let mut next = vec![None; problem.nodes.len()];
    let mut chosen = Vec::new();
    for (list, writes) in explanation.coherence.iter().zip(&problem.writes) {
        let (mut sorted, mut right) = (list.clone(), writes.clone());
        sorted.sort_unstable();
        right.sort_unstable();
        if sorted != right || list.first() != writes.first() {
            return false;
        }
        for pair in list.windows(2) {
            if let [from, to] = *pair {
                next[from as usize] = Some(to);
                chosen.push(Edge {
                    from,
                    to,
                    why: Why::Assumed,
                });
            }
        }
    }
    let thread = |node: u32| problem.threads.get(node as usize).copied().flatten();
    problem.axioms.iter().all(|axiom| {
        let mut edges = axiom.edges.clone();
        if axiom.coherent {
            edges.extend_from_slice(&chosen);
        }
        for (read, &source) in problem.reads.iter().zip(&explanation.reads_from) {
            let own = thread(source).is_some() && thread(source) == thread(read.node);
            if axiom.reads_from == ReadsFrom::All || !own {
                edges.push(Edge {
                    from: source,
                    to: read.node,
                    why: Why::ReadsFrom,
                });
            }
            // What a read-modify-write overwrites is the one it read: its own write comes next.
            let over = next[source as usize];
            if let Some(to) = over.filter(|to| axiom.coherent && *to != read.node) {
                edges.push(Edge {
                    from: read.node,
                    to,
                    why: Why::Assumed,
                });
            }
        }
        Graph::new(problem.nodes.len(), edges.iter())
            .order()
            .is_ok()
    })
}

/// Whether the model's own text allows the execution; true for logs that are too large to ask.
#[must_use]
pub fn text_allows(log: &Log, problem: &Problem, explanation: &Explanation) -> bool {
    if problem.events() > SMALL {
        return true;
    }
    let Ok(model) = Model::find(problem.rule.name()) else {
        return false;
    };
    let Some(axioms) = model.axiomatic() else {
        return false;
    };
    let execution = Execution::new(log, problem, explanation);
    evaluate(&axioms.definition, &execution).allowed()
}
