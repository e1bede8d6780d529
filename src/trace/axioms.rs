//! What a rule demands of a log's events, as graphs that must be without a cycle.
//!
//! Each axiom of `plain`, `strict`, `tso` and `sc` says that some union of relations is acyclic. What is known
//! of it before any order is chosen (program order, fences, dependencies, times, barriers) are edges here;
//! reads-from, coherence and from-read come while solving. Edges are few: order along a thread is a chain,
//! and what would be many pairs goes through a node of its own.

mod given;
mod graphs;

mod index;

pub use index::{Index, Read, Unwritten};

use given::{barriers, fences, initial, reads, timed, write_backs};
pub use given::{ends, lasting};
use graphs::{coherence, sc, strict, thin_air, tso};

use std::collections::BTreeMap;

use super::bend::{Bend, bent};
use super::log::{Depends, Init, Log, Op, Span};
use super::rules::{Rule, Times};
use super::value::Word;

/// Why one event comes before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Program order.
    Program,
    /// A fence, or an atomic that acts as one, stands between or is one of the two.
    Fence,
    /// What is first acquires.
    Acquire,
    /// What is second releases.
    Release,
    /// What is second depends on what is first.
    Depends(Depends),
    /// The first ended before the second began.
    Time,
    /// All arrive at a barrier before any leaves.
    Barrier,
    /// The initial value comes first.
    Initial,
    /// It was written back first.
    WriteBack,
    /// The second reads from the first; how many choices this rests on is said beside it.
    ReadsFrom,
    /// Else the read would find this write instead of the one that it reads from.
    Hidden {
        /// The read.
        read: u32,
        /// The axiom in which the write comes before the read.
        axiom: u8,
    },
    /// There is a way from the first write to the second in another axiom's graph.
    Later {
        /// The axiom.
        axiom: u8,
    },
    /// What is first reads a write that the second overwrites.
    FromRead {
        /// The write that is read.
        source: u32,
        /// The axiom in which the second comes after it.
        axiom: u8,
    },
    /// One of two writes comes first: this case of a choice.
    Assumed,
}

/// An edge of an axiom's graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// What comes first.
    pub from: u32,
    /// What comes second.
    pub to: u32,
    /// Why.
    pub why: Why,
}

/// Which reads-from pairs are edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadsFrom {
    /// All.
    All,
    /// Those between threads: a thread may read its own store early.
    External,
}

/// An axiom.
#[derive(Debug, Clone)]
pub struct Axiom {
    /// Its name in the model.
    pub name: &'static str,
    /// What is known.
    pub edges: Vec<Edge>,
    /// Which reads-from pairs are edges.
    pub reads_from: ReadsFrom,
    /// Whether coherence and from-read are edges.
    pub coherent: bool,
    /// Whether each thread's writes are in one chain, or each thread's writes to a location.
    pub by_thread: bool,
}

/// What a node stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// An event of the log.
    Event(u32),
    /// The initial value of a location.
    Initial(u32),
    /// A point in time, a barrier, or a bundle of program order.
    Point,
}

/// The question of a log, or a part of it, under a rule.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The rule.
    pub rule: Rule,
    /// What the nodes are; those of events come first, in the order of the log.
    pub nodes: Vec<Node>,
    /// The thread of each node; none for what is no event.
    pub threads: Vec<Option<u16>>,
    /// The reads.
    pub reads: Vec<Read>,
    /// The writes of each location, the initial one first.
    pub writes: Vec<Vec<u32>>,
    /// The axioms.
    pub axioms: Vec<Axiom>,
    /// A read of what nobody wrote.
    pub unwritten: Option<Unwritten>,
}

/// A problem in the making.
struct Making<'a> {
    log: &'a Log,
    members: &'a [u32],
    nodes: Vec<Node>,
    threads: Vec<Option<u16>>,
}

impl Making<'_> {
    fn point(&mut self) -> u32 {
        self.node(Node::Point)
    }

    fn node(&mut self, node: Node) -> u32 {
        let next = u32::try_from(self.nodes.len()).unwrap_or(0);
        self.nodes.push(node);
        self.threads.push(None);
        next
    }

    /// The events with their nodes.
    fn events(&self) -> impl DoubleEndedIterator<Item = (u32, &crate::trace::log::Event)> {
        let members = self.members.iter().zip(0_u32..);
        let found =
            members.filter_map(|(event, node)| Some((node, self.log.events.get(*event as usize)?)));
        found.collect::<Vec<_>>().into_iter()
    }

    fn by_thread(&self) -> BTreeMap<u16, Vec<u32>> {
        let mut threads: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
        for (node, event) in self.events() {
            threads.entry(event.thread).or_default().push(node);
        }
        threads
    }

    fn event(&self, node: u32) -> Option<&crate::trace::log::Event> {
        let event = self.members.get(node as usize)?;
        self.log.events.get(*event as usize)
    }
}

/// A chain: each node before the next.
fn chain(nodes: &[u32], why: Why, edges: &mut Vec<Edge>) {
    for pair in nodes.windows(2) {
        if let [from, to] = *pair {
            edges.push(Edge { from, to, why });
        }
    }
}

impl Problem {
    /// The question of some events of a log, in its order: accesses with all their sources, fences and
    /// barriers. Write-backs are no members: when stores end they say in any case, in which order stores
    /// reached memory where `backs` says so.
    #[must_use]
    pub fn new(
        log: &Log,
        index: &Index,
        members: &[u32],
        rule: Rule,
        times: Times,
        backs: bool,
    ) -> Self {
        let mut making = Making {
            log,
            members,
            nodes: members.iter().map(|event| Node::Event(*event)).collect(),
            threads: Vec::new(),
        };
        let thread = |event: &u32| log.events.get(*event as usize).map(|one| one.thread);
        making.threads = members.iter().map(thread).collect();
        let mut writes: Vec<Vec<u32>> = Vec::new();
        for place in 0..log.locations.len() {
            let node = making.node(Node::Initial(u32::try_from(place).unwrap_or(0)));
            writes.push(vec![node]);
        }
        let mut of_event: BTreeMap<u32, u32> = BTreeMap::new();
        for (node, event) in (0_u32..).zip(members) {
            of_event.insert(*event, node);
            let one = log.events.get(*event as usize).filter(|one| one.writes());
            if let Some(list) = one.and_then(|one| writes.get_mut(one.place as usize)) {
                list.push(node);
            }
        }
        let (reads, unwritten) = reads(log, index, members, &of_event, &writes);
        let mut shared = Vec::new();
        initial(&writes, &mut shared);
        if backs {
            write_backs(log, &of_event, &mut shared);
        }
        let timed = match times {
            Times::Off => Vec::new(),
            Times::Location | Times::All => timed(&mut making, times),
        };
        let barriers = match rule {
            Rule::Plain => Vec::new(),
            Rule::Sc | Rule::Tso | Rule::Strict => barriers(&mut making),
        };
        let axioms = match rule {
            Rule::Sc => vec![sc(&making)],
            Rule::Tso => vec![coherence(&making), tso(&making)],
            Rule::Plain => {
                let mut axioms = vec![coherence(&making)];
                axioms.extend(thin_air(&making, &of_event));
                axioms
            }
            Rule::Strict => vec![strict(&mut making, &of_event)],
        };
        let mut problem = Self {
            rule,
            nodes: making.nodes,
            threads: making.threads,
            reads,
            writes,
            axioms,
            unwritten,
        };
        for axiom in problem.axioms.iter_mut().filter(|axiom| axiom.coherent) {
            axiom.edges.extend_from_slice(&shared);
            axiom.edges.extend_from_slice(&timed);
            if axiom.name != "coherence" {
                axiom.edges.extend_from_slice(&barriers);
            }
            if bent(Bend::NotCoherent) {
                axiom.coherent = false;
            }
        }
        #[cfg(test)]
        super::bend::edges(&mut problem);
        problem
    }

    /// The event of a node.
    #[must_use]
    pub fn event(&self, node: u32) -> Option<u32> {
        match self.nodes.get(node as usize)? {
            Node::Event(event) => Some(*event),
            Node::Initial(_) | Node::Point => None,
        }
    }

    /// The axiom of which an order is shown.
    #[must_use]
    pub fn shown(&self) -> Option<&Axiom> {
        self.axioms.iter().rev().find(|axiom| axiom.coherent)
    }

    /// The nodes of events.
    #[must_use]
    pub fn events(&self) -> usize {
        let is_event = |node: &&Node| matches!(node, Node::Event(_));
        self.nodes.iter().take_while(is_event).count()
    }
}
