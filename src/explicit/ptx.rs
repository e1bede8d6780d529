//! The PTX models as predicates, without barriers and proxies. Causality follows from what is read
//! and from an order of the fences; coherence is the least order that causality and a choice for each
//! morally strong pair of writes force. A larger one would only forbid more.

use super::graph::Execution;
use super::limits::{Budget, Exhausted};
use super::matrix::{Matrix, members};
use super::ptx_graph::Graph;
use crate::program::{LocationId, Program};

/// A version of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// PTX 6.0.
    V60,
    /// PTX 7.5.
    V75,
}

/// The writes of each memory, one that can be the last at the end.
pub type Ends = Vec<(LocationId, Vec<usize>)>;

/// Calls `visit` for each way in which the memory can end in an execution, whose reads-from relation
/// is complete; with it comes a data race of that execution.
///
/// # Errors
/// When a limit is reached.
pub fn ends(
    version: Version,
    program: &Program,
    execution: &Execution,
    budget: &mut Budget,
    visit: &mut impl FnMut(&Matrix, &Ends, Option<(usize, usize)>),
) -> Result<(), Exhausted> {
    let graph = Graph::new(program, execution)?;
    let mut values = graph.rf.clone();
    values.join_if(true, &graph.dep);
    if !values.is_acyclic() {
        return Ok(());
    }
    let pairs = graph.fence_pairs();
    orientations(graph.nodes.len(), &pairs, budget, &mut |fences, budget| {
        if !fences.is_acyclic() {
            return Ok(());
        }
        let (causality, known) = causality(version, &graph, fences);
        let reads_future = !graph.rf.then(&causality).is_irreflexive();
        if reads_future || !fences.then(&causality).is_irreflexive() {
            return Ok(());
        }
        let pairs = graph.write_pairs();
        let race = graph.race(&known);
        orientations(graph.nodes.len(), &pairs, budget, &mut |chosen, _| {
            if let Some(co) = coherence(&graph, chosen, &causality)
                && allowed(version, &graph, &co, &causality)
            {
                finals(&graph, execution, &co, &mut |co, ends| {
                    visit(co, ends, race);
                });
            }
            Ok(())
        })
    })
}

/// Every way to direct some pairs.
fn orientations(
    size: usize,
    pairs: &[(usize, usize)],
    budget: &mut Budget,
    visit: &mut dyn FnMut(&Matrix, &mut Budget) -> Result<(), Exhausted>,
) -> Result<(), Exhausted> {
    let count = u32::try_from(pairs.len()).unwrap_or(u32::MAX);
    let ways = 1_u64.checked_shl(count).ok_or(Exhausted)?;
    for way in 0..ways {
        budget.candidate()?;
        let mut directed = Matrix::empty(size);
        for (bit, &(a, b)) in pairs.iter().enumerate() {
            let (a, b) = if way >> bit & 1 == 0 { (a, b) } else { (b, a) };
            directed.add(a, b);
        }
        visit(&directed, budget)?;
    }
    Ok(())
}

/// Causality, and what is ordered as far as races go.
fn causality(version: Version, graph: &Graph, fences: &Matrix) -> (Matrix, Matrix) {
    let chains = graph.observations(true);
    let mut synchronized = graph.synchronizes(&chains);
    if version == Version::V75 {
        // An atomic's own step counts as well, at the ends of a chain too.
        let mut steps = graph.observations(false);
        steps.join_if(true, &graph.rmw);
        synchronized = graph.synchronizes(&steps.closure());
    }
    synchronized.join_if(true, fences);
    let mut base = synchronized.clone();
    base.join_if(true, &synchronized.then(&graph.po));
    base = base.closure();
    let led = graph.po.then(&base);
    base.join_if(true, &led);
    match version {
        Version::V60 => {
            let mut next = base.clone();
            next.join_if(true, &graph.po_loc());
            let seen = chains.then(&next);
            base.join_if(true, &seen);
            (base.clone(), base)
        }
        Version::V75 => {
            base.join_if(true, &graph.po);
            let near = base.filter(|a, b| graph.same_location(a, b));
            let mut steps = graph.observations(false);
            steps.join_if(true, &graph.rmw);
            let mut causality = steps.then(&near);
            causality.join_if(true, &near);
            // Behind a chain of atomics, all of them are known.
            let mut known = steps.closure().then(&near);
            known.join_if(true, &near);
            (causality, known)
        }
    }
}

/// The least coherence order with the chosen directions; none if it has a circle.
fn coherence(graph: &Graph, chosen: &Matrix, causality: &Matrix) -> Option<Matrix> {
    let writes = |node: usize| graph.nodes[node].writes;
    let forced = |a: usize, b: usize| {
        let first = graph.event(a).thread.is_none() && a != b;
        writes(a)
            && writes(b)
            && graph.same_location(a, b)
            && (first || chosen.has(a, b) || causality.has(a, b))
    };
    let co = Matrix::of(graph.nodes.len(), forced).closure();
    co.is_irreflexive().then_some(co)
}

fn allowed(version: Version, graph: &Graph, co: &Matrix, causality: &Matrix) -> bool {
    let fr = graph.from_reads(co);
    let strong = |relation: &Matrix| relation.filter(|a, b| graph.strong.has(a, b));
    let between = strong(&fr).then(&strong(co));
    let torn = !between.filter(|a, b| graph.rmw.has(a, b)).is_empty();
    if torn || !fr.then(causality).is_irreflexive() {
        return false;
    }
    if version == Version::V75 {
        return true;
    }
    let mut order = graph.po_loc();
    for relation in [&graph.rf, co, &fr] {
        order.join_if(true, &strong(relation));
    }
    order.is_acyclic()
}

/// Every choice of a last write for each memory.
fn finals(
    graph: &Graph,
    execution: &Execution,
    co: &Matrix,
    visit: &mut impl FnMut(&Matrix, &Ends),
) {
    let node_of = |event: usize| {
        (0..graph.nodes.len())
            .find(|&node| graph.nodes[node].writes && graph.nodes[node].event == event)
    };
    let mut orders = Matrix::empty(execution.events.len());
    for a in 0..graph.nodes.len() {
        for b in members(co.row(a)) {
            orders.add(graph.nodes[a].event, graph.nodes[b].event);
        }
    }
    let mut choices: Vec<(LocationId, Vec<Vec<usize>>)> = Vec::new();
    for (location, writes) in execution.writes() {
        let last = writes.iter().filter(|&&event| {
            node_of(event).is_some_and(|node| co.row(node) & graph.writes_beside(node) == 0)
        });
        let ways = last.map(|&last| linear(&orders, &writes, last)).collect();
        choices.push((location, ways));
    }
    combine(&choices, &mut Vec::new(), &mut |ends| visit(&orders, ends));
}

/// An order of the writes that agrees with coherence, with one of them at the end.
fn linear(co: &Matrix, writes: &[usize], last: usize) -> Vec<usize> {
    let mut rest: Vec<usize> = writes
        .iter()
        .copied()
        .filter(|&write| write != last)
        .collect();
    rest.sort_by_key(|&write| {
        (
            writes
                .iter()
                .filter(|&&before| co.has(before, write))
                .count(),
            write,
        )
    });
    rest.push(last);
    rest
}

fn combine(
    choices: &[(LocationId, Vec<Vec<usize>>)],
    chosen: &mut Ends,
    visit: &mut dyn FnMut(&Ends),
) {
    let Some((location, ways)) = choices.get(chosen.len()) else {
        return visit(chosen);
    };
    for way in ways {
        chosen.push((*location, way.clone()));
        combine(choices, chosen, visit);
        chosen.pop();
    }
}
