//! A thread without the laps that change nothing.
//!
//! Moments that are equal are one node, and whoever writes is at another one afterwards: so a circle is a lap that
//! changes nothing, and an execution without it ends the same. An edge back to a node through which all ways lead is
//! left out, or taken once where accesses of the lap itself matter. Other edges that close circles are followed a
//! bounded number of times.

use std::collections::BTreeMap;

use super::graph::{Graph, Stopped, What};

/// A node of a thread without circles.
#[derive(Debug, Clone)]
pub struct Step {
    /// The node of the graph, or what is left out there.
    pub node: Here,
    /// For each way on, by its place among the node's edges, where it leads.
    pub ways: Vec<Option<usize>>,
}

/// Where a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Here {
    /// At a node of the graph.
    Node(usize),
    /// Beyond the bound.
    Beyond,
    /// In a lap that changes nothing, which began at this step: the thread may stay there for ever. Nothing where it
    /// can have begun at several.
    Round(Option<usize>),
}

/// Makes a thread's graph one without circles: its steps, in an order in which ways only lead forward.
#[must_use]
pub fn without_laps(graph: &Graph, bound: usize, idle: usize) -> Vec<Step> {
    let circles = Circles::of(graph);
    let mut product = Product {
        graph,
        circles: &circles,
        bound,
        idle,
        steps: Vec::new(),
        index: BTreeMap::new(),
    };
    let Some(entry) = graph.entry.as_ref().and_then(|edge| edge.to) else {
        return Vec::new();
    };
    product.build(entry);
    sorted(&product.steps)
}

/// How an edge stands to circles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Forward,
    /// Back to a node through which all ways to it lead.
    Lap,
    /// Back to another.
    Crossing,
}

struct Circles {
    kinds: Vec<Vec<Kind>>,
}

impl Circles {
    fn of(graph: &Graph) -> Self {
        let count = graph.nodes.len();
        let mut kinds: Vec<Vec<Kind>> = graph
            .nodes
            .iter()
            .map(|node| vec![Kind::Forward; node.edges.len()])
            .collect();
        let Some(entry) = graph.entry.as_ref().and_then(|edge| edge.to) else {
            return Self { kinds };
        };
        let (order, back) = depth_first(graph, entry);
        let dominators = dominators(graph, entry, &order, count);
        for (from, edge) in back {
            let to = graph.nodes[from].edges[edge].to.unwrap_or(entry);
            let mut at = from;
            while at != to && at != entry {
                at = dominators[at];
            }
            kinds[from][edge] = if at == to { Kind::Lap } else { Kind::Crossing };
        }
        Self { kinds }
    }
}

/// The nodes in reverse postorder, and the edges to nodes that are being visited.
fn depth_first(graph: &Graph, entry: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
    let count = graph.nodes.len();
    let (mut seen, mut open) = (vec![false; count], vec![false; count]);
    let (mut order, mut back) = (Vec::new(), Vec::new());
    let mut stack = vec![(entry, 0)];
    seen[entry] = true;
    open[entry] = true;
    while let Some((at, edge)) = stack.last_mut() {
        let (from, index) = (*at, *edge);
        *edge += 1;
        let Some(way) = graph.nodes[from].edges.get(index) else {
            open[from] = false;
            order.push(from);
            stack.pop();
            continue;
        };
        let Some(to) = way.to else { continue };
        if open[to] {
            back.push((from, index));
        } else if !std::mem::replace(&mut seen[to], true) {
            open[to] = true;
            stack.push((to, 0));
        }
    }
    order.reverse();
    (order, back)
}

/// Of each node the nearest through which all ways to it lead (Cooper, Harvey, Kennedy, "A simple, fast
/// dominance algorithm").
fn dominators(graph: &Graph, entry: usize, order: &[usize], count: usize) -> Vec<usize> {
    let mut rank = vec![usize::MAX; count];
    for (index, &node) in order.iter().enumerate() {
        rank[node] = index;
    }
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &node in order {
        for edge in &graph.nodes[node].edges {
            if let Some(to) = edge.to {
                before[to].push(node);
            }
        }
    }
    let unknown = usize::MAX;
    let mut nearest = vec![unknown; count];
    nearest[entry] = entry;
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().skip(1) {
            let mut found = unknown;
            for &one in &before[node] {
                if nearest[one] == unknown {
                    continue;
                }
                found = if found == unknown {
                    one
                } else {
                    meet(&nearest, &rank, found, one)
                };
            }
            if found != nearest[node] {
                nearest[node] = found;
                changed = true;
            }
        }
    }
    nearest
}

fn meet(nearest: &[usize], rank: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while rank[a] > rank[b] {
            a = nearest[a];
        }
        while rank[b] > rank[a] {
            b = nearest[b];
        }
    }
    a
}

/// A node with how many crossings and laps were taken before it.
type Visit = (usize, usize, usize);

/// Where a way leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Goal {
    Node(Visit),
    Beyond,
    Round(Visit),
}

struct Product<'a> {
    graph: &'a Graph,
    circles: &'a Circles,
    bound: usize,
    idle: usize,
    steps: Vec<Step>,
    index: BTreeMap<Goal, usize>,
}

impl Product<'_> {
    fn build(&mut self, entry: usize) {
        let mut work = Vec::new();
        self.step(Goal::Node((entry, 0, 0)), &mut work);
        while let Some((at, (node, crossings, laps))) = work.pop() {
            let stops = matches!(
                self.graph.nodes[node].what,
                What::Stop {
                    how: Stopped::Beyond,
                    ..
                }
            );
            let mut ways = Vec::new();
            for (index, edge) in self.graph.nodes[node].edges.iter().enumerate() {
                let Some(to) = edge.to.filter(|_| !stops) else {
                    ways.push(None);
                    continue;
                };
                let copy = match self.circles.kinds[node][index] {
                    Kind::Forward => Goal::Node((to, crossings, laps)),
                    Kind::Lap if laps < self.idle => Goal::Node((to, crossings, laps + 1)),
                    Kind::Lap => Goal::Round((to, crossings, laps)),
                    Kind::Crossing if crossings < self.bound => {
                        Goal::Node((to, crossings + 1, laps))
                    }
                    Kind::Crossing => Goal::Beyond,
                };
                ways.push(Some(self.step(copy, &mut work)));
            }
            self.steps[at].ways = ways;
        }
    }

    fn step(&mut self, copy: Goal, work: &mut Vec<(usize, Visit)>) -> usize {
        if let Some(&known) = self.index.get(&copy) {
            return known;
        }
        let index = self.steps.len();
        self.steps.push(Step {
            node: match copy {
                Goal::Node((node, _, _)) => Here::Node(node),
                Goal::Round((node, crossings, laps)) => {
                    // A way may cross another circle between the head and here: then there is one head or none.
                    let before = (0..=crossings).map(|few| Goal::Node((node, few, laps)));
                    let mut heads = before.filter_map(|goal| self.index.get(&goal).copied());
                    let head = heads.next().filter(|_| heads.next().is_none());
                    Here::Round(head)
                }
                Goal::Beyond => Here::Beyond,
            },
            ways: Vec::new(),
        });
        self.index.insert(copy, index);
        if let Goal::Node(copy) = copy {
            work.push((index, copy));
        }
        index
    }
}

/// Puts steps in an order in which ways only lead forward.
fn sorted(steps: &[Step]) -> Vec<Step> {
    let mut left: Vec<usize> = vec![0; steps.len()];
    for to in steps.iter().flat_map(|step| step.ways.iter().flatten()) {
        left[*to] += 1;
    }
    let mut ready: std::collections::BTreeSet<usize> =
        (0..steps.len()).filter(|&at| left[at] == 0).collect();
    let mut place = vec![usize::MAX; steps.len()];
    let mut order = Vec::new();
    while let Some(at) = ready.pop_first() {
        place[at] = order.len();
        order.push(at);
        for &to in steps[at].ways.iter().flatten() {
            left[to] -= 1;
            if left[to] == 0 {
                ready.insert(to);
            }
        }
    }
    order
        .into_iter()
        .map(|at| Step {
            node: match steps[at].node {
                Here::Round(head) => Here::Round(head.and_then(|head| place.get(head).copied())),
                other @ (Here::Node(_) | Here::Beyond) => other,
            },
            ways: steps[at]
                .ways
                .iter()
                .map(|way| way.map(|to| place[to]))
                .collect(),
        })
        .collect()
}
