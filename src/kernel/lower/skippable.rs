//! Whether it can be asked what executions do in which reads are missing ([`super::skips`]).
//!
//! What hangs on a read must be seen to. Memory that one thread uses alone has no events: where others might write there behind
//! what was not expected, what is read there, and what the thread does then, must not be taken for certain. So whatever is read there stands
//! for a read that may be missing, too ([`UNSEEN`]), wherever the thread itself wrote it to. Barriers are told apart by how often a
//! thread came to them: one that a guard switches off would be another one. And a read may lead nowhere on the ways that are walked, as behind what was
//! not expected a thread may look for what it left itself, which nobody keeps account of. Launches that have such things are not asked.

use std::sync::Arc;

use crate::kernel::interpret::place::Place as Where;
use crate::kernel::interpret::state::{READS, State, UNSEEN};
use crate::kernel::setup::Setup;
use crate::ptx::family::Family;
use crate::ptx::module::RegisterId;
use crate::ptx::operation::Operation;
use crate::ptx::types::Space;

use super::fixpoint::Threads;
use super::graph::{Graph, Node, Note, Stopped, What};
use super::laps::{Here as Place, Step, without_laps};
use super::walk::Walk;

impl Walk<'_, '_> {
    /// Keeps whether an instruction that nobody else notices may hang on what others do without being seen to; gives whether it finds
    /// what others may write.
    pub fn hides(&mut self, state: &State) -> bool {
        let thread = &state.threads[self.thread];
        let Some(instruction) = self.machine.instruction(thread) else {
            return false;
        };
        let guard = instruction
            .guard
            .map(|(register, _)| thread.register(register).taint);
        let hangs = guard.is_some_and(|guard| guard & READS != 0);
        let operation = &instruction.operation;
        let (hidden, finds) = match operation.family() {
            Family::Barrier | Family::Warp | Family::Active | Family::Refused => (hangs, false),
            Family::Memory => self.used_alone(state, operation, hangs),
            // What these leave in registers hangs on their guards; a jump decides, and of fences less is demanded without.
            Family::Local
            | Family::Jump
            | Family::Call
            | Family::Leave
            | Family::Trap
            | Family::Fence => (false, false),
        };
        self.know.hidden |= hidden;
        finds
    }

    /// The same of an access to what nobody else uses, given whether its guard hangs on what others do.
    fn used_alone(&self, state: &State, operation: &Operation, hangs: bool) -> (bool, bool) {
        let Some((access, address, _)) = operation.access() else {
            return (false, false);
        };
        let (machine, thread) = (&self.machine, self.thread);
        match machine.place(state, thread, access.space, address, 1) {
            Ok((Where::Region(region, ..), _)) => {
                let space = machine.setup.regions[region].space;
                (false, !matches!(space, Space::Const | Space::Param))
            }
            Ok((Where::Local(_), _)) => (false, true),
            // What is given to functions is kept as it is.
            Ok((Where::Param(..), _)) => (hangs, false),
            Err(_) => (true, false),
        }
    }

    /// That what an instruction left in registers may be something else.
    pub fn finds_alone(&self, state: &mut State, operation: &Operation) {
        let thread = Arc::make_mut(&mut state.threads[self.thread]);
        let Some(frame) = thread.frames.last_mut() else {
            return;
        };
        for RegisterId(at) in operation.writes() {
            if let Some(register) = frame.registers.get_mut(at) {
                register.taint |= UNSEEN;
            }
        }
    }
}

impl Threads {
    /// How many laps that change nothing are to be looked at where it is asked whether threads go other ways; nothing where it cannot be.
    #[must_use]
    pub fn can_skip(&self, setup: &Setup, bound: usize) -> Option<usize> {
        let plain = setup.launches.len() == 1
            && !self.know.mixed()
            && !self.know.hidden
            && self.graphs.iter().all(|graph| self.is_plain(graph));
        let mut graphs = self.graphs.iter();
        plain.then(|| usize::from(graphs.any(|graph| finds_in_laps(graph, bound))))
    }

    fn is_plain(&self, graph: &Graph) -> bool {
        let tells = |notes: &[Note]| notes.iter().any(|note| matches!(note, Note::Gap(_)));
        let mut edges = graph
            .entry
            .iter()
            .chain(graph.nodes.iter().flat_map(|node| &node.edges));
        let edges = edges.all(|edge| !tells(&edge.notes) && edge.also.is_empty());
        edges
            && graph
                .nodes
                .iter()
                .all(|node| !tells(&node.notes) && !node.follows && self.is_plain_node(node))
    }

    fn is_plain_node(&self, node: &Node) -> bool {
        match &node.what {
            What::Write { cell, of, .. } => self.know.cells[*cell] == *of,
            // A read that is missing leads on some way: there must be one, also behind what was not expected.
            What::Read { cell, of, .. } | What::Update { cell, of, .. } => {
                self.know.cells[*cell] == *of && !node.edges.is_empty()
            }
            What::Fence { .. } => true,
            What::Meet(meet) => {
                node.guard == 0
                    && !node.edges.is_empty()
                    && meet.orders
                    && !meet.hears
                    && !meet.arrives
                    && meet.with.count().is_none()
            }
            What::Gather(_) | What::Choose => false,
            What::Stop { how, .. } => *how != Stopped::Over,
        }
    }
}

/// Whether a read finds what was not expected in a lap that is left out.
fn finds_in_laps(graph: &Graph, bound: usize) -> bool {
    let steps = without_laps(graph, bound, 0);
    steps.iter().enumerate().any(|(at, step)| match step.node {
        Place::Node(_) | Place::Beyond => false,
        Place::Round(head) => is_unexpected(graph, &steps, head.unwrap_or(0), at),
    })
}

/// Whether a read finds what was not expected on some way from a step to a later one.
fn is_unexpected(graph: &Graph, steps: &[Step], from: usize, to: usize) -> bool {
    // Of each step whether a way leads there, and whether one does so on which something is found. Ways only lead forward.
    let mut seen = vec![(false, false); steps.len()];
    seen[from].0 = true;
    for at in from..to {
        let (true, found) = seen[at] else { continue };
        let Place::Node(node) = steps[at].node else {
            continue;
        };
        for (edge, way) in graph.nodes[node].edges.iter().zip(&steps[at].ways) {
            if let Some(way) = *way {
                let found = found || edge.notes.contains(&Note::Unexpected);
                seen[way] = (true, seen[way].1 || found);
            }
        }
    }
    seen[to].1
}
