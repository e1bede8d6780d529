//! Accepts an explanation without the solver.
//!
//! Two judges that know nothing of the search: a walk over each axiom's graph with the chosen orders put in,
//! for logs of any size; and for small ones the model's own text, evaluated on the execution by
//! [`crate::execution::axioms`].

use crate::execution::axioms::evaluate;
use crate::model::Model;

use super::axioms::{Axiom, Edge, Problem, ReadsFrom, Why};
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
    let orders = explanation.coherence.iter().zip(&problem.writes);
    let whole = |(list, writes): (&Vec<u32>, &Vec<u32>)| {
        let (mut sorted, mut right) = (list.clone(), writes.clone());
        sorted.sort_unstable();
        right.sort_unstable();
        sorted == right && list.first() == writes.first()
    };
    if !orders.into_iter().all(whole) {
        return false;
    }
    problem.axioms.iter().all(|axiom| {
        let edges = edges(problem, axiom, explanation);
        Graph::new(problem.nodes.len(), edges.iter())
            .order()
            .is_ok()
    })
}

/// An axiom's graph with the chosen orders put in.
#[must_use]
pub fn edges(problem: &Problem, axiom: &Axiom, explanation: &Explanation) -> Vec<Edge> {
    let mut edges = axiom.edges.clone();
    let mut next = vec![None; problem.nodes.len()];
    for pair in explanation
        .coherence
        .iter()
        .flat_map(|list| list.windows(2))
    {
        if let [from, to] = *pair {
            next[from as usize] = Some(to);
            if axiom.coherent {
                let why = Why::Assumed;
                edges.push(Edge { from, to, why });
            }
        }
    }
    let thread = |node: u32| problem.threads.get(node as usize).copied().flatten();
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
    edges
}

/// Whether the order that is shown is one of the axiom that it is of: each event stands behind all that the log says, and what was chosen,
/// comes before it, times and barriers included.
#[must_use]
pub fn in_order(problem: &Problem, explanation: &Explanation) -> bool {
    let Some(axiom) = problem.shown() else {
        return true;
    };
    // The order of the log itself is that of each thread and of what was chosen.
    let of_log = explanation.order.is_sorted();
    let more = |edge: &&Edge| matches!(edge.why, Why::Time | Why::Barrier);
    let edges: Vec<Edge> = if of_log {
        axiom.edges.iter().filter(more).copied().collect()
    } else {
        edges(problem, axiom, explanation)
    };
    if edges.is_empty() {
        return true;
    }
    let graph = Graph::new(problem.nodes.len(), edges.iter());
    let Ok(sorted) = graph.order() else {
        return false;
    };
    let mut place = vec![0; problem.nodes.len()];
    for (at, node) in (1_usize..).zip(&explanation.order) {
        place[*node as usize] = at;
    }
    let mut behind = vec![0; problem.nodes.len()];
    sorted.into_iter().all(|node| {
        let (at, behind_this) = (place[node as usize], behind[node as usize]);
        let latest = behind_this.max(at);
        for edge in graph.leaving(node) {
            let one = &mut behind[edge.to as usize];
            *one = latest.max(*one);
        }
        problem.event(node).is_none() || at > behind_this
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
