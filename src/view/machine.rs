//! A schedule of a machine as a view: the operations of its threads, its steps, the cells they
//! change.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::execution::concrete::Executed;
use crate::program::events::Unrolled;
use crate::program::{LocationId, Program, Term, ThreadId};
use crate::syntax::ast::Space;
use crate::ugpu::machine as ugpu;
use crate::ugpu::machine::Execution;
use crate::ugpu::machine::path::OpKind;
use crate::ugpu::machine::state;
use crate::ugpu::machine::trace::{Change, OpId, Trace, trace};

use super::names;
use super::names::Site;
use super::witness;
use super::witness::{Event, Kind, Raw, Witness};

/// A step of a machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Its number, from 1.
    pub step: usize,
    /// Whose step it is; `P0`. In `ugpu-strong`, the first thread of the block that shares.
    pub thread: String,
    /// By which rule: `store`, `load`, `borrow`, `update`, `fence` or `share`.
    pub rule: &'static str,
    /// The label of the operation; none where a cell is shared.
    pub event: Option<String>,
    /// The location, if it is one alone.
    pub location: Option<String>,
    /// The value that was stored, read or shared; of an update, the old one.
    pub value: Option<i64>,
    /// What an update wrote; none where it only read, as a failed compare-and-swap does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<i64>,
    /// The thread that lends the value.
    pub from: Option<String>,
    /// The cells that it changes or delivers to.
    pub cells: Vec<Cell>,
    /// Where the operation is written; nowhere where a cell is shared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<Site>,
}

/// A cell of a view after a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Whose: `P0`, or a block in `ugpu-strong`: `cta0`.
    pub of: String,
    /// Of which location.
    pub location: String,
    /// What it holds.
    pub value: i64,
    /// Who has it: `own` (nobody else), `block`, `all`; or it was `borrowed`.
    pub state: &'static str,
    /// Whether the step delivered it from elsewhere, over what was there.
    pub delivered: bool,
}

/// The view of a schedule; nothing if it is no execution, which would be a mistake in this program.
#[must_use]
pub fn view(
    program: &Program,
    model: ugpu::Model,
    unrolled: Option<&Unrolled>,
    execution: &Execution,
) -> Option<Witness> {
    let trace = trace(program, model, &execution.schedule).ok()?;
    let speaker = Speaker {
        program,
        model,
        labels: labels(program, unrolled, &trace),
        trace: &trace,
    };
    let end = &execution.end;
    let value = |term| match term {
        Term::Constant(value) => value,
        Term::Register(thread, register) => end.registers[thread.0][register.0],
        Term::Location(location) => end.memory[location.0],
    };
    let sources = trace.sources.iter();
    let rf = sources.filter_map(|(to, from)| {
        let location = speaker.location(*to)?;
        let from = match from {
            Some(from) => speaker.label(*from),
            None => names::initial(program, location),
        };
        Some((from, speaker.label(*to)))
    });
    Some(Witness {
        counterexample: witness::is_counterexample(program, &value),
        endless: false,
        events: speaker.events(),
        rf: rf.collect(),
        sync: Vec::new(),
        co: Vec::new(),
        end: witness::end(program, &value),
        asked: witness::asked(program, &value),
        steps: speaker.steps(execution),
    })
}

/// The labels of a schedule's operations, as [`view`] uses them; nothing if it is no execution.
pub(super) fn labels_of(
    program: &Program,
    model: ugpu::Model,
    unrolled: Option<&Unrolled>,
    execution: &Execution,
) -> Option<BTreeMap<OpId, String>> {
    let trace = trace(program, model, &execution.schedule).ok()?;
    Some(labels(program, unrolled, &trace))
}

fn labels(program: &Program, unrolled: Option<&Unrolled>, trace: &Trace) -> BTreeMap<OpId, String> {
    let known = unrolled.and_then(|unrolled| labels_as(program, unrolled, trace));
    known.unwrap_or_else(|| letters(trace))
}

/// One letter for each operation, thread by thread in program order.
fn letters(trace: &Trace) -> BTreeMap<OpId, String> {
    let threads = trace.paths.iter().enumerate();
    let ops = threads
        .flat_map(|(thread, path)| (0..path.ops.len()).map(move |op| (ThreadId(thread), op)));
    ops.enumerate()
        .map(|(index, op)| (op, names::letters(index)))
        .collect()
}

/// The labels that a reason about the same events uses; nothing if an operation is none of them.
fn labels_as(
    program: &Program,
    unrolled: &Unrolled,
    trace: &Trace,
) -> Option<BTreeMap<OpId, String>> {
    let known = names::labels(program, unrolled);
    let mut found = BTreeMap::new();
    for (index, path) in trace.paths.iter().enumerate() {
        let thread = ThreadId(index);
        let code = &program.thread(thread).code;
        for (op, operation) in path.ops.iter().enumerate() {
            let same = |other: &usize| path.ops[*other].instruction == operation.instruction;
            let lap = (0..op).filter(same).count();
            let span = code.get(operation.instruction)?.span;
            let events = unrolled.events.iter().enumerate();
            let mut copies =
                events.filter(|(_, event)| event.thread == Some(thread) && event.span == span);
            let (event, _) = copies.nth(lap)?;
            found.insert((thread, op), known.get(event)?.clone());
        }
    }
    Some(found)
}

struct Speaker<'a> {
    program: &'a Program,
    model: ugpu::Model,
    labels: BTreeMap<OpId, String>,
    trace: &'a Trace,
}

impl Speaker<'_> {
    fn label(&self, op: OpId) -> String {
        self.labels.get(&op).cloned().unwrap_or_default()
    }

    fn location(&self, (thread, op): OpId) -> Option<LocationId> {
        self.trace.paths.get(thread.0)?.ops.get(op)?.location
    }

    fn site(&self, thread: ThreadId, instruction: usize) -> Option<Site> {
        let code = &self.program.thread(thread).code;
        let found = code.get(instruction)?;
        Some(Site::of(&self.program.source, found.span))
    }

    /// The initial values that are read, then the operations of each thread.
    fn events(&self) -> Vec<Event> {
        let mut initial: Vec<LocationId> = self
            .trace
            .sources
            .iter()
            .filter(|(_, from)| from.is_none())
            .filter_map(|(op, _)| self.location(*op))
            .collect();
        initial.sort_unstable();
        initial.dedup();
        let initial = initial.into_iter().map(|id| self.initial(id));
        let ops = self.labels.keys().filter_map(|op| self.event(*op));
        initial.chain(ops).collect()
    }

    fn initial(&self, id: LocationId) -> Event {
        let found = self.program.location(id);
        Raw {
            id: names::initial(self.program, id),
            thread: None,
            kind: Kind::Initial,
            executed: Executed {
                location: Some(id),
                read: None,
                wrote: Some(found.initial),
            },
            site: Site {
                text: format!("{} = {}", names::location(self.program, id), found.initial),
                ..Site::of(&self.program.source, found.span)
            },
        }
        .view(self.program)
    }

    fn event(&self, id: OpId) -> Option<Event> {
        let (thread, index) = id;
        let op = self.trace.paths.get(thread.0)?.ops.get(index)?;
        let kind = match op.kind {
            OpKind::Load(_) => Kind::R,
            OpKind::Store(_) => Kind::W,
            OpKind::Update { .. } => Kind::Update,
            OpKind::Fence(_) => Kind::F,
        };
        let read = op.reads().then(|| self.trace.reads[thread.0][index]);
        let raw = Raw {
            id: self.label(id),
            thread: Some(thread),
            kind,
            executed: Executed {
                location: op.location,
                read,
                wrote: self.trace.written.get(&id).copied(),
            },
            site: self.site(thread, op.instruction).unwrap_or_default(),
        };
        Some(raw.view(self.program))
    }

    fn steps(&self, execution: &Execution) -> Vec<Step> {
        let steps = execution.schedule.steps.iter().zip(&self.trace.changes);
        let view = |(index, (step, changes)): (usize, (&ugpu::Step, &Vec<Change>))| Step {
            step: index + 1,
            thread: names::thread(self.program, step.thread),
            rule: step.rule.name(),
            event: step.op.map(|op| self.label((step.thread, op))),
            location: step.location.map(|id| names::location(self.program, id)),
            value: step.value,
            written: step
                .op
                .filter(|_| step.rule == ugpu::Rule::Update)
                .and_then(|op| self.trace.written.get(&(step.thread, op)).copied()),
            from: step.from.map(|from| names::thread(self.program, from)),
            cells: changes.iter().map(|change| self.cell(change)).collect(),
            site: step
                .instruction
                .and_then(|index| self.site(step.thread, index)),
        };
        steps.enumerate().map(view).collect()
    }

    fn cell(&self, change: &Change) -> Cell {
        let state::Cell {
            value,
            local,
            global,
            borrowed,
        } = change.cell;
        let shared_space = self.program.location(change.location).space == Space::Shared;
        Cell {
            of: self.owner(change.thread),
            location: names::location(self.program, change.location),
            value,
            state: match (local, global) {
                _ if borrowed => "borrowed",
                (false, _) => "own",
                (true, false) => "block",
                (true, true) if shared_space => "block",
                (true, true) => "all",
            },
            delivered: change.delivered,
        }
    }

    /// Whose view a cell belongs to: a thread's, or a block's.
    fn owner(&self, thread: ThreadId) -> String {
        if !self.model.view_per_block() {
            return names::thread(self.program, thread);
        }
        let threads = &self.program.threads;
        let at = self.program.thread(thread).placement;
        if threads.iter().all(|other| other.placement.gpu == at.gpu) {
            format!("cta{}", at.cta)
        } else {
            format!("gpu{}.cta{}", at.gpu, at.cta)
        }
    }
}
