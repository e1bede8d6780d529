//! Where no circle can be among what threads do (`phases`), although their orders are in it.
//!
//! A part of the graph with the orders of threads is harmless where it has only read-modify-writes that always write, `fence.sc` and
//! `fence.acq_rel`, whose scopes have all threads of the part, and weak accesses of other cells; where no thread comes from one of the
//! former to another of another cell without a fence between (or the first acquires and the second releases); and where
//! no `red` is followed by anything of the part. For say that a circle is in it, and look at the read-modify-writes of one cell that follow one
//! another there, from the first to the last. All writes of the cell are in one order, so what the first writes comes to the last through
//! read-modify-writes. It is released by what comes before the first and acquired by what comes after the last: they synchronize (PTX
//! ISA, *Release and acquire patterns*). So all else of the circle, and the other such stretches with it, is base causality, which has no circle through
//! the cell: the last write would come before the first. Where no read-modify-writes follow one another, what is read, overwritten or written before
//! between two weak accesses is causality, as are `fence.sc`, and the same holds of their cell.
//!
//! Nor is a circle in a part whose strong accesses are of one cell, whatever they are, with nothing else but weak accesses of other cells and
//! fences, where the scopes of the strong accesses and of each `fence.sc` have all threads of the part. What comes from thread to thread by weak
//! accesses is causality, as there are no races, and so a way of strong ones and `fence.sc`. So each thread is entered and left at the
//! one cell, or at a `fence.sc`. What is read and written at the cell only leads on, with the order of its threads, from each write to the next one and to what
//! finds it (PTX ISA, *SC-per-location*), and so no circle is without `fence.sc`. Of two that follow one another
//! in a circle the first comes first in the order of all `fence.sc`: else what is done to the cell before the second would come
//! by causality before what is done to it behind the first, which reads, or is written, before that (*Fence-SC order*,
//! *Causality*). So there is none.

use std::collections::BTreeSet;

use crate::kernel::lower::graph::{Node, What};
use crate::ptx::operation::{Access, Order, Scope};

/// A read-modify-write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is said of it on its own"
)]
pub struct Update {
    cell: usize,
    scope: Scope,
    /// Whether it writes on every way.
    writes: bool,
    /// Whether somebody sees what it reads; `red` acquires nothing.
    reads: bool,
    acquires: bool,
    releases: bool,
}

/// What a vertex is, as far as that matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Update(Update),
    Fence {
        /// `fence.sc`.
        sequential: bool,
        scope: Scope,
    },
    /// A weak access of a cell.
    Weak(usize),
    /// A strong access that is no read-modify-write.
    Strong {
        cell: usize,
        scope: Scope,
    },
    /// A place where threads meet, or an end.
    Other,
}

impl Kind {
    /// What is done at a node; nothing where that is not said here.
    pub fn of(node: &Node) -> Option<Self> {
        Some(match &node.what {
            What::Update {
                cell,
                access,
                reduces,
                ..
            } => {
                let (acquires, releases) = match access.order {
                    Order::Weak | Order::Volatile | Order::Relaxed => (false, false),
                    Order::Acquire => (true, false),
                    Order::Release => (false, true),
                    Order::AcquireRelease => (true, true),
                };
                Self::Update(Update {
                    cell: *cell,
                    scope: access.scope,
                    writes: node.edges.iter().all(|edge| edge.new.is_some()),
                    reads: !reduces,
                    acquires,
                    releases,
                })
            }
            What::Read { cell, access, .. } | What::Write { cell, access, .. } => {
                Self::access(*cell, *access)
            }
            What::Fence { sequential, scope } => Self::Fence {
                sequential: *sequential,
                scope: *scope,
            },
            What::Gather(_) | What::Choose => return None,
            // Who does not exit is in no complete execution.
            What::Meet(_) | What::Stop { .. } => Self::Other,
        })
    }

    fn access(cell: usize, access: Access) -> Self {
        match access.order {
            Order::Weak => Self::Weak(cell),
            Order::Volatile
            | Order::Relaxed
            | Order::Acquire
            | Order::Release
            | Order::AcquireRelease => Self::Strong {
                cell,
                scope: access.scope,
            },
        }
    }

    /// Whether no circle is among this and others alike, where no thread's order is among them.
    fn is_alike(self, other: Self) -> bool {
        match (self, other) {
            (Self::Update(one), Self::Update(other)) => one.cell == other.cell,
            (
                Self::Fence {
                    sequential: one, ..
                },
                Self::Fence {
                    sequential: other, ..
                },
            ) => one && other,
            (
                Self::Update(_)
                | Self::Fence { .. }
                | Self::Weak(_)
                | Self::Strong { .. }
                | Self::Other,
                _,
            ) => false,
        }
    }
}

/// A vertex, and the block of its thread.
#[derive(Debug, Clone, Copy)]
pub struct Vertex {
    pub block: usize,
    pub kind: Kind,
}

/// The orders of threads, and what their vertices are.
#[derive(Default)]
pub struct Circles {
    /// The edges of the order of a thread or of a barrier.
    ordered: Vec<Vec<usize>>,
    vertices: Vec<Vertex>,
}

/// A part of the graph, its vertices in ascending order.
type Part<'p> = &'p [usize];

impl Circles {
    /// A further vertex: its number.
    pub fn vertex(&mut self, vertex: Vertex) -> usize {
        self.ordered.push(Vec::new());
        self.vertices.push(vertex);
        self.vertices.len() - 1
    }

    /// One comes before another in the order of a thread or of a barrier.
    pub fn order(&mut self, from: usize, to: usize) {
        self.ordered[from].push(to);
    }

    /// Whether no circle can be in a strongly connected part of the graph.
    pub fn harmless(&self, part: Part) -> bool {
        let [first, rest @ ..] = part else {
            return true;
        };
        if self.is_of_one(part) {
            return true;
        }
        if part.iter().any(|&vertex| self.follows(vertex, part)) {
            return self.keeps_order(part);
        }
        let kind = self.vertices[*first].kind;
        rest.iter()
            .all(|&one| kind.is_alike(self.vertices[one].kind))
    }

    /// What comes next in the order of a thread, within a part.
    fn after<'c>(&'c self, vertex: usize, part: Part<'c>) -> impl Iterator<Item = usize> + 'c {
        let next = self.ordered[vertex].iter().copied();
        next.filter(|to| part.binary_search(to).is_ok())
    }

    fn follows(&self, vertex: usize, part: Part) -> bool {
        self.after(vertex, part).next().is_some()
    }

    /// Whether all strong accesses in a part are of one cell.
    fn is_of_one(&self, part: Part) -> bool {
        let cells = part.iter().filter_map(|&one| self.strongly(one));
        let cells: BTreeSet<usize> = cells.collect();
        let alone = self.is_alone(part);
        let reaches = |scope: Scope| alone || scope > Scope::Block;
        cells.len() == 1
            && part.iter().all(|&one| match self.vertices[one].kind {
                Kind::Update(Update { scope, .. }) | Kind::Strong { scope, .. } => reaches(scope),
                Kind::Fence { sequential, scope } => !sequential || reaches(scope),
                Kind::Weak(cell) => !cells.contains(&cell),
                Kind::Other => false,
            })
    }

    /// The cell that a strong access is of.
    fn strongly(&self, vertex: usize) -> Option<usize> {
        match self.vertices[vertex].kind {
            Kind::Update(Update { cell, .. }) | Kind::Strong { cell, .. } => Some(cell),
            Kind::Fence { .. } | Kind::Weak(_) | Kind::Other => None,
        }
    }

    /// Whether all threads of a part are of one block.
    fn is_alone(&self, part: Part) -> bool {
        let mut blocks = part.iter().map(|&one| self.vertices[one].block);
        let first = blocks.next();
        blocks.all(|block| Some(block) == first)
    }

    /// Whether all that is read of others in a part is ordered with the threads in it: the argument stands at the head of the file.
    fn keeps_order(&self, part: Part) -> bool {
        let alone = self.is_alone(part);
        let reaches = |scope: Scope| alone || scope > Scope::Block;
        let mut updated = BTreeSet::new();
        let mut starts = BTreeSet::new();
        let each = part.iter().all(|&vertex| match self.vertices[vertex].kind {
            Kind::Update(update) => {
                updated.insert(update.cell);
                starts.insert((update.cell, update.acquires));
                let heard = update.reads || !self.follows(vertex, part);
                update.writes && heard && reaches(update.scope)
            }
            Kind::Fence { scope, .. } => reaches(scope),
            Kind::Weak(_) => true,
            Kind::Strong { .. } | Kind::Other => false,
        });
        let weak = |&vertex: &usize| match self.vertices[vertex].kind {
            Kind::Weak(cell) => updated.contains(&cell),
            Kind::Update(_) | Kind::Fence { .. } | Kind::Strong { .. } | Kind::Other => false,
        };
        each && !part.iter().any(weak) && starts.into_iter().all(|start| self.apart(start, part))
    }

    /// Whether no thread comes from a read-modify-write of a cell, which acquires or not, to one of another without a fence between,
    /// unless the one acquires and the other releases.
    fn apart(&self, start: (usize, bool), part: Part) -> bool {
        let starts = part.iter().copied();
        let mut todo: Vec<usize> = starts
            .filter(|&vertex| match self.vertices[vertex].kind {
                Kind::Update(update) => (update.cell, update.acquires) == start,
                Kind::Fence { .. } | Kind::Weak(_) | Kind::Strong { .. } | Kind::Other => false,
            })
            .collect();
        let mut seen: BTreeSet<usize> = todo.iter().copied().collect();
        while let Some(vertex) = todo.pop() {
            for next in self.after(vertex, part) {
                let on = match self.vertices[next].kind {
                    Kind::Update(update) => {
                        if update.cell != start.0 && !(start.1 && update.releases) {
                            return false;
                        }
                        true
                    }
                    Kind::Fence { .. } => false,
                    Kind::Weak(_) | Kind::Strong { .. } | Kind::Other => true,
                };
                if on && seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;
