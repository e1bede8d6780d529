//! Threads as guarded events.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::kernel::interpret::state::Taint;
use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::region_of;
use crate::program::events::{EventKind, Unrolled};
use crate::program::symbolic::{EventId, FALSE, GuardId, Symbolic, TRUE};
use crate::program::{
    Condition, Instruction, InstructionKind, Location, LocationId, Placement, Program, Register,
    Target, Thread, ThreadId, Warp,
};
use crate::syntax::ast::{self, Quantifier};
use crate::syntax::span::Span;

use super::cells::Knowledge;
use super::end::written;
use super::ending::End;
use super::event::{STRONG, bare};
use super::fixpoint::Threads;
use super::graph::{Graph, Note, What};
use super::laps::{Here as Place, without_laps};
use super::lowered::{Came, Look, Lowered, Spun, Told};
use super::numbers::Numbers;
use super::ways::Way;

/// Makes events of threads.
#[must_use]
pub fn emit(setup: &Setup, threads: &Threads, outputs: &[usize], look: Look) -> Lowered {
    let know = &threads.know;
    let mut emitter = Emitter {
        setup,
        know,
        out: Unrolled {
            events: Vec::new(),
            turns: Vec::new(),
            symbolic: Symbolic::default(),
            threads: Vec::new(),
        },
        told: Vec::new(),
        numbers: Numbers::default(),
        notes: BTreeMap::new(),
        came: BTreeMap::new(),
        spun: Vec::new(),
        look,
    };
    let mut locations = emitter.locations();
    let mut own = Vec::new();
    let mut finals = Vec::new();
    let mut registers = Vec::new();
    for (thread, graph) in threads.graphs.iter().enumerate() {
        let places = alone(setup, know, outputs, &threads.writers, thread);
        let (ends, count) = emitter.thread(graph, thread, &places);
        own.push(places);
        finals.push(ends);
        registers.push(count);
    }
    let mut program = program(setup, locations.clone(), &registers);
    if look.stuck {
        emitter.oracle(&mut locations, &mut program);
    }
    Lowered {
        program,
        unrolled: Arc::new(emitter.out),
        know: know.clone(),
        told: emitter.told,
        numbers: emitter.numbers,
        own,
        finals,
        notes: emitter.notes,
        came: emitter.came,
        spun: emitter.spun,
    }
}

/// The bytes of outputs that one thread writes and nobody else uses.
fn alone(
    setup: &Setup,
    know: &Knowledge,
    outputs: &[usize],
    writers: &BTreeMap<u64, u64>,
    thread: usize,
) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (output, &region) in outputs.iter().enumerate() {
        let region = &setup.regions[region];
        for (offset, address) in (0..region.initial.len()).zip(region.base..) {
            let own = writers.get(&address) == Some(&(1 << (thread % 64)));
            if own && !know.shared.contains(&address) {
                found.push((output, offset));
            }
        }
    }
    found
}

fn program(setup: &Setup, locations: Vec<Location>, registers: &[usize]) -> Program {
    let blocks: Vec<u32> = (0..).zip(&setup.blocks).map(|(at, _)| at).collect();
    let threads = (0..).zip(setup.threads.iter().zip(registers)).enumerate();
    let threads = threads.map(|(at, (number, (thread, &count)))| Thread {
        number,
        placement: Placement {
            gpu: setup.launches[thread.launch].device,
            cta: blocks[thread.block],
            warp: Warp::Own(ThreadId(at)),
        },
        registers: (0..count)
            .map(|index| Register {
                name: format!("r{index}"),
                initial: 0,
            })
            .collect(),
        code: vec![nothing(), reduction()],
        span: Span::default(),
    });
    Program {
        source: setup.module.source.clone(),
        name: setup.title(),
        description: String::new(),
        threads: threads.collect(),
        locations,
        unused: Vec::new(),
        warnings: Vec::new(),
        filter: None,
        quantifier: Quantifier::Exists,
        condition: Condition::Literal(true, Span::default()),
        expectations: Vec::new(),
    }
}

/// Events being made.
pub struct Emitter<'a> {
    pub setup: &'a Setup,
    pub know: &'a Knowledge,
    pub out: Unrolled,
    pub told: Vec<Option<Told>>,
    pub numbers: Numbers,
    pub notes: BTreeMap<Note, Vec<(usize, usize)>>,
    pub came: BTreeMap<Came, usize>,
    pub spun: Vec<Spun>,
    pub look: Look,
}

impl Emitter<'_> {
    fn locations(&mut self) -> Vec<Location> {
        let mut found = Vec::new();
        for (index, cell) in self.know.cells.iter().enumerate() {
            let name = region_of(&self.setup.regions, cell.address)
                .map_or_else(String::new, |region| {
                    self.setup.regions[region].element(cell.address)
                });
            let datum = super::cells::initial(self.setup, cell.address, cell.bytes);
            let initial = self.numbers.number(datum);
            let id = LocationId(index);
            found.push(Location {
                name,
                space: ast::Space::Global,
                block: None,
                initial,
                physical: id,
                address: id,
                proxy: None,
                span: Span::default(),
            });
            let kind = EventKind::Initial {
                location: id,
                value: initial,
            };
            self.out.events.push(bare(None, TRUE, kind));
            self.told.push(None);
        }
        if self.look.stuck {
            let location = self.chance();
            let kind = EventKind::Initial { location, value: 0 };
            self.out.events.push(bare(None, TRUE, kind));
            self.told.push(None);
        }
        found
    }

    /// The events of a thread; gives what it can leave in outputs, and how many registers it has.
    fn thread(
        &mut self,
        graph: &Graph,
        thread: usize,
        own: &[(usize, usize)],
    ) -> (Vec<Vec<(u8, Taint)>>, usize) {
        let steps = without_laps(graph, self.look.bound, self.look.idle);
        let mut events: Vec<Option<(EventId, Option<usize>)>> = vec![None; steps.len()];
        let mut ways: Vec<Vec<Way>> = (0..steps.len()).map(|_| Vec::new()).collect();
        let mut notes: BTreeMap<Note, GuardId> = BTreeMap::new();
        let mut end = End::default();
        if let (Some(entry), Some(first)) = (&graph.entry, ways.first_mut()) {
            first.push(Way {
                guard: TRUE,
                reads: BTreeMap::new(),
                decided: BTreeMap::new(),
            });
            for note in &entry.notes {
                notes.insert(note.clone(), TRUE);
            }
        }
        for (at, step) in steps.iter().enumerate() {
            let here = self.meet(std::mem::take(&mut ways[at]));
            let guard = here.guard.unwrap_or(FALSE);
            let node = match step.node {
                Place::Node(node) => &graph.nodes[node],
                Place::Beyond => {
                    end.truncated = self.out.symbolic.or(end.truncated, guard);
                    continue;
                }
                Place::Round(head) => {
                    self.stay(
                        &mut end,
                        guard,
                        head.and_then(|head| events.get(head).copied().flatten()),
                    );
                    continue;
                }
            };
            for note in &node.notes {
                self.note(&mut notes, note, guard);
            }
            if let What::Stop { how, finals } = &node.what {
                self.stop(&mut end, *how, written(finals, own), guard);
                continue;
            }
            let guard = self.come(&mut end, thread, node, guard);
            let event = self.event(thread, node, &here, guard);
            events[at] = Some((event, node.what.read()));
            self.ways(graph, step, (event, guard), &here, &mut ways, &mut notes);
        }
        self.end(thread, end, notes)
    }

    pub fn note(&mut self, notes: &mut BTreeMap<Note, GuardId>, note: &Note, guard: GuardId) {
        let known = notes.get(note).copied().unwrap_or(FALSE);
        let both = self.out.symbolic.or(known, guard);
        notes.insert(note.clone(), both);
    }
}

/// The place in a thread's code of the instruction that stands for all reductions: models tell from the
/// instruction that nobody sees what is read.
pub const REDUCES: usize = 1;

const fn nothing() -> Instruction {
    Instruction {
        span: Span { start: 0, end: 0 },
        guard: None,
        kind: InstructionKind::Fence(ast::Fence::Hole),
    }
}

const fn reduction() -> Instruction {
    Instruction {
        span: Span { start: 0, end: 0 },
        guard: None,
        kind: InstructionKind::Atomic {
            dst: None,
            target: Target::Location(LocationId(0)),
            op: ast::AtomicOp::Arithmetic(ast::Arithmetic::Add),
            operands: Vec::new(),
            access: STRONG,
        },
    }
}
