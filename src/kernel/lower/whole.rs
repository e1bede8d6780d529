//! Operations of several cells: what they read and write, they read and write as one.

use std::collections::BTreeMap;

use crate::axiomatic::demand::Pair;
use crate::execution::scopes::scope_includes;
use crate::kernel::interpret::finding::Gap;
use crate::program::events::{Dependency, EventKind};
use crate::program::symbolic::{EventId, GuardId, TRUE};
use crate::program::{Program, ThreadId};
use crate::ptx::operation::{Access, Order};
use crate::syntax::ast::{self, Comparison};

use super::cells::Cell;
use super::emit::Emitter;
use super::event::{WHOLE, accessed};
use super::graph::{Node, Note, What};
use super::progress::Progress;

/// An operation of several cells: the bytes, the thread, and its access by the first event.
pub type Operation = (Cell, usize, usize);

/// What it does: the events for each cell, and how.
#[derive(Debug, Clone)]
pub struct Parts {
    cells: BTreeMap<usize, Vec<EventId>>,
    how: ast::Access,
}

impl Emitter<'_> {
    /// Remembers the event of an operation that may have others.
    pub fn part(&mut self, (thread, access): (usize, usize), node: &Node, event: EventId) {
        let (Some((cell, of)), Some(how)) = (node.what.accessed(), how(&node.what)) else {
            return;
        };
        if of.common(self.know.cells[cell]) == of {
            return;
        }
        let parts = self.parts.entry((of, thread, access));
        let parts = parts.or_insert_with(|| Parts {
            cells: BTreeMap::new(),
            how: accessed(how),
        });
        parts.cells.entry(cell).or_default().push(event);
    }

    /// The operations of several cells that are of the same bytes, two by two.
    #[must_use]
    pub fn pairs(&self, program: &Program) -> Vec<Pair> {
        let mut found = Vec::new();
        for ((of, thread, access), one) in &self.parts {
            for ((other_of, other_thread, other_access), other) in &self.parts {
                let same = (thread, access) == (other_thread, other_access);
                if same || of != other_of {
                    continue;
                }
                let reaches = |parts: &Parts, from: usize, to: usize| {
                    let (from, to) = (ThreadId(from), ThreadId(to));
                    parts.how.order != ast::Order::Weak
                        && scope_includes(program, from, parts.how.scope, to)
                };
                let strong =
                    reaches(one, *thread, *other_thread) && reaches(other, *other_thread, *thread);
                let common = one.cells.iter().filter_map(|(cell, events)| {
                    let others = other.cells.get(cell)?;
                    Some((events.clone(), others.clone()))
                });
                found.push(Pair {
                    parts: common.collect(),
                    strong: strong || thread == other_thread,
                });
            }
        }
        found
    }

    /// Where an atomic has read its last cell, what it writes to the others is known.
    pub fn complete(&mut self, progress: &mut Progress, at: usize, event: EventId, guard: GuardId) {
        let Some(node) = progress.node(at) else {
            return;
        };
        let count = node.edges.iter().map(|edge| edge.also.len()).max();
        let mut step = at;
        for place in (0..count.unwrap_or(0)).rev() {
            let [before] = progress.before[step][..] else {
                let why = "atomics of several cells that are one".to_owned();
                let gap = Note::Gap(Gap::Refused(node.place.0, node.place.1, why));
                self.note(&mut progress.notes, &gap, guard);
                return;
            };
            step = before;
            if let Some(earlier) = progress.events[step] {
                self.also(node, (event, guard), earlier, place);
            }
        }
    }

    /// What an atomic writes to a cell that it has read before its last.
    fn also(
        &mut self,
        node: &Node,
        (event, guard): (EventId, GuardId),
        earlier: EventId,
        place: usize,
    ) {
        let EventKind::ReadWrite {
            mut value,
            mut success,
            uses_old,
            ..
        } = self.out.events[earlier.0].kind
        else {
            return;
        };
        for edge in &node.edges {
            let (Some(on), Some(new)) = (edge.on, edge.also.get(place)) else {
                continue;
            };
            let symbolic = &mut self.out.symbolic;
            let read = symbolic.read(event);
            let on = symbolic.constant(self.numbers.number(on));
            let here = symbolic.compare(Comparison::Eq, WHOLE, read, on);
            let here = symbolic.and(guard, here);
            let new = symbolic.constant(self.numbers.number(*new));
            value = symbolic.select(here, new, value);
            success = symbolic.or(success, here);
        }
        let it = &mut self.out.events[earlier.0];
        if let EventKind::ReadWrite {
            value: written,
            success: when,
            ..
        } = &mut it.kind
        {
            (*written, *when) = (value, success);
        }
        if uses_old {
            it.data.push(Dependency {
                on: event,
                when: TRUE,
            });
        }
    }
}

/// How a cell is accessed.
fn how(what: &What) -> Option<Access> {
    let mut access = what.access()?;
    // An atomic is strong whatever else is said of it.
    if matches!(what, What::Update { .. }) && access.order == Order::Weak {
        access.order = Order::Relaxed;
    }
    Some(access)
}
