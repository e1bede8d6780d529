//! The size of an execution as literals: its accesses, and an order of them with its relaxations,
//! as [`crate::execution::distance`] defines them.

use std::collections::BTreeMap;

use crate::execution::distance::{Counts, Point};
use crate::program::LocationId;
use crate::program::events::EventKind;
use crate::program::symbolic::EventId;
use crate::sat::acyclic::forbid_cycles;
use crate::sat::{Circuit, Lit};

mod program_order;

use super::encoding::Encoding;
use crate::sat::session::Assignment;

/// The literals of an execution's size.
#[derive(Debug, Clone)]
pub struct Sizes {
    /// Each access of a thread: whether it is executed.
    pub executed: Vec<Lit>,
    /// Each pair of accesses, or of one and a barrier, and each atomic: whether the order relaxes it.
    pub relaxed: Vec<Lit>,
    /// Those of a pair that a fence stands between.
    pub across: Vec<Lit>,
    /// The points of the order, each with when it is executed.
    points: Vec<(Point, Lit)>,
    /// What comes before what in the order: indices of points, and when that is demanded.
    edges: BTreeMap<(usize, usize), Lit>,
}

impl Sizes {
    /// Adds the sizes to an encoding: an order of the accesses, and what it relaxes.
    #[must_use]
    pub fn new(encoding: &mut Encoding, counts: Counts) -> Self {
        let mut builder = Builder::new(encoding, counts);
        builder.communications();
        builder.last_writes();
        builder.barriers();
        let torn = builder.torn();
        let (reversed, across) = builder.program_order();
        let edges = builder.edges();
        let points = builder.points.clone();
        let executed = builder.executed.clone();
        let circuit = &mut encoding.frame.circuit;
        let list: Vec<(usize, usize, Lit)> = edges.iter().map(|(&(a, b), &l)| (a, b, l)).collect();
        forbid_cycles(circuit, points.len(), &list, Lit::TRUE);
        Self {
            executed,
            relaxed: [reversed, torn].concat(),
            across,
            points: points
                .into_iter()
                .map(|point| (point.at, point.executed))
                .collect(),
            edges,
        }
    }

    /// The order of an assignment; of several that agree with it the first.
    #[must_use]
    pub fn order(&self, assignment: &Assignment) -> Vec<Point> {
        let executed = |&index: &usize| assignment.truth(self.points[index].1);
        let mut left: Vec<usize> = (0..self.points.len()).filter(executed).collect();
        let before: Vec<(usize, usize)> = self
            .edges
            .iter()
            .filter(|(_, lit)| assignment.truth(**lit))
            .map(|(&ends, _)| ends)
            .collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            let free = |&index: &usize| {
                let mut earlier = before.iter().filter(|(_, to)| *to == index);
                earlier.all(|(from, _)| !left.contains(from))
            };
            // A circle cannot be; if it were, the check of the order would find it.
            let next = left.iter().position(free).unwrap_or(0);
            order.push(self.points[left.remove(next)].0);
        }
        order
    }
}

/// A read or write in the formula, or a thread's coming to a barrier or going on from it.
#[derive(Debug, Clone, Copy)]
struct Vertex {
    at: Point,
    node: usize,
    executed: Lit,
    barrier: bool,
}

struct Builder<'e, 'p> {
    encoding: &'e mut Encoding<'p>,
    points: Vec<Vertex>,
    executed: Vec<Lit>,
    /// Coherence, completed to a total order of the writes of each memory.
    total: BTreeMap<(usize, usize), Lit>,
    parts: BTreeMap<(usize, usize), Vec<Lit>>,
}

impl<'e, 'p> Builder<'e, 'p> {
    fn new(encoding: &'e mut Encoding<'p>, counts: Counts) -> Self {
        let frame = &encoding.frame;
        let mut points = Vec::new();
        let mut executed = Vec::new();
        for (index, event) in frame.unrolled.events.iter().enumerate() {
            let barrier = matches!(event.kind, EventKind::Barrier { .. });
            let measured = barrier || event.memory().is_some();
            if event.thread.is_none() || !measured || !counts(EventId(index)) {
                continue;
            }
            let (reading, writing) = frame.nodes.of_event[index];
            let at = |writes| Point {
                event: EventId(index),
                writes,
            };
            if barrier {
                points.extend([false, true].map(|goes| Vertex {
                    at: at(goes),
                    node: reading,
                    executed: frame.executed[reading],
                    barrier,
                }));
                continue;
            }
            executed.push(frame.executed[reading]);
            if frame.readers().contains(&reading) {
                points.push(Vertex {
                    at: at(false),
                    node: reading,
                    executed: frame.executed[reading],
                    barrier,
                });
            }
            if frame.writers().contains(&writing) {
                points.push(Vertex {
                    at: at(true),
                    node: writing,
                    executed: frame.writing[writing],
                    barrier,
                });
            }
        }
        let mut builder = Self {
            encoding,
            points,
            executed,
            total: BTreeMap::new(),
            parts: BTreeMap::new(),
        };
        builder.complete_coherence();
        builder
    }

    fn circuit(&mut self) -> &mut Circuit {
        &mut self.encoding.frame.circuit
    }

    fn order(&self, a: usize, b: usize) -> Lit {
        self.total.get(&(a, b)).copied().unwrap_or(Lit::FALSE)
    }

    fn source(&self, write: usize, read: usize) -> Lit {
        self.encoding.frame.rf.get(write, read)
    }

    fn of_node(&self, node: usize, writes: bool) -> Option<usize> {
        self.points
            .iter()
            .position(|point| point.node == node && point.at.writes == writes)
    }

    fn demand(&mut self, from: usize, to: usize, lit: Lit) {
        if from != to && lit != Lit::FALSE {
            self.parts.entry((from, to)).or_default().push(lit);
        }
    }

    /// Where coherence is a partial order of writes, the order decides for the others.
    fn complete_coherence(&mut self) {
        let writers = self.encoding.frame.writers().to_vec();
        let partial = self.encoding.frame.options.co_partial;
        for (index, &a) in writers.iter().enumerate() {
            for &b in &writers[index + 1..] {
                let frame = &mut self.encoding.frame;
                let (forward, backward) = (frame.co.get(a, b), frame.co.get(b, a));
                if forward == Lit::FALSE && backward == Lit::FALSE {
                    continue;
                }
                if !partial || frame.nodes.list[a].thread.is_none() {
                    self.total.insert((a, b), forward);
                    self.total.insert((b, a), backward);
                    continue;
                }
                let same = frame.same_memory(a, b);
                let (first, second) = (frame.writing[a], frame.writing[b]);
                let circuit = &mut frame.circuit;
                let both = circuit.all([same, first, second]);
                let (before, after) = (circuit.variable(), circuit.variable());
                circuit.clause(&[!forward, before]);
                circuit.clause(&[!backward, after]);
                circuit.clause(&[!both, before, after]);
                circuit.clause(&[!before, !after]);
                self.total.insert((a, b), before);
                self.total.insert((b, a), after);
            }
        }
    }

    /// Reads-from, coherence and from-reads are in the order.
    fn communications(&mut self) {
        let writers = self.encoding.frame.writers().to_vec();
        for to in 0..self.points.len() {
            if self.points[to].barrier {
                continue;
            }
            let node = self.points[to].node;
            let writes = self.points[to].at.writes;
            for &write in &writers {
                let from = self.of_node(write, true);
                let Some(from) = from.filter(|&from| from != to) else {
                    continue;
                };
                let lit = if writes {
                    self.order(write, node)
                } else {
                    self.source(write, node)
                };
                self.demand(from, to, lit);
                if !writes {
                    let overwritten = self.overwritten(node, write);
                    self.demand(to, from, overwritten);
                }
            }
        }
    }

    /// A read returns what a write overwrites.
    fn overwritten(&mut self, read: usize, write: usize) -> Lit {
        let sources = self.encoding.frame.sources(read);
        let ways: Vec<Lit> = sources
            .into_iter()
            .map(|source| {
                let (returned, before) = (self.source(source, read), self.order(source, write));
                self.circuit().and(returned, before)
            })
            .collect();
        self.circuit().any(ways)
    }

    /// The last write to a memory is the one that its final value is.
    fn last_writes(&mut self) {
        if !self.encoding.frame.options.co_partial {
            return;
        }
        let locations = &self.encoding.frame.program.locations;
        let memories: Vec<LocationId> = (0..locations.len())
            .map(LocationId)
            .filter(|&id| locations[id.0].physical == id)
            .collect();
        let writers = self.encoding.frame.writers().to_vec();
        for memory in memories {
            for (last, chosen) in self.encoding.frame.last_writes(memory) {
                for &other in &writers {
                    let after = self.order(last, other);
                    self.circuit().clause(&[!chosen, !after]);
                }
            }
        }
    }

    /// Whether each atomic is torn.
    fn torn(&mut self) -> Vec<Lit> {
        let writers = self.encoding.frame.writers().to_vec();
        let mut result = Vec::new();
        for index in 0..self.points.len() {
            let write = self.points[index];
            let event = write.at.event.0;
            let (read, _) = self.encoding.frame.nodes.of_event[event];
            if !write.at.writes || !self.encoding.frame.readers().contains(&read) {
                continue;
            }
            let mut ways = Vec::new();
            for &source in &writers {
                let returned = self.source(source, read);
                if returned == Lit::FALSE {
                    continue;
                }
                let apart = self.apart(source, write.node, &writers);
                ways.push(self.circuit().and(returned, apart));
            }
            let torn = self.circuit().any(ways);
            result.push(self.circuit().and(torn, write.executed));
        }
        result
    }

    /// A write is not the next one after another.
    fn apart(&mut self, first: usize, second: usize, writers: &[usize]) -> Lit {
        if first == second {
            return Lit::TRUE;
        }
        let mut ways = vec![!self.order(first, second)];
        for &between in writers {
            let (after, before) = (self.order(first, between), self.order(between, second));
            ways.push(self.circuit().and(after, before));
        }
        self.circuit().any(ways)
    }

    fn edges(&mut self) -> BTreeMap<(usize, usize), Lit> {
        let parts = std::mem::take(&mut self.parts);
        parts
            .into_iter()
            .map(|(ends, lits)| (ends, self.circuit().any(lits)))
            .collect()
    }
}
